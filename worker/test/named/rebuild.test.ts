import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { chanceOf, houseOf } from '../house.ts'
import { meanwhile } from '../meanwhile.ts'
import { call, makeRestaurant, signIn, type World } from '../world.ts'
import { newSettings } from '#domain/settings.ts'

/** The books against the orders: after any commands in any order the rollups agree with the orders, and can be rebuilt from them. */

afterEach(() => void vi.useRealTimers())
const setNow = (at: number) => vi.useFakeTimers({ toFake: ['Date'], now: at })
const MINUTE = 60_000
const HOUR = 60 * MINUTE

// ---------------------------------------------------------------- what the books say

const BOOKS = {
  rollups: 'SELECT business_date, kind, key, amount, count FROM rollups WHERE restaurant_id = ? ORDER BY business_date, kind, key',
  visits: 'SELECT order_id, customer_id, business_date, hour, amount, is_first FROM visits WHERE restaurant_id = ? ORDER BY order_id',
  customers:
    'SELECT id, mobile_digits, visits, total_spent, first_visit_at, last_visit_at FROM customers WHERE restaurant_id = ? ORDER BY id',
}
type Book = keyof typeof BOOKS
const read = (w: World, book: Book) => w.rows(BOOKS[book], w.id)
const books = async (w: World) => ({
  rollups: await read(w, 'rollups'),
  visits: await read(w, 'visits'),
  customers: await read(w, 'customers'),
})

let admin = ''
/** The whole of a restaurant's past, as `npm run rebuild` walks it. */
async function rebuild(w: World, more: { check?: boolean; endDate?: string } = {}) {
  const sum = { differences: 0, visits: 0, customers: 0, examples: [] as unknown[], calls: 0 }
  for (let endDate = more.endDate; ;) {
    const reply = await call('POST /backoffice/rebuild', {
      token: admin,
      body: { restaurantId: w.id, days: 31, check: more.check ?? false, endDate },
    })
    if (reply.status !== 200) throw new Error(reply.text)
    const done = reply.body.rebuild
    sum.differences += done.differences
    sum.visits += done.visits
    sum.customers += done.customers
    sum.examples.push(...done.examples)
    sum.calls++
    if (done.earlier === null) return sum
    endDate = done.earlier
  }
}
const RIGHT = { differences: 0, visits: 0, customers: 0, examples: [] }

/** What the orders' own rows come to, added up by the database: paise. */
async function orderSums(w: World) {
  const [sums] = await w.rows(
    `SELECT count(*) AS orders, sum(grand_total) AS sold, sum(discount) AS discounts, sum(cgst + sgst) AS gst, sum(vat) AS vat, sum(service_charge) AS service,
       sum(CASE WHEN refund IS NOT NULL THEN grand_total ELSE 0 END) AS refunded, sum(CASE WHEN refund IS NOT NULL THEN cgst + sgst ELSE 0 END) AS gstBack
     FROM orders WHERE restaurant_id = ? AND order_status = 'completed'`,
    w.id,
  )
  const tenders = await w.rows(
    `SELECT json_extract(p.value, '$.method') AS method, sum(json_extract(p.value, '$.amount')) AS amount
     FROM orders o JOIN json_each(o.payments) p WHERE o.restaurant_id = ? GROUP BY 1 ORDER BY 1`,
    w.id,
  )
  const [open] = await w.rows(
    `SELECT coalesce(sum(json_extract(p.value, '$.amount')), 0) AS amount FROM orders o JOIN json_each(o.payments) p WHERE o.restaurant_id = ? AND o.order_status = 'pending'`,
    w.id,
  )
  const [cancelled] = await w.rows(
    `SELECT count(*) AS orders FROM orders o WHERE o.restaurant_id = ? AND o.order_status = 'cancelled'
       AND EXISTS (SELECT 1 FROM lines l JOIN tickets t ON t.restaurant_id = l.restaurant_id AND t.kot_id = l.kot_id
                   WHERE l.order_id = o.id AND t.held = 0 AND NOT (l.status = 'Cancelled' AND l.status_at < t.sent_at))`,
    w.id,
  )
  return { ...sums, tenders, open: open.amount, cancelled: cancelled.orders }
}

