import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { call, makeRestaurant, signIn, type World } from '../world.ts'
import { newSettings } from '#domain/settings.ts'

/**
 * Two days of one partner's two outlets, with all that makes books differ: a refund, an order across midnight and one across the reset time, KOT resets,
 * split tenders, discounts, cancelled lines and orders, service charge, alcohol, rounding. Every report must say what the bills themselves say.
 */
const kot = { ...newSettings().kotSettings, deductStock: false }
const setNow = (at: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) })
/** Mumbai's clock, the day beginning at 04:00. Only this file uses these dates, because the back office sees every restaurant. */
const mumbai = (day: number, time: string) => setNow(`2031-02-${day}T${time}:00.000+05:30`)
const [D1, D2] = ['2031-02-10', '2031-02-11']

let a: World
let b: World
let partner = ''
let desk = ''
/** Bills as they were answered when they were settled, by the day on which that was; refunds likewise; value of what was cancelled, in paise. */
const sold: Record<string, OrderShape[]> = {}
const refunded: Record<string, OrderShape[]> = {}
const cancelled: Record<string, { orders: number; value: number }> = {}
const all: OrderShape[] = []

const settle = async (w: World, orderId: string, date: string, more: object = {}) => {
  const reply = await w.settle(orderId, more as Record<string, unknown>)
  expect(reply.status, reply.text).toBe(200)
  sold[`${w.id} ${date}`] = [...(sold[`${w.id} ${date}`] ?? []), reply.body.order]
  all.push(reply.body.order)
}
const spoil = (w: World, date: string, value: number, orders = 0) => {
  const key = `${w.id} ${date}`
  const known = cancelled[key] ?? { orders: 0, value: 0 }
  cancelled[key] = { orders: known.orders + orders, value: known.value + value }
}
const ok = async (reply: Promise<{ status: number; text: string; body: any }>) => {
  const done = await reply
  expect([200, 201], done.text).toContain(done.status)
  return done.body
}
const cancelLine = (w: World, order: OrderShape, lineId: string | undefined, more: object = {}) =>
  ok(
    w.does('cashier', 'PUT /orders/item/status', {
      orderId: order._id,
      kotId: order.kots[0]?.kotId,
      lineId,
      status: 'Cancelled',
      reason: 'late',
      ...more,
    }),
  )

