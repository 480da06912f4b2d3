import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { addDays, businessDate } from '#domain/time.ts'
import { run } from '../db/index.ts'
import { call, makeRestaurant, signIn, testEnv, type World } from '../test/world.ts'

const DAY = 86_400_000
const clock = { timezone: 'Asia/Kolkata', resetTime: '00:00' }
const today = businessDate(new Date(), clock)
/** Noon in Kolkata, so many days from today: no test crosses midnight by chance. */
const at = (days: number, hours = 0) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.parse(`${today}T06:30:00.000Z`) + days * DAY + hours * 3_600_000) })
afterEach(() => void vi.useRealTimers())

const parcel = async (w: World, lines: unknown[], more: Record<string, unknown> = {}) => {
  const order = await w.order(lines, { orderType: 'Take Away', ...more })
  const reply = await w.settle(order._id)
  if (reply.status !== 200) throw new Error(reply.text)
  return order
}
const post = async (w: World, address: string, body: unknown = {}) => {
  const reply = await w.does('superuser', `POST /api/analytics/${address}`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

describe('sales', () => {
  it('of one day: hours, tenders, types, items, categories and taxes all add up to the sales', async () => {
    at(0)
    const w = await makeRestaurant()
    await parcel(w, [w.line('plain', 2), w.line('beer')])
    const dine = await w.order([w.line('dosa')])
    await w.settle(dine._id, {
      paymentMethod: undefined,
      payments: [
        { method: 'UPI', amount: 100 },
        { method: 'Cash', amount: 98.46 },
      ],
    })
    const { sales } = await post(w, 'sales')
    // 2 × 100 and 189 with 5 % GST, 220 with 10 % VAT. Half of 5 % of 189 is 4.725, each half rounded up.
    expect(sales).toMatchObject({
      totalSales: 650.46,
      totalOrders: 2,
      averageOrderValue: 325.23,
      cancelledOrders: 0,
      refunds: 0,
      discounts: 0,
      taxes: { cgst: 9.73, sgst: 9.73, vat: 22, serviceCharge: 0 },
      paymentMethods: [
        { method: 'Cash', amount: 550.46, orders: 2 },
        { method: 'UPI', amount: 100, orders: 1 },
      ],
      orderTypes: [
        { type: 'Take Away', sales: 452, orders: 1 },
        { type: 'Dine In', sales: 198.46, orders: 1 },
      ],
      items: [
        { name: 'Kingfisher Premium', count: 1, revenue: 220 },
        { name: 'Peri Peri Fries', count: 2, revenue: 200 },
        { name: 'Masala Dosa', count: 1, revenue: 189 },
      ],
      categories: [{ name: 'Mains', count: 4, revenue: 609 }],
      range: { startDate: today, endDate: today, timezone: 'Asia/Kolkata' },
    })
    expect(sales.topItems).toEqual(sales.items)
    expect(sales.series).toHaveLength(24)
    expect(sales.series.filter((b: { orders: number }) => b.orders > 0)).toEqual([{ bucket: '12', sales: 650.46, orders: 2 }])
    expect(sales.previous).toBeUndefined()
  })

  it('of a week: a bucket a day, empty ones too, and the week before beside it', async () => {
    at(-8)
    const w = await makeRestaurant()
    await parcel(w, [w.line('beer')])
    at(-2)
    await parcel(w, [w.line('plain')])
    at(0)
    await parcel(w, [w.line('plain')])
    const { sales } = await post(w, 'sales', { period: '7d', compare: true })
    expect(sales.series).toEqual(
      [-6, -5, -4, -3, -2, -1, 0].map((d) => ({
        bucket: addDays(today, d),
        sales: d === -2 || d === 0 ? 105 : 0,
        orders: d === -2 || d === 0 ? 1 : 0,
      })),
    )
    expect(sales).toMatchObject({ totalSales: 210, totalOrders: 2, previous: { totalSales: 242, totalOrders: 1 } })
    expect(
      (await post(w, 'sales', { period: 'custom', startDate: addDays(today, -8), endDate: addDays(today, -8) })).sales.totalSales,
    ).toBe(242)
    expect((await post(w, 'sales', { period: 'yesterday' })).sales.totalSales).toBe(0)
  })

  it('says what was cancelled, why, and what it was worth', async () => {
    at(0)
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 3), w.line('beer')])
    const change = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.plain, status: 'Cancelled' }
    await w.does('cashier', 'PUT /orders/item/status', { ...change, quantityChange: -2, reason: 'Cold' })
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'Guest left' })
    const { sales } = await post(w, 'sales')
    expect(sales).toMatchObject({ totalSales: 0, totalOrders: 0, cancelledOrders: 1, cancelledValue: 520 })
    expect(sales.cancellations).toEqual([
      { item: 'Kingfisher Premium', count: 1, value: 220, reason: 'Guest left' },
      { item: 'Peri Peri Fries', count: 2, value: 200, reason: 'Cold' },
      { item: 'Peri Peri Fries', count: 1, value: 100, reason: 'Guest left' },
    ])
  })

  it.each([
    [{ period: 'custom' }, 'startDate'],
    [{ period: 'custom', startDate: '2026-02-02', endDate: '2026-02-01' }, 'endDate'],
    [{ period: 'custom', startDate: '2024-01-01', endDate: '2026-01-01' }, 'endDate'],
    [{ period: 'fortnight' }, 'period'],
  ])('%j is 422 at %s', async (body, path) => {
    const w = await makeRestaurant()
    const reply = await w.does('superuser', 'POST /api/analytics/sales', body)
    expect([reply.status, reply.body.errors[0].path]).toEqual([422, path])
  })
})

