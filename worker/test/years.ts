import { applyD1Migrations } from 'cloudflare:test'
import { getTableName, sql, type SQL } from 'drizzle-orm'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { addDays, businessDate, DEFAULT_TIMEZONE } from '#domain/time.ts'
import { run } from '../db/index.ts'
import * as outlets from '../db/outlets.ts'
import { env } from './env.ts'
import { makeRestaurant, signIn, testEnv, type World } from './world.ts'

/**
 * Restaurants with years behind them, in a database of their own, where no other test meets them. Made by SQL, in seconds: 150 orders a day with all that
 * comes of them, so that the older one has more days and not busier ones. The newest twenty are open, and one that somebody forgot long ago.
 */
export const A_DAY = 150
/** Customers that are new on a day. Each came back once and was last here twice as long ago as it might be, so that some lapsed. */
const NEW_A_DAY = 10

const today = (): string => businessDate(new Date(), { timezone: DEFAULT_TIMEZONE, resetTime: '00:00' })

export type Old = World & {
  days: number
  /** The newest business day, `-n` days. */
  day: (n: number) => string
  /** A customer's number, and that of a diner's orders. */
  mobile: string
  diner: string
}

export async function prepareYears(): Promise<void> {
  await applyD1Migrations(env.YEARS, env.MIGRATIONS.outlets)
  await applyD1Migrations(env.PLATFORM_YEARS, env.MIGRATIONS.platform)
}

/** Rows of another database as they are. */
async function copy(to: D1Database, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const picks = columns.map((_, i) => `json_extract(value, '$[${i}]')`).join(', ')
  await to
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) SELECT ${picks} FROM json_each(?)`)
    .bind(JSON.stringify(rows.map((r) => columns.map((c) => r[c]))))
    .run()
}

/** As `makeRestaurant` makes it, but kept in the database of the years. */
async function moved(w: World): Promise<void> {
  for (const name of [outlets.categories, outlets.menuItems, outlets.diningTables].map(getTableName))
    await copy(env.YEARS, name, await w.rows(`SELECT * FROM ${name} WHERE restaurant_id = ?`, w.id))
}

/** Rows numbered `i` from 0, the newest first. */
const insert = (table: string, columns: string, count: number, values: SQL, rest: SQL = sql``): SQL =>
  sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count}) INSERT INTO ${sql.raw(table)} (${sql.raw(columns)}) SELECT ${values} FROM n ${rest}`