beforeAll(async () => {
  mumbai(10, '12:00')
  const partnerId = randomId()
  a = await makeRestaurant({ partnerId, settings: { kotSettings: { ...kot, resetTime: '04:00' } } })
  b = await makeRestaurant({
    partnerId,
    shard: 'OUTLETS_1',
    settings: {
      timezone: 'America/New_York',
      taxSettings: { roundOff: true },
      taxPercentages: { gst: 18, vat: 12.5, serviceCharge: 7.5 },
      kotSettings: { ...kot, resetTime: '00:00' },
    },
  })
  partner = (await signIn('partner', { partnerId })).token
  desk = (await signIn('backoffice')).token
  const who = { customer_name: 'Meera', mobile_number: '+91 98123 45678' }
  const offer = async (w: World, more: object) =>
    (
      await ok(
        w.does('superuser', 'POST /restaurant/offers/create', {
          title: 'Feast',
          startsAt: '2031-01-01T00:00:00Z',
          endsAt: '2031-12-31T00:00:00Z',
          ...more,
        }),
      )
    ).offer._id

  // A discounted table with alcohol, service charge, a part cancelled, and a bill split over two tenders.
  const feast = await a.order(
    [a.line('dosa', 3), a.line('beer', 2), a.line('plain', 2), a.line('burger', 1, { variants: [{ name: 'Double' }] })],
    who,
  )
  await cancelLine(a, feast, feast.kots[0]?.items[2]?.lineId, { quantityChange: -1 })
  spoil(a, D1, 10_000)
  const offerId = await offer(a, { type: 'percentage', value: 12.5, maxDiscount: 111.11 })
  const dressed = await ok(a.does('cashier', 'PUT /pos/order', { orderId: feast._id, orderData: { offerId, serviceChargeAccepted: true } }))
  const total = dressed.order.grandTotal
  await settle(a, feast._id, D1, {
    paymentMethod: undefined,
    payments: [
      { method: 'Cash', amount: 500 },
      { method: 'UPI', amount: Math.round((total - 500) * 100) / 100 },
    ],
  })
  // The counter is reset in mid-day: numbers begin again, money does not.
  mumbai(10, '18:00')
  await ok(a.does('superuser', 'GET /kot/reset'))
  const parcel = await a.order([a.line('thali', 2, { addonGroups: [{ name: 'Bread', addons: [{ name: 'Naan', quantity: 2 }] }] })], {
    orderType: 'Take Away',
    ...who,
  })
  expect(parcel.kots[0]?.kotNumber).toBe(1)
  await settle(a, parcel._id, D1, { paymentMethod: 'Card' })
  const walkedOut = await a.order([a.line('beer', 2), a.line('dosa')])
  await cancelLine(a, walkedOut, walkedOut.kots[0]?.items[1]?.lineId)
  await ok(a.does('cashier', 'PUT /orders/status', { orderId: walkedOut._id, orderStatus: 'cancelled', reason: 'Walked out' }))
  spoil(a, D1, 18_900)
  spoil(a, D1, 44_000, 1)
  // Two tables that are merged are one bill; a part of it was paid before.
  const [one, two] = [await a.order([a.line('dosa')]), await a.order([a.line('beer')], { tableId: a.tables[1] })]
  await ok(
    a.does('cashier', 'PUT /orders/payment/status', {
      orderId: two._id,
      paymentStatus: 'partial',
      payments: [{ method: 'Cash', amount: 42 }],
    }),
  )
  await ok(a.does('captain', 'POST /tables/merge', { parentTableId: a.tables[0], childTableIds: [a.tables[1]] }))
  await settle(a, one._id, D1, { paymentMethod: 'UPI' })
  // Across midnight: sat down at 23:40, paid at half past one. To the house that is the same evening.
  mumbai(10, '23:40')
  const late = await a.order([a.line('plain', 5), a.line('beer')])
  mumbai(11, '01:30')
  await settle(a, late._id, D1)
  // Across the reset time: paid on the next business day.
  mumbai(11, '03:50')
  const early = await a.order([a.line('dosa', 7), a.line('beer', 2)], { orderType: 'Delivery' })
  expect(early.businessDate).toBe(D1)
  mumbai(11, '04:10')
  await cancelLine(a, early, early.kots[0]?.items[1]?.lineId)
  spoil(a, D2, 44_000)
  await settle(a, early._id, D2, { paymentMethod: 'UPI' })
  // The parcel comes back.
  mumbai(11, '13:00')
  await ok(a.does('cashier', 'PUT /orders/payment/status', { orderId: parcel._id, paymentStatus: 'refunded', reason: 'Cold' }))
  refunded[`${a.id} ${D2}`] = all.filter((o) => o._id === parcel._id)
  const today = await a.order([a.line('beer', 3), a.line('dosa')], { orderType: 'Take Away' })
  await settle(a, today._id, D2)

  // In New York it is still the 10th when in Mumbai it is the 11th, and the bill is rounded.
  mumbai(11, '09:30')
  const flat = await offer(b, { type: 'flat', value: 33.33, minOrderAmount: 100 })
  const there = await b.order([b.line('dosa'), b.line('beer')])
  await ok(b.does('cashier', 'PUT /pos/order', { orderId: there._id, orderData: { offerId: flat, serviceChargeAccepted: true } }))
  await settle(b, there._id, D1, { paymentMethod: 'Card' })
  expect(all.at(-1)?.roundOff).not.toBe(0)
  mumbai(11, '11:00')
  const next = await b.order([b.line('plain')])
  await settle(b, next._id, D2)
  await ok(b.does('cashier', 'PUT /orders/payment/status', { orderId: next._id, paymentStatus: 'refunded', reason: 'Wrong' }))
  refunded[`${b.id} ${D2}`] = all.filter((o) => o._id === next._id)
  // The day is closed at both.
  mumbai(11, '23:00')
  for (const w of [a, b]) await ok(w.does('superuser', 'GET /orders/daily-summary?resetKOT=true'))
  expect(await ok(a.does('superuser', 'GET /kot'))).toMatchObject({ kot: { currentNumber: 0 } })
}, 60_000)
afterAll(() => void vi.useRealTimers())