describe('customer insights', () => {
  it('tell new from returning guests, who spends most, and when they come', async () => {
    const meera = { customer_name: 'Meera', mobile_number: '+91 98450 11111' }
    at(-20)
    const w = await makeRestaurant()
    await parcel(w, [w.line('plain')], meera)
    at(0)
    await parcel(w, [w.line('beer')], { ...meera, mobile_number: '9845011111' })
    at(0, 3)
    await parcel(w, [w.line('plain')], { customer_name: 'Arjun', mobile_number: '9845022222' })
    // Nobody knows who this one is.
    await parcel(w, [w.line('plain')])
    const { insights } = await post(w, 'customer-insights', { period: '7d', compare: true })
    expect(insights).toMatchObject({
      totalCustomers: 2,
      newCustomers: 1,
      returningCustomers: 1,
      averageSpend: 173.5,
      topCustomers: [
        { name: 'Meera', visits: 1, totalSpent: 242 },
        { name: 'Arjun', visits: 1, totalSpent: 105 },
      ],
      visitsByHour: [
        { hour: 12, visits: 1 },
        { hour: 15, visits: 1 },
      ],
      previous: { totalCustomers: 0, newCustomers: 0, returningCustomers: 0, averageSpend: 0 },
    })
    expect((await post(w, 'customer-insights', { period: '30d' })).insights).toMatchObject({ totalCustomers: 2, newCustomers: 2 })
  })
})

describe('a partner', () => {
  /** Two outlets on two shards, one of them in another zone, and somebody else's. */
  async function group() {
    const partnerId = randomId()
    await run(
      testEnv.PLATFORM,
      sql`INSERT INTO partners (id, name, email, created_at) VALUES (${partnerId}, 'Kavita', ${`${partnerId}@test.test`}, ${new Date().toISOString()})`,
    )
    const a = await makeRestaurant({ partnerId })
    const b = await makeRestaurant({ partnerId, shard: 'OUTLETS_1' })
    const foreign = await makeRestaurant({ partnerId: randomId() })
    return { a, b, foreign, token: (await signIn('partner', { partnerId, expiresIn: 60 * DAY })).token }
  }

  it('reads an outlet as the outlet reads itself, and no other one', async () => {
    at(0)
    const { a, b, foreign, token } = await group()
    await parcel(b, [b.line('plain')], { mobile_number: '9845011111', customer_name: 'Meera' })
    for (const call_ of ['sales', 'customer-insights', 'dashboard-analytics']) {
      const ask = (outletId: string) => call(`POST /api/analytics/outlet/${call_}`, { token, body: { outletId } })
      const reply = await ask(b.id)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.body).toEqual(await post(b, call_))
      expect((await ask(a.id)).status).toBe(200)
      for (const id of [foreign.id, randomId()]) expect([(await ask(id)).status, (await ask(id)).body.code]).toEqual([404, 'not_found'])
    }
  })

  it('sees all its outlets side by side, and their sum', async () => {
    at(-7)
    const { a, b, foreign, token } = await group()
    await parcel(a, [a.line('beer')])
    at(0)
    await parcel(a, [a.line('plain')])
    await parcel(b, [b.line('plain', 2)])
    await parcel(foreign, [foreign.line('beer', 9)])
    const reply = await call('POST /api/analytics/partner/aggregated-insights', { token, body: { period: 'today', compare: true } })
    expect(reply.status, reply.text).toBe(200)
    const { insights } = reply.body
    expect(insights.total).toEqual({
      sales: 315,
      orders: 2,
      averageOrderValue: 157.5,
      cancelledOrders: 0,
      previous: { sales: 242, orders: 1, averageOrderValue: 242, cancelledOrders: 0 },
    })
    // Both were made in the same millisecond: their order is their ids'.
    const rows = [
      { outletId: a.id, sales: 105, orders: 1, previous: { sales: 242 } },
      { outletId: b.id, sales: 210, orders: 1, previous: { sales: 0 } },
    ]
    expect(insights.outlets).toMatchObject(rows.sort((x, y) => (x.outletId < y.outletId ? -1 : 1)))
    const alone = await call('POST /api/analytics/partner/aggregated-insights', { token, body: { period: 'today', compare: false } })
    for (const figures of [alone.body.insights.total, ...alone.body.insights.outlets]) expect(figures).not.toHaveProperty('previous')
  })
})
