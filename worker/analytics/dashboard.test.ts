import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Dashboard } from '#domain/api/analytics.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { addDays, businessDate, wallClock } from '#domain/time.ts'
import { batch } from '../db/index.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'
import { newSettings } from '#domain/settings.ts'

const HOUR = 3_600_000
const dashboard = async (w: World, filter: Record<string, unknown> = {}): Promise<Dashboard> => {
  const reply = await w.does('superuser', 'POST /api/analytics/dashboard-analytics', filter)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.dashboard
}
const sale = async (w: World, item: 'plain' | 'beer' = 'plain', more: Record<string, unknown> = {}) => {
  const order = await w.order([w.line(item)], { orderType: 'Take Away' })
  const reply = await w.settle(order._id, more)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.order
}
const clock = { timezone: 'Asia/Kolkata', resetTime: '00:00' }
/** Whatever the hour at which the suite runs: noon of today in Kolkata, where no test crosses midnight. */
const noon = new Date(`${businessDate(new Date(), clock)}T06:30:00.000Z`)
const setNow = (at: Date) => vi.useFakeTimers({ toFake: ['Date'], now: at })
const later = (ms: number) => setNow(new Date(noon.getTime() + ms))

afterEach(() => void vi.useRealTimers())

describe('dashboard', () => {
  it('a day without a sale is all zeros', async () => {
    const w = await makeRestaurant()
    const d = await dashboard(w)
    expect(d).toMatchObject({
      sales: 0,
      orders: 0,
      averageOrderValue: 0,
      openTables: 0,
      openValue: 0,
      pendingOrders: 0,
      cancelledValue: 0,
      paymentMethods: [],
      hourly: [],
      topItems: [],
      attention: { lateTickets: [], alerts: [], unavailableItems: [{ name: 'Sold Out Soup' }], lowStock: [], unprinted: [] },
      previous: { sales: 0, orders: 0, averageOrderValue: 0, hourly: [] },
    })
    expect(d.range.startDate).toBe(businessDate(new Date(), clock))
  })

  it('a settled order counts as a sale with its hour, payments and items', async () => {
    setNow(noon)
    const w = await makeRestaurant()
    await sale(w)
    await sale(w, 'beer', {
      paymentMethod: undefined,
      payments: [
        { method: 'Cash', amount: 42 },
        { method: 'UPI', amount: 200 },
      ],
    })
    expect(await dashboard(w)).toMatchObject({
      sales: 347,
      orders: 2,
      averageOrderValue: 173.5,
      paymentMethods: [
        { method: 'UPI', amount: 200, orders: 1 },
        { method: 'Cash', amount: 147, orders: 2 },
      ],
      hourly: [{ hour: 12, sales: 347, orders: 2 }],
      topItems: [
        { name: 'Kingfisher Premium', count: 1, revenue: 220 },
        { name: 'Peri Peri Fries', count: 1, revenue: 100 },
      ],
      cancelledValue: 0,
    })
  })

  it('open orders are shown separately and aren’t sales', async () => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    await w.order([w.line('plain')], { orderType: 'Take Away' })
    expect(await dashboard(w)).toMatchObject({
      sales: 0,
      orders: 0,
      openTables: 1,
      pendingOrders: 2,
      openValue: 105,
      openParcels: 1,
      openParcelValue: 105,
    })
  })

  it('a refund lowers the sales of the day on which it is given, not of the day of the sale', async () => {
    setNow(noon)
    const w = await makeRestaurant()
    await sale(w)
    const order = await sale(w, 'beer')
    later(24 * HOUR)
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'refunded', reason: 'flat' })
    expect(await dashboard(w, { period: 'yesterday' })).toMatchObject({ sales: 347, orders: 2 })
    expect(await dashboard(w)).toMatchObject({ sales: -242, orders: 0, averageOrderValue: 0 })
    expect(await dashboard(w, { period: '7d' })).toMatchObject({ sales: 105, orders: 2 })
  })

  it('cancelled orders excluded from sales: they and cancelled lines are shown with their value and count nowhere else', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 3), w.line('beer')])
    await w.does('cashier', 'PUT /orders/item/status', {
      orderId: order._id,
      kotId: order.kots[0]?.kotId,
      itemId: w.items.plain,
      status: 'Cancelled',
      quantityChange: -2,
      reason: 'late',
    })
    expect((await dashboard(w)).cancelledValue).toBe(200)
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    expect(await dashboard(w)).toMatchObject({ cancelledValue: 520, sales: 0, orders: 0, topItems: [], openTables: 0, pendingOrders: 0 })
  })

  it('yesterday, 7 days, 30 days and a custom range are counted in business days', async () => {
    const today = businessDate(noon, clock)
    setNow(new Date(noon.getTime() - 10 * 24 * HOUR))
    const w = await makeRestaurant()
    await sale(w)
    later(-24 * HOUR)
    await sale(w, 'beer')
    setNow(noon)
    await sale(w)
    const sold = async (filter: Record<string, unknown>) => (await dashboard(w, filter)).sales
    expect(await sold({})).toBe(105)
    expect(await sold({ period: 'today' })).toBe(105)
    expect(await sold({ period: 'yesterday' })).toBe(242)
    expect(await sold({ period: '7d' })).toBe(347)
    expect(await sold({ period: '30d' })).toBe(452)
    expect(await sold({ period: 'custom', startDate: addDays(today, -10), endDate: addDays(today, -1) })).toBe(347)
    expect(await sold({ period: 'custom', startDate: addDays(today, -9), endDate: addDays(today, -2) })).toBe(0)
    // Dates without a period are a custom one.
    expect(await sold({ startDate: addDays(today, -10), endDate: addDays(today, -1) })).toBe(347)
    const { range } = await dashboard(w, { period: '7d' })
    expect(range).toEqual({
      startDate: addDays(today, -6),
      endDate: today,
      timezone: 'Asia/Kolkata',
      from: `${addDays(today, -7)}T18:30:00.000Z`,
      to: `${today}T18:30:00.000Z`,
    })
  })

  it.each([
    ['an unknown period', { period: 'century' }, 'period'],
    ['custom without dates', { period: 'custom' }, 'startDate'],
    ['a start without an end', { startDate: '2026-11-20' }, 'endDate'],
    ['an end without a start', { endDate: '2026-11-20' }, 'startDate'],
    ['an end before the start', { period: 'custom', startDate: '2026-11-20', endDate: '2026-11-19' }, 'endDate'],
    ['a date that there is not', { period: 'custom', startDate: '2026-02-30', endDate: '2026-03-01' }, 'startDate'],
    ['more than a year', { period: 'custom', startDate: '2020-01-01', endDate: '2026-01-01' }, 'endDate'],
  ])('%s is 422', async (_name, filter, path) => {
    const w = await makeRestaurant()
    const reply = await w.does('superuser', 'POST /api/analytics/dashboard-analytics', filter)
    expect([reply.status, reply.body.errors[0].path]).toEqual([422, path])
  })

  it('today is compared with the same weekday last week until this time of day', async () => {
    const WEEK = 7 * 24 * HOUR
    later(-WEEK - 2 * HOUR)
    const w = await makeRestaurant()
    await sale(w)
    later(-WEEK - HOUR)
    const open = await w.order([w.line('plain')])
    later(-WEEK + 2 * HOUR)
    await sale(w, 'beer')
    await w.settle(open._id)
    setNow(noon)
    const { previous } = await dashboard(w)
    expect(previous).toMatchObject({ sales: 105, orders: 1, averageOrderValue: 105, openTables: 1, pendingOrders: 1 })
    expect(previous?.hourly.map((h) => [h.hour, h.sales])).toEqual([
      [10, 105],
      [14, 347],
    ])
    expect(previous?.range).toMatchObject({
      startDate: addDays(businessDate(noon, clock), -7),
      to: new Date(noon.getTime() - WEEK).toISOString(),
    })
    expect((await dashboard(w, { compare: false })).previous).toBeUndefined()
  })

  it('last week’s part is what its reports said then, with the night’s last bill, refunds and cancellations', async () => {
    const WEEK = 7 * 24 * HOUR
    const cancel = (w: World, orderId: string, reason: string) =>
      w.does('cashier', 'PUT /orders/status', { orderId, orderStatus: 'cancelled', reason })
    later(-WEEK - 13 * HOUR)
    const w = await makeRestaurant()
    const late = await w.order([w.line('plain')])
    const [flat, gone] = [await sale(w, 'beer'), await w.order([w.line('plain', 2)], { orderType: 'Take Away' })]
    later(-WEEK - 11 * HOUR)
    await w.settle(late._id)
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: flat._id, paymentStatus: 'refunded', reason: 'flat' })
    const of = { orderId: gone._id, kotId: gone.kots[0]?.kotId, status: 'Cancelled', reason: 'late' }
    await w.does('cashier', 'PUT /orders/item/status', { ...of, itemId: w.items.plain, quantityChange: -1 })
    await cancel(w, gone._id, 'left')
    later(-WEEK - HOUR)
    const then = await dashboard(w)
    expect(then).toMatchObject({ sales: 105 - 242, orders: 1, averageOrderValue: 105, refunds: 242, cancelledValue: 200 })
    // Later on that day: not yet.
    later(-WEEK + HOUR)
    await sale(w)
    await cancel(w, (await w.order([w.line('plain')], { orderType: 'Take Away' }))._id, 'left')
    setNow(noon)
    const { sales, orders, averageOrderValue, refunds, cancelledValue } = then
    expect((await dashboard(w)).previous).toMatchObject({ sales, orders, averageOrderValue, refunds, cancelledValue })
  })

  it('a range of days is compared with as many days before it', async () => {
    later(-8 * 24 * HOUR)
    const w = await makeRestaurant()
    await sale(w)
    setNow(noon)
    await sale(w, 'beer')
    expect(await dashboard(w, { period: '7d' })).toMatchObject({ sales: 242, previous: { sales: 105, orders: 1 } })
  })

  it('the hours of days before add up to the sales they are compared with: those of the day that corresponds to today end now', async () => {
    later(-8 * 24 * HOUR + 6 * HOUR)
    const w = await makeRestaurant()
    await sale(w)
    const [tenMinutes, week] = [HOUR / 6, 7 * 24 * HOUR]
    for (const minutes of [-3 * HOUR, -tenMinutes, tenMinutes, 3 * HOUR]) {
      later(-week + minutes)
      await sale(w, 'beer')
    }
    later(tenMinutes / 2)
    const { previous } = await dashboard(w, { period: '7d' })
    expect(previous).toMatchObject({ sales: 347 + 242, orders: 4 - 1 })
    expect(previous?.hourly).toEqual([
      { hour: 9, sales: 242, orders: 1 },
      { hour: 11, sales: 242, orders: 1 },
      { hour: 18, sales: 105, orders: 1 },
    ])
    later(-tenMinutes * 2)
    const nextDay = { period: 'custom', startDate: addDays(businessDate(noon, clock), -6), endDate: addDays(businessDate(noon, clock), -1) }
    // A range that is over is compared with whole days.
    expect((await dashboard(w, nextDay)).previous).toMatchObject({ sales: 105 + 4 * 242, orders: 5 })
  })

  it('of a range with today in its middle, only the day that corresponds to today is cut: days after it count in no hour', async () => {
    const day = 24 * HOUR
    later(-4 * day)
    const w = await makeRestaurant()
    // Yesterday to tomorrow are compared with three days, of which the last corresponds to tomorrow.
    for (const at of [-4 * day - HOUR, -3 * day - HOUR, -3 * day + HOUR, -2 * day - HOUR, -2 * day + HOUR]) {
      later(at)
      await sale(w)
    }
    later(0)
    const date = (days: number) => addDays(businessDate(noon, clock), days)
    const { previous } = await dashboard(w, { period: 'custom', startDate: date(-1), endDate: date(1) })
    expect(previous).toMatchObject({ sales: 2 * 105, orders: 2 })
    expect(previous?.hourly).toEqual([{ hour: 11, sales: 2 * 105, orders: 2 }])
  })

  it('at the end of a day that begins at 04:30, in hour 4 again, all other hours are before the cut', async () => {
    const [atEnd, week] = [-8 * HOUR + HOUR / 4, 7 * 24 * HOUR]
    later(-week - 24 * HOUR)
    const w = await makeRestaurant({ settings: { kotSettings: { ...newSettings().kotSettings, resetTime: '04:30' } } })
    for (const at of [-week - 12 * HOUR, -week + atEnd - HOUR / 12, -week + atEnd + HOUR / 12]) {
      later(at)
      await sale(w)
    }
    later(atEnd)
    const { previous } = await dashboard(w, { period: '7d' })
    expect(previous?.hourly).toEqual([
      { hour: 0, sales: 105, orders: 1 },
      { hour: 4, sales: 105, orders: 1 },
    ])
  })

  it('tickets that are still being prepared after the late minutes appear under "needs attention"', async () => {
    setNow(noon)
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const away = await w.order([w.line('beer')], { orderType: 'Take Away' })
    const served = await w.order([w.line('plain')], { tableId: w.tables[1] })
    await w.does('kitchen', 'PUT /orders/item/status', { orderId: served._id, kotId: served.kots[0]?.kotId, status: 'Ready' })
    later(19 * 60_000)
    expect((await dashboard(w)).attention.lateTickets).toEqual([])
    later(21 * 60_000)
    await w.order([w.line('dosa')])
    expect((await dashboard(w)).attention.lateTickets).toEqual([
      { kotId: order.kots[0]?.kotId, kotNumber: 1, orderId: order._id, label: 'T1', createdAt: noon.toISOString() },
      { kotId: away.kots[0]?.kotId, kotNumber: 2, orderId: away._id, label: 'Take Away 2', createdAt: noon.toISOString() },
    ])
  })

  it('late is what the kitchen calls late: since a guest’s ticket was accepted, and also where the guests have paid', async () => {
    setNow(noon)
    const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true }
    const w = await makeRestaurant({ settings: { qrSettings } })
    const { token } = await w.guest(0)
    const kots = [w.kot([w.line('plain')])]
    const sent = await call('POST /orders', { token, body: { order: { tableId: w.tables[0], orderType: 'Dine In', kots } } })
    const held: OrderShape = sent.body.order
    const paid = await w.order([w.line('plain')], { tableId: w.tables[1] })
    await w.settle(paid._id)
    later(18 * 60_000)
    const { kotId } = held.kots[0]!
    await w.does('waiter', 'PUT /pos/order', { orderId: held._id, orderData: { kots: [{ kotId, items: [] }] } })
    later(21 * 60_000)
    expect((await dashboard(w)).attention.lateTickets.map(({ orderId }) => orderId)).toEqual([paid._id])
    later(39 * 60_000)
    expect(
      (await dashboard(w)).attention.lateTickets.map(({ orderId, createdAt }) => [orderId, Date.parse(createdAt) - noon.getTime()]),
    ).toEqual([
      [paid._id, 0],
      [held._id, 18 * 60_000],
    ])
  })

  it('alerts that nobody acknowledged, and items that are off or out of stock, appear there too', async () => {
    const w = await makeRestaurant()
    await w.does('waiter', 'POST /tables/alert', { tableId: w.tables[0], alertType: 'water' })
    await w.does('waiter', 'POST /tables/alert', { tableId: w.tables[1], alertType: 'bill' })
    await w.does('waiter', 'POST /tables/clear-alert', { tableId: w.tables[1], action: 'acknowledge' })
    await w.order([w.line('brownie', 5)])
    await w.does('kitchen', `PATCH /menus/item/${w.items.dosa}/availability`, { available: false })
    const { attention } = await dashboard(w)
    expect(attention.alerts).toMatchObject([{ tableId: w.tables[0], alertType: 'water' }])
    expect(attention.unavailableItems.map((i) => i.name).sort()).toEqual(['Chocolate Brownie', 'Masala Dosa', 'Sold Out Soup'])
    await w.does('kitchen', `PATCH /menus/item/${w.items.dosa}/availability`, { available: true })
    expect((await dashboard(w)).attention.unavailableItems.map((i) => i.name)).not.toContain('Masala Dosa')
  })
})

