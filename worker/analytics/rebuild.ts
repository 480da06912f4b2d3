import { type SQL, sql } from '../db/sql.ts'
import { customerNumberOf, isNumber } from '#domain/customer.ts'
import { AppError } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import type { Order } from '#domain/order.ts'
import { addUp, type RollupEntry, rollupsOf, rollupsOfMoves, withBookings } from '#domain/rollup.ts'
import { businessDayRange } from '#domain/time.ts'
import { batch, brokenConstraint } from '../db/index.ts'
import { payments as paymentTable, rollups as rollupTable, visits as visitTable } from '../db/outlets.ts'
import { counted, read, readOne, rows } from '../db/reads.ts'
import { column, pick, type RowOf, shape } from '../db/rows.ts'
import { addRollups } from '../orders/effects.ts'
import { readOrders } from '../orders/store.ts'
import { counterValue, raiseCounter } from '../realtime/events.ts'
import type { Restaurant } from '../access/session.ts'

/**
 * Recomputes the books from the orders and their payment rows: the rollups, and the visits and spend of customers (docs/decisions/010-rebuild.md). Each day is
 * handled by itself: one transaction reads it, and the write adds the difference that was found to the present value, so sales can go on meanwhile.
 */
export type Sum = { amount: number; count: number }
export type Wrong = { date: string; kind: string; key: string; was: Sum | null; is: Sum | null }
export type Rebuild = {
  startDate: string
  endDate: string
  /** Rollups that disagree with the orders. Amounts in paise. */
  wrong: Wrong[]
  /** How many visits, and how many customers' sums, were wrong. */
  visits: number
  customers: number
  /** The last date before `startDate` that has anything in the books. */
  earlier: string | null
}
type Place = { db: D1Database; restaurantId: string }

const PAGE = 200
const ATTEMPTS = 10

/** Corrects the books of these business days by the orders; with `check` nothing is written. Throws 409 `busy`. */
export async function rebuild(
  db: D1Database,
  restaurant: Restaurant,
  { startDate, endDate }: { startDate: string; endDate: string },
  check = false,
): Promise<Rebuild> {
  const place = { db, restaurantId: restaurant.id }
  if (!check) await bookUnbooked(place, restaurant)
  const wrong: Wrong[] = []
  const touched = new Set<string>()
  let visits = 0
  const { days, earlier } = await bookedDays(place, startDate, endDate)
  for (const date of days) {
    const day = await rebuildDay(place, date, check)
    wrong.push(...day.wrong)
    visits += day.visits
    for (const id of day.customers) touched.add(id)
  }
  const { clock } = restaurant
  const span = { from: businessDayRange(startDate, clock).from.toISOString(), to: businessDayRange(endDate, clock).to.toISOString() }
  const customers = await rebuildCustomers(place, { startDate, endDate, ...span, touched: [...touched] }, check)
  return { startDate, endDate, wrong, visits, customers, earlier }
}

/** Orders that an older version completed, cancelled or refunded have no booking day: they get the day by the restaurant's clock. */
async function bookUnbooked({ db, restaurantId }: Place, restaurant: Restaurant): Promise<void> {
  const { clock } = restaurant
  for (;;) {
    const unbooked = await readOne(
      db,
      readOrders(
        sql`id IN (SELECT id FROM orders INDEXED BY orders_unbooked WHERE restaurant_id = ${restaurantId} AND ended_date IS NULL AND order_status <> 'pending'
                   UNION SELECT order_id FROM lines WHERE restaurant_id = ${restaurantId} AND booked_date IS NULL AND status = 'Cancelled' LIMIT ${PAGE})`,
      ),
    )
    const orders = unbooked.map((order) => withBookings(order, clock))
    if (orders.length === 0) return
    const ended = orders.map((x) => [x.id, x.endedDate, x.endedHour, x.refund?.businessDate ?? null, x.refund?.hour ?? null])
    const lines = orders.flatMap((x) => x.tickets.flatMap((k) => k.lines.flatMap((n) => (n.bookedDate ? [[n.lineId, n.bookedDate]] : []))))
    await batch(db, [
      sql`UPDATE orders SET ended_date = json_extract(j.value, '$[1]'), ended_hour = json_extract(j.value, '$[2]'), refund_date = json_extract(j.value, '$[3]'),
          refund = CASE WHEN refund IS NULL THEN NULL ELSE json_set(refund, '$.hour', json_extract(j.value, '$[4]')) END
          FROM json_each(${JSON.stringify(ended)}) j
          WHERE orders.id = json_extract(j.value, '$[0]') AND orders.restaurant_id = ${restaurantId} AND orders.ended_date IS NULL AND orders.order_status <> 'pending'`,
      sql`UPDATE lines SET booked_date = json_extract(j.value, '$[1]') FROM json_each(${JSON.stringify(lines)}) j
          WHERE lines.line_id = json_extract(j.value, '$[0]') AND lines.restaurant_id = ${restaurantId} AND lines.booked_date IS NULL`,
    ])
  }
}

