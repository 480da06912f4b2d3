import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { newSettings } from '#domain/settings.ts'
import { addDays, businessDate } from '#domain/time.ts'
import { outletDb, run } from '../db/index.ts'
import { read } from '../db/reads.ts'
import { call, makeRestaurant, signIn, testEnv, type World } from '../test/world.ts'
import { readRollups } from './sales.ts'

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
        { type: 'Take Away', sales: 452, orders: 1, refunds: 0 },
        { type: 'Dine In', sales: 198.46, orders: 1, refunds: 0 },
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

  it('of a week: one bucket for each day, empty ones too, with the week before beside it', async () => {
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

  it('of many days are read as sums, so that a partner’s year of all outlets is little to read: a row more for each day, its sales', async () => {
    at(-3)
    const w = await makeRestaurant()
    for (const day of [-3, -2, -1, 0]) {
      at(day)
      await parcel(w, [w.line('plain'), w.line('beer')])
    }
    const found = async (from: number) =>
      (await read(outletDb(testEnv, w.shard), { found: readRollups(w.id, { startDate: addDays(today, from), endDate: today }) })).found
    const [one, four] = [await found(0), await found(-3)]
    expect(four).toHaveLength(one.length + 3)
    expect(four.find(({ kind, key }) => kind === 'item' && key === 'Peri Peri Fries')).toMatchObject({ amount: 40_000, count: 4 })
  })

  it('of a range that is still running are compared with the same part of the range before: totals until this time of day, lists of whole days', async () => {
    const refund = (orderId: string) =>
      w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'refunded', reason: 'flat' })
    const cancel = (orderId: string) => w.does('cashier', 'PUT /orders/status', { orderId, orderStatus: 'cancelled', reason: 'left' })
    at(-8)
    const w = await makeRestaurant()
    await parcel(w, [w.line('dosa')])
    at(-7, -2)
    const flat = await parcel(w, [w.line('beer')])
    await parcel(w, [w.line('plain', 2)])
    const [gone, line] = [await w.order([w.line('plain')], { orderType: 'Take Away' }), await w.order([w.line('plain', 2), w.line('dosa')])]
    await cancel(gone._id)
    const change = { orderId: line._id, kotId: line.kots[0]?.kotId, itemId: w.items.plain, status: 'Cancelled', reason: 'Cold' }
    await w.does('cashier', 'PUT /orders/item/status', { ...change, quantityChange: -1 })
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[1], childTableIds: [w.tables[0]] })
    await refund(flat._id)
    at(-7)
    const then = (await post(w, 'sales')).sales
    expect(then).toMatchObject({ totalSales: 210, totalOrders: 2, cancelledOrders: 1, cancelledValue: 200, refunds: 242 })
    // Later on that day: not yet.
    at(-7, 1)
    await parcel(w, [w.line('beer', 3)])
    await cancel((await w.order([w.line('plain')], { orderType: 'Take Away' }))._id)
    at(0)
    await parcel(w, [w.line('plain')])
    const compared = async (filter: Record<string, unknown>) => (await post(w, 'sales', { ...filter, compare: true })).sales.previous
    const { totalSales, totalOrders, averageOrderValue, cancelledOrders, cancelledValue, refunds, discounts, taxes, roundOff } = then
    const totals = { totalSales, totalOrders, averageOrderValue, cancelledOrders, cancelledValue, refunds, discounts, taxes, roundOff }
    const today_ = await compared({ period: 'today' })
    expect(today_).toMatchObject(totals)
    expect(today_.range).toEqual({
      startDate: addDays(today, -7),
      endDate: addDays(today, -7),
      to: new Date(Date.parse(`${today}T06:30:00.000Z`) - 7 * DAY).toISOString(),
    })
    expect(today_.series.reduce((n: number, b: { sales: number }) => n + b.sales, 0)).toBe(210 + 726)
    const { previous } = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', {})).body.dashboard
    expect(previous).toMatchObject({ sales: totalSales, orders: totalOrders, averageOrderValue, cancelledValue })
    expect(previous.range).toEqual(today_.range)
    // Seven days: six whole ones and the part; and a range with days to come is compared with none of the days that they stand for.
    const week = { totalSales: 408.46, totalOrders: 3, cancelledOrders: 1, refunds: 242 }
    expect(await compared({ period: '7d' })).toMatchObject(week)
    const seven = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', { period: '7d' })).body.dashboard
    expect(seven.previous).toMatchObject({ sales: 408.46, orders: 3, cancelledValue: 200 })
    const around = { period: 'custom', startDate: addDays(today, -1), endDate: addDays(today, 2) }
    const ten = { ...around, startDate: addDays(today, -3), endDate: addDays(today, 3) }
    expect(await compared(ten)).toMatchObject(week)
    expect((await compared(around)).totalOrders).toBe(0)
    // A range that is over is compared with whole days, one that has not begun with nothing yet.
    expect(await compared({ period: 'custom', startDate: today, endDate: today })).toMatchObject(totals)
    at(1)
    expect(await compared({ period: 'yesterday' })).toMatchObject({ totalSales: 210 + 726, totalOrders: 3, cancelledOrders: 2 })
    const ahead = { period: 'custom', startDate: addDays(today, 7), endDate: addDays(today, 7) }
    expect(await compared(ahead)).toMatchObject({ totalSales: 0, totalOrders: 0 })
  })

  it('are compared in the restaurant’s own zone and business day', async () => {
    const settings = { timezone: 'America/New_York', kotSettings: { ...newSettings().kotSettings, resetTime: '04:00' } }
    // Two in the night of a Saturday, still Friday's business day; the clocks went back on Sunday the 1st.
    const setNow = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
    setNow('2026-10-31T01:30:00.000-04:00')
    const w = await makeRestaurant({ settings })
    await parcel(w, [w.line('plain')])
    setNow('2026-10-31T02:30:00.000-04:00')
    await parcel(w, [w.line('beer')])
    setNow('2026-11-07T02:00:00.000-05:00')
    const { sales } = await post(w, 'sales', { compare: true })
    expect(sales).toMatchObject({ range: { startDate: '2026-11-06' }, previous: { totalSales: 105, totalOrders: 1 } })
    expect(sales.previous.range).toEqual({ startDate: '2026-10-30', endDate: '2026-10-30', to: '2026-10-31T06:00:00.000Z' })
  })

  it('show what was cancelled, why, and what it was worth', async () => {
    at(0)
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 3), w.line('beer')])
    const change = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.plain, status: 'Cancelled' }
    await w.does('cashier', 'PUT /orders/item/status', { ...change, quantityChange: -2, reason: 'Cold' })
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'Guest left' })
    const { sales } = await post(w, 'sales')
    expect(sales).toMatchObject({ totalSales: 0, totalOrders: 0, cancelledOrders: 1, cancelledValue: 520 })
    const by = expect.stringMatching(/^cashier /)
    expect(sales.cancellations).toEqual([
      { item: 'Kingfisher Premium', count: 1, value: 220, reason: 'Guest left', by },
      { item: 'Peri Peri Fries', count: 2, value: 200, reason: 'Cold', by },
      { item: 'Peri Peri Fries', count: 1, value: 100, reason: 'Guest left', by },
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

  it('are compared with those who had come by this time of day', async () => {
    at(-8, 5)
    const w = await makeRestaurant()
    const eats = (mobile_number: string) => parcel(w, [w.line('plain')], { customer_name: 'Guest', mobile_number })
    await eats('9845011111')
    at(-7, -1)
    await eats('9845011111')
    await eats('9845022222')
    at(-7, 1)
    await eats('9845033333')
    at(0)
    const before = async (period: string) => (await post(w, 'customer-insights', { period, compare: true })).insights.previous
    // Figures of the week before say which days they are of, and until when.
    expect(await before('today')).toEqual({
      totalCustomers: 2,
      newCustomers: 1,
      returningCustomers: 1,
      averageSpend: 105,
      range: {
        startDate: addDays(today, -7),
        endDate: addDays(today, -7),
        to: new Date(Date.parse(`${today}T06:30:00.000Z`) - 7 * DAY).toISOString(),
      },
    })
    expect(await before('7d')).toMatchObject({ totalCustomers: 2, newCustomers: 2, returningCustomers: 0, averageSpend: 105 })
    at(1)
    expect(await before('yesterday')).toMatchObject({ totalCustomers: 3 })
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

  it('reads an outlet’s figures as the outlet itself reads them, and those of no other restaurant', async () => {
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

  it('compares today so far with last week’s so far, in every outlet', async () => {
    at(-7, -1)
    const { a, b, token } = await group()
    await parcel(a, [a.line('plain')])
    at(-7, 3)
    for (const w of [a, b]) await parcel(w, [w.line('beer')])
    at(0)
    await parcel(a, [a.line('plain')])
    const body = { period: 'today', compare: true }
    const { insights } = (await call('POST /api/analytics/partner/aggregated-insights', { token, body })).body
    const of = (w: World) => insights.outlets.find((o: { outletId: string }) => o.outletId === w.id)
    expect([of(a).previous, of(b).previous, insights.total.previous].map((p) => [p.sales, p.orders])).toEqual([
      [105, 1],
      [0, 0],
      [105, 1],
    ])
    const outlet = await call('POST /api/analytics/outlet/sales', { token, body: { ...body, outletId: a.id } })
    expect(outlet.body.sales.previous).toMatchObject({ totalSales: 105, totalOrders: 1 })
  })

  it('after a refund of yesterday’s bill, which lowers the sales alone: the average bill is of the bills of the day', async () => {
    at(-1)
    const { a, b, token } = await group()
    const old = await parcel(a, [a.line('beer')])
    at(0)
    await parcel(a, [a.line('plain')])
    await parcel(b, [b.line('plain', 2)])
    const reply = await a.does('cashier', 'PUT /orders/payment/status', { orderId: old._id, paymentStatus: 'refunded', reason: 'flat' })
    expect(reply.status, reply.text).toBe(200)
    const { insights } = (await call('POST /api/analytics/partner/aggregated-insights', { token, body: { period: 'today' } })).body
    expect(insights.total).toMatchObject({ sales: 315 - 242, orders: 2, refunds: 242, averageOrderValue: 157.5 })
    const { sales } = await post(a, 'sales')
    expect(sales).toMatchObject({ totalSales: 105 - 242, totalOrders: 1, refunds: 242, averageOrderValue: 105 })
    expect(sales.orderTypes).toEqual([{ type: 'Take Away', sales: 105 - 242, orders: 1, refunds: 242 }])
    const { dashboard } = await post(a, 'dashboard-analytics')
    expect(dashboard).toMatchObject({ sales: 105 - 242, refunds: 242, averageOrderValue: 105 })
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
      refunds: 0,
      cancelledOrders: 0,
      previous: { sales: 242, orders: 1, averageOrderValue: 242, refunds: 0, cancelledOrders: 0 },
    })
    // Both were made in the same millisecond: their order is their ids'.
    const rows = [
      { outletId: a.id, resetTime: '00:00', sales: 105, orders: 1, previous: { sales: 242 } },
      { outletId: b.id, resetTime: '00:00', sales: 210, orders: 1, previous: { sales: 0 } },
    ]
    expect(insights.outlets).toMatchObject(rows.sort((x, y) => (x.outletId < y.outletId ? -1 : 1)))
    const alone = await call('POST /api/analytics/partner/aggregated-insights', { token, body: { period: 'today', compare: false } })
    for (const figures of [alone.body.insights.total, ...alone.body.insights.outlets]) expect(figures).not.toHaveProperty('previous')
  })
})