describe('1,000 random commands over two restaurants on two shards and about 20 business days', () => {
  it('leave books that agree with the orders row by row and to the paisa, and that a rebuild reproduces', async () => {
    const seed = 20_261_121
    const rng = chanceOf(seed)
    // In Kolkata a financial year ends on the way, in New York the clocks are put forward.
    let now = Date.parse('2027-03-13T06:00:00.000Z')
    setNow(now)
    admin = (await signIn('admin', { expiresIn: 90 * 24 * HOUR })).token
    const kot = newSettings().kotSettings
    const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true }
    const houses = await Promise.all([
      houseOf(
        await makeRestaurant({ tables: 5, remaining: 40, settings: { kotSettings: { ...kot, resetTime: '04:00' }, qrSettings } }),
        rng,
      ),
      houseOf(
        await makeRestaurant({
          shard: 'OUTLETS_1',
          tables: 5,
          remaining: 40,
          settings: {
            timezone: 'America/New_York',
            kotSettings: { ...kot, resetTime: '00:00' },
            taxPercentages: { gst: 18, vat: 12.5, serviceCharge: 7.5 },
            taxSettings: { roundOff: true },
            qrSettings,
          },
        }),
        rng,
      ),
    ])
    for (let n = 0; n < 1000; n += houses.length) {
      await Promise.all(houses.map((house) => house.step()))
      // Minutes, with now and then a night between; often over a midnight or a reset time.
      now += rng.chance(0.06) ? rng.int(4, 16) * HOUR : rng.int(1, 12) * MINUTE
      setNow(now)
    }
    for (const { w, stock, done, commands } of houses) {
      // Every command has been done, and most of what was asked was.
      expect(commands.filter((name) => !done.by.has(name))).toEqual([])
      expect(done.ok).toBeGreaterThan(250)
      await stock.mustAddUp()
      expect(await rebuild(w, { check: true })).toMatchObject(RIGHT)
      const written = await books(w)
      const sum = (kind: string, of: 'amount' | 'count', key?: string) =>
        written.rollups.reduce((n, r) => (r.kind === kind && (key === undefined || r.key === key) ? n + r[of] : n), 0)
      const orders = await orderSums(w)
      expect(sum('sales', 'amount')).toBe(orders.sold - orders.refunded)
      expect(sum('sales', 'count')).toBe(orders.orders)
      expect(sum('refund', 'amount')).toBe(orders.refunded)
      expect(sum('cancelledOrder', 'count')).toBe(orders.cancelled)
      expect(sum('tax', 'amount', 'cgst') + sum('tax', 'amount', 'sgst')).toBe(orders.gst - orders.gstBack)
      for (const { method, amount } of orders.tenders) expect([method, sum('method', 'amount', method)]).toEqual([method, amount])
      for (const kind of ['hour', 'type']) expect([kind, sum(kind, 'amount')]).toEqual([kind, sum('sales', 'amount')])
      // The rows of each order come to its payments, method by method.
      expect(
        await w.rows(
          'SELECT order_id AS id, method, sum(amount) AS amount FROM payments WHERE restaurant_id = ? GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2',
          w.id,
        ),
      ).toEqual(
        await w.rows(
          "SELECT o.id, json_extract(p.value, '$.method') AS method, json_extract(p.value, '$.amount') AS amount FROM orders o JOIN json_each(o.payments) p WHERE o.restaurant_id = ? ORDER BY 1, 2",
          w.id,
        ),
      )
      const kinds = await w.rows('SELECT DISTINCT kind FROM payments WHERE restaurant_id = ? ORDER BY kind', w.id)
      expect(kinds.map((r) => r.kind)).toEqual(expect.arrayContaining(['corrected', 'received', 'returned']))
      // Money by the day it moved: what it came to as sales, and what is on orders that are still open.
      expect(sum('open', 'amount')).toBe(orders.open)
      for (const date of new Set(written.rollups.map((r) => r.business_date))) {
        const day = (kind: string) => written.rollups.reduce((n, r) => (r.business_date === date && r.kind === kind ? n + r.amount : n), 0)
        expect([date, day('method')]).toEqual([date, day('sales') + day('open')])
      }
      expect(sum('item', 'amount') - sum('discount', 'amount') + sum('tax', 'amount')).toBe(sum('sales', 'amount'))
      expect(written.customers.map((c) => [c.visits, c.total_spent])).toEqual(
        written.customers.map((c) => {
          const own = written.visits.filter((v) => v.customer_id === c.id)
          return [own.length, own.reduce((n, v) => n + v.amount, 0)]
        }),
      )
      expect(new Set(written.rollups.map((r) => r.business_date)).size).toBeGreaterThan(10)

      // Again from nothing but the orders.
      await w.rows('DELETE FROM rollups WHERE restaurant_id = ?', w.id)
      await w.rows('DELETE FROM visits WHERE restaurant_id = ?', w.id)
      await w.rows(
        'UPDATE customers SET visits = 0, total_spent = 7, first_visit_at = NULL, last_visit_at = NULL WHERE restaurant_id = ?',
        w.id,
      )
      const first = await rebuild(w)
      expect(first.differences).toBe(written.rollups.length)
      expect(first.visits).toBe(written.visits.length)
      expect(await books(w)).toEqual(written)
      // Once more changes nothing.
      expect(await rebuild(w)).toMatchObject(RIGHT)
      expect(await books(w)).toEqual(written)
    }
  }, 300_000)
})