/** All orders with an entry in the books of a day. */
const ofDay = (restaurantId: string, date: string): SQL =>
  sql`id IN (SELECT id FROM orders WHERE restaurant_id = ${restaurantId} AND ended_date = ${date}
             UNION SELECT id FROM orders WHERE restaurant_id = ${restaurantId} AND refund_date = ${date}
             UNION SELECT order_id FROM lines WHERE restaurant_id = ${restaurantId} AND booked_date = ${date})`

/** `stands`: its order is a sale that was not refunded. */
const VISIT = shape(visitTable, { stands: column.flag('stands') })
type VisitRow = RowOf<typeof VISIT>

async function rebuildDay(
  { db, restaurantId }: Place,
  date: string,
  check: boolean,
): Promise<{ wrong: Wrong[]; visits: number; customers: string[] }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { rebuilt, orders, payments, rollups, visitRows } = await read(db, {
      rebuilt: counted(sql`SELECT coalesce(${counterValue(restaurantId, 'rebuild')}, 0) AS n`),
      orders: readOrders(ofDay(restaurantId, date)),
      payments: rows(
        pick(paymentTable, 'kind', 'method', 'amount', 'businessDate'),
        sql`SELECT kind, method, amount, business_date FROM payments WHERE restaurant_id = ${restaurantId} AND business_date = ${date}`,
      ),
      rollups: rows(
        rollupTable,
        sql`SELECT business_date, kind, key, amount, count FROM rollups WHERE restaurant_id = ${restaurantId} AND business_date = ${date}`,
      ),
      visitRows: rows(
        VISIT,
        sql`SELECT v.*, o.order_status = 'completed' AND o.refund IS NULL AS stands FROM visits v LEFT JOIN orders o ON o.id = v.order_id
          WHERE v.rowid IN (SELECT rowid FROM visits WHERE restaurant_id = ${restaurantId} AND business_date = ${date}
            UNION SELECT x.rowid FROM orders e CROSS JOIN visits x ON x.restaurant_id = e.restaurant_id AND x.order_id = e.id WHERE e.restaurant_id = ${restaurantId} AND e.ended_date = ${date})`,
      ),
    })
    const entries = addUp([...orders.flatMap(rollupsOf), ...rollupsOfMoves(payments)]).filter((e) => e.businessDate === date)
    const wrong = differences(date, rollups, entries)
    const visits = visitsToChange(orders, date, visitRows)
    const customers = [...visits.gone, ...visits.changed].map((v) => v.customerId)
    const outcome = { wrong, visits: visits.gone.length + visits.changed.length + visits.missing.length, customers }
    if (check || (wrong.length === 0 && outcome.visits === 0)) return outcome
    try {
      const rows = await batch(db, [
        sql`INSERT INTO guard (version) SELECT NULL WHERE coalesce(${counterValue(restaurantId, 'rebuild')}, 0) <> ${rebuilt}`,
        raiseCounter(restaurantId, 'rebuild'),
        ...correct(restaurantId, date, wrong),
        ...changeVisits(restaurantId, date, visits),
        sql`SELECT customer_id FROM visits WHERE restaurant_id = ${restaurantId} AND order_id IN (SELECT value FROM ${list(visits.missing.map((v) => v.orderId))})`,
      ])
      return { ...outcome, customers: [...customers, ...(rows.at(-1) ?? []).map((r) => String(r.customer_id))] }
    } catch (error) {
      // Another rebuild has written the same corrections: the day is read again.
      if (brokenConstraint(error) !== 'guard.version') throw error
      await scheduler.wait(Math.random() * 20 * (attempt + 1))
    }
  }
  throw new AppError(409, 'busy', 'This restaurant’s books are being rebuilt already. Try again.', { retryAfter: 1 })
}

