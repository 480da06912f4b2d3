import { randomId } from './ids.ts'
import { conflict, invalid, invalidTransition } from './errors.ts'
import type { Paise } from './money.ts'
import { formatPaise } from './money.ts'
import { discountOf, type OfferTerms, termsOf } from './offer.ts'
import { price, type TaxPercentages, unitPriceOf } from './tax.ts'
import { brief } from './text.ts'

export const ITEM_STATUSES = ['In Cart', 'Preparing', 'Ready', 'Served', 'Cancelled'] as const
export const ORDER_STATUSES = ['pending', 'completed', 'cancelled'] as const
export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid', 'refunded'] as const
export const ORDER_TYPES = ['Dine In', 'Take Away', 'Delivery'] as const
export const DIET_TYPES = ['veg', 'nonVeg', 'egg', 'vegan'] as const

export type ItemStatus = (typeof ITEM_STATUSES)[number]
export type OrderStatus = (typeof ORDER_STATUSES)[number]
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export type OrderType = (typeof ORDER_TYPES)[number]
export type DietType = (typeof DIET_TYPES)[number]

/** Reads an order type case-insensitively (CONTRACT §3); null when it is none. */
export function readOrderType(text: string): OrderType | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
  return ORDER_TYPES.find((t) => t.toLowerCase().replace(' ', '') === plain) ?? null
}

/** A line of a ticket as it was sold: names and prices are the menu's of that moment, prices in paise. */
export type Line = {
  lineId: string
  /** The menu item's id. */
  itemId: string
  itemName: string
  categoryName: string
  quantity: number
  price: Paise
  variants: { name: string; additionalPrice: Paise }[]
  addonGroups: { name: string; addons: { name: string; quantity: number; price: Paise }[] }[]
  status: ItemStatus
  /** UTC, when the status was last set. */
  statusAt: string
  dietType: DietType
  isAlcohol: boolean
  image: string | null
  station: string | null
  additionalItemNote: string
  cancelReason: string | null
  /** Of a cancelled line: it had been cooked, so its stock is waste. */
  prepared: boolean
  /** Of a cancelled line: the business day on which the cancellation was booked (`withBookings`). */
  bookedDate: string | null
}

export type KotKind = 'new' | 'addition'

export type Ticket = {
  kotId: string
  /** null while not sent to the kitchen (SPEC §3). */
  kotNumber: number | null
  /** YYYYMMDD of its business day. */
  date: string
  createdAt: string
  kind: KotKind
  sentBy: string
  sentAt: string | null
  held: boolean
  /** The table it was sent from; lines of merged tables keep it. */
  tableId: string | null
  lines: Line[]
}

export type Payment = { method: string; amount: Paise; at: string }
/** `hour` is the restaurant's own, 0 to 23, when it was booked. */
export type Refund = { amount: Paise; reason: string; at: string; by: string; businessDate: string; hour?: number }

/** An order in full, money in paise, instants UTC ISO-8601. */
export type Order = {
  id: string
  restaurantId: string
  version: number
  tableId: string | null
  tableNumber: string | null
  sittingId: string | null
  userId: string | null
  customerName: string
  mobileNumber: string
  guests: number | null
  orderType: OrderType
  additionalNote: string
  specialInstructions: string
  isKOT: boolean
  serialNumber: number
  billNumber: number | null
  invoiceNumber: string | null
  billPrintedAt: string | null
  taxPercentages: TaxPercentages
  roundOffEnabled: boolean
  serviceChargeAccepted: boolean
  offerId: string | null
  /** The offer's terms as they were when it was put on. */
  offer: OfferTerms | null
  discountTitle: string | null
  totals: {
    subtotal: Paise
    discount: Paise
    cgst: Paise
    sgst: Paise
    vat: Paise
    serviceCharge: Paise
    roundOff: Paise
    grandTotal: Paise
  }
  orderStatus: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: string | null
  payments: Payment[]
  refund: Refund | null
  biller: string | null
  cancelReason: string | null
  feedbackToken: string
  businessDate: string
  createdAt: string
  completedAt: string | null
  /** The business day and the hour, 0 to 23, on which its end was booked (`withBookings`). */
  endedDate: string | null
  endedHour: number | null
  tickets: Ticket[]
}

