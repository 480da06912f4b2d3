import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { batch, shardsOf } from '../db/index.ts'
import { claims, partners, restaurants } from '../db/platform.ts'
import { update } from '../db/rows.ts'
import { sql } from 'drizzle-orm'
import { setStage, type Stage } from './stage.ts'
import { call, makeRestaurant, testEnv } from './world.ts'

/**
 * Totals are stored and not counted (docs/decisions/007-totals.md). Here they are counted over all rows that any test has left, and compared with the stored
 * ones.
 */
const SPANS = '(SELECT 0 AS span UNION ALL SELECT 7 UNION ALL SELECT 10) s'

/** The lists and their rows: `list`, `day`, `facet` and, in a shard, the restaurant. */
const OUTLETS = [
  "SELECT restaurant_id, 'orders' AS list, business_date AS day, order_type || '|' || order_status || '|' || payment_status AS facet FROM orders",
  "SELECT restaurant_id, 'orders:' || table_id, business_date, order_type || '|' || order_status || '|' || payment_status FROM orders WHERE table_id IS NOT NULL",
  "SELECT restaurant_id, 'customers', coalesce(last_visit_at, '0000-00-00'), CASE WHEN visits > 1 THEN 'regular' ELSE 'new' END FROM customers WHERE deleted_at IS NULL",
  // In one, because D1 allows five terms in a compound SELECT.
  `SELECT * FROM (SELECT restaurant_id, 'reservations', date, status FROM reservations WHERE deleted_at IS NULL
    UNION ALL SELECT restaurant_id, 'bills', coalesce(ended_date, business_date), '' FROM orders WHERE bill_number IS NOT NULL)`,
  "SELECT restaurant_id, 'feedback', created_at, rating || '' FROM feedback",
]
const PLATFORM = [
  "SELECT '' AS restaurant_id, 'restaurants' AS list, created_at AS day, approval_status AS facet FROM restaurants WHERE deleted_at IS NULL",
  "SELECT '', 'shards', created_at, shard FROM restaurants",
  "SELECT '', 'partners', created_at, '' FROM partners WHERE deleted_at IS NULL",
  "SELECT '', 'claims', created_at, status FROM claims",
]

/** Stored counts without rows, and rows without stored counts. */
async function differences(db: D1Database, rows: readonly string[], restaurantId: string): Promise<unknown[]> {
  const counted = `SELECT r.restaurant_id, r.list, s.span, substr(r.day, 1, s.span) AS start, r.facet, count(*) AS n FROM (${rows.join(' UNION ALL ')}) r CROSS JOIN ${SPANS} GROUP BY 1, 2, 3, 4, 5`
  const kept = `SELECT ${restaurantId} AS restaurant_id, list, span, start, facet, count AS n FROM tallies WHERE count <> 0`
  const [more, less] = await db.batch([db.prepare(`${kept} EXCEPT ${counted}`), db.prepare(`SELECT * FROM (${counted}) EXCEPT ${kept}`)])
  return [...(more?.results ?? []), ...(less?.results ?? [])]
}

let stage: Stage
beforeAll(async () => {
  stage = await setStage(await makeRestaurant())
})

