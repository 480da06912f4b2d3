import { type SQL, sql } from '../db/sql.ts'
import type { QueryOf } from '#domain/api/contract.ts'
import type { customers as contract } from '#domain/api/customers.ts'
import { customerNumberOf, digitsOf, lapsedBefore, type Segment } from '#domain/customer.ts'
import { addDays } from '#domain/time.ts'
import { all, first } from '../db/index.ts'
import { customerFacet, lastHere } from '../db/facets.ts'
import { customers } from '../db/outlets.ts'
import { counted, read, rows } from '../db/reads.ts'
import { FAR, skip, type Tallied, total } from '../db/tally.ts'
import type { Customer } from './store.ts'

type Query = QueryOf<typeof contract, 'GET /restaurant/customers'>

/** How many customers a search finds at most (docs/decisions/007-totals.md). */
const SEARCHED = 200

/** The `lastHere` of customers who never came, and a value that sorts after it. */
const NEVER = '0000-00-00'
const EVER = '0000-00-01'
const END = '~'
const FACETS = ['new', 'regular'] as const

const living = (restaurantId: string): SQL => sql`restaurant_id = ${restaurantId} AND deleted_at IS NULL`
const here = lastHere(customers)
const LAST_FIRST = sql`ORDER BY ${here} DESC, customers.rowid DESC`

/** Customers of this facet whose last visit was at `from` or later and before `to`. */
type Part = { facet: (typeof FACETS)[number]; from: string; to: string }

/** What a segment is made of (`segmentOf`), the last visit first. */
function partsOf(segment: Segment | undefined, lapsed: string): Part[] {
  if (segment === undefined) return FACETS.map((facet) => ({ facet, from: NEVER, to: END }))
  if (segment === 'lapsed') return FACETS.map((facet) => ({ facet, from: EVER, to: lapsed }))
  return [
    { facet: segment, from: lapsed, to: END },
    { facet: segment, from: NEVER, to: EVER },
  ]
}

type Page = { customers: Customer[]; total: number }

/** Customers that are not deleted and fit, the latest visit first, with their total. The cost depends on the page's size only, not on the total. */
export async function listCustomers(db: D1Database, restaurantId: string, query: Query, now: Date): Promise<Page> {
  const { limit, segment } = query
  const offset = (query.page - 1) * limit
  const lapsed = lapsedBefore(now)
  if (query.search || query.mobile_number !== undefined) return search(db, restaurantId, query, offset, lapsed)
  const counts = totals(restaurantId, segment, lapsed)
  const count = sql`${counts.recent} + ${counts.never}`
  let parts = partsOf(segment, lapsed)
  let rest = offset
  if (offset > FAR) {
    const far = await beforePage(db, restaurantId, query, offset, lapsed, counts)
    parts = parts.map((p) => ({ ...p, to: far.to < p.to ? far.to : p.to }))
    rest = far.rest
  }
  // Reads the latest of each part by an index and sorts those. CROSS JOIN makes SQLite keep this order.
  const each = sql`SELECT id FROM customers WHERE ${living(restaurantId)} AND ${customerFacet(customers)} = json_extract(k.value, '$[0]')
    AND ${here} >= json_extract(k.value, '$[1]') AND ${here} < json_extract(k.value, '$[2]') ${LAST_FIRST} LIMIT ${rest + limit}`
  const list = JSON.stringify(parts.filter((p) => p.from < p.to).map((p) => [p.facet, p.from, p.to]))
  return readPage(
    db,
    sql`SELECT customers.* FROM json_each(${list}) k CROSS JOIN customers WHERE customers.id IN (${each}) ${LAST_FIRST} LIMIT ${limit} OFFSET ${rest}`,
    sql`SELECT ${count} AS n`,
  )
}

const readPage = (db: D1Database, page: SQL, count: SQL): Promise<Page> =>
  read(db, { total: counted(count), customers: rows(customers, page) })

type Totals = { recent: SQL; never: SQL }

