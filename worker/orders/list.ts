import { type SQL, sql } from 'drizzle-orm'
import type { QueryOf } from '#domain/api/contract.ts'
import type { orders as contract } from '#domain/api/orders.ts'
import { ORDER_STATUSES, ORDER_TYPES, type Order, PAYMENT_STATUSES } from '#domain/order.ts'
import { batch, first } from '../db/index.ts'
import { orderFacet, orders } from '../db/outlets.ts'
import { type Days, skip, type Tallied, total } from '../db/tally.ts'
import { assemble, mobileDigits, readOrdersByIds } from './store.ts'

type Query = QueryOf<typeof contract, 'GET /orders'>

/** A search finds among the newest so many of each thing that its text may mean (docs/decisions/007-totals.md). */
const SEARCHED = 200
/** Further back than this a page is looked for by day: it costs a read of its own. */
const FAR = 200

const NEWEST = sql`ORDER BY business_date DESC, created_at DESC, rowid DESC`

const between = ({ from, to }: Days): SQL =>
  sql`${from === undefined ? sql`` : sql` AND business_date >= ${from}`}${to === undefined ? sql`` : sql` AND business_date <= ${to}`}`

/** Every facet that fits the filters. */
const facetsOf = ({ orderType, status, paymentStatus }: Query): string[] =>
  ORDER_TYPES.filter((t) => !orderType || t === orderType).flatMap((t) =>
    ORDER_STATUSES.filter((s) => !status || s === status).flatMap((s) =>
      PAYMENT_STATUSES.filter((p) => !paymentStatus || p === paymentStatus).map((p) => `${t}|${s}|${p}`),
    ),
  )

/** Orders that fit, newest business day first, and how many there are. The cost is the page's, whatever the restaurant's age. */
export async function listOrders(db: D1Database, restaurantId: string, query: Query): Promise<{ orders: Order[]; total: number }> {
  const { limit, startDate: from, endDate: to, tableId } = query
  const offset = (query.page - 1) * limit
  if (query.search) return read(db, ...searched(restaurantId, query, query.search, offset))
  const filtered = query.status !== undefined || query.paymentStatus !== undefined || query.orderType !== undefined
  const list: Tallied = {
    restaurantId,
    list: tableId === undefined ? 'orders' : `orders:${tableId}`,
    ...(filtered ? { facets: facetsOf(query) } : {}),
  }
  const count = total(list, { from, to })
  const far = offset > FAR ? await beforePage(db, list, count, to, offset) : { to, rest: offset }
  const days = between({ from, to: far?.to })
  const own = sql`restaurant_id = ${restaurantId}`
  if (far === null) return read(db, sql`SELECT NULL WHERE false`, sql`SELECT ${count} AS n`)
  const page = sql`LIMIT ${limit} OFFSET ${far.rest}`
  if (!filtered && tableId === undefined)
    return read(db, sql`SELECT id FROM orders WHERE ${own}${days} ${NEWEST} ${page}`, sql`SELECT ${count} AS n`)
  // The newest of each facet, by its index; of those the newest of all. CROSS JOIN keeps to that order.
  const each = sql`SELECT id FROM orders WHERE ${own}${tableId === undefined ? sql`` : sql` AND table_id = ${tableId}`} AND ${orderFacet(orders)} = k.value${days} ${NEWEST} LIMIT ${far.rest + limit}`
  const ids = sql`SELECT o.id FROM json_each(${JSON.stringify(facetsOf(query))}) k CROSS JOIN orders o WHERE o.id IN (${each}) ORDER BY o.business_date DESC, o.created_at DESC, o.rowid DESC ${page}`
  return read(db, ids, sql`SELECT ${count} AS n`)
}

async function read(db: D1Database, ids: SQL, count: SQL): Promise<{ orders: Order[]; total: number }> {
  const [n, o, t, l] = await batch(db, [count, ...readOrdersByIds(ids, NEWEST)])
  return { orders: assemble(o, t, l), total: Number(n?.[0]?.n ?? 0) }
}

/** The day that a far page begins in, and how many orders of it come before the page; null when the list ends before. */
async function beforePage(db: D1Database, list: Tallied, count: SQL, to: string | undefined, offset: number) {
  const row = await first<{ day: string | null; before: number }>(
    db,
    sql`SELECT day, before FROM (${skip(list, { to }, offset)}) WHERE ${offset} < ${count}`,
  )
  return row?.day ? { to: row.day, rest: offset - row.before } : null
}

/** Bill number, table or mobile, each by its own index. */
function searched(restaurantId: string, query: Query, search: string, offset: number): [ids: SQL, count: SQL] {
  const { startDate: from, endDate: to } = query
  const own = sql`SELECT id FROM orders WHERE restaurant_id = ${restaurantId}`
  const newest = (where: SQL) => sql`SELECT id FROM (${own} AND ${where}${between({ from, to })} ${NEWEST} LIMIT ${SEARCHED})`
  const digits = mobileDigits(search)
  const arms = [
    ...(/^\d{1,9}$/.test(search) ? [sql`${own} AND bill_number = ${Number(search)}`] : []),
    ...[...new Set([search, search.replace(/^t(?=\d)/i, '')])].map((table) => newest(sql`table_number = ${table}`)),
    ...(digits.length >= 4
      ? [
          newest(sql`mobile_digits = ${digits}`),
          // The beginnings of numbers stand side by side, and not by day: of these any so many.
          sql`SELECT id FROM (${own} AND mobile_digits > ${digits} AND mobile_digits < ${`${digits}:`} LIMIT ${SEARCHED})`,
        ]
      : []),
  ]
  const fits = sql`FROM orders WHERE id IN (${sql.join(arms, sql` UNION `)}) AND restaurant_id = ${restaurantId}${between({ from, to })}${
    query.status ? sql` AND order_status = ${query.status}` : sql``
  }${query.paymentStatus ? sql` AND payment_status = ${query.paymentStatus}` : sql``}${query.orderType ? sql` AND order_type = ${query.orderType}` : sql``}${
    query.tableId ? sql` AND table_id = ${query.tableId}` : sql``
  }`
  return [sql`SELECT id ${fits} ${NEWEST} LIMIT ${query.limit} OFFSET ${offset}`, sql`SELECT count(*) AS n ${fits}`]
}