describe('the business day', () => {
  const kotSettings = { ...newSettings().kotSettings, resetTime: '04:00' }
  const date = businessDate(noon, clock)
  /** `HH:mm` in Kolkata, on the day `days` from today. */
  const at = (time: string, days = 0) => setNow(new Date(Date.parse(`${addDays(date, days)}T${time}:00.000+05:30`)))

  it('an order at two in the night belongs to the day before', async () => {
    at('22:00', -1)
    const w = await makeRestaurant({ settings: { kotSettings } })
    expect(await w.order([w.line('plain')])).toMatchObject({ businessDate: addDays(date, -1), serialNumber: 1 })
    at('02:00')
    const night = await w.order([w.line('plain')], { orderType: 'Take Away' })
    expect(night).toMatchObject({
      businessDate: addDays(date, -1),
      serialNumber: 2,
      kots: [{ kotNumber: 2, date: addDays(date, -1).replaceAll('-', '') }],
    })
    expect((await w.settle(night._id)).body.order.endedDate).toBe(addDays(date, -1))
    expect(await dashboard(w)).toMatchObject({ sales: 105, hourly: [{ hour: 2 }], range: { startDate: addDays(date, -1) } })
    at('04:00')
    expect(await dashboard(w)).toMatchObject({ sales: 0, pendingOrders: 1, range: { startDate: date } })
    expect(await dashboard(w, { period: 'yesterday' })).toMatchObject({ sales: 105 })
    expect(await w.order([w.line('plain')], { orderType: 'Take Away' })).toMatchObject({
      businessDate: date,
      serialNumber: 1,
      kots: [{ kotNumber: 1 }],
    })
    const listed = (await w.does('cashier', `GET /orders?startDate=${addDays(date, -1)}&endDate=${addDays(date, -1)}`)).body
    expect(listed.totalOrders).toBe(2)
  })

  it('follows the restaurant’s own time zone', async () => {
    setNow(new Date('2026-11-21T03:30:00.000Z'))
    const w = await makeRestaurant({ settings: { timezone: 'America/New_York' } })
    expect(await w.order([w.line('plain')])).toMatchObject({ businessDate: '2026-11-20' })
  })
})