/** Counts whole days from tallies, and the day that contains `lapsed` by its index. */
function totals(restaurantId: string, segment: Segment | undefined, lapsed: string): Totals {
  const list: Tallied = { restaurantId, list: 'customers' }
  if (segment === undefined) return { recent: total(list), never: sql`0` }
  const day = lapsed.slice(0, 10)
  if (segment === 'lapsed')
    return {
      recent: sql`(${total(list, { to: addDays(day, -1) })} - ${total(list, { from: NEVER, to: NEVER })} + ${cut(restaurantId, FACETS, day, lapsed)})`,
      never: sql`0`,
    }
  const own = { ...list, facets: [segment] }
  const after = addDays(day, 1)
  return {
    recent: sql`(${total(own, { from: after })} + ${cut(restaurantId, [segment], lapsed, after)})`,
    never: total(own, { from: NEVER, to: NEVER }),
  }
}

const cut = (restaurantId: string, facets: readonly string[], from: string, to: string): SQL =>
  sql`(SELECT count(*) FROM customers WHERE ${living(restaurantId)} AND ${customerFacet(customers)} IN (SELECT value FROM json_each(${JSON.stringify(facets)})) AND ${here} >= ${from} AND ${here} < ${to})`

/** Where a far page begins: it has only customers last here before `to`, and `rest` of these come before the page. */
async function beforePage(db: D1Database, restaurantId: string, { segment }: Query, offset: number, lapsed: string, counts: Totals) {
  const day = lapsed.slice(0, 10)
  const list: Tallied = { restaurantId, list: 'customers', ...(segment && segment !== 'lapsed' ? { facets: [segment] } : {}) }
  const walk =
    segment === 'lapsed' ? skip(list, { to: day }, offset, cut(restaurantId, FACETS, lapsed, addDays(day, 1))) : skip(list, {}, offset)
  const row = await first<{ day: string | null; before: number; recent: number }>(
    db,
    sql`SELECT day, before, ${counts.recent} AS recent FROM (${walk})`,
  )
  // Customers of other segments sort between this segment's recent visitors and those who never came.
  if (segment && segment !== 'lapsed' && row && offset >= row.recent) return { to: EVER, rest: offset - row.recent }
  return row?.day ? { to: `${row.day}${END}`, rest: offset - row.before } : { to: NEVER, rest: 0 }
}

/** Finds by a number's digits or the beginning of a name; each has an index. */
function search(db: D1Database, restaurantId: string, query: Query, offset: number, lapsed: string): Promise<Page> {
  const own = sql`SELECT id FROM customers WHERE ${living(restaurantId)}`
  const some = (where: SQL) => sql`customers.id IN (SELECT id FROM (${own} AND ${where} LIMIT ${SEARCHED}))`
  const digits = customerNumberOf(query.search ?? '')
  const byNumber = /^[+\d\s()-]+$/.test(query.search ?? '') && digits.length >= 3
  const conditions = [
    ...(query.mobile_number === undefined ? [] : [some(sql`mobile_digits = ${customerNumberOf(query.mobile_number) || '-'}`)]),
    ...(query.search
      ? [
          byNumber
            ? some(sql`mobile_digits >= ${digits} AND mobile_digits < ${`${digits}:`}`)
            : some(sql`name COLLATE NOCASE >= ${query.search} AND name COLLATE NOCASE < ${`${query.search}\u{10ffff}`}`),
        ]
      : []),
    sql`(${sql.join(
      partsOf(query.segment, lapsed).map(
        (p) => sql`${customerFacet(customers)} = ${p.facet} AND ${here} >= ${p.from} AND ${here} < ${p.to}`,
      ),
      sql` OR `,
    )})`,
  ]
  const fits = sql`FROM customers WHERE ${sql.join(conditions, sql` AND `)}`
  return readPage(db, sql`SELECT * ${fits} ${LAST_FIRST} LIMIT ${query.limit} OFFSET ${offset}`, sql`SELECT count(*) AS n ${fits}`)
}

/** How many of a number's Delivery orders are looked through: the same ten digits may belong to somebody in another country. */
const LOOKED_THROUGH = 10

/** Where the customer's last Delivery order with an address went; '' if there is none. */
export async function lastAddressOf(db: D1Database, { restaurantId, mobileNumber }: Customer): Promise<string> {
  const newest = await all<{ mobile: string; address: string }>(
    db,
    sql`SELECT mobile_number AS mobile, delivery_address AS address FROM orders
        WHERE restaurant_id = ${restaurantId} AND mobile_digits = ${digitsOf(mobileNumber)} AND delivery_address <> ''
        ORDER BY created_at DESC LIMIT ${LOOKED_THROUGH}`,
  )
  return newest.find((o) => customerNumberOf(o.mobile) === customerNumberOf(mobileNumber))?.address ?? ''
}
