import { sql } from 'drizzle-orm'
import { invalidFields } from '#domain/fields.ts'
import { toRupees } from '#domain/money.ts'
import { addDays, daysBetween, DEFAULT_TIMEZONE, wallClock } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { all, first, shardsOf } from '../db/index.ts'
import { total } from '../db/tally.ts'

type Day = { date: string; amount: number; count: number }

/** No zone is ahead of it: no business day is later than its date. */
const FIRST_ZONE = 'Pacific/Kiritimati'

/**
 * The days asked for: by default the last 30 until today in Kolkata, and what outlets further east have sold on days that begin there first; at most 366.
 * `today` is the last that a series without an end shows whether anything was sold on it or not. Throws 422.
 */
function rangeOf(
  c: Context,
  { startDate, endDate }: { startDate?: string; endDate?: string },
): { from: string; to: string; today: string } {
  const today = endDate ?? wallClock(c.now, DEFAULT_TIMEZONE).date
  const to = endDate ?? wallClock(c.now, FIRST_ZONE).date
  const from = startDate ?? addDays(today, -29)
  if (from > to) throw invalidFields([{ path: 'endDate', message: 'Must not be before the start.' }])
  if (daysBetween(from, today) > 366) throw invalidFields([{ path: 'endDate', message: 'At most 366 days.' }])
  return { from, to, today }
}

/** Figures over every restaurant and every shard, from rollups: they cost days and restaurants, not orders. Sales are net of refunds, as the rollups are. */
export async function platformFigures(c: Context, query: { startDate?: string; endDate?: string }) {
  const { from, to, today } = rangeOf(c, query)
  const approved = { list: 'restaurants', facets: ['approved'] }
  const [counts, ...days] = await Promise.all([
    first<{ restaurants: number; pending: number; claims: number; partners: number }>(
      c.env.PLATFORM,
      sql`SELECT ${total(approved)} AS restaurants, ${total({ ...approved, facets: ['pending'] })} AS pending,
                 ${total({ list: 'claims', facets: ['pending'] })} AS claims, ${total({ list: 'partners' })} AS partners`,
    ),
    ...shardsOf(c.env).map(({ db }) =>
      all<Day>(
        db,
        sql`SELECT business_date AS date, sum(amount) AS amount, sum(count) AS count FROM rollups INDEXED BY rollups_sales
            WHERE kind = 'sales' AND business_date BETWEEN ${from} AND ${to} GROUP BY business_date`,
      ),
    ),
  ])
  const byDay = new Map<string, { sales: number; orders: number }>()
  const last = days.flat().reduce((latest, d) => (d.date > latest ? d.date : latest), today)
  for (let date = from; date <= last; date = addDays(date, 1)) byDay.set(date, { sales: 0, orders: 0 })
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