describe('the stored counts equal the number of rows', () => {
  it('of orders, however they begin, change, move, merge and end', async () => {
    const { w } = stage
    const order = await w.order([w.line('plain'), w.line('dosa')], { tableId: w.tables[1], mobile_number: '98200 12345' })
    const away = await w.order([w.line('plain')], { orderType: 'Take Away' })
    const gone = await w.order([w.line('plain')], { orderType: 'Delivery' })
    await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[1], toTableId: w.tables[2] })
    await w.order([w.line('beer')], { tableId: w.tables[1] })
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[2], childTableIds: [w.tables[1]] })
    await w.does('cashier', 'PUT /pos/order', { orderId: away._id, orderData: { orderType: 'Delivery' } })
    await w.does('cashier', 'PUT /orders/status', { orderId: gone._id, orderStatus: 'cancelled', reason: 'left' })
    await w.settle(order._id)
    await w.settle(away._id, { complete: false })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'refunded', reason: 'cold' })
    const { totalOrders } = (await w.does('cashier', 'GET /orders')).body
    expect(totalOrders).toBe((await w.rows('SELECT id FROM orders WHERE restaurant_id = ?', w.id)).length)
    for (const { db } of shardsOf(testEnv)) expect(await differences(db, OUTLETS, 'restaurant_id')).toEqual([])
  })

  it('of customers who come, come again, are refunded, deleted and entered by hand', async () => {
    const { w } = stage
    const eat = async (mobile_number: string) => {
      const { _id } = await w.order([w.line('plain')], { orderType: 'Take Away', mobile_number })
      await w.settle(_id)
      return _id
    }
    await eat('90000 00001')
    const again = await eat('90000 00001')
    const once = await eat('90000 00002')
    for (const orderId of [again, once])
      await w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'refunded', reason: 'cold' })
    const { customer } = (await w.does('generalManager', 'POST /restaurant/customer', { name: 'Meera', mobile_number: '90000 00003' })).body
    await w.does('generalManager', `DELETE /restaurant/customer?id=${customer._id}`)
    await w.rows(
      "UPDATE customers SET visits = 9, last_visit_at = '2020-02-02T00:00:00.000Z' WHERE restaurant_id = ? AND mobile_digits = '9000000002'",
      w.id,
    )
    for (const { db } of shardsOf(testEnv)) expect(await differences(db, OUTLETS, 'restaurant_id')).toEqual([])
  })

  it('of reservations that are booked, moved to another day, cancelled, removed and entered by hand', async () => {
    const { w } = stage
    const book = async (date: string) => {
      const body = { customerName: 'Meera', mobile_number: '9820012345', partySize: 2, date, time: '20:00' }
      return (await w.does('cashier', 'POST /restaurant/reservations/create', body)).body.reservation._id as string
    }
    const [moved, cancelled, gone] = [await book('2031-01-31'), await book('2031-01-31'), await book('2031-02-01')]
    await w.does('cashier', `PUT /restaurant/reservations/update/${moved}`, { date: '2031-03-01', note: 'Window' })
    await w.does('cashier', `PUT /restaurant/reservations/update/${cancelled}`, { status: 'cancelled' })
    await w.does('cashier', `DELETE /restaurant/reservations/delete/${gone}`)
    await w.rows("UPDATE reservations SET date = '2020-02-02' WHERE id = ?", moved)
    const { totalReservations } = (await w.does('cashier', 'GET /restaurant/reservations?from=2020-01-01')).body
    expect(totalReservations).toBe(
      (await w.rows('SELECT id FROM reservations WHERE restaurant_id = ? AND deleted_at IS NULL', w.id)).length,
    )
    for (const { db } of shardsOf(testEnv)) expect(await differences(db, OUTLETS, 'restaurant_id')).toEqual([])
  })

  it('of feedback that is given, tried twice, entered by hand and taken back', async () => {
    const { w } = stage
    for (const rating of [5, 5, 2, 1]) {
      const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
      await w.settle(order._id)
      const [{ feedback_token: feedbackToken }] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', order._id)
      const body = { orderId: order._id, rating, feedbackToken }
      expect([(await call('POST /feedback/submit', { body })).status, (await call('POST /feedback/submit', { body })).status]).toEqual([
        201, 409,
      ])
    }
    await w.rows("UPDATE feedback SET rating = 4, created_at = '2020-02-02T00:00:00.000Z' WHERE restaurant_id = ? AND rating = 2", w.id)
    await w.rows('DELETE FROM feedback WHERE restaurant_id = ? AND rating = 1', w.id)
    const { totalFeedback } = (await w.does('generalManager', 'GET /restaurant/feedback')).body
    expect(totalFeedback).toBe((await w.rows('SELECT order_id FROM feedback WHERE restaurant_id = ?', w.id)).length)
    for (const { db } of shardsOf(testEnv)) expect(await differences(db, OUTLETS, 'restaurant_id')).toEqual([])
  })

  it('of a restaurant whose rows were deleted, which is zero', async () => {
    const w = await makeRestaurant()
    await w.rows(
      "INSERT INTO feedback (order_id, restaurant_id, rating, created_at) VALUES (?, ?, 3, '2026-01-01T00:00:00.000Z')",
      randomId(),
      w.id,
    )
    await w.order([w.line('plain')])
    const booking = { customerName: 'Meera', mobile_number: '9820012345', partySize: 2, date: '2031-01-31', time: '20:00' }
    expect((await w.does('cashier', 'POST /restaurant/reservations/create', booking)).status).toBe(201)
    await w.rows('DELETE FROM orders WHERE restaurant_id = ?', w.id)
    await w.rows('DELETE FROM customers WHERE restaurant_id = ?', w.id)
    await w.rows('DELETE FROM reservations WHERE restaurant_id = ?', w.id)
    await w.rows('DELETE FROM feedback WHERE restaurant_id = ?', w.id)
    expect(await w.rows('SELECT * FROM tallies WHERE restaurant_id = ? AND count <> 0', w.id)).toEqual([])
  })

  it('of restaurants, partners and claims', async () => {
    const other = await makeRestaurant({ approvalStatus: 'pending' })
    const partnerId = randomId()
    await batch(testEnv.PLATFORM, [
      update(restaurants, { approvalStatus: 'approved', shard: 'OUTLETS_1' }, sql`id = ${other.id}`),
      update(restaurants, { deletedAt: new Date().toISOString() }, sql`id = ${(await makeRestaurant()).id}`),
      sql`INSERT INTO partners (id, name, email, created_at) VALUES (${partnerId}, 'Kavita', 'kavita@test.test', '2026-01-01T00:00:00.000Z')`,
      update(partners, { deletedAt: new Date().toISOString() }, sql`id = ${partnerId}`),
      update(claims, { status: 'completed' }, sql`restaurant_id = ${stage.w.id}`),
    ])
    expect(await differences(testEnv.PLATFORM, PLATFORM, "''")).toEqual([])
  })
})

