import type { Kot, OrderItem, OrderShape } from './api/order.ts'
import { isCancelled, isOpen, isWaiting, type ItemStatus } from './order.ts'
import { isRecall, mayBeStepped, mayStep } from './itemStatus.ts'
import type { Role } from './roles.ts'
import { leftOf } from './paid.ts'

/**
 * Who may do what to an order, and why something can't be done now. Handlers, buttons and tests use the same functions (DESIGN, house rule 5). A reason is a
 * sentence without a full stop: a button shows it as it is, and a refusal adds the full stop. null: it can be done.
 */
export type Reason = string | null

/** The first reason that applies. */
export const firstReason = (...reasons: (Reason | false | undefined)[]): Reason =>
  reasons.find((reason): reason is string => typeof reason === 'string') ?? null

// ---------------------------------------------------------------- by role, where the contract's list of roles is too coarse

const MANAGERS: readonly Role[] = ['superuser', 'managerialHead', 'generalManager', 'admin', 'partner', 'backoffice']
const MONEY_ROLES: readonly Role[] = [...MANAGERS, 'cashier']
const POS_ROLES: readonly Role[] = [...MONEY_ROLES, 'captain', 'waiter']
const staffOrParcel = (role: Role, order: { orderType: string }) =>
  POS_ROLES.includes(role) || (role === 'delivery' && order.orderType !== 'Dine In')

export const orderCan = {
  settle: (role: Role) => MONEY_ROLES.includes(role),
  cancel: (role: Role) => MONEY_ROLES.includes(role),
  /** A guest's ticket that is not accepted yet was never sent to the kitchen, so every role that may accept it may also decline it. */
  cancelLine: (role: Role, ticket: Pick<Kot, 'held' | 'kotNumber'>) =>
    (ticket.held && ticket.kotNumber === null ? POS_ROLES : MONEY_ROLES).includes(role),
  note: staffOrParcel,
  setStatus: staffOrParcel,
  /**
   * Captain, waiter and delivery complete only paid orders, such as a parcel that they hand over. Unpaid orders and orders of zero are closed by roles that may
   * settle (CONTRACT §9 "Who closes").
   */
  complete: (role: Role, order: Pick<OrderShape, 'orderType' | 'grandTotal' | 'payments'>) =>
    orderCan.settle(role) || (staffOrParcel(role, order) && order.grandTotal > 0 && leftOf(order) === 0),
  /** For a bill that was printed: it would be one parcel among many, and its table free for the next guests. */
  leaveTable: (role: Role) => MONEY_ROLES.includes(role),
  recall: (role: Role) => MANAGERS.includes(role) || role === 'kitchen',
}

/** The message for a role that may not do it. */
export const REFUSED = {
  settle: 'Only a cashier or a manager can settle a bill',
  refund: 'Only a cashier or a manager can refund',
  cancel: 'Only a cashier or a manager can cancel an order',
  complete: 'Only a cashier or a manager can close an order that is not paid or comes to zero',
  cancelLine: 'Only a cashier or a manager can cancel an item that was sent',
  leaveTable: 'Only a cashier or a manager can make a parcel of a printed bill',
  recall: 'Only the kitchen or a manager can take a step back',
  /** For changing notes and an order's status. */
  delivery: 'Delivery changes Take Away and Delivery orders only',
  bill: 'Your role can’t print bills',
  accept: 'Your role can’t accept orders',
  change: 'Your role can’t change the order',
  tables: 'View only: your role can’t change tables and orders',
  tickets: 'View only: your role can’t update tickets',
  send: 'View only: your role can’t send orders',
} as const

// ---------------------------------------------------------------- by the state of the order

type Standing = Pick<OrderShape, 'orderStatus'>
type Held = Pick<OrderShape, 'orderStatus' | 'kots'>
type Billed = Held & Pick<OrderShape, 'payments' | 'paymentStatus' | 'grandTotal'>

const ACCEPT_FIRST = 'Accept or decline the guest’s order first'
const NOTHING_SENT = 'Nothing has been sent yet'
const LINE_CANCELLED = 'It was cancelled'

const isOver = (order: Standing): Reason =>
  isOpen(order) ? null : order.orderStatus === 'completed' ? 'The order is completed' : 'The order was cancelled'
const guestWaits = (order: Held): Reason =>
  isOpen(order) && order.kots.some((kot) => isWaiting({ held: kot.held, lines: kot.items })) ? ACCEPT_FIRST : null
