import { type SQL, sql } from '../db/sql.ts'
import type { QueryOf } from '#domain/api/contract.ts'
import type { orders as contract } from '#domain/api/orders.ts'
import { digitsOf } from '#domain/customer.ts'
import { invalidFields } from '#domain/fields.ts'
import { ORDER_STATUSES, ORDER_TYPES, type Order, orderNamed, PAYMENT_STATUSES, type PaymentRow } from '#domain/order.ts'
import { batch } from '../db/index.ts'
import { counted, none, read } from '../db/reads.ts'
import { orderFacet } from '../db/facets.ts'
import { orders } from '../db/outlets.ts'
import { type Days, FAR, skip, type Tallied, total } from '../db/tally.ts'
import { readPayments } from './history.ts'
import { readOrdersByIds } from './store.ts'

type Query = QueryOf<typeof contract, 'GET /orders'>

/** How many of the newest orders a search looks at for each possible meaning of its text (docs/decisions/007-totals.md). */
const SEARCHED = 200

const NEWEST = sql`ORDER BY business_date DESC, created_at DESC, rowid DESC`
/** `orderEnd`, as `orders_facet` has it: of a business day, what ended last comes first. */
const END = sql.raw('CASE WHEN completed_at IS NULL THEN created_at ELSE completed_at END')
const BY_END = sql`ORDER BY business_date DESC, ${END} DESC, rowid DESC`
/** `billDay`, as `orders_billed` and the tallies have it. */
const BILL_DAY = sql.raw('CASE WHEN ended_date IS NULL THEN business_date ELSE ended_date END')
const BY_BILL = sql`ORDER BY ${BILL_DAY} DESC, bill_number DESC`

const REFUND_DAY = sql.raw('refund_date')
const BY_REFUND = sql`ORDER BY refund_date DESC, rowid DESC`

const BUSINESS_DATE = sql.raw('business_date')
const between = ({ from, to }: Days, day = BUSINESS_DATE): SQL =>
  sql`${from === undefined ? sql`` : sql` AND ${day} >= ${from}`}${to === undefined ? sql`` : sql` AND ${day} <= ${to}`}`

/** Every facet that matches the filters. */
const facetsOf = ({ orderType, status, paymentStatus }: Query): string[] =>
  ORDER_TYPES.filter((t) => !orderType || t === orderType).flatMap((t) =>
    ORDER_STATUSES.filter((s) => !status || s === status).flatMap((s) =>
      PAYMENT_STATUSES.filter((p) => !paymentStatus || p === paymentStatus).map((p) => `${t}|${s}|${p}`),
    ),
  )

type Page = { orders: Order[]; total: number; payments: Map<string, PaymentRow[]> | null }

