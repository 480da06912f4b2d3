import { type Column, sql } from 'drizzle-orm'

/** The filters and orders of lists, each as a single SQL value. Used by indexes and queries; the triggers of `tallies` repeat them by hand. */

/** The filters of order lists as one value: `Dine In|pending|unpaid`. */
export const orderFacet = (t: { orderType: Column; orderStatus: Column; paymentStatus: Column }) =>
  sql`${t.orderType} || '|' || ${t.orderStatus} || '|' || ${t.paymentStatus}`

/** When an order ended, or was opened as long as it is open. Not coalesce(), because drizzle-kit cuts an expression at its comma. */
export const orderEnd = (t: { completedAt: Column; createdAt: Column }) =>
  sql`CASE WHEN ${t.completedAt} IS NULL THEN ${t.createdAt} ELSE ${t.completedAt} END`

/**
 * The business day of a bill: the one on which its order ended, as sales count it (CONTRACT §9), and until then that of the order. A bill of before midnight that is paid after
 * it is among the bills of the day that has its sale. Not coalesce(), because drizzle-kit cuts an expression at its comma.
 */
export const billDay = (t: { endedDate: Column; businessDate: Column }) =>
  sql`CASE WHEN ${t.endedDate} IS NULL THEN ${t.businessDate} ELSE ${t.endedDate} END`

/** A customer's segment by the number of visits, whether lapsed or not (domain/customer.ts). */
export const customerFacet = (t: { visits: Column }) => sql`CASE WHEN ${t.visits} > 1 THEN 'regular' ELSE 'new' END`
/** A customer's last visit, or a date before all others. Not coalesce(), because drizzle-kit cuts an expression at its comma. */
export const lastHere = (t: { lastVisitAt: Column }) => sql`CASE WHEN ${t.lastVisitAt} IS NULL THEN '0000-00-00' ELSE ${t.lastVisitAt} END`

/** Half a degree of latitude, in millionths. Integer division rounds towards zero, so the band at the equator is twice as wide. */
export const BAND = 500_000
/** The band of latitude that a listing is in. */
export const bandOf = (t: { latitude: Column }) => sql`${t.latitude} / ${sql.raw(String(BAND))}`