/** The difference is added to the present value, so that a sale made since the read stays counted; a figure of zero is deleted. */
function correct(restaurantId: string, date: string, wrong: readonly Wrong[]): SQL[] {
  const missing = wrong.map(({ kind, key, was, is }) => ({
    businessDate: date,
    kind: kind as RollupEntry['kind'],
    key,
    amount: (is?.amount ?? 0) - (was?.amount ?? 0),
    count: (is?.count ?? 0) - (was?.count ?? 0),
  }))
  const gone = wrong.filter((e) => e.is === null).map(({ kind, key }) => [kind, key])
  return [
    ...addRollups(restaurantId, missing),
    ...(gone.length > 0
      ? [
          sql`DELETE FROM rollups WHERE restaurant_id = ${restaurantId} AND business_date = ${date} AND amount = 0 AND count = 0
              AND (kind, key) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM ${list(gone)})`,
        ]
      : []),
  ]
}

function differences(date: string, were: readonly (Sum & { kind: string; key: string })[], are: readonly RollupEntry[]): Wrong[] {
  const id = (e: { kind: string; key: string }) => `${e.kind}\n${e.key}`
  const sum = (e: Sum | undefined): Sum | null => (e ? { amount: e.amount, count: e.count } : null)
  const was = new Map(were.map((e) => [id(e), e]))
  const is = new Map(are.map((e) => [id(e), e]))
  const all = new Map<string, { kind: string; key: string }>([...was, ...is])
  return [...all].flatMap(([key, e]) => {
    const [before, after] = [sum(was.get(key)), sum(is.get(key))]
    if (before && after && before.amount === after.amount && before.count === after.count) return []
    return [{ date, kind: e.kind, key: e.key, was: before, is: after }]
  })
}

// ---------------------------------------------------------------- visits and customers

type Visit = { orderId: string; hour: number; amount: number }
type Visits = {
  /** Visits whose order is not a sale. */
  gone: { orderId: string; customerId: string }[]
  changed: (Visit & { customerId: string })[]
  missing: (Visit & { digits: string; mobileNumber: string; name: string; at: string })[]
}

/**
 * The changes after which each sale of the day to a number is one visit. An existing visit stays with its customer, because customers may change their number.
 */
function visitsToChange(orders: readonly Order[], date: string, rows: readonly VisitRow[]): Visits {
  const known = new Map(rows.map((r) => [r.orderId, r]))
  const out: Visits = { gone: [], changed: [], missing: [] }
  for (const r of rows) if (!r.stands) out.gone.push({ orderId: r.orderId, customerId: r.customerId })
  for (const order of orders) {
    const digits = customerNumberOf(order.mobileNumber)
    if (order.orderStatus !== 'completed' || order.endedDate !== date || order.refund || !isNumber(digits)) continue
    const visit: Visit = { orderId: order.id, hour: order.endedHour ?? 0, amount: order.totals.grandTotal }
    const row = known.get(order.id)
    if (!row) {
      const { mobileNumber, customerName, completedAt } = order
      out.missing.push({ ...visit, digits, mobileNumber, name: customerName || mobileNumber, at: completedAt ?? '' })
    } else if (row.businessDate !== date || row.hour !== visit.hour || row.amount !== visit.amount)
      out.changed.push({ ...visit, customerId: row.customerId })
  }
  return out
}

const list = (values: unknown): SQL => sql`json_each(${JSON.stringify(values)})`

function changeVisits(restaurantId: string, date: string, { gone, changed, missing }: Visits): SQL[] {
  const ids = gone.map((v) => v.orderId)
  const made = missing.map((v) => [randomId(), v.digits, v.name, v.mobileNumber, v.at, v.orderId, v.hour, v.amount])
  return [
    ...(gone.length > 0
      ? [sql`DELETE FROM visits WHERE restaurant_id = ${restaurantId} AND order_id IN (SELECT value FROM ${list(ids)})`]
      : []),
    ...(changed.length > 0
      ? [
          sql`UPDATE visits SET business_date = ${date}, hour = json_extract(j.value, '$[1]'), amount = json_extract(j.value, '$[2]')
              FROM ${list(changed.map((v) => [v.orderId, v.hour, v.amount]))} j
              WHERE visits.restaurant_id = ${restaurantId} AND visits.order_id = json_extract(j.value, '$[0]')`,
        ]
      : []),
    ...(made.length > 0
      ? [
          sql`INSERT INTO customers (id, restaurant_id, mobile_digits, name, mobile_number, created_at)
              SELECT json_extract(value, '$[0]'), ${restaurantId}, json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]')
              FROM ${list(made)} WHERE true ON CONFLICT DO NOTHING`,
          sql`INSERT INTO visits (restaurant_id, order_id, customer_id, business_date, hour, amount, is_first)
              SELECT c.restaurant_id, json_extract(j.value, '$[5]'), c.id, ${date}, json_extract(j.value, '$[6]'), json_extract(j.value, '$[7]'), 0
              FROM ${list(made)} j CROSS JOIN customers c ON c.restaurant_id = ${restaurantId} AND c.mobile_digits = json_extract(j.value, '$[1]') AND c.deleted_at IS NULL
              JOIN orders o ON o.id = json_extract(j.value, '$[5]') AND o.refund IS NULL WHERE true ON CONFLICT DO NOTHING`,
        ]
      : []),
  ]
}