/** An order that holds nothing yet. `from` names what is known of it; businessDate YYYY-MM-DD, createdAt UTC. */
export function emptyOrder(
  from: Pick<Order, 'restaurantId' | 'orderType' | 'taxPercentages' | 'roundOffEnabled' | 'businessDate' | 'createdAt'> & Partial<Order>,
): Order {
  const at = Date.parse(from.createdAt)
  return {
    id: randomId(at),
    version: 1,
    tableId: null,
    tableNumber: null,
    sittingId: null,
    userId: null,
    customerName: '',
    mobileNumber: '',
    guests: null,
    additionalNote: '',
    specialInstructions: '',
    isKOT: true,
    serialNumber: 0,
    billNumber: null,
    invoiceNumber: null,
    billPrintedAt: null,
    serviceChargeAccepted: false,
    offerId: null,
    offer: null,
    discountTitle: null,
    totals: { subtotal: 0, discount: 0, cgst: 0, sgst: 0, vat: 0, serviceCharge: 0, roundOff: 0, grandTotal: 0 },
    orderStatus: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: null,
    payments: [],
    refund: null,
    biller: null,
    cancelReason: null,
    feedbackToken: randomId(at),
    completedAt: null,
    endedDate: null,
    endedHour: null,
    tickets: [],
    ...from,
  }
}

export const isOpen = (order: { orderStatus: string }): boolean => order.orderStatus === 'pending'
export const linesOf = (order: Pick<Order, 'tickets'>): Line[] => order.tickets.flatMap((t) => t.lines)
export const isCancelled = (line: { status: string }): boolean => line.status === 'Cancelled'
export const paidSoFar = (order: Pick<Order, 'payments'>): Paise => order.payments.reduce((sum, p) => sum + p.amount, 0)
export const leftToPay = (order: Pick<Order, 'payments' | 'totals'>): Paise => Math.max(0, order.totals.grandTotal - paidSoFar(order))

/** The order with its totals computed anew from its lines, the discount from its offer's terms. */
export function repriced(order: Order): Order {
  const lines = linesOf(order).map((l) => ({
    unitPrice: unitPriceOf(l),
    quantity: l.quantity,
    isAlcohol: l.isAlcohol,
    cancelled: isCancelled(l),
  }))
  const subtotal = lines.reduce((sum, l) => (l.cancelled ? sum : sum + l.unitPrice * l.quantity), 0)
  const { lineDiscounts: _, ...totals } = price({
    lines,
    taxPercentages: order.taxPercentages,
    discount: order.offer ? discountOf(order.offer, subtotal) : order.totals.discount,
    serviceChargeAccepted: order.serviceChargeAccepted,
    roundOff: order.roundOffEnabled,
  })
  return { ...order, totals }
}

/** Puts an offer on an order or (null) takes it off; a printed bill is no longer the bill. Whether it may be put on is `whyNotApplicable`'s to say. */
export function withOffer(order: Order, offer: OfferTerms | null): Order {
  const none = { ...order.totals, discount: 0 }
  return owing(
    repriced({
      ...order,
      offer: offer && termsOf(offer),
      offerId: offer?.id ?? null,
      discountTitle: offer?.title ?? null,
      totals: none,
      billPrintedAt: null,
    }),
  )
}

/** What was paid in full and then came to cost more is paid in part. */
export const owing = (order: Order): Order =>
  order.paymentStatus === 'paid' && paidSoFar(order) < order.totals.grandTotal ? { ...order, paymentStatus: 'partial' } : order

/** A command on an order that is already over: refused, whatever device asks (CONTRACT §3). Throws 409 `invalid_transition`. */
export function mustBeOpen(order: Order): void {
  if (isOpen(order)) return
  const what = wordsFor(order)
  throw invalidTransition(order.orderStatus === 'completed' ? `${what} was billed.` : `${what} was cancelled.`)
}

const wordsFor = (order: Pick<Order, 'tableNumber' | 'serialNumber'>) =>
  order.tableNumber ? `Table ${order.tableNumber}` : `Order ${order.serialNumber}`

/** Does a guest's held ticket wait for a yes? Once nothing of it is left it has been declined (SCREENS §6.8). */
export const isWaiting = (ticket: { held: boolean; lines: readonly { status: string }[] }): boolean =>
  ticket.held && !ticket.lines.every(isCancelled)

/**
 * Why an open order can't be billed, settled or completed yet, in words for the cashier; null when it can. What a guest's held ticket holds is in the
 * total, and neither the kitchen nor the stock knows of it: it is accepted or declined first (docs/decisions/012).
 */
export const whyNotAccepted = (
  order: Pick<Order, 'orderStatus' | 'tableNumber' | 'serialNumber'> & { tickets: readonly Parameters<typeof isWaiting>[0][] },
): string | null =>
  isOpen(order) && order.tickets.some(isWaiting)
    ? `${wordsFor(order)}’s guest has sent a ticket that waits: accept or decline it first.`
    : null