export async function withYears(orders: number): Promise<Old> {
  const w = await makeRestaurant({ tables: 12, partnerId: randomId() })
  await moved(w)
  const r = w.id
  const now = today()
  const days = Math.ceil(orders / A_DAY)
  const known = days * NEW_A_DAY
  // The restaurant's own end keeps two restaurants' ids apart.
  const id = (letter: string, i = 'i') => sql.raw(`('${letter}${r.slice(-8)}-' || printf('%07d', ${i}))`)
  const dayOf = (i: string, each: number) => `date('${now}', '-' || (${i} / ${each}) || ' days')`
  const day = sql.raw(dayOf('i', A_DAY))
  // Between half past nine in the morning and half past five, in Kolkata.
  const at = sql.raw(`(${dayOf('i', A_DAY)} || 'T' || time(43200 - (i % ${A_DAY}) * 144, 'unixepoch') || '.000Z')`)
  const open = `(i < 20 OR i = ${orders - 50})`
  const status = `CASE WHEN ${open} THEN 'pending' WHEN i % 50 = 7 THEN 'cancelled' ELSE 'completed' END`
  const payment = `CASE WHEN ${open} OR i % 50 = 7 THEN 'unpaid' WHEN i % 97 = 3 THEN 'refunded' ELSE 'paid' END`
  // Eight of the open ones are at tables.
  const dines = `(i < 8 OR (NOT ${open} AND i % 5 > 0 AND i % 11 > 0))`
  const type = `CASE WHEN ${dines} THEN 'Dine In' WHEN ${open} OR i % 5 = 0 THEN 'Take Away' ELSE 'Delivery' END`
  // Every second order is a known customer's.
  const customer = `((i * 7919) % ${known})`
  const mobileOf = (k: string) => `('98' || printf('%08d', ${k} * 37))`
  const mobile = sql.raw(`CASE WHEN i % 2 = 0 THEN ${mobileOf(customer)} ELSE '' END`)
  const visited = sql.raw(`WHERE i % 2 = 0 AND NOT ${open} AND i % 50 <> 7 AND i % 97 <> 3`)
  const last = sql.raw(
    `CASE WHEN i % 25 > 0 THEN ${dayOf('i', NEW_A_DAY / 2)} || 'T' || time((i * 7919) % 86400, 'unixepoch') || '.000Z' END`,
  )
  const tables = JSON.stringify(w.tables)
  const items = JSON.stringify(Object.values(w.items))
  const material = id('m', 'i % 10')
  const figures = JSON.stringify([
    ...['sales', 'refund', 'discount'].map((kind) => [kind, '']),
    ...Array.from({ length: 9 }, (_, i) => ['hour', String(i + 10)]),
    ...Array.from({ length: 12 }, (_, i) => ['item', `Dish ${i}`]),
    ...['Cash', 'UPI', 'Card'].map((key) => ['method', key]),
    ...['Dine In', 'Take Away', 'Delivery'].map((key) => ['type', key]),
    ...['cgst', 'sgst', 'vat'].map((key) => ['tax', key]),
    ...['cancelledOrder', 'category'].map((kind) => [kind, '']),
  ])
  for (const statement of [
    insert(
      'orders',
      `id, restaurant_id, version, table_id, table_number, sitting_id, user_id, customer_name, mobile_number, mobile_digits, order_type, serial_number, bill_number, tax_percentages,
       subtotal, cgst, sgst, vat, service_charge, grand_total, order_status, payment_status, payment_method, payments, feedback_token, business_date, created_at, completed_at, ended_date`,
      orders,
      sql`${id('o')}, ${r}, 2, CASE WHEN ${sql.raw(dines)} THEN json_extract(${tables}, '$[' || (i % 12) || ']') END, CASE WHEN ${sql.raw(dines)} THEN CAST(i % 12 + 1 AS TEXT) END, 's' || i,
        ${id('d', 'i % 100')}, '', ${mobile}, ${mobile}, ${sql.raw(type)}, i % ${A_DAY} + 1, CASE WHEN NOT ${sql.raw(open)} THEN ${orders} - i END, '{"gst":5,"vat":10,"serviceCharge":5}',
        20000, 500, 500, 0, 0, 21000, ${sql.raw(status)}, ${sql.raw(payment)}, 'Cash', '[]', 'x' || i, ${day}, ${at}, CASE WHEN NOT ${sql.raw(open)} THEN ${at} END, CASE WHEN NOT ${sql.raw(open)} THEN ${day} END`,
    ),
    insert(
      'tickets',
      'kot_id, restaurant_id, order_id, position, kot_number, date, epoch, kind, sent_by, sent_at, created_at',
      orders,
      sql`${id('k')}, ${r}, ${id('o')}, 0, i % ${A_DAY} + 1, replace(${day}, '-', ''), 1, 'new', 'Asha', ${at}, ${at}`,
    ),
    insert(
      'lines',
      'line_id, restaurant_id, order_id, kot_id, position, item_id, item_name, quantity, price, variants, addon_groups, status, status_at, diet_type, is_alcohol',
      orders * 2,
      sql`${id('l')}, ${r}, ${id('o', 'i / 2')}, ${id('k', 'i / 2')}, i % 2, ${w.items.plain}, 'Dish', 1, 10000, '[]', '[]', CASE WHEN i < 40 THEN 'Preparing' ELSE 'Served' END, '', 'veg', 0`,
    ),
    insert(
      'customers',
      'id, restaurant_id, name, mobile_number, mobile_digits, visits, total_spent, first_visit_at, last_visit_at, created_at',
      known,
      sql`${id('c')}, ${r}, 'Guest ' || i, ${sql.raw(mobileOf('i'))}, ${sql.raw(mobileOf('i'))}, CASE WHEN i % 25 > 0 THEN i % 4 + 1 ELSE 0 END, 21000, NULL, ${last}, ${now}`,
    ),
    insert(
      'visits',
      'restaurant_id, order_id, customer_id, business_date, hour, amount, is_first',
      orders,
      sql`${r}, ${id('o')}, ${id('c', customer)}, ${day}, 12, 21000, 0`,
      visited,
    ),
    insert(
      'payments',
      'id, restaurant_id, order_id, kind, method, amount, at, business_date, "by"',
      orders,
      sql`${id('p')}, ${r}, ${id('o')}, 'received', 'Cash', 21000, ${at}, ${day}, 'Asha'`,
      sql.raw(`WHERE NOT ${open} AND i % 50 <> 7`),
    ),
    insert(
      'rollups',
      'restaurant_id, business_date, kind, key, amount, count',
      days,
      sql`${r}, ${sql.raw(dayOf('i', 1))}, json_extract(f.value, '$[0]'), json_extract(f.value, '$[1]'), 21000, 1`,
      sql`CROSS JOIN json_each(${figures}) f`,
    ),
    insert(
      'stock_moves',
      'restaurant_id, key, raw_material_id, kind, delta, portions, order_id, business_date, at',
      orders,
      sql`${r}, 'sale:' || ${id('l')}, ${material}, 'sale', -100, 1, ${id('o')}, ${day}, ${at}`,
    ),
    // Ten lots bought a day, long used up, and forty that are left.
    insert(
      'stocks',
      'id, restaurant_id, raw_material_id, quantity, expiry_date, created_at',
      days * 10,
      sql`${id('t')}, ${r}, ${material}, CASE WHEN i < 40 THEN 5000 ELSE 0 END, ${day}, ${at}`,
    ),
    insert(
      'raw_materials',
      'id, restaurant_id, name, unit, current_stock, created_at',
      10,
      sql`${id('m')}, ${r}, 'Material ' || i, 'g', 20000, ${now}`,
    ),
    insert('events', 'restaurant_id, seq, event, data, at', orders / 10, sql`${r}, ${orders / 10} - i, 'orderUpdated', '{}', ${at}`),
    sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${r}, 'seq', ${orders / 10}), (${r}, 'bill', ${orders}), (${r}, ${`serial:${now.replaceAll('-', '')}`}, ${A_DAY})`,
    insert(
      'reservations',
      'id, restaurant_id, customer_name, mobile_number, party_size, date, time, starts_at, ends_at, duration_minutes, table_id, created_at',
      days * 10,
      // Ten a day, two days of them ahead.
      sql`${id('b')}, ${r}, 'Guest', '9800000000', 2, date(${sql.raw(dayOf('i', 10))}, '+2 days'), '19:00', date(${sql.raw(dayOf('i', 10))}, '+2 days') || 'T13:30:00.000Z',
        date(${sql.raw(dayOf('i', 10))}, '+2 days') || 'T15:00:00.000Z', 90, json_extract(${tables}, '$[' || (i % 12) || ']'), ${now}`,
    ),
    insert('feedback', 'order_id, restaurant_id, rating, created_at', orders / 10, sql`${id('o', 'i * 10')}, ${r}, 5, ${at}`),
    insert(
      'statistics',
      'restaurant_id, business_date, item_id, kind, count',
      days * 7,
      sql`${r}, ${sql.raw(dayOf('i', 7))}, json_extract(${items}, '$[' || (i % 7) || ']'), 'view', 9`,
    ),
    insert(
      'idempotency',
      'account, key, restaurant_id, request_hash, status, body, at',
      orders / 10,
      sql`${id('a', 'i % 20')}, 'k' || i, ${r}, '', 200, '{}', ${at}`,
    ),
  ])
    await run(env.YEARS, statement)
  return { ...w, days, day: (n) => addDays(now, -n), mobile: '9800000370', diner: `d${r.slice(-8)}-0000005` }
}

/** Somebody who is signed in, in the platform's database of the years too: the token. */
export async function knownThere(role: Role): Promise<string> {
  const { token, accountId, sid } = await signIn(role)
  for (const [table, id] of [
    ['accounts', accountId],
    ['sessions', sid],
  ] as const) {
    const { results } = await testEnv.PLATFORM.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(id).all()
    await copy(env.PLATFORM_YEARS, table, results)
  }
  return token
}

/** Restaurants of the platform from one number up to another, five a day, the last the newest: one in five waits, one in ten was claimed, each tenth has a partner. */
export async function withRestaurants(from: number, upTo: number): Promise<void> {
  // Literals: a bound number is a real one, and would make ids of 0.0.
  const many = (table: string, columns: string, each: number, values: SQL) =>
    sql`WITH RECURSIVE n (i) AS (SELECT ${sql.raw(String(from))} UNION ALL SELECT i + ${sql.raw(String(each))} FROM n WHERE i + ${sql.raw(String(each))} < ${upTo}) INSERT INTO ${sql.raw(table)} (${sql.raw(columns)}) SELECT ${values} FROM n`
  const at = sql.raw(`(date('2010-01-01', '+' || (i / 5) || ' days') || 'T10:00:0' || (i % 5) || '.000Z')`)
  for (const statement of [
    many(
      'restaurants',
      'id, establishment_name, shard, approval_status, tax_percentages, tax_settings, payment_types, kot_settings, qr_settings, print_settings, invoice_prefix, profile, created_at',
      1,
      sql`'r' || i, 'Spice Yard ' || i, 'OUTLETS_0', CASE WHEN i % 5 = 0 THEN 'pending' ELSE 'approved' END, '{}', '{}', '[]', '{}', '{}', '{}', 'SY', json_object('address', 'Plot ' || i || ', Pune'), ${at}`,
    ),
    many('partners', 'id, name, email, created_at', 10, sql`'p' || i, 'Kavita ' || i, 'kavita' || i || '@test.test', ${at}`),
    many(
      'claims',
      'id, restaurant_id, name, email, mobile_number, documents, status, created_at',
      2,
      sql`'c' || i, 'r' || i, 'Asha', i || '@test.test', '9800000000', '[]', CASE i % 3 WHEN 0 THEN 'pending' WHEN 1 THEN 'approved' ELSE 'rejected' END, ${at}`,
    ),
    // Far from each other.
    many(
      'listings',
      'restaurant_id, name, latitude, longitude',
      1,
      sql`'r' || i, 'Spice Yard', (i % 160 - 80) * 1000000, (i / 160 - 80) * 1000000`,
    ),
  ])
    await run(env.PLATFORM_YEARS, statement)
}