/** A page of the orders that match, newest business day first (bills: `billDay`), and their number. The cost depends on the page's size, not on the restaurant's age. With `payments`, their payment rows too. */
export async function listOrders(
  db: D1Database,
  restaurantId: string,
  query: Query,
  { payments = false }: { payments?: boolean } = {},
): Promise<Page> {
  const { limit, startDate: from, endDate: to, tableId } = query
  const offset = (query.page - 1) * limit
  const readPage = (ids: SQL, count: SQL, order = NEWEST): Promise<Page> =>
    read(db, {
      total: counted(count),
      orders: readOrdersByIds(ids, order),
      payments: payments ? readPayments(restaurantId, ids) : none,
    })
  const filtered = query.status !== undefined || query.paymentStatus !== undefined || query.orderType !== undefined
  if (query.billed && (filtered || tableId !== undefined))
    throw invalidFields([{ path: 'billed', message: 'Bills are filtered only by dates and search.' }])
  if (query.refunded) {
    if (filtered || tableId !== undefined || query.billed || query.search)
      throw invalidFields([{ path: 'refunded', message: 'Refunds are filtered only by dates.' }])
    const refunds = sql`FROM orders INDEXED BY orders_refunded WHERE restaurant_id = ${restaurantId} AND refund_date IS NOT NULL${between({ from, to }, REFUND_DAY)}`
    return readPage(sql`SELECT id ${refunds} ${BY_REFUND} LIMIT ${limit} OFFSET ${offset}`, sql`SELECT count(*) AS n ${refunds}`, BY_REFUND)
  }
  if (query.search) return readPage(...searched(restaurantId, query, query.search, offset))
  const list: Tallied = {
    restaurantId,
    list: query.billed ? 'bills' : tableId === undefined ? 'orders' : `orders:${tableId}`,
    ...(filtered ? { facets: facetsOf(query) } : {}),
  }
  const count = total(list, { from, to })
  const far = offset > FAR ? await farPage(db, list, count, { from, to }, offset, limit) : { from, to, rest: offset }
  const days = between(far, query.billed ? BILL_DAY : BUSINESS_DATE)
  const own = sql`restaurant_id = ${restaurantId}`
  const page = sql`LIMIT ${limit} OFFSET ${far.rest}`
  if (query.billed)
    return readPage(
      sql`SELECT id FROM orders INDEXED BY orders_billed WHERE ${own} AND bill_number IS NOT NULL${days} ${BY_BILL} ${page}`,
      sql`SELECT ${count} AS n`,
      BY_BILL,
    )
  if (!filtered && tableId === undefined)
    return readPage(sql`SELECT id FROM orders WHERE ${own}${days} ${NEWEST} ${page}`, sql`SELECT ${count} AS n`)
  // A table's orders are few, so its list stays in the order in which they were opened.
  const order = tableId === undefined ? BY_END : NEWEST
  // The newest of each facet, by index; then the newest of those. CROSS JOIN makes SQLite keep this order.
  const each = sql`SELECT id FROM orders WHERE ${own}${tableId === undefined ? sql`` : sql` AND table_id = ${tableId}`} AND ${orderFacet(orders)} = k.value${days} ${order} LIMIT ${far.rest + limit}`
  const ids = sql`SELECT id FROM (SELECT o.id, o.business_date, o.created_at, o.completed_at, o.rowid AS rowid FROM json_each(${JSON.stringify(facetsOf(query))}) k CROSS JOIN orders o WHERE o.id IN (${each})) ${order} ${page}`
  return readPage(ids, sql`SELECT ${count} AS n`, order)
}

/** The business days of a far page, and how many orders of the first day come before the page. No days when the list ends earlier. */
async function farPage(db: D1Database, list: Tallied, count: SQL, { from, to }: Days, offset: number, limit: number) {
  const at = (n: number) => sql`SELECT day, before FROM (${skip(list, { to }, n)}) WHERE ${n} < ${count}`
  const [begins, ends] = (await batch(db, [at(offset), at(offset + limit - 1)])) as { day: string; before: number }[][]
  const first = begins?.[0]
  if (!first) return { from: '9999', to: '0000', rest: 0 }
  // The list may end within the page.
  return { from: ends?.[0]?.day ?? from, to: first.day, rest: offset - first.before }
}

/** The bills of two years may be mixed near 1 April if the zone or the reset time was changed then (see `invoiced`). */
const ASTRAY = 50

/**
 * The order of an invoice number as printed, `TY/26-27/1871`, or without its prefix. Bill and invoice numbers are raised together, so the nth invoice of a year
 * is the nth bill after all earlier years, which `orders_bill` finds. Null for a text that is not an invoice number.
 */
function invoiced(restaurantId: string, search: string): SQL | null {
  const [, prefix, year, n] = /^(?:(.*)\/)?(\d\d-\d\d)\/(\d{1,9})$/.exec(search) ?? []
  if (year === undefined) return null
  const before = sql`(SELECT coalesce(sum(value), 0) FROM counters WHERE restaurant_id = ${restaurantId} AND name >= 'invoice:' AND name < ${`invoice:${year}`})`
  const printed = `${year}/${Number(n)}`
  const same =
    prefix === undefined
      ? sql`substr(invoice_number, ${-printed.length - 1}) = ${`/${printed}`}`
      : sql`invoice_number = ${`${prefix}/${printed}`} COLLATE NOCASE`
  return sql`bill_number BETWEEN ${before} + ${Number(n) - ASTRAY} AND ${before} + ${Number(n) + ASTRAY} AND ${same}`
}