/** Throws 409 `invalid_transition` while a guest's held ticket waits. */
export function mustBeAccepted(order: Order): void {
  const why = whyNotAccepted(order)
  if (why !== null) throw invalidTransition(why)
}

/** What goes where money has been received and an order, or a part of it, can't be cancelled: one that waits for a yes can't be settled without. */
const refundInstead = (order: Order): string =>
  whyNotAccepted(order) === null
    ? 'Settle and refund it instead.'
    : 'Accept the ticket that waits, then settle the order and refund it instead.'

/** Adds tickets to an open order: kind is `new` for the first one, money paid so far makes it `partial`, and a printed bill is no longer the bill. */
export function addTickets(order: Order, tickets: readonly Ticket[]): Order {
  mustBeOpen(order)
  const added = tickets.map((t, i) => ({ ...t, kind: (order.tickets.length + i === 0 ? 'new' : 'addition') as KotKind }))
  return owing(repriced({ ...order, tickets: [...order.tickets, ...added], billPrintedAt: null }))
}

// ---------------------------------------------------------------- item status

/** Steps forward and one step back (CONTRACT §3). Cancelled is reached from anything but Served. */
const STEPS: Record<ItemStatus, readonly ItemStatus[]> = {
  'In Cart': ['Preparing', 'Cancelled'],
  Preparing: ['Ready', 'Served', 'Cancelled'],
  Ready: ['Served', 'Preparing', 'Cancelled'],
  Served: ['Ready'],
  Cancelled: [],
}
const BACK: Record<string, ItemStatus> = { Ready: 'Preparing', Served: 'Ready' }

export const isRecall = (from: ItemStatus, to: ItemStatus): boolean => BACK[from] === to || (from === 'Served' && to === 'Preparing')

/** May a line go from one status to the other? `readyStep` off lets Served be recalled to Preparing, its one step back. */
export const mayStep = (from: ItemStatus, to: ItemStatus, readyStep: boolean): boolean =>
  STEPS[from].includes(to) || (!readyStep && from === 'Served' && to === 'Preparing')

export type ItemStatusChange = {
  kotId: string
  itemId?: string
  lineId?: string
  variants?: readonly { name: string }[]
  status: ItemStatus
  /** Negative whole number: cancel that many of the line and keep the rest. */
  quantityChange?: number
  reason?: string
  prepared?: boolean
}

export type ItemStatusOutcome = { order: Order; changed: Line[]; from: ItemStatus[]; allItemsCancelled: boolean }

const variantKey = (variants: readonly { name: string }[]) => variants.map((v) => v.name).join('\u0001')

/** The lines that a change means. Throws 404, or 409 `ambiguous_line` when `itemId` and `variants` don't tell lines apart. */
export function linesMeant(order: Order, change: Pick<ItemStatusChange, 'kotId' | 'itemId' | 'lineId' | 'variants'>): Line[] {
  const ticket = order.tickets.find((t) => t.kotId === change.kotId)
  if (!ticket) throw new NotThere('KOT not found')
  if (change.lineId) {
    const line = ticket.lines.find((l) => l.lineId === change.lineId)
    if (!line) throw new NotThere('Item not found')
    return [line]
  }
  if (!change.itemId) return ticket.lines.filter((l) => !isCancelled(l))
  let found = ticket.lines.filter((l) => l.itemId === change.itemId)
  if (change.variants) found = found.filter((l) => variantKey(l.variants) === variantKey(change.variants ?? []))
  if (found.length === 0) throw new NotThere('Item not found')
  const live = found.filter((l) => !isCancelled(l))
  if (live.length === 1) return live
  if (found.length > 1) throw conflict('ambiguous_line', 'Several lines fit. Name the lineId.', { lineIds: found.map((l) => l.lineId) })
  return found
}

/**
 * The lines that a change will set: those meant, and of a whole ticket those that can take the step. A ticket goes forward as a whole; only one with
 * nothing left to go forward is taken back. Throws as `linesMeant`.
 */
export function linesToChange(order: Order, change: ItemStatusChange, readyStep: boolean): Line[] {
  const meant = linesMeant(order, change)
  if (change.itemId || change.lineId) return meant
  const able = meant.filter((l) => l.status !== change.status && mayStep(l.status, change.status, readyStep))
  const forward = able.filter((l) => !isRecall(l.status, change.status))
  return forward.length > 0 ? forward : able
}

