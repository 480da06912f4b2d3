import { type SQL, sql } from './sql.ts'
import { addDays } from '#domain/time.ts'
import { batch } from './index.ts'

/**
 * Totals and far pages of lists that grow with the years, from `tallies` (docs/decisions/007-totals.md). A total reads the months and days of its range, and
 * a far page those before it; neither reads the list's own rows. Lists are ordered by day, the last first unless said otherwise.
 */
export type Tallied = {
  /** A value of `tallies.list`. */
  list: string
  /** For a list of one restaurant. */
  restaurantId?: string
  /** Only rows of these facets; all when left out. */
  facets?: readonly string[]
}
/** Days, YYYY-MM-DD, both included. One that is left out is no limit. */
export type Days = { from?: string; to?: string }

const where = ({ list, restaurantId, facets }: Tallied, span: 0 | 7 | 10, start: SQL): SQL =>
  sql`FROM tallies t WHERE ${restaurantId === undefined ? sql`` : sql`t.restaurant_id = ${restaurantId} AND `}t.list = ${list} AND t.span = ${span} AND t.start ${start}${
    facets === undefined ? sql`` : sql` AND t.facet IN (SELECT value FROM json_each(${JSON.stringify(facets)}))`
  }`
const sum = (of: Tallied, span: 0 | 7 | 10, start: SQL): SQL => sql`(SELECT coalesce(sum(t.count), 0) ${where(of, span, start)})`

const monthOf = (day: string): string => day.slice(0, 7)
/** Sorts after every day of its month, and before the next month. */
const endOf = (month: SQL | string): SQL => sql`${month} || '-99'`

/** A page that begins after this many rows is found by its day, with one more read. */
export const FAR = 200

/** How many rows a list has in these days, as a number in a SELECT: the sum of the whole months and of the days at both ends. */
export function total(of: Tallied, { from, to }: Days = {}): SQL {
  if (from === undefined) return to === undefined ? sum(of, 0, sql`= ''`) : sql`(${total(of)} - ${total(of, { from: addDays(to, 1) })})`
  if (to === undefined)
    return sql`(${sum(of, 7, sql`> ${monthOf(from)}`)} + ${sum(of, 10, sql`BETWEEN ${from} AND ${endOf(monthOf(from))}`)})`
  if (monthOf(from) === monthOf(to)) return sum(of, 10, sql`BETWEEN ${from} AND ${to}`)
  const months = sum(of, 7, sql`> ${monthOf(from)} AND t.start < ${monthOf(to)}`)
  return sql`(${months} + ${sum(of, 10, sql`BETWEEN ${from} AND ${endOf(monthOf(from))}`)} + ${sum(of, 10, sql`BETWEEN ${monthOf(to)} AND ${to}`)})`
}

/** Which rows a list shows first. */
export type First = 'newest' | 'oldest'

/**
 * One row `{ day, before }`: the day of the list's row at `offset` (0 is the first row), and how many rows come before that day. It starts at `to` and goes
 * back, or starts at `from` and goes forward when the oldest come first; month by month, then day by day in the month found. `offset` must be less than the
 * list's total. `skipped`: how many rows of the first day itself the list leaves out.
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
  // The walk also passes the days of the first month that are outside the range. They must not count, so they are subtracted at the start.
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
 * For a list that is ordered by an instant: its total, and where a page begins. All rows of the page lie between the instants `from` (included) and `before`;
 * `rest` is how many rows of that range come before the page.
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
  // A page after the last one is empty, so nothing is read for it.
  if (!far) return { total: n.n, from: '9999', before: '', rest: 0 }
  const rest = offset - far.before
  return first === 'newest'
    ? { total: n.n, from: '', before: addDays(far.day, 1), rest }
    : { total: n.n, from: far.day, before: '9999', rest }
}