type Span = { startDate: string; endDate: string; from: string; to: string; touched: string[] }

/**
 * Corrects the sums of the customers with visits in these days: number of visits, spend, first and last visit, computed from the rows of `visits`. Each is one
 * statement over the present rows. Returns how many customers were wrong.
 */
async function rebuildCustomers({ db, restaurantId }: Place, span: Span, check: boolean): Promise<number> {
  const named = sql`named AS (
    SELECT customer_id AS id FROM visits WHERE restaurant_id = ${restaurantId} AND business_date BETWEEN ${span.startDate} AND ${span.endDate}
    UNION SELECT id FROM customers WHERE restaurant_id = ${restaurantId} AND last_visit_at >= ${span.from} AND last_visit_at < ${span.to}
    UNION SELECT value FROM ${list(span.touched)})`
  const should = sql`should AS (
    SELECT c.id, count(v.order_id) AS visits, coalesce(sum(v.amount), 0) AS spent, min(o.completed_at) AS first_at, max(o.completed_at) AS last_at
    FROM named n CROSS JOIN customers c ON c.id = n.id AND c.restaurant_id = ${restaurantId}
    LEFT JOIN visits v ON v.restaurant_id = ${restaurantId} AND v.customer_id = c.id LEFT JOIN orders o ON o.id = v.order_id GROUP BY c.id)`
  const differ = sql`customers.id = should.id AND (customers.visits, customers.total_spent, customers.first_visit_at, customers.last_visit_at)
                     IS NOT (should.visits, should.spent, should.first_at, should.last_at)`
  if (check) {
    const [rows] = await batch(db, [sql`WITH ${named}, ${should} SELECT customers.id FROM customers, should WHERE ${differ}`])
    return rows?.length ?? 0
  }
  const [changed] = await batch(db, [
    sql`WITH ${named}, ${should} UPDATE customers SET visits = should.visits, total_spent = should.spent, first_visit_at = should.first_at, last_visit_at = should.last_at
        FROM should WHERE ${differ} RETURNING customers.id`,
    sql`WITH ${named}, firsts AS (
          SELECT v.rowid AS id, row_number() OVER (PARTITION BY v.customer_id ORDER BY v.business_date, o.completed_at, v.rowid) = 1 AS is_first
          FROM named n CROSS JOIN visits v ON v.restaurant_id = ${restaurantId} AND v.customer_id = n.id LEFT JOIN orders o ON o.id = v.order_id)
        UPDATE visits SET is_first = firsts.is_first FROM firsts
        WHERE visits.rowid = firsts.id AND visits.is_first <> firsts.is_first`,
  ])
  return changed?.length ?? 0
}

/** The tables in which business days are found: the books, and the rows from which the books are made. */
const DATED = [
  ['rollups', 'business_date'],
  ['visits', 'business_date'],
  ['orders', 'ended_date'],
  ['orders', 'refund_date'],
  ['lines', 'booked_date'],
  ['payments', 'business_date'],
] as const

/** The days of a span with entries in the books, and the last such day before it. */
async function bookedDays(
  { db, restaurantId }: Place,
  startDate: string,
  endDate: string,
): Promise<{ days: string[]; earlier: string | null }> {
  const found = await batch(db, [
    ...DATED.map(
      ([table, column]) =>
        sql`SELECT DISTINCT ${sql.identifier(column)} AS date FROM ${sql.identifier(table)} WHERE restaurant_id = ${restaurantId} AND ${sql.identifier(column)} BETWEEN ${startDate} AND ${endDate}`,
    ),
    ...DATED.map(
      ([table, column]) =>
        sql`SELECT max(${sql.identifier(column)}) AS date FROM ${sql.identifier(table)} WHERE restaurant_id = ${restaurantId} AND ${sql.identifier(column)} < ${startDate}`,
    ),
  ])
  const dates = (rows: Record<string, unknown>[][]) =>
    [...new Set(rows.flat().flatMap((r) => (r.date === null ? [] : [String(r.date)])))].sort()
  return { days: dates(found.slice(0, DATED.length)), earlier: dates(found.slice(DATED.length)).at(-1) ?? null }
}