/** Bill or invoice number, table, mobile, the order's name or the customer's, each by its own index. */
function searched(restaurantId: string, query: Query, search: string, offset: number): [ids: SQL, count: SQL, order: SQL] {
  const { startDate: from, endDate: to } = query
  const by = (index: string, where: SQL) =>
    sql`SELECT id FROM orders INDEXED BY ${sql.raw(index)} WHERE restaurant_id = ${restaurantId} AND ${where}`
  // A bill's day is never before its order's, whose days these indexes have.
  const days = query.billed ? between({ to }) : between({ from, to })
  const newest = (index: string, where: SQL) => sql`SELECT id FROM (${by(index, where)}${days} ${NEWEST} LIMIT ${SEARCHED})`
  const digits = digitsOf(search)
  const bill = /^\d{1,9}$/.test(search) ? Number(search) : null
  const invoice = invoiced(restaurantId, search)
  const named = orderNamed(search)
  const arms = [
    ...(invoice ? [by('orders_bill', invoice)] : []),
    ...(bill === null ? [] : [by('orders_bill', sql`bill_number = ${bill}`)]),
    ...[...new Set([search, search.replace(/^t(?=\d)/i, '')])].map((table) => newest('orders_table_number', sql`table_number = ${table}`)),
    ...(digits.length >= 4
      ? [
          newest('orders_mobile', sql`mobile_digits = ${digits}`),
          // The index is sorted by number and not by day, so these are any 200 of the matches.
          sql`SELECT id FROM (${by('orders_mobile', sql`mobile_digits > ${digits} AND mobile_digits < ${`${digits}:`}`)} LIMIT ${SEARCHED})`,
        ]
      : []),
    ...(named
      ? [newest('orders_number', sql`serial_number = ${named.serialNumber} AND order_type = ${named.orderType} AND table_id IS NULL`)]
      : []),
    // By the beginning of a name, as customers are found; this index is not sorted by day either.
    ...(/^\p{L}.*\p{L}/u.test(search)
      ? [
          sql`SELECT id FROM (${by('orders_customer', sql`customer_name COLLATE NOCASE >= ${search} AND customer_name COLLATE NOCASE < ${`${search}\u{10ffff}`}`)} LIMIT ${SEARCHED})`,
        ]
      : []),
  ]
  const filters = [
    sql`o.restaurant_id = ${restaurantId}`,
    ...(query.status ? [sql`o.order_status = ${query.status}`] : []),
    ...(query.paymentStatus ? [sql`o.payment_status = ${query.paymentStatus}`] : []),
    ...(query.orderType ? [sql`o.order_type = ${query.orderType}`] : []),
    ...(query.tableId ? [sql`o.table_id = ${query.tableId}`] : []),
    ...(query.billed ? [sql`o.bill_number IS NOT NULL`] : []),
  ]
  // In the list of bills, the bill with this number comes before those of a table with this number.
  const order = query.billed
    ? sql`ORDER BY bill_number = ${bill ?? -1} DESC, ${BILL_DAY} DESC, bill_number DESC`
    : query.status && query.status !== 'pending'
      ? BY_END
      : NEWEST
  // CROSS JOIN makes SQLite start from the few ids found and look up their rows.
  const fits = sql`FROM (${sql.join(arms, sql` UNION `)}) f CROSS JOIN orders o ON o.id = f.id WHERE ${sql.join(filters, sql` AND `)}${between({ from, to }, query.billed ? BILL_DAY : BUSINESS_DATE)}`
  return [
    sql`SELECT id FROM (SELECT o.*, o.rowid AS rowid ${fits}) ${order} LIMIT ${query.limit} OFFSET ${offset}`,
    sql`SELECT count(*) AS n ${fits}`,
    order,
  ]
}