const isEmpty = (order: Pick<OrderShape, 'kots'>): Reason => (order.kots.every((kot) => kot.items.every(isCancelled)) ? NOTHING_SENT : null)
const wasPaid = (order: Pick<OrderShape, 'payments'>): boolean => order.payments.some((p) => p.amount > 0)

/**
 * Why something can't be done to this order, for any role, as far as this device knows; null when it can. The server decides by the same rules (`order.ts`)
 * on the order as it is when the request arrives.
 */
export const whyNot = {
  /** For adding items and changing notes: whatever is not possible on a completed or cancelled order. */
  change: isOver,
  /** `part`: a payment that leaves something to pay completes nothing, so it is allowed before a guest's ticket is accepted. */
  settle: (order: Held, { part = false }: { part?: boolean } = {}): Reason =>
    firstReason(isOver(order), !part && guestWaits(order), isEmpty(order)),
  /** A guest's ticket that is neither accepted nor declined blocks the bill. */
  closing: guestWaits,
  complete: (order: Billed): Reason => firstReason(isOver(order), guestWaits(order), leftOf(order) > 0 && 'It is not paid'),
  bill: (order: Held): Reason =>
    firstReason(order.orderStatus === 'cancelled' && 'A cancelled order has no bill', guestWaits(order), isEmpty(order)),
  /** A paper or a file of a bill that isn't marked as printed as it stands: a guest may pay by it, and the books would have no record of it (decision 006). */
  paper: (order: Standing & Pick<OrderShape, 'billPrintedAt'>): Reason =>
    isOpen(order) && order.billPrintedAt === null ? 'The bill as it stands was not printed yet: print its receipt first' : null,
  cancel: (order: Standing & Pick<OrderShape, 'payments'>): Reason =>
    firstReason(isOver(order), wasPaid(order) && 'Money was received: give it back first'),
  refund: (order: Pick<OrderShape, 'orderStatus' | 'paymentStatus'>): Reason =>
    firstReason(
      order.paymentStatus === 'refunded' && 'It was refunded already',
      (order.orderStatus !== 'completed' || order.paymentStatus !== 'paid') && 'Only a paid, completed order can be refunded',
    ),
  /** Changing the offer, the service charge, or the charges for packing and delivery (`withOffer`, `withServiceCharge`, `withCharges`). */
  changeTerms: (order: Standing & Pick<OrderShape, 'payments'>): Reason =>
    firstReason(isOver(order), wasPaid(order) && 'Money was received: discount and charges stay'),
  cancelLine: (order: Standing, line: Pick<OrderItem, 'status'>): Reason =>
    firstReason(isOver(order), isCancelled(line) && LINE_CANCELLED, line.status === 'Served' && 'It was served already'),
  lineNote: (order: Standing, line: Pick<OrderItem, 'status'>): Reason => firstReason(isOver(order), isCancelled(line) && LINE_CANCELLED),
  /** `readyStep`: this restaurant's kitchen marks items as ready. Lines of a completed order are still stepped, for some hours; `now` in ms. */
  step: (
    order: Pick<OrderShape, 'orderStatus' | 'completedAt'>,
    line: Pick<OrderItem, 'status'>,
    to: ItemStatus,
    readyStep: boolean,
    now: number,
  ): Reason =>
    firstReason(
      (to === 'Cancelled' || !mayBeStepped(order, now)) && isOver(order),
      isCancelled(line) && LINE_CANCELLED,
      !mayStep(line.status, to, readyStep) && `It is ${line.status}`,
    ),
  /** Printing a ticket once more. */
  reprint: (kot: Pick<Kot, 'held' | 'kotNumber'>): Reason => (kot.held || kot.kotNumber === null ? NOTHING_SENT : null),
  /** Moving a table's order; `unsent`: items on this device that were not sent yet. */
  move: (order: Standing | null, unsent = 0): Reason =>
    order && isOpen(order) ? null : unsent > 0 ? 'Send the KOT first' : 'No open order',
}

/** The statuses that a line can take next, forward ones first; without `readyStep` Ready is never among them. */
export function stepsOf(line: Pick<OrderItem, 'status'>, readyStep: boolean): ItemStatus[] {
  const forward = (['Ready', 'Served', 'Preparing'] as const).filter((to) => mayStep(line.status, to, readyStep))
  return forward.filter((to) => to !== 'Ready' || readyStep)
}

/** Why this role can't take a line to that status, although it may take other steps. */
export const stepRefusal = (role: Role, from: ItemStatus, to: ItemStatus): Reason =>
  isRecall(from, to) && !orderCan.recall(role) ? REFUSED.recall : null
