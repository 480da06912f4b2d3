import { sql } from 'drizzle-orm'
import { invalid } from '#domain/errors.ts'
import { toRupees } from '#domain/money.ts'
import { addDays, daysBetween, DEFAULT_TIMEZONE, wallClock } from '#domain/time.ts'
import type { Context } from '../context.ts'
import { all, first, outletDb } from '../db/index.ts'

type Day = { date: string; amount: number; count: number }

/** The days asked for: the last 30 by default, at most 366. Throws 422. */
function rangeOf(c: Context, { startDate, endDate }: { startDate?: string; endDate?: string }): { from: string; to: string } {
  const to = endDate ?? wallClock(c.now, DEFAULT_TIMEZONE).date
  const from = startDate ?? addDays(to, -29)
  if (from > to) throw invalid('endDate: Must not be before startDate', [{ path: 'endDate', message: 'Must not be before startDate' }])
  if (daysBetween(from, to) > 366) throw invalid('endDate: At most 366 days', [{ path: 'endDate', message: 'At most 366 days' }])
  return { from, to }
}

/** Figures over every restaurant and every shard, from rollups: they cost days and restaurants, not orders. Sales are net of refunds, as the rollups are. */
export async function platformFigures(c: Context, query: { startDate?: string; endDate?: string }) {
  const { from, to } = rangeOf(c, query)
  const [counts, outlets] = await Promise.all([
    first<{ restaurants: number; pending: number; claims: number; partners: number }>(
      c.env.PLATFORM,
      sql`SELECT (SELECT count(*) FROM restaurants WHERE approval_status = 'approved' AND deleted_at IS NULL) AS restaurants,
                 (SELECT count(*) FROM restaurants WHERE approval_status = 'pending' AND deleted_at IS NULL) AS pending,
                 (SELECT count(*) FROM claims WHERE status = 'pending') AS claims,
                 (SELECT count(*) FROM partners WHERE deleted_at IS NULL) AS partners`,
    ),
    all<{ id: string; shard: string }>(c.env.PLATFORM, sql`SELECT id, shard FROM restaurants WHERE deleted_at IS NULL`),
  ])
  const shards = [...new Set(outlets.map((o) => o.shard))]
  const days = await Promise.all(
    shards.map((shard) =>
      all<Day>(
        outletDb(c.env, shard),
        // The restaurants come first, so that each day's rows are found by their key.
        sql`SELECT r.business_date AS date, sum(r.amount) AS amount, sum(r.count) AS count
            FROM json_each(${JSON.stringify(outlets.filter((o) => o.shard === shard).map((o) => o.id))}) j
            CROSS JOIN rollups r ON r.restaurant_id = j.value AND r.business_date BETWEEN ${from} AND ${to} AND r.kind = 'sales'
            GROUP BY r.business_date`,
      ),
    ),
  )
  const byDay = new Map<string, { sales: number; orders: number }>()
  for (let date = from; date <= to; date = addDays(date, 1)) byDay.set(date, { sales: 0, orders: 0 })
  for (const { date, amount, count } of days.flat()) {
    const day = byDay.get(date)
    if (!day) continue
    day.sales += amount
    day.orders += count
  }
  const list = [...byDay.values()]
  return {
    restaurants: counts?.restaurants ?? 0,
    pending: counts?.pending ?? 0,
    claims: counts?.claims ?? 0,
    partners: counts?.partners ?? 0,
    orders: list.reduce((n, d) => n + d.orders, 0),
    sales: toRupees(list.reduce((n, d) => n + d.sales, 0)),
    series: [...byDay].map(([bucket, d]) => ({ bucket, sales: toRupees(d.sales), orders: d.orders })),
  }
}
