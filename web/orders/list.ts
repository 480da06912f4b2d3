import type { OrderItem, OrderShape } from '#domain/api/order.ts'
import { isOpen, orderNamed } from '#domain/order.ts'
import { tableState } from '#domain/table.ts'
import { draftCount } from '#domain/ticket.ts'
import type { StoredDraft } from '#web/shared/order/drafts.ts'
import { kotPortions } from '#web/shared/order/held.ts'
import { type TypeFilter, typesOf } from './view.ts'

export const linesOf = (order: Pick<OrderShape, 'kots'>): OrderItem[] => order.kots.flatMap((kot) => kot.items)
/** The number of portions on the bill. */
export const portionsOf = (order: Pick<OrderShape, 'kots'>): number => order.kots.reduce((sum, kot) => sum + kotPortions(kot), 0)

export const customerOf = (order: Pick<OrderShape, 'customer_name' | 'user'>): string => order.customer_name || order.user.name || ''
export const mobileOf = (order: Pick<OrderShape, 'mobile_number' | 'user'>): string => order.mobile_number || order.user.mobile_number || ''

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

/** Sort order of all lists of orders: newest first (SCREENS §6.25). */
export const newestFirst = (a: OrderShape, b: OrderShape): number => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id)

/** Each word that is typed begins one of the name's words: "far k" finds Farah Khan. */
function beginsWords(name: string, text: string): boolean {
  const words = name.toLowerCase().split(/\s+/)
  const typed = text.toLowerCase().split(/\s+/)
  return /\p{L}/u.test(text) && typed.every((one) => words.some((word) => word.startsWith(one)))
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(-10)

type Findable = Pick<OrderShape, 'billNumber' | 'tableNumber' | 'mobile_number' | 'user' | 'customer_name' | 'orderType' | 'serialNumber'>

/**
 * Searches the loaded list by everything that it shows: bill number, table, `Take Away 105` or its number alone, the beginnings of the customer's names, the
 * start of a mobile number.
 */
export function finds(order: Findable, search: string): boolean {
  const text = search.trim()
  if (!text) return true
  const named = orderNamed(text)
  if (
    !order.tableNumber &&
    (named ? named.orderType === order.orderType && named.serialNumber === order.serialNumber : text === String(order.serialNumber))
  )
    return true
  if (beginsWords(customerOf(order), text)) return true
  if (/^\d{1,9}$/.test(text) && order.billNumber === Number(text)) return true
  const table = order.tableNumber?.toLowerCase()
  if (table && [text.toLowerCase(), text.toLowerCase().replace(/^t(?=\d)/, '')].includes(table)) return true
  const digits = digitsOf(text)
  return digits.length >= 4 && digitsOf(mobileOf(order as OrderShape)).startsWith(digits)
}

export const shows = (order: OrderShape, { q, filters }: { q: string; filters: { type: TypeFilter } }): boolean =>
  typesOf(filters.type).includes(order.orderType) && finds(order, q)