// ---------------------------------------------------------------- what the bills say

const paise = (list: readonly number[]) => list.reduce((sum, n) => sum + toPaise(n), 0)
const rupees = (n: number) => Math.round(n) / 100
const charge = (list: OrderShape[], of: (o: OrderShape) => number) => paise(list.map(of))

/** A restaurant's figures on some days, added up only from its bills. */
function bills(w: World, days: string[]) {
  const sales = days.flatMap((d) => sold[`${w.id} ${d}`] ?? [])
  const back = days.flatMap((d) => refunded[`${w.id} ${d}`] ?? [])
  const net = (of: (o: OrderShape) => number) => rupees(charge(sales, of) - charge(back, of))
  const methods: Record<string, number> = {}
  for (const o of sales) for (const p of o.payments) methods[p.method] = (methods[p.method] ?? 0) + toPaise(p.amount)
  for (const o of back) for (const p of o.payments) methods[p.method] = (methods[p.method] ?? 0) - toPaise(p.amount)
  const items: Record<string, { count: number; revenue: number }> = {}
  const portions = (list: OrderShape[], sign: 1 | -1) => {
    for (const item of list.flatMap((o) => o.kots.flatMap((k) => k.items)).filter((i) => i.status !== 'Cancelled')) {
      const known = items[item.itemName] ?? { count: 0, revenue: 0 }
      items[item.itemName] = { count: known.count + sign * item.quantity, revenue: known.revenue + sign * toPaise(item.amount ?? 0) }
    }
  }
  portions(sales, 1)
  portions(back, -1)
  const spoiled = days.map((d) => cancelled[`${w.id} ${d}`] ?? { orders: 0, value: 0 })
  return {
    totalSales: net((o) => o.grandTotal),
    totalOrders: sales.length,
    refunds: rupees(charge(back, (o) => o.grandTotal)),
    discounts: net((o) => o.discount),
    taxes: {
      cgst: net((o) => o.additionalCharges.cgst),
      sgst: net((o) => o.additionalCharges.sgst),
      vat: net((o) => o.additionalCharges.vat),
      serviceCharge: net((o) => o.additionalCharges.serviceCharge),
    },
    roundOff: net((o) => o.roundOff),
    methods: Object.fromEntries(Object.entries(methods).map(([m, n]) => [m, rupees(n)])),
    items: Object.fromEntries(Object.entries(items).map(([name, i]) => [name, { count: i.count, revenue: rupees(i.revenue) }])),
    cancelledOrders: spoiled.reduce((n, s) => n + s.orders, 0),
    cancelledValue: rupees(spoiled.reduce((n, s) => n + s.value, 0)),
  }
}
const byMethod = (list: { method: string; amount: number }[]) => Object.fromEntries(list.map((m) => [m.method, m.amount]))
const byName = (list: { name: string; count: number; revenue: number }[]) =>
  Object.fromEntries(list.map(({ name, count, revenue }) => [name, { count, revenue }]))
/** Of the bills of the days: what was given back of any bill is no part of it. */
const average = ({ totalSales, refunds, totalOrders }: Pick<ReturnType<typeof bills>, 'totalSales' | 'refunds' | 'totalOrders'>) =>
  totalOrders === 0 ? 0 : rupees(Math.round((toPaise(totalSales) + toPaise(refunds)) / totalOrders))
const range = (days: string[]) => ({ period: 'custom', startDate: days[0], endDate: days.at(-1) })

