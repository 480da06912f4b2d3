import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Customer as Shape } from '#domain/api/customers.ts'
import { customerNumberOf, isNumber } from '#domain/customer.ts'
import { randomId } from '#domain/ids.ts'
import { toRupees } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { wallClock } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { customers } from '../db/outlets.ts'
import { type Read, rows } from '../db/reads.ts'

export type Customer = typeof customers.$inferSelect

/** Customers that are not deleted and fit a condition. */
export const readCustomers = (restaurantId: string, where: SQL): Read<Customer[]> =>
  rows(customers, sql`SELECT * FROM customers WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND ${where}`)

export const customerJson = (c: Customer): z.input<typeof Shape> => ({
  _id: c.id,
  name: c.name,
  mobile_number: c.mobileNumber,
  email: c.email,
  birthday: c.birthday,
  note: c.note,
  visits: c.visits,
  totalSpent: toRupees(c.totalSpent),
  lastVisitAt: c.lastVisitAt,
})

/**
 * For the batch that completes an order: adds a visit to the customer with its mobile number, and creates the customer if there is none. A visit is a row of
 * its own, so it counts only once. An order without a number adds none. A customer without a name gets the order's name.
 */
export function addVisit(c: Context, order: Order): SQL[] {
  const { id: restaurantId, timezone } = c.restaurant
  const digits = customerNumberOf(order.mobileNumber)
  if (!isNumber(digits)) return []
  const spent = order.totals.grandTotal
  return [
    sql`INSERT INTO customers (id, restaurant_id, name, mobile_number, mobile_digits, visits, total_spent, first_visit_at, last_visit_at, created_at)
        VALUES (${randomId()}, ${restaurantId}, ${order.customerName || order.mobileNumber}, ${order.mobileNumber}, ${digits}, 1, ${spent}, ${c.at}, ${c.at}, ${c.at})
        ON CONFLICT (restaurant_id, mobile_digits) WHERE deleted_at IS NULL
        DO UPDATE SET name = CASE WHEN name = mobile_number AND ${order.customerName} <> '' THEN excluded.name ELSE name END, visits = visits + 1, total_spent = total_spent + excluded.total_spent, first_visit_at = coalesce(first_visit_at, excluded.first_visit_at), last_visit_at = excluded.last_visit_at`,
    sql`INSERT INTO visits (restaurant_id, order_id, customer_id, business_date, hour, amount, is_first)
        SELECT restaurant_id, ${order.id}, id, ${c.today}, ${wallClock(c.now, timezone).hour}, ${spent}, visits = 1
        FROM customers WHERE restaurant_id = ${restaurantId} AND mobile_digits = ${digits} AND deleted_at IS NULL`,
  ]
}

/**
 * After a change of zone or reset time a later visit may have an earlier business day, but at most by this much (`businessDate`
 * is at most 60 hours before an instant's UTC and 14 after).
 */
const ASTRAY = '4 days'

/** A refund deletes the visit. If it was the customer's first or last visit, the next or the previous one takes its place. */
export function takeVisitBack(c: Context, order: Order): SQL[] {
  const { id: restaurantId } = c.restaurant
  const visit = sql`restaurant_id = ${restaurantId} AND order_id = ${order.id}`
  const others = sql`v.restaurant_id = ${restaurantId} AND v.order_id <> ${order.id} AND v.customer_id = (SELECT customer_id FROM visits WHERE ${visit})`
  const instants = sql`FROM visits v JOIN orders o ON o.id = v.order_id WHERE ${others} AND v.business_date`
  const edge = (end: 'min' | 'max', sign: '+' | '-') =>
    sql`(SELECT date(${sql.raw(end)}(v.business_date), ${sign + ASTRAY}) FROM visits v WHERE ${others})`
  return [
    sql`UPDATE customers SET visits = visits - 1, total_spent = total_spent - (SELECT amount FROM visits WHERE ${visit}),
        first_visit_at = (SELECT min(o.completed_at) ${instants} <= ${edge('min', '+')}), last_visit_at = (SELECT max(o.completed_at) ${instants} >= ${edge('max', '-')})
        WHERE restaurant_id = ${restaurantId} AND id = (SELECT customer_id FROM visits WHERE ${visit})`,
    sql`UPDATE visits SET is_first = 1 WHERE restaurant_id = ${restaurantId} AND EXISTS (SELECT 1 FROM visits WHERE ${visit} AND is_first = 1)
        AND order_id = (SELECT v.order_id FROM visits v JOIN orders o ON o.id = v.order_id WHERE ${others} ORDER BY v.business_date, o.completed_at, v.rowid LIMIT 1)`,
    sql`DELETE FROM visits WHERE ${visit}`,
  ]
}
