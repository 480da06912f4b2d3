import type { OrderItem, OrderShape } from '#domain/api/order.ts'
import { isOpen } from '#domain/order.ts'
import { tableState } from '#domain/table.ts'
import { draftCount } from '#domain/ticket.ts'
import type { StoredDraft } from '#web/shared/order/drafts.ts'
import { finds } from '#web/shared/order/finds.ts'
import { kotPortions } from '#web/shared/order/held.ts'
import { type TypeFilter, typesOf } from './view.ts'

export const linesOf = (order: Pick<OrderShape, 'kots'>): OrderItem[] => order.kots.flatMap((kot) => kot.items)
/** The number of portions on the bill. */
export const portionsOf = (order: Pick<OrderShape, 'kots'>): number => order.kots.reduce((sum, kot) => sum + kotPortions(kot), 0)

/** `98480 22110`; a number without ten digits is left as it was typed. */
export const mobileText = (mobile: string): string => (/^\d{10}$/.test(mobile) ? `${mobile.slice(0, 5)} ${mobile.slice(5)}` : mobile)

/** `UPI, paid`, `Part paid`, `Unpaid`; for a completed order only the method: `UPI`, `Split`. */
export function paymentText({
  orderStatus,
  paymentStatus,
  paymentMethod,
}: Pick<OrderShape, 'orderStatus' | 'paymentStatus' | 'paymentMethod'>): string {
  if (paymentStatus === 'refunded') return paymentMethod ? `${paymentMethod}, refunded` : 'Refunded'
  if (paymentStatus === 'partial') return 'Part paid'
  if (paymentStatus === 'unpaid') return 'Unpaid'
  if (orderStatus === 'completed') return paymentMethod ?? 'No charge'
  return paymentMethod ? `${paymentMethod}, paid` : 'Paid'
}

/** True if nothing was sent for more than an hour. */
export const isOverdue = (order: OrderShape, now: number): boolean =>
  isOpen(order) && tableState({ _id: '', status: 'available' }, order, { now }).overdue

/** Portions not sent from this device for this order. */
export function unsentOf(order: Pick<OrderShape, '_id' | 'tableId' | 'orderStatus'>, drafts: readonly StoredDraft[]): number {
  if (!isOpen(order)) return 0
  const mine = drafts.filter(({ meta }) => (meta.tableId ? meta.tableId === order.tableId : meta.orderId === order._id))
  return mine.reduce((sum, { draft }) => sum + draftCount(draft), 0)
}

/** When an order ended, or was opened if it is still open (UTC ISO). */
export const endOf = ({ completedAt, createdAt }: Pick<OrderShape, 'completedAt' | 'createdAt'>): string => completedAt ?? createdAt

/** Sort order of ended orders, the server's: the newest business day first, and of a day what ended last. */
export const lastEndedFirst = (a: OrderShape, b: OrderShape): number =>
  b.businessDate.localeCompare(a.businessDate) || endOf(b).localeCompare(endOf(a)) || b._id.localeCompare(a._id)

/** Sort order of open orders: newest first (SCREENS §6.25). */
export const newestFirst = (a: OrderShape, b: OrderShape): number => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id)

export const shows = (order: OrderShape, { q, filters }: { q: string; filters: { type: TypeFilter } }): boolean =>
  typesOf(filters.type).includes(order.orderType) && finds(order, q)