const HOUSES = [
  ['in Mumbai', () => a],
  ['in New York, on the other shard', () => b],
] as const
const SPANS = [[D1], [D2], [D1, D2]]
const CASES = HOUSES.flatMap(([where, w]) => SPANS.map((days) => [`${where}, ${days.join(' and ')}`, w, days] as const))

describe('the bills themselves', () => {
  it('add up line by line: subtotal, discount, taxes, service charge and rounding make the grand total, and the payments equal it', () => {
    expect(all.length).toBeGreaterThan(7)
    for (const o of all) {
      const lines = o.kots.flatMap((k) => k.items).filter((i) => i.status !== 'Cancelled')
      const c = o.additionalCharges
      expect(paise([o.totalPrice])).toBe(paise(lines.map((i) => i.amount ?? 0)))
      expect(paise([o.totalPrice, -o.discount, c.cgst, c.sgst, c.vat, c.serviceCharge, o.roundOff])).toBe(toPaise(o.grandTotal))
      expect(paise(o.payments.map((p) => p.amount))).toBe(toPaise(o.grandTotal))
    }
    // The cases are really there.
    const has = (of: (o: OrderShape) => boolean) => expect(all.filter(of).length).toBeGreaterThan(0)
    has((o) => o.discount > 0)
    has((o) => o.additionalCharges.vat > 0)
    has((o) => o.additionalCharges.serviceCharge > 0)
    has((o) => o.payments.length > 1)
    has((o) => o.roundOff !== 0)
  })
})

describe.each(CASES)('the reports %s', (_what, house, days) => {
  it('of sales agree with the bills', async () => {
    const w = house()
    const want = bills(w, days)
    const ask = range(days)
    const own = (await ok(w.does('generalManager', 'POST /api/analytics/sales', ask))).sales
    const partners = (await ok(call('POST /api/analytics/outlet/sales', { token: partner, body: { outletId: w.id, ...ask } }))).sales
    expect(partners).toEqual(own)
    const { methods, items, ...figures } = want
    expect(own).toMatchObject({ ...figures, averageOrderValue: average(want) })
    expect(byMethod(own.paymentMethods)).toEqual(methods)
    expect(byName(own.items)).toEqual(items)
    // And each list adds up to the whole.
    for (const list of ['series', 'orderTypes'] as const)
      expect([list, rupees(paise(own[list].map((e: { sales: number }) => e.sales)))]).toEqual([list, want.totalSales])
    expect(rupees(paise(own.paymentMethods.map((m: { amount: number }) => m.amount)))).toBe(want.totalSales)
    expect(paise(own.categories.map((e: { revenue: number }) => e.revenue))).toBe(
      paise(own.items.map((e: { revenue: number }) => e.revenue)),
    )
    expect(rupees(paise(own.cancellations.map((e: { value: number }) => e.value)))).toBe(want.cancelledValue)
  })

  it('of the dashboard agree with the bills', async () => {
    const w = house()
    const want = bills(w, days)
    const own = (await ok(w.does('cashier', 'POST /api/analytics/dashboard-analytics', range(days)))).dashboard
    const body = { outletId: w.id, ...range(days) }
    const partners = (await ok(call('POST /api/analytics/outlet/dashboard-analytics', { token: partner, body }))).dashboard
    expect(partners).toEqual(own)
    expect(own).toMatchObject({
      sales: want.totalSales,
      orders: want.totalOrders,
      averageOrderValue: average(want),
      refunds: want.refunds,
      cancelledValue: want.cancelledValue,
      pendingOrders: 0,
      openValue: 0,
    })
    expect(byMethod(own.paymentMethods)).toEqual(want.methods)
    expect(rupees(paise(own.hourly.map((h: { sales: number }) => h.sales)))).toBe(want.totalSales)
    for (const item of own.topItems) expect({ count: item.count, revenue: item.revenue }).toEqual(want.items[item.name])
  })

  it('of day-end agree with the bills', async () => {
    const w = house()
    const sums = { totalSales: 0, completedOrders: 0, cancelledOrders: 0, refunds: 0 }
    for (const date of days) {
      const { summary } = await ok(w.does('cashier', `GET /orders/daily-summary?date=${date}`))
      const want = bills(w, [date])
      expect(summary).toMatchObject({
        date,
        completedOrders: want.totalOrders,
        cancelledOrders: want.cancelledOrders,
        pendingOrders: 0,
        openOrders: 0,
        totalOrders: want.totalOrders + want.cancelledOrders,
        totalSales: want.totalSales,
        refunds: want.refunds,
      })
      expect(byMethod(summary.paymentMethods)).toEqual(want.methods)
      expect(byName(summary.items)).toEqual(want.items)
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] = rupees(paise([sums[key], summary[key]]))
    }
    const span = bills(w, days)
    expect(sums).toEqual({
      totalSales: span.totalSales,
      completedOrders: span.totalOrders,
      cancelledOrders: span.cancelledOrders,
      refunds: span.refunds,
    })
  })

  it('of the partner and the back office add up both outlets', async () => {
    const ask = range(days)
    const { insights } = await ok(call('POST /api/analytics/partner/aggregated-insights', { token: partner, body: ask }))
    const both = [bills(a, days), bills(b, days)]
    for (const [i, w] of [a, b].entries())
      expect(insights.outlets.find((o: { outletId: string }) => o.outletId === w.id)).toMatchObject({
        sales: both[i]?.totalSales,
        orders: both[i]?.totalOrders,
        cancelledOrders: both[i]?.cancelledOrders,
      })
    const sales = rupees(paise(both.map((x) => x.totalSales)))
    const orders = both.reduce((n, x) => n + x.totalOrders, 0)
    const refunds = rupees(paise(both.map((x) => x.refunds)))
    const averageOrderValue = average({ totalSales: sales, refunds, totalOrders: orders })
    expect(insights.total).toMatchObject({ sales, orders, refunds, averageOrderValue })
    const { analytics } = await ok(call(`GET /backoffice/analytics?startDate=${ask.startDate}&endDate=${ask.endDate}`, { token: desk }))
    expect(analytics).toMatchObject({ sales, orders })
    expect(analytics.series).toEqual(
      days.map((bucket) => ({
        bucket,
        sales: rupees(paise([bills(a, [bucket]).totalSales, bills(b, [bucket]).totalSales])),
        orders: bills(a, [bucket]).totalOrders + bills(b, [bucket]).totalOrders,
      })),
    )
  })
})

