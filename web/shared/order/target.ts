import type { OrderShape } from '#domain/api/order.ts'
import { digitsOf } from '#domain/customer.ts'
import { ORDER_TYPES, type OrderType, readOrderType } from '#domain/order.ts'
import { type StoredDraft, tableKey } from './drafts.ts'

/** What the POS shows. It is kept in the address, so that a reload, a link and the browser's Back find it again. */
type Target =
  /** Dine In, with no table chosen yet */
  | { kind: 'none' }
  | { kind: 'table'; key: string; tableId: string }
  | { kind: 'parcel'; key: string; type: 'Take Away' | 'Delivery'; orderId: string | null }
  /** An order that has ended or never existed */
  | { kind: 'gone'; orderId: string }
  /** The open orders are still loading */
  | { kind: 'loading' }
  /** Nothing in the address: the page starts with the restaurant's default order type */
  | { kind: 'start'; type: OrderType }

export type Known = {
  orders: readonly OrderShape[]
  /** The list of open orders is loaded. */
  loaded: boolean
  drafts: readonly StoredDraft[]
  defaultType: OrderType
  tablesOn: boolean
}

export type Parcel = 'Take Away' | 'Delivery'
export const PARCEL = /^(takeaway|delivery):[\w-]{1,60}$/
const parcelOf = ({ orderType }: Pick<OrderShape, 'orderType'>): Parcel => (orderType === 'Delivery' ? 'Delivery' : 'Take Away')
export const parcelTypeOf = (key: string): Parcel => (key.startsWith('delivery:') ? 'Delivery' : 'Take Away')

/** The key of the unsent ticket of an order without a table: the one it started with on this device, or one made from the order's id. */
export const parcelKey = (order: Pick<OrderShape, '_id' | 'orderType'>, drafts: readonly StoredDraft[]): string =>
  drafts.find((d) => d.meta.orderId === order._id && PARCEL.test(d.key))?.key ??
  `${order.orderType === 'Delivery' ? 'delivery' : 'takeaway'}:${order._id}`

/** Where the unsent items of an order stand that has ended: they are asked about, not lost with it (SCREENS G6). */
function unsentOf(orderId: string, drafts: readonly StoredDraft[]): Target | null {
  const found = drafts.find((d) => d.draft && (d.meta.orderId === orderId || d.key.endsWith(`:${orderId}`)))
  if (!found) return null
  const { key, meta } = found
  return meta.tableId ? { kind: 'table', key, tableId: meta.tableId } : { kind: 'parcel', key, type: parcelTypeOf(key), orderId }
}

export function targetOf(search: URLSearchParams, { orders, loaded, drafts, defaultType, tablesOn }: Known): Target {
  const table = search.get('table')
  if (table) return { kind: 'table', key: tableKey(table), tableId: table }
  const orderId = search.get('order')
  if (orderId) {
    const order = orders.find((o) => o._id === orderId)
    if (!order) return loaded ? (unsentOf(orderId, drafts) ?? { kind: 'gone', orderId }) : { kind: 'loading' }
    if (order.tableId) return { kind: 'table', key: tableKey(order.tableId), tableId: order.tableId }
    return { kind: 'parcel', key: parcelKey(order, drafts), type: parcelOf(order), orderId }
  }
  const key = search.get('draft')
  if (key && PARCEL.test(key)) {
    const orderId = drafts.find((d) => d.key === key)?.meta.orderId ?? null
    // The order may have become a delivery, or a take-away, since.
    const order = orders.find((o) => o._id === orderId)
    return { kind: 'parcel', key, type: order ? parcelOf(order) : parcelTypeOf(key), orderId }
  }
  const type = readOrderType(search.get('type') ?? '')
  if (type === 'Dine In' && tablesOn) return { kind: 'none' }
  return { kind: 'start', type: type ?? (defaultType === 'Dine In' && !tablesOn ? 'Take Away' : defaultType) }
}

const WHAT = ['table', 'order', 'draft', 'type'] as const
/** True if two addresses show the same order, whether the pay panel is open or not. */
export const sameTarget = (a: string, b: string): boolean => {
  const [x, y] = [new URLSearchParams(a), new URLSearchParams(b)]
  return WHAT.every((name) => x.get(name) === y.get(name))
}

export const typesOffered = (tablesOn: boolean): readonly OrderType[] =>
  tablesOn ? ORDER_TYPES : ORDER_TYPES.filter((t) => t !== 'Dine In')

/** The parcels found by a typed number, name or mobile: "12" finds number 12 first, then 120. */
export function parcelsFor(running: readonly Running[], asked: string): Running[] {
  const text = asked.trim().toLowerCase()
  if (!text) return [...running]
  const number = (r: Running) => (r.order ? String(r.order.serialNumber) : '')
  // As it is shown and dialled: "98480 22110" finds +91 98480 22110.
  const typed = /^[\d\s()+-]{3,}$/.test(text) ? text.replace(/\D/g, '') : ''
  // Without +91 or 0, which the number may be stored without.
  const local = digitsOf(text.startsWith('+') ? typed.slice(2) : typed.replace(/^0/, ''))
  const isMobile = ({ mobile }: Running) =>
    (typed.length >= 3 && mobile.replace(/\D/g, '').includes(typed)) || (local.length >= 3 && digitsOf(mobile).includes(local))
  const fits = (r: Running) => number(r).startsWith(text) || r.name.toLowerCase().includes(text) || isMobile(r)
  return running.filter(fits).sort((a, b) => Number(number(b) === text) - Number(number(a) === text))
}

/** An open parcel: an order, or a ticket of this device that has no order yet. */
export type Running = { key: string; order: OrderShape | null; unsent: number; name: string; mobile: string }
export const parcelName = (type: Parcel, parcel?: Running): string =>
  parcel?.order ? `${type} ${parcel.order.serialNumber}` : `New ${type.toLowerCase()}`

export function runningOf(type: Parcel, orders: readonly OrderShape[], drafts: readonly StoredDraft[]): Running[] {
  const open = orders.filter((o) => !o.tableId && o.orderType === type).sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  const portions = (key: string) => drafts.find((d) => d.key === key)?.draft?.lines.reduce((sum, l) => sum + l.quantity, 0) ?? 0
  const running = open.map((order): Running => {
    const key = parcelKey(order, drafts)
    return { key, order, unsent: portions(key), name: order.customer_name, mobile: order.mobile_number }
  })
  const hasOrder = ({ meta }: StoredDraft) => orders.some((o) => o._id === meta.orderId)
  const unsent = drafts
    .filter((d) => PARCEL.test(d.key) && parcelTypeOf(d.key) === type && !hasOrder(d) && d.draft)
    .map((d): Running => ({
      ...{ key: d.key, order: null, unsent: portions(d.key) },
      ...{ name: d.meta.customer_name ?? '', mobile: d.meta.mobile_number ?? '' },
    }))
  return [...running, ...unsent]
}
