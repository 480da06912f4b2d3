import { type Column, sql } from 'drizzle-orm'

/** What lists are filtered by and ordered by, as one value each: for their indexes, their queries and, by hand, the triggers of `tallies`. */

/** What lists of orders are filtered by, as one value: `Dine In|pending|unpaid`. */
export const orderFacet = (t: { orderType: Column; orderStatus: Column; paymentStatus: Column }) =>
  sql`${t.orderType} || '|' || ${t.orderStatus} || '|' || ${t.paymentStatus}`

/** The segment that visits make of a customer, while it is not lapsed (domain/customer.ts). */
export const customerFacet = (t: { visits: Column }) => sql`CASE WHEN ${t.visits} > 1 THEN 'regular' ELSE 'new' END`
/** When it was last here; never is long ago. No coalesce(): drizzle-kit cuts an expression at its comma. */
export const lastHere = (t: { lastVisitAt: Column }) => sql`CASE WHEN ${t.lastVisitAt} IS NULL THEN '0000-00-00' ELSE ${t.lastVisitAt} END`

/** Half a degree of latitude, in millionths; the two around the equator are one band. */
export const BAND = 500_000
/** The band of latitude that a listing is in. */
export const bandOf = (t: { latitude: Column }) => sql`${t.latitude} / ${sql.raw(String(BAND))}`