it('a guest’s spend is the sum of their bills less refunds', async () => {
  const [meera] = (await ok(a.does('superuser', 'GET /restaurant/customers?mobile_number=9812345678'))).customers
  const theirs = all.filter((o) => o.user.mobile_number === '+91 98123 45678')
  const back = Object.values(refunded).flat()
  const kept = theirs.filter((o) => !back.some((r) => r._id === o._id))
  expect(theirs.length).toBeGreaterThan(kept.length)
  expect(meera).toMatchObject({ visits: kept.length, totalSpent: rupees(paise(kept.map((o) => o.grandTotal))) })
  const { insights } = await ok(a.does('superuser', 'POST /api/analytics/customer-insights', range([D1, D2])))
  expect(insights).toMatchObject({ totalCustomers: 1, averageSpend: meera.totalSpent })
})

it('the orders listed by business day are those same bills', async () => {
  for (const w of [a, b]) {
    const { orders, totalOrders } = await ok(w.does('cashier', `GET /orders?startDate=${D1}&endDate=${D2}&status=completed&limit=100`))
    const own = all.filter((o) => o.restaurantId === w.id)
    expect(totalOrders).toBe(own.length)
    expect(paise(orders.map((o: OrderShape) => o.grandTotal))).toBe(paise(own.map((o) => o.grandTotal)))
    const { order } = await ok(w.does('cashier', `GET /restaurant/invoice-details/${own[0]?._id}`))
    expect(order).toMatchObject({
      grandTotal: own[0]?.grandTotal,
      additionalCharges: own[0]?.additionalCharges,
      discount: own[0]?.discount,
    })
  }
})