/** Thrown by rules for something that the order does not hold; the server answers 404. */
export class NotThere extends Error {}

/**
 * Sets the status of a line, of a part of it, or of a whole ticket. Pure; `at` UTC ISO. A line that already has the status is left alone
 * when a whole ticket is meant. Throws 409 `invalid_transition`, 422 for a missing reason or a bad quantity, NotThere.
 */
export function changeItemStatus(order: Order, change: ItemStatusChange, at: string, readyStep: boolean): ItemStatusOutcome {
  mustBeOpen(order)
  const meant = linesToChange(order, change, readyStep)
  if (meant.length === 0) throw invalidTransition(`Nothing on this KOT can become ${change.status}.`)
  const cancelling = change.status === 'Cancelled'
  if (cancelling && !change.reason?.trim() && meant.some((l) => l.status !== 'In Cart'))
    throw invalid('A reason is needed to cancel a sent item.', [{ path: 'reason', message: 'Enter the reason.' }])
  const from: ItemStatus[] = []
  const changed: Line[] = []
  const replacements = new Map<string, Line[]>()
  for (const line of meant) {
    if (!mayStep(line.status, change.status, readyStep))
      throw invalidTransition(`${line.itemName} is ${line.status} and can't become ${change.status}.`)
    const n = quantityToCancel(line, change)
    const prepared = cancelling ? (change.prepared ?? line.status === 'Ready') : line.prepared
    const set: Line = {
      ...line,
      status: change.status,
      statusAt: at,
      prepared,
      cancelReason: cancelling ? (change.reason?.trim() ?? null) : line.cancelReason,
    }
    from.push(line.status)
    if (n < line.quantity) {
      const part = { ...set, lineId: randomId(), quantity: n }
      replacements.set(line.lineId, [{ ...line, quantity: line.quantity - n }, part])
      changed.push(part)
    } else {
      replacements.set(line.lineId, [set])
      changed.push(set)
    }
  }
  const tickets = order.tickets.map((t) =>
    t.kotId === change.kotId ? { ...t, lines: t.lines.flatMap((l) => replacements.get(l.lineId) ?? [l]) } : t,
  )
  let next = cancelling ? repriced({ ...order, tickets, billPrintedAt: null }) : { ...order, tickets }
  if (cancelling && paidSoFar(next) > next.totals.grandTotal)
    throw invalidTransition(
      `${formatPaise(paidSoFar(next))} has been received for this order; cancelling would leave less to pay than that. ${refundInstead(order)}`,
    )
  const allItemsCancelled = cancelling && linesOf(next).every(isCancelled)
  if (allItemsCancelled) next = { ...next, orderStatus: 'cancelled', completedAt: at, cancelReason: change.reason?.trim() ?? null }
  return { order: next, changed, from, allItemsCancelled }
}

function quantityToCancel(line: Line, change: ItemStatusChange): number {
  if (change.quantityChange === undefined || change.quantityChange === 0) return line.quantity
  if (change.status !== 'Cancelled')
    throw invalid('A change of quantity goes with status Cancelled.', [{ path: 'quantityChange', message: 'Only when cancelling.' }])
  const n = -change.quantityChange
  if (!Number.isInteger(n) || n < 1 || n > line.quantity)
    throw invalid(`The change of quantity must be between -${line.quantity} and -1.`, [
      { path: 'quantityChange', message: `Must be between -${line.quantity} and -1.` },
    ])
  return n
}

// ---------------------------------------------------------------- order status and payment

/**
 * pending → completed (paid, or nothing left to pay: a bill of nothing, or one that a cancellation or an offer brought down to what was received; and no
 * held ticket that waits) or cancelled (with a reason). Throws 409 or 422.
 */
export function changeOrderStatus(order: Order, to: OrderStatus, at: string, reason?: string): Order {
  mustBeOpen(order)
  if (to === 'pending') throw invalidTransition('The order is pending already.')
  if (to === 'cancelled') {
    if (!reason?.trim()) throw invalid('A reason is needed to cancel an order.', [{ path: 'reason', message: 'Enter the reason.' }])
    if (paidSoFar(order) > 0) throw invalidTransition(`Money has been received for this order. ${refundInstead(order)}`)
    return {
      ...order,
      orderStatus: 'cancelled',
      cancelReason: reason.trim(),
      completedAt: at,
    }
  }
  mustBeAccepted(order)
  if (order.paymentStatus !== 'paid' && leftToPay(order) > 0) throw invalidTransition('The order is not paid.')
  return { ...order, orderStatus: 'completed', completedAt: at, paymentStatus: 'paid' }
}

