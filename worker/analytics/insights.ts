import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Insights } from '#domain/api/analytics.ts'
import { toRupees } from '#domain/money.ts'
import { batch } from '../db/index.ts'
import type { Restaurant } from '../access/session.ts'
import { type Filter, type Range, rangesOf } from './ranges.ts'

type InsightsShape = z.input<typeof Insights>

const visitors = (id: string, r: Range, and = sql``) =>
  sql`SELECT count(DISTINCT customer_id) AS customers, coalesce(sum(is_first), 0) AS fresh, count(*) AS visits, coalesce(sum(amount), 0) AS spent
      FROM visits WHERE restaurant_id = ${id} AND business_date BETWEEN ${r.startDate} AND ${r.endDate} ${and}`

type Count = { customers: number; fresh: number; visits: number; spent: number }

const figures = (row: Count) => ({
  totalCustomers: row.customers,
  newCustomers: row.fresh,
  returningCustomers: row.customers - row.fresh,
  averageSpend: row.visits === 0 ? 0 : toRupees(Math.round(row.spent / row.visits)),
})

/** CONTRACT §4's customer insights: who came in the range, by the visits that completed orders have left. They are compared with as much as has passed of it. */
export async function insights(db: D1Database, restaurant: Restaurant, filter: Filter, now: Date): Promise<InsightsShape> {
  const { range, previous } = rangesOf(filter, now, restaurant.clock)
  const { whole, part, to } = previous
  const { id } = restaurant
  const within = sql`v.restaurant_id = ${id} AND v.business_date BETWEEN ${range.startDate} AND ${range.endDate}`
  const [came, before, top, hours] = await batch(db, [
    visitors(id, range),
    visitors(
      id,
      previous,
      sql`AND (business_date < ${whole} OR (business_date = ${part} AND (SELECT completed_at FROM orders WHERE orders.id = visits.order_id) <= ${to}))`,
    ),
    sql`SELECT c.*, sum(v.amount) AS spent_here, count(*) AS visits_here FROM visits v JOIN customers c ON c.id = v.customer_id
        WHERE ${within} AND c.deleted_at IS NULL GROUP BY v.customer_id ORDER BY spent_here DESC, c.id LIMIT 10`,
    sql`SELECT v.hour AS hour, count(*) AS visits FROM visits v WHERE ${within} GROUP BY v.hour ORDER BY v.hour`,
  ])
  return {
    ...figures(came?.[0] as Count),
    range: { ...range, timezone: restaurant.timezone },
    topCustomers: (top ?? []).map((c) => ({
      _id: String(c.id),
      name: String(c.name),
      mobile_number: String(c.mobile_number),
      email: (c.email as string | null) ?? null,
      birthday: (c.birthday as string | null) ?? null,
      note: String(c.note),
      visits: Number(c.visits_here),
      totalSpent: toRupees(Number(c.spent_here)),
      lastVisitAt: (c.last_visit_at as string | null) ?? null,
    })),
    visitsByHour: (hours ?? []).map((h) => ({ hour: Number(h.hour), visits: Number(h.visits) })),
    ...(filter.compare ? { previous: figures(before?.[0] as Count) } : {}),
  }
}