describe('pages far back', () => {
  /** Orders by SQL, `created` of them a day for so many days, each its own minute. */
  const seed = async (days: number, perDay: number) => {
    const w = await makeRestaurant()
    await w.rows(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
       INSERT INTO orders (id, restaurant_id, version, table_id, order_type, serial_number, tax_percentages, subtotal, cgst, sgst, vat, service_charge, grand_total, order_status, payment_status, payments, feedback_token, business_date, created_at)
       SELECT ? || i, ?, 1, CASE WHEN i % 3 = 0 THEN ? END, CASE i % 3 WHEN 0 THEN 'Dine In' WHEN 1 THEN 'Take Away' ELSE 'Delivery' END, i % ?, '{"gst":5,"vat":10,"serviceCharge":5}', 0, 0, 0, 0, 0, 0,
         CASE WHEN i % 10 = 9 THEN 'cancelled' ELSE 'completed' END, CASE WHEN i % 10 = 9 THEN 'unpaid' WHEN i % 40 = 0 THEN 'refunded' ELSE 'paid' END, '[]', '',
         date('2026-11-21', '-' || (i / ?) || ' days'), date('2026-11-21', '-' || (i / ?) || ' days') || 'T' || time(43200 - (i % ?) * 60, 'unixepoch') || '.000Z' FROM n`,
      days * perDay,
      w.id.slice(-12),
      w.id,
      w.tables[0],
      perDay,
      perDay,
      perDay,
      perDay,
    )
    return w
  }

  it('equal those found by counting every row before them, whatever the filter', async () => {
    const w = await seed(150, 12)
    const token = await w.as('cashier')
    const filters: [string, string][] = [
      ['', 'true'],
      ['status=cancelled', "order_status = 'cancelled'"],
      ['paymentStatus=refunded', "payment_status = 'refunded'"],
      ['status=completed&orderType=Delivery', "order_status = 'completed' AND order_type = 'Delivery'"],
      [`tableId=${w.tables[0]}`, 'table_id IS NOT NULL'],
      [`tableId=${w.tables[0]}&status=cancelled`, "table_id IS NOT NULL AND order_status = 'cancelled'"],
      ['startDate=2026-07-10&endDate=2026-11-03', "business_date BETWEEN '2026-07-10' AND '2026-11-03'"],
      ['endDate=2026-10-31&status=completed', "business_date <= '2026-10-31' AND order_status = 'completed'"],
      ['startDate=2026-08-31', "business_date >= '2026-08-31'"],
      ['startDate=2026-09-02&endDate=2026-09-29', "business_date BETWEEN '2026-09-02' AND '2026-09-29'"],
    ]
    for (const [query, where] of filters) {
      const all = (
        await w.rows(`SELECT id FROM orders WHERE restaurant_id = ? AND ${where} ORDER BY business_date DESC, created_at DESC`, w.id)
      ).map((r) => r.id)
      for (const limit of [7, 100])
        for (const page of [1, 2, 30, 33, Math.ceil(all.length / limit), Math.ceil(all.length / limit) + 1]) {
          const { body } = await call(`GET /orders?${query}&limit=${limit}&page=${page}`, { token })
          expect([query, page, body.totalOrders, body.totalPages]).toEqual([
            query,
            page,
            all.length,
            Math.max(1, Math.ceil(all.length / limit)),
          ])
          expect(
            body.orders.map((o: { _id: string }) => o._id),
            `${query} page ${page} of ${limit}`,
          ).toEqual(all.slice((page - 1) * limit, page * limit))
        }
    }
  })

  it('are right for bills too, whose day is that on which their order ended', async () => {
    const w = await seed(60, 12)
    // The last order of each day is settled after midnight, and some of today’s aren’t settled yet.
    await w.rows(
      `UPDATE orders SET bill_number = 10000 - substr(id, 13), ended_date = CASE WHEN serial_number = 0 THEN date(business_date, '+1 day') WHEN serial_number > 2 THEN business_date END
       WHERE restaurant_id = ? AND serial_number <> 5`,
      w.id,
    )
    const day = 'coalesce(ended_date, business_date)'
    for (const [query, where] of [
      ['', 'true'],
      ['&startDate=2026-09-30&endDate=2026-11-13', `${day} BETWEEN '2026-09-30' AND '2026-11-13'`],
      ['&endDate=2026-11-20', `${day} <= '2026-11-20'`],
    ]) {
      const all = await w.rows(
        `SELECT bill_number FROM orders WHERE restaurant_id = ? AND bill_number IS NOT NULL AND ${where} ORDER BY ${day} DESC, bill_number DESC`,
        w.id,
      )
      const last = Math.ceil(all.length / 7)
      for (const page of [1, 2, 31, last, last + 1]) {
        const { body } = await w.does('cashier', `GET /orders?billed=true&limit=7&page=${page}${query}`)
        const wanted = all.slice((page - 1) * 7, page * 7).map((r) => r.bill_number)
        expect([query, page, body.totalOrders, body.orders.map((o: { billNumber: number }) => o.billNumber)]).toEqual([
          query,
          page,
          all.length,
          wanted,
        ])
      }
    }
  })

  it('are right for reservations too, which begin with the oldest', async () => {
    const w = await makeRestaurant()
    // Seven a day for a year and a half, two of each minute; every thirteenth was taken out.
    await w.rows(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 3800)
       INSERT INTO reservations (id, restaurant_id, customer_name, mobile_number, party_size, date, time, starts_at, ends_at, duration_minutes, status, created_at, deleted_at)
       SELECT ? || i, ?, 'Guest', '', 2, date('2025-06-10', (i / 7) || ' days'), '1' || (i % 7 / 2) || ':00', '', '', 90,
         CASE WHEN i % 10 = 9 THEN 'noShow' WHEN i % 200 > 3 THEN 'completed' ELSE 'booked' END, '', CASE WHEN i % 13 = 0 THEN '2026-01-01' END FROM n`,
      w.id.slice(-12),
      w.id,
    )
    const token = await w.as('cashier')
    const filters: [string, string][] = [
      ['from=2020-01-01', 'true'],
      ['from=2020-01-01&status=noShow', "status = 'noShow'"],
      ['from=2025-06-01&status=booked', "status = 'booked'"],
      ['from=2025-06-20', "date >= '2025-06-20'"],
      ['from=2025-06-10&to=2026-04-09&status=completed', "date BETWEEN '2025-06-10' AND '2026-04-09' AND status = 'completed'"],
      ['from=2025-09-30&to=2026-09-01', "date BETWEEN '2025-09-30' AND '2026-09-01'"],
      ['from=2026-02-03&to=2026-02-27', "date BETWEEN '2026-02-03' AND '2026-02-27'"],
      ['to=2026-08-31', "date BETWEEN '2025-08-30' AND '2026-08-31'"],
    ]
    for (const [query, where] of filters) {
      const all = (
        await w.rows(
          `SELECT id FROM reservations WHERE restaurant_id = ? AND deleted_at IS NULL AND ${where} ORDER BY date, time, rowid`,
          w.id,
        )
      ).map((r) => r.id)
      for (const limit of [7, 100])
        for (const page of [1, 2, 30, 33, 210, Math.ceil(all.length / limit), Math.ceil(all.length / limit) + 1]) {
          const { body } = await call(`GET /restaurant/reservations?${query}&limit=${limit}&page=${page}`, { token })
          expect([query, page, body.totalReservations, body.totalPages]).toEqual([
            query,
            page,
            all.length,
            Math.max(1, Math.ceil(all.length / limit)),
          ])
          expect(
            body.reservations.map((r: { _id: string }) => r._id),
            `${query} page ${page} of ${limit}`,
          ).toEqual(all.slice((page - 1) * limit, page * limit))
        }
    }
  })

  it('are right for customers too, in every segment', async () => {
    const w = await makeRestaurant()
    const now = Date.now()
    const rows = Array.from({ length: 900 }, (_, i) => ({
      id: `${w.id.slice(-12)}${i}`,
      visits: i % 9 === 0 ? 0 : (i % 3) + 1,
      // Some within the minute that parts who lapsed from who did not.
      at:
        i % 9 === 0
          ? null
          : new Date(now - (i % 20 === 0 ? 60 * 86_400_000 + (i % 2 ? 30_000 : -30_000) : i * 3 * 3_600_000)).toISOString(),
    }))
    await w.rows(
      `INSERT INTO customers (id, restaurant_id, name, mobile_number, mobile_digits, visits, last_visit_at, created_at)
       SELECT json_extract(value, '$[0]'), ?, 'Guest', '98' || key, '98' || key, json_extract(value, '$[1]'), json_extract(value, '$[2]'), '' FROM json_each(?)`,
      w.id,
      JSON.stringify(rows.map((r) => [r.id, r.visits, r.at])),
    )
    const token = await w.as('generalManager')
    const lapsed = new Date(now - 60 * 86_400_000).toISOString()
    const segments: [string, (r: (typeof rows)[number]) => boolean][] = [
      ['', () => true],
      ['segment=lapsed', (r) => r.at !== null && r.at < lapsed],
      ['segment=new', (r) => r.visits <= 1 && !(r.at !== null && r.at < lapsed)],
      ['segment=regular', (r) => r.visits > 1 && !(r.at !== null && r.at < lapsed)],
    ]
    for (const [query, fits] of segments) {
      const all = rows.filter(fits)
      const seen: string[] = []
      for (let page = 1; page === 1 || seen.length < all.length; page++) {
        const { body } = await call(`GET /restaurant/customers?${query}&limit=23&page=${page}`, { token })
        expect([query, body.totalCustomers]).toEqual([query, all.length])
        expect(body.customers.length, `${query} page ${page}`).toBe(Math.min(23, all.length - seen.length))
        seen.push(...body.customers.map((c: { _id: string }) => c._id))
      }
      const byVisit = (id: string) => rows.find((r) => r.id === id)?.at ?? ''
      expect(new Set(seen)).toEqual(new Set(all.map((r) => r.id)))
      expect(seen.map(byVisit)).toEqual(seen.map(byVisit).sort().reverse())
    }
  })
})

it('a search of the back office finds words by their beginning, wherever they stand and whatever is written between', async () => {
  const word = randomId().slice(-8)
  const w = await makeRestaurant()
  const { PLATFORM } = testEnv
  await batch(PLATFORM, [
    update(
      restaurants,
      { establishmentName: `The "Old" ${word}-Yard`, profile: { address: `12/3,\n${word}town; Pune` } },
      sql`id = ${w.id}`,
    ),
  ])
  const found = async (search: string) => {
    const reply = await call(`GET /backoffice/restaurants?search=${encodeURIComponent(search)}`, { token: await w.as('backoffice') })
    if (reply.status !== 200) throw new Error(`${search}: ${reply.text}`)
    return reply.body.restaurants.map((r: { _id: string }) => r._id)
  }
  for (const search of [word, word.toUpperCase(), word.slice(0, 7), `yard ${word}`, `${word}town`, `"old" ${word}`, `${word} pun`])
    expect([search, await found(search)]).toEqual([search, [w.id]])
  for (const search of [word.slice(1), `${word} nowhere`, '%', '"', ', -']) expect([search, await found(search)]).toEqual([search, []])
})
