import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Insights } from '#domain/api/analytics.ts'
import { toRupees } from '#domain/money.ts'
import { customerJson } from '../customers/store.ts'
import { customers } from '../db/outlets.ts'
import { map, none, type Read, read, rows } from '../db/reads.ts'
import { column, columns, shape } from '../db/rows.ts'
import type { Restaurant } from '../access/session.ts'
import { type Filter, type Range, rangesOf } from './ranges.ts'

type InsightsShape = z.input<typeof Insights>

const COUNT = columns({
  customers: column.number('customers'),
  fresh: column.number('fresh'),
  visits: column.number('visits'),
  spent: column.number('spent'),
})
const HOUR = columns({ hour: column.number('hour'), visits: column.number('visits') })
/** A customer, with its visits and what it spent in the range alone. */
const VISITOR = shape(customers, { visitsHere: column.number('visits_here'), spentHere: column.number('spent_here') })

/** Who came in a range. It is a sum, so there is always one row. */
const visitors = (id: string, r: Range, and = sql``): Read<typeof COUNT.row> =>
  map(
    rows(
      COUNT,
      sql`SELECT count(DISTINCT customer_id) AS customers, coalesce(sum(is_first), 0) AS fresh, count(*) AS visits, coalesce(sum(amount), 0) AS spent
          FROM visits WHERE restaurant_id = ${id} AND business_date BETWEEN ${r.startDate} AND ${r.endDate} ${and}`,
    ),
    ([sum]) => sum!,
  )

const figures = (row: typeof COUNT.row) => ({
  totalCustomers: row.customers,
  newCustomers: row.fresh,
  returningCustomers: row.customers - row.fresh,
  averageSpend: row.visits === 0 ? 0 : toRupees(Math.round(row.spent / row.visits)),
})

/**
 * CONTRACT §4's customer insights: who came in the range, by the visits that completed orders left. `previous` covers as much of the range before as has
 * passed of this one.
 */
export async function insights(db: D1Database, restaurant: Restaurant, filter: Filter, now: Date): Promise<InsightsShape> {
  const { range, previous } = rangesOf(filter, now, restaurant.clock)
  const { whole, part, to } = previous
  const { id } = restaurant
  const within = sql`v.restaurant_id = ${id} AND v.business_date BETWEEN ${range.startDate} AND ${range.endDate}`
  const { came, before, top, hours } = await read(db, {
    came: visitors(id, range),
    before: filter.compare
      ? visitors(
          id,
          previous,
          sql`AND (business_date < ${whole} OR (business_date = ${part} AND (SELECT completed_at FROM orders WHERE orders.id = visits.order_id) <= ${to}))`,
        )
      : none,
    top: rows(
      VISITOR,
      sql`SELECT c.*, sum(v.amount) AS spent_here, count(*) AS visits_here FROM visits v JOIN customers c ON c.id = v.customer_id
          WHERE ${within} AND c.deleted_at IS NULL GROUP BY v.customer_id ORDER BY spent_here DESC, c.id LIMIT 10`,
    ),
    hours: rows(HOUR, sql`SELECT v.hour AS hour, count(*) AS visits FROM visits v WHERE ${within} GROUP BY v.hour ORDER BY v.hour`),
  })
  return {
    ...figures(came),
    range: { ...range, timezone: restaurant.timezone },
    topCustomers: top.map((c) => customerJson({ ...c, visits: c.visitsHere, totalSpent: c.spentHere })),
    visitsByHour: hours,
    ...(before ? { previous: { ...figures(before), range: { startDate: previous.startDate, endDate: previous.endDate, to } } } : {}),
  }
}
