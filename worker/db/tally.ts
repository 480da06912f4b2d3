import { type SQL, sql } from 'drizzle-orm'
import { addDays } from '#domain/time.ts'
import { batch } from './index.ts'

/**
 * Totals and far pages of lists that grow with the years, from `tallies` (docs/decisions/007-totals.md): a total costs the days and months at its edges, a
 * page far back costs the months and days that it leaves out, and neither costs rows. A list is in days, the last first.
 */
export type Tallied = {
  /** As `tallies.list` says. */
  list: string
  /** Of a restaurant's own list. */
  restaurantId?: string
  /** Only rows of these facets; all when left out. */
  facets?: readonly string[]
}
/** Days, YYYY-MM-DD, both included; open where left out. */
export type Days = { from?: string; to?: string }

const where = ({ list, restaurantId, facets }: Tallied, span: 0 | 7 | 10, start: SQL): SQL =>
  sql`FROM tallies t WHERE ${restaurantId === undefined ? sql`` : sql`t.restaurant_id = ${restaurantId} AND `}t.list = ${list} AND t.span = ${span} AND t.start ${start}${
    facets === undefined ? sql`` : sql` AND t.facet IN (SELECT value FROM json_each(${JSON.stringify(facets)}))`
  }`
const sum = (of: Tallied, span: 0 | 7 | 10, start: SQL): SQL => sql`(SELECT coalesce(sum(t.count), 0) ${where(of, span, start)})`

const monthOf = (day: string): string => day.slice(0, 7)
/** Sorts behind every day of its month, and before the next. */
const endOf = (month: SQL | string): SQL => sql`${month} || '-99'`

/** Further back than this a page is looked for by day: it costs a read of its own. */
export const FAR = 200

/** How many rows a list has in these days: whole months, and the days of those that are cut. A number, for a SELECT. */
export function total(of: Tallied, { from, to }: Days = {}): SQL {
  if (from === undefined) return to === undefined ? sum(of, 0, sql`= ''`) : sql`(${total(of)} - ${total(of, { from: addDays(to, 1) })})`
  if (to === undefined)
    return sql`(${sum(of, 7, sql`> ${monthOf(from)}`)} + ${sum(of, 10, sql`BETWEEN ${from} AND ${endOf(monthOf(from))}`)})`
  if (monthOf(from) === monthOf(to)) return sum(of, 10, sql`BETWEEN ${from} AND ${to}`)
  const months = sum(of, 7, sql`> ${monthOf(from)} AND t.start < ${monthOf(to)}`)
  return sql`(${months} + ${sum(of, 10, sql`BETWEEN ${from} AND ${endOf(monthOf(from))}`)} + ${sum(of, 10, sql`BETWEEN ${monthOf(to)} AND ${to}`)})`
}

/** Which end a list begins with. */
export type First = 'newest' | 'oldest'

/**
 * One row `{ day, before }`: the day in which the row at `offset` of the list falls (0 is its first), and how many come before that day. It walks from `to`
 * back (of a list with the oldest first from `from` on) month by month, and in the month by day, and never beyond. Meaningless unless `offset` is under the
 * list's total. `skipped` are rows of that edge's own day that the list leaves out besides those of the days beyond it.
 */
export function skip(of: Tallied, { from, to }: Days, offset: number, skipped: SQL = sql`0`, first: First = 'newest'): SQL {
  const [edge, walks] =
    first === 'newest'
      ? [to, { nearest: sql`max`, on: sql`<`, last: sql`ORDER BY start` }]
      : [from, { nearest: sql`min`, on: sql`>`, last: sql`ORDER BY start DESC` }]
  const next = (span: 7 | 10, start: SQL) => sql`(SELECT ${walks.nearest}(t.start) ${where({ ...of, facets: undefined }, span, start)})`
  const step = (span: 7 | 10, start: SQL) => sql`${next(span, start)}, ${sum(of, span, sql`= ${next(span, start)}`)}`
  const firstMonth = edge === undefined ? sql`> ''` : sql`${walks.on}= ${monthOf(edge)}`
  const firstDay = first === 'newest' ? sql`<= ${endOf(sql`m.start`)}` : sql`> m.start`
  // What lies beyond the edge in its month is walked over like the rest, and was never counted.
  const outside = (day: string) =>
    first === 'newest' ? sql`> ${day} AND t.start <= ${endOf(monthOf(day))}` : sql`< ${day} AND t.start > ${monthOf(day)}`
  const uncounted = edge === undefined ? sql`0` : sql`-(${sum(of, 10, outside(edge))} + ${skipped})`
  return sql`WITH RECURSIVE
    months (start, n, before) AS (
      SELECT ${step(7, firstMonth)}, ${uncounted}
      UNION ALL SELECT ${step(7, sql`${walks.on} m.start`)}, m.before + m.n FROM months m WHERE m.start IS NOT NULL AND m.before + m.n <= ${offset}),
    days (start, n, before) AS (
      SELECT ${step(10, firstDay)}, m.before FROM (SELECT start, before FROM months ${walks.last} LIMIT 1) m
      UNION ALL SELECT ${step(10, sql`${walks.on} d.start`)}, d.before + d.n FROM days d WHERE d.start IS NOT NULL AND d.before + d.n <= ${offset})
    SELECT start AS day, before FROM days ${walks.last} LIMIT 1`
}

/**
 * Of a list in the order of an instant's column: its total, and where a page of it begins, as the instants that all its rows lie between (`from` included)
 * and how many of those between come before the page.
 */
export async function placeOf(db: D1Database, of: Tallied, { page, limit }: { page: number; limit: number }, first: First = 'newest') {
  const offset = (page - 1) * limit
  const [[n], [far]] = (await batch(db, [
    sql`SELECT ${total(of)} AS n`,
    offset > FAR
      ? sql`SELECT day, before FROM (${skip(of, {}, offset, sql`0`, first)}) WHERE ${offset} < ${total(of)}`
      : sql`SELECT 1 WHERE false`,
  ])) as [[{ n: number }], { day: string; before: number }[]]
  if (offset <= FAR) return { total: n.n, from: '', before: '9999', rest: offset }
  // Beyond the last page is nothing, and nothing is read for it.
  if (!far) return { total: n.n, from: '9999', before: '', rest: 0 }
  const rest = offset - far.before
  return first === 'newest'
    ? { total: n.n, from: '', before: addDays(far.day, 1), rest }
    : { total: n.n, from: far.day, before: '9999', rest }
}
