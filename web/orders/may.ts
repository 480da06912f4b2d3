import type { OrderItem, OrderShape } from '#domain/api/shapes.ts'
import { MESSAGES } from '#domain/messages.ts'
import { type ItemStatus, isOpen, isRecall, mayStep, orderCan } from '#domain/order.ts'
import { canOpen, type Permissions } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import { heldReason } from '#web/shared/order/held.ts'
import { tablePath } from '#web/app/pages.ts'
import { portionsOf } from './list.ts'

/**
 * Why something can't be done now, in words for the button; null when it can. The rules are domain's (`orderCan`, `mayStep`), and the server asks them
 * again.
 */
export type Who = { role: Role; online: boolean; permissions: Permissions | null }
type Reason = string | null

export const OFFLINE = 'You are offline'
const WAITING = 'Only a cashier or a manager can cancel an item that was sent'

const first = (...reasons: (Reason | false)[]): Reason => reasons.find((r): r is string => typeof r === 'string') ?? null
const over = (order: OrderShape): Reason =>
  isOpen(order) ? null : order.orderStatus === 'completed' ? 'The order is completed' : 'The order was cancelled'
const isPaidFor = (order: OrderShape): boolean => order.payments.some((p) => p.amount > 0)

/** Where items are added by this person: a table at the counter or on the captain's phone, anything else at the counter. */
export function addPath(order: OrderShape, { role, permissions }: Who): string | null {
  if (!orderCan.send(role)) return null
  if (order.tableId) return tablePath(role, permissions, order.tableId)
  return canOpen({ role }, '/restaurant/pos', permissions).ok ? `/restaurant/pos?order=${encodeURIComponent(order._id)}` : null
}
export const payPath = (order: OrderShape): string => `/restaurant/pos?order=${encodeURIComponent(order._id)}&pay=1`

export const why = {
  // Items may be added offline: they wait on the device.
  add: (order: OrderShape, who: Who): Reason => first(over(order), addPath(order, who) === null && 'Your role can’t add items here'),
  settle: (order: OrderShape, who: Who): Reason =>
    first(
      over(order),
      !orderCan.settle(who.role) && MESSAGES.captainCannotSettle.replace(/\.$/, ''),
      !who.online && OFFLINE,
      heldReason(order),
      !canOpen({ role: who.role }, '/restaurant/pos', who.permissions).ok && 'The POS is not open to your role',
    ),
  complete: (order: OrderShape, who: Who): Reason =>
    first(
      over(order),
      !orderCan.setStatus(who.role, order) && 'Your role can’t complete this order',
      !who.online && OFFLINE,
      heldReason(order),
    ),
  bill: (order: OrderShape, who: Who): Reason =>
    first(
      order.orderStatus === 'cancelled' && 'A cancelled order has no bill',
      !orderCan.send(who.role) && 'Your role can’t print bills',
      !who.online && OFFLINE,
      heldReason(order),
      portionsOf(order) === 0 && 'Nothing is on the bill',
    ),
  note: (order: OrderShape, who: Who): Reason =>
    first(over(order), !orderCan.send(who.role) && 'Your role can’t change the order', !who.online && OFFLINE),
  cancel: (order: OrderShape, who: Who): Reason =>
    first(
      over(order),
      !orderCan.cancel(who.role) && 'Only a cashier or a manager can cancel an order',
      isPaidFor(order) && 'Money was received: settle it, then refund it',
      !who.online && OFFLINE,
    ),
  refund: (order: OrderShape, who: Who): Reason =>
    first(
      order.paymentStatus === 'refunded' && 'It was refunded already',
      (order.orderStatus !== 'completed' || order.paymentStatus !== 'paid') && 'Only a paid, completed order can be refunded',
      !orderCan.refund(who.role) && 'Only a cashier or a manager can refund',
      !who.online && OFFLINE,
    ),
  accept: (order: OrderShape, who: Who): Reason =>
    first(over(order), !orderCan.send(who.role) && 'Your role can’t accept orders', !who.online && OFFLINE),
  cancelLine: (order: OrderShape, line: OrderItem, who: Who): Reason =>
    first(
      over(order),
      line.status === 'Cancelled' && 'It was cancelled',
      !orderCan.cancel(who.role) && WAITING,
      line.status === 'Served' && 'It was served already',
      !who.online && OFFLINE,
    ),
  lineNote: (order: OrderShape, line: OrderItem, who: Who): Reason =>
    first(
      over(order),
      line.status === 'Cancelled' && 'It was cancelled',
      !orderCan.note(who.role, order) && 'Your role can’t change the order',
      !who.online && OFFLINE,
    ),
  step: (order: OrderShape, line: OrderItem, to: ItemStatus, who: Who): Reason =>
    first(
      over(order),
      !orderCan.bump(who.role) && 'Your role can’t change where an item stands',
      isRecall(line.status, to) && !orderCan.recall(who.role) && 'Only the kitchen or a manager can take a step back',
      !who.online && OFFLINE,
    ),
}

/** Where a line can go from where it stands, forward ones first; a kitchen without the Ready step has none. */
export function stepsOf(line: Pick<OrderItem, 'status'>, readyStep: boolean): ItemStatus[] {
  const forward = (['Ready', 'Served', 'Preparing'] as const).filter((to) => mayStep(line.status, to, readyStep))
  return forward.filter((to) => to !== 'Ready' || readyStep)
}