describe('the KOT counter', () => {
  const counter = async (w: World) => (await w.does('waiter', 'GET /kot')).body.kot

  it('shows the last number and starts at 1 again after each reset', async () => {
    const w = await makeRestaurant()
    const today = businessDate(new Date(), clock)
    expect(await counter(w)).toEqual({
      currentNumber: 0,
      resetTime: '00:00',
      businessDate: today,
      lastResetAt: null,
      closed: null,
      nextClock: null,
    })
    const order = await w.order([w.line('plain')])
    await w.order([w.line('plain')])
    expect((await counter(w)).currentNumber).toBe(2)
    for (const _ of [1, 2]) {
      const reset = await w.does('managerialHead', 'GET /kot/reset')
      expect(reset.body.kot).toMatchObject({ currentNumber: 0, businessDate: today, lastResetAt: expect.stringMatching(/Z$/) })
      expect((await w.order([w.line('plain')])).kots.at(-1)?.kotNumber).toBe(1)
    }
    expect((await w.read(order._id))?.kots.map((k) => k.kotNumber)).toEqual([1, 2, 1, 1])
    // A ticket sent again after the reset is the ticket that it was.
    const again = await w.send([], { kots: [{ kotId: order.kots[0]?.kotId, items: [w.line('plain')] }] })
    expect(again.body.order.kots.map((k: { kotNumber: number }) => k.kotNumber)).toEqual([1, 2, 1, 1])
  })

  it('is not reset by another site’s page', async () => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    const strangers: Record<string, string>[] = [
      { Origin: 'https://evil.test' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]
    for (const headers of strangers) {
      const reply = await w.does('superuser', 'GET /kot/reset', undefined, { headers })
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
    }
    expect((await counter(w)).currentNumber).toBe(1)
    expect(
      (
        await w.does('superuser', 'GET /kot/reset', undefined, {
          headers: { Origin: 'https://tawa.test', 'Sec-Fetch-Site': 'same-origin' },
        })
      ).status,
    ).toBe(200)
  })

  it('changes its day with a new reset time only from the next business day', async () => {
    setNow(noon)
    const date = businessDate(noon, clock)
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    const reply = await w.does('superuser', 'POST /kot/reset-time', { resetTime: '04:00' })
    expect(reply.body.kot).toMatchObject({
      resetTime: '00:00',
      nextClock: { resetTime: '04:00', from: new Date(`${addDays(date, 1)}T04:00+05:30`).toISOString() },
      currentNumber: 1,
    })
    // 01:30 of the next day: still today.
    later(13.5 * HOUR)
    expect(wallClock(new Date(), 'Asia/Kolkata').time).toBe('01:30')
    expect((await counter(w)).businessDate).toBe(date)
    expect((await w.order([w.line('plain')])).kots.at(-1)?.kotNumber).toBe(2)
    later(16 * HOUR)
    expect(await counter(w)).toMatchObject({ businessDate: addDays(date, 1), resetTime: '04:00', nextClock: null, currentNumber: 0 })
    expect((await w.order([w.line('plain')])).kots.at(-1)?.kotNumber).toBe(1)
    for (const resetTime of ['24:00', '4:00', 'noon', 400])
      expect((await w.does('superuser', 'POST /kot/reset-time', { resetTime })).status).toBe(422)
  })
})

it('the cost of figures grows with the days asked for, not with the orders: they are read from rollups', async () => {
  const w = await makeRestaurant()
  await sale(w)
  await batch(w.db, [sql`UPDATE rollups SET amount = 12300 WHERE restaurant_id = ${w.id} AND kind = 'sales'`])
  expect((await dashboard(w)).sales).toBe(123)
})