export type PaymentChange = {
  paymentStatus: PaymentStatus
  paymentMethod?: string
  payments?: readonly { method: string; amount: Paise }[]
  complete?: boolean
  amount?: Paise
  reason?: string
  biller: string
  businessDate: string
}

/**
 * Takes money, in part or in full, or gives it back (CONTRACT §3, §5). For `paid` the recorded and the named payments together, or the
 * named ones alone when they restate all, must be the grand total, and no held ticket may wait. `methods` are the restaurant's paymentTypes.
 * Throws 409, 422.
 */
export function pay(order: Order, change: PaymentChange, methods: readonly string[], at: string): Order {
  if (change.paymentStatus === 'refunded') return refund(order, change, at)
  mustBeOpen(order)
  if (change.paymentStatus === 'unpaid' || order.paymentStatus === 'paid')
    throw invalidTransition(
      order.paymentStatus === 'paid' ? 'This order is paid already.' : 'A payment can’t be taken back. Refund the order instead.',
    )
  // A part payment may come before the yes: it bills nothing.
  if (change.paymentStatus === 'paid') mustBeAccepted(order)
  const known = paidSoFar(order)
  const total = order.totals.grandTotal
  const named = change.payments ?? (change.paymentMethod ? [{ method: change.paymentMethod, amount: change.amount ?? total - known }] : [])
  for (const p of named) {
    if (!methods.includes(p.method))
      throw invalid(`There is no payment method ${brief(p.method)} in this restaurant.`, [
        { path: 'paymentMethod', message: 'Choose a payment method of this restaurant.' },
      ])
    if (!Number.isSafeInteger(p.amount) || p.amount < 0 || (p.amount === 0 && total > known))
      throw invalid('A payment must be more than zero.', [{ path: 'payments', message: 'Must be more than 0.' }])
  }
  const sum = named.reduce((s, p) => s + p.amount, 0)
  const stamped: Payment[] = named.filter((p) => p.amount > 0).map((p) => ({ method: p.method, amount: p.amount, at }))
  let payments: Payment[]
  if (known + sum === total) payments = [...order.payments, ...stamped]
  else if (sum === total && known > 0) payments = stamped
  else if (change.paymentStatus === 'partial' && sum > 0 && known + sum < total) payments = [...order.payments, ...stamped]
  else
    throw invalid(
      change.paymentStatus === 'paid'
        ? `The payments must add up to ${formatPaise(total)}; ${formatPaise(total - known)} is left to pay.`
        : `A part payment must be below the ${formatPaise(total - known)} that is left to pay.`,
      [{ path: 'payments', message: `Left to pay: ${formatPaise(total - known)}.` }],
    )
  if (change.paymentStatus === 'partial' && known + sum >= total)
    throw invalid(`A part payment must be below the ${formatPaise(total - known)} that is left to pay.`, [
      { path: 'payments', message: `Must be below ${formatPaise(total - known)}.` },
    ])
  if (change.paymentStatus === 'paid' && named.length === 0 && total > known)
    throw invalid('A payment method is needed.', [{ path: 'paymentMethod', message: 'Choose a payment method.' }])
  const used = [...new Set(payments.map((p) => p.method))]
  const next: Order = {
    ...order,
    payments,
    paymentStatus: change.paymentStatus,
    paymentMethod: used.length > 1 ? 'Split' : (used[0] ?? change.paymentMethod ?? null),
    biller: change.biller,
  }
  return change.complete && next.paymentStatus === 'paid' ? changeOrderStatus(next, 'completed', at) : next
}

function refund(order: Order, change: PaymentChange, at: string): Order {
  if (order.orderStatus !== 'completed' || order.paymentStatus !== 'paid')
    throw invalidTransition('Only a paid, completed order can be refunded.')
  if (!change.reason?.trim()) throw invalid('A reason is needed to refund.', [{ path: 'reason', message: 'Enter the reason.' }])
  if (change.amount !== undefined && change.amount !== order.totals.grandTotal)
    throw invalid(`A refund is of the whole ${formatPaise(order.totals.grandTotal)}.`, [
      { path: 'amount', message: 'Must be the whole amount.' },
    ])
  return {
    ...order,
    paymentStatus: 'refunded',
    refund: { amount: order.totals.grandTotal, reason: change.reason.trim(), at, by: change.biller, businessDate: change.businessDate },
  }
}
