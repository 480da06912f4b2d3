import { sql } from '../db/sql.ts'
import { invalidFields } from '#domain/fields.ts'
import { toRupees } from '#domain/money.ts'
import { addDays, daysBetween, DEFAULT_TIMEZONE, wallClock } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { shardsOf } from '../db/index.ts'
import { counted, read, readOne, rows } from '../db/reads.ts'
import { column, columns } from '../db/rows.ts'
import { type Tallied, total } from '../db/tally.ts'

const DAY = columns({ date: column.text('date'), amount: column.number('amount'), count: column.number('count') })

/** The zone that is furthest ahead: no business day is later than its date. */
const FIRST_ZONE = 'Pacific/Kiritimati'

/**
 * The days asked for, at most 366: by default the last 30 until today in Kolkata. Without an end they go on `to` the date of the zone furthest ahead, since
 * an outlet further east may have sold on a day that has not begun in Kolkata; a day after `today` is shown only if something was sold on it. Throws 422.
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
  const sold = rows(
    DAY,
    sql`SELECT business_date AS date, sum(amount) AS amount, sum(count) AS count FROM rollups INDEXED BY rollups_sales
        WHERE kind = 'sales' AND business_date BETWEEN ${from} AND ${to} GROUP BY business_date`,
  )
  const count = (of: Tallied) => counted(sql`SELECT ${total(of)} AS n`)
  const [counts, ...days] = await Promise.all([
    read(c.env.PLATFORM, {
      restaurants: count(approved),
      pending: count({ ...approved, facets: ['pending'] }),
      claims: count({ list: 'claims', facets: ['pending'] }),
      partners: count({ list: 'partners' }),
    }),
    ...shardsOf(c.env).map(({ db }) => readOne(db, sold)),
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
    ...counts,
    orders: list.reduce((n, d) => n + d.orders, 0),
    sales: toRupees(list.reduce((n, d) => n + d.sales, 0)),
    series: [...byDay].map(([bucket, d]) => ({ bucket, sales: toRupees(d.sales), orders: d.orders })),
  }
}