describe('a rebuild', () => {
  /** Two days with a bit of everything, and a customer who came on both. */
  async function evenings() {
    setNow(Date.parse('2027-01-04T10:00:00.000Z'))
    admin = (await signIn('admin', { expiresIn: 90 * 24 * HOUR })).token
    const w = await makeRestaurant()
    const who = { customer_name: 'Meera', mobile_number: '9812345678' }
    const sale = async (more: object = who) => {
      const order = await w.order([w.line('dosa', 2), w.line('beer')], { orderType: 'Take Away', ...more })
      expect((await w.settle(order._id)).status).toBe(200)
      return order
    }
    const first = await sale()
    const order = await w.order([w.line('plain', 3)])
    const kot = { orderId: order._id, kotId: order.kots[0]?.kotId, status: 'Cancelled', reason: 'late' }
    await w.does('cashier', 'PUT /orders/item/status', { ...kot, quantityChange: -1 })
    setNow(Date.parse('2027-01-05T10:00:00.000Z'))
    await sale()
    await sale({})
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: first._id, paymentStatus: 'refunded', reason: 'cold' })
    return { w, sale }
  }

  it('reports each wrong figure and corrects it; a check only reports it', async () => {
    const { w } = await evenings()
    const right = await books(w)
    await w.rows("UPDATE rollups SET amount = amount + 1 WHERE restaurant_id = ? AND business_date = '2027-01-04' AND kind = 'sales'", w.id)
    await w.rows("DELETE FROM rollups WHERE restaurant_id = ? AND business_date = '2027-01-05' AND kind = 'refund'", w.id)
    await w.rows(
      "INSERT INTO rollups (restaurant_id, business_date, kind, key, amount, count) VALUES (?, '2026-12-24', 'item', 'Goose', 500, 1)",
      w.id,
    )
    await w.rows('UPDATE customers SET total_spent = total_spent - 1 WHERE restaurant_id = ?', w.id)
    const wrong = await books(w)
    const found = await rebuild(w, { check: true })
    const sold = 378 + 220 + 9.45 * 2 + 22
    expect(found).toMatchObject({ differences: 3, visits: 0, customers: 1 })
    expect(found.examples).toEqual([
      { date: '2026-12-24', kind: 'item', key: 'Goose', was: { amount: 5, count: 1 }, is: null },
      { date: '2027-01-04', kind: 'sales', key: '', was: { amount: sold + 0.01, count: 1 }, is: { amount: sold, count: 1 } },
      { date: '2027-01-05', kind: 'refund', key: 'Take Away', was: null, is: { amount: sold, count: 1 } },
    ])
    expect(await books(w)).toEqual(wrong)
    expect(await rebuild(w)).toMatchObject({ differences: 3, customers: 1 })
    expect(await books(w)).toEqual(right)
    expect(await rebuild(w, { check: true })).toMatchObject(RIGHT)
  })

  it('gives orders of an older version, which had no business date in the books, the date by the restaurant’s clock', async () => {
    const { w } = await evenings()
    const right = await books(w)
    await w.rows('UPDATE orders SET ended_date = NULL, ended_hour = NULL, refund_date = NULL WHERE restaurant_id = ?', w.id)
    await w.rows("UPDATE orders SET refund = json_remove(refund, '$.hour') WHERE restaurant_id = ? AND refund IS NOT NULL", w.id)
    await w.rows('UPDATE lines SET booked_date = NULL WHERE restaurant_id = ?', w.id)
    expect(await rebuild(w)).toMatchObject(RIGHT)
    expect(await books(w)).toEqual(right)
    const [{ n }] = await w.rows('SELECT count(*) AS n FROM orders WHERE restaurant_id = ? AND ended_date IS NULL', w.id)
    expect(n).toBe(0)
  })

  it('leaves a visit with the customer who made it, even when the number has changed', async () => {
    const { w, sale } = await evenings()
    const [customer] = (await w.does('superuser', 'GET /restaurant/customers?mobile_number=9812345678')).body.customers
    await w.does('superuser', `PUT /restaurant/customer?id=${customer._id}`, { mobile_number: '9800000009' })
    await sale()
    const right = await books(w)
    expect(right.customers.map((c) => [c.mobile_digits, c.visits]).sort()).toEqual([
      ['9800000009', 1],
      ['9812345678', 1],
    ])
    expect(await rebuild(w)).toMatchObject(RIGHT)
    expect(await books(w)).toEqual(right)
  })

  it('is safe while sales go on: nothing sold meanwhile is lost or counted twice', async () => {
    const { w, sale } = await evenings()
    await w.rows('UPDATE rollups SET amount = 0, count = 0 WHERE restaurant_id = ?', w.id)
    // Two administrators who don't know of each other, and an evening's tills.
    for (let n = 0; n < 4; n++)
      await Promise.all([rebuild(w), sale(), sale({ mobile_number: `980000000${n}` }), rebuild(w), sale({}), sale(), sale()])
    await rebuild(w)
    const [{ sold }] = await w.rows(
      "SELECT sum(grand_total) AS sold FROM orders WHERE restaurant_id = ? AND order_status = 'completed' AND refund IS NULL",
      w.id,
    )
    const rollups = await read(w, 'rollups')
    expect(rollups.reduce((sum, r) => (r.kind === 'sales' ? sum + r.amount : sum), 0)).toBe(sold)
    expect(await rebuild(w, { check: true })).toMatchObject(RIGHT)
  })

  it('corrects each figure once when five administrators start it at once', async () => {
    const { w } = await evenings()
    const right = await books(w)
    for (let round = 0; round < 3; round++) {
      await w.rows('UPDATE rollups SET amount = amount + 100, count = count + 1 WHERE restaurant_id = ?', w.id)
      await w.rows('DELETE FROM visits WHERE restaurant_id = ?', w.id)
      await Promise.all(Array.from({ length: 5 }, () => rebuild(w)))
      expect(await books(w)).toEqual(right)
    }
  })

  it('gives up in the end with 409 when others overtake it each time, and leaves nothing half done', async () => {
    const { w } = await evenings()
    await w.rows('UPDATE rollups SET amount = amount + 100 WHERE restaurant_id = ?', w.id)
    const wrong = await books(w)
    const others = () =>
      w.rows("INSERT INTO counters (restaurant_id, name, value) VALUES (?, 'rebuild', 1) ON CONFLICT DO UPDATE SET value = value + 1", w.id)
    const reply = await call('POST /backoffice/rebuild', {
      token: admin,
      body: { restaurantId: w.id },
      via: meanwhile(others, { again: true }),
    })
    expect([reply.status, reply.body.code, reply.body.retryAfter]).toEqual([409, 'busy', 1])
    expect(await books(w)).toEqual(wrong)
  })

  it('can be started only by an administrator, for one existing restaurant', async () => {
    const { w } = await evenings()
    const body = { restaurantId: w.id }
    for (const role of ['backoffice', 'partner', 'superuser'] as const)
      expect((await w.does(role, 'POST /backoffice/rebuild', body)).status).toBe(403)
    expect((await call('POST /backoffice/rebuild', { token: admin, body: { restaurantId: randomId() } })).status).toBe(404)
    for (const more of [{ days: 0 }, { days: 32 }, { endDate: '2027-02-30' }])
      expect((await call('POST /backoffice/rebuild', { token: admin, body: { ...body, ...more } })).status).toBe(422)
    const reply = await call('POST /backoffice/rebuild', { token: admin, body })
    expect(reply.body.rebuild).toMatchObject({ startDate: '2026-12-30', endDate: '2027-01-05', differences: 0, earlier: null })
  })
})
