import { afterEach, describe, expect, it, vi } from 'vitest'
import { addDays, businessDate } from '#domain/time.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { withPrinters } from '../test/printers.ts'
import { makeRestaurant, type World } from '../test/world.ts'

const clock = { timezone: 'Asia/Kolkata', resetTime: '00:00' }
const today = businessDate(new Date(), clock)
const at = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.parse(`${today}T06:30:00.000Z`) + days * 86_400_000) })
afterEach(() => void vi.useRealTimers())

const summary = async (w: World, query = '') => {
  const reply = await w.does('superuser', `GET /orders/daily-summary${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.summary
}

describe('the day-end summary', () => {
  it('says from when to when the day was, by the clock that was in force on it', async () => {
    at(0)
    const w = await makeRestaurant()
    const range = async (date: string) => (await w.does('cashier', `GET /orders/daily-summary?date=${date}`)).body.range
    const set = await w.does('superuser', 'POST /kot/reset-time', { resetTime: '04:00' })
    expect(set.status, set.text).toBe(200)
    const [midnight, four] = [
      (days: number) => `${addDays(today, days - 1)}T18:30:00.000Z`,
      (days: number) => `${addDays(today, days - 1)}T22:30:00.000Z`,
    ]
    // The day that runs lasts until the new reset time.
    const changed = { from: midnight(0), to: four(1) }
    expect([await range(addDays(today, -1)), await range(today)]).toEqual([{ from: midnight(-1), to: midnight(0) }, changed])
    at(2)
    expect([await range(today), await range(addDays(today, 1))]).toEqual([changed, { from: four(1), to: four(2) }])
    const closed = await w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')
    expect([closed.body.summary.date, closed.body.range]).toEqual([addDays(today, 2), { from: four(2), to: four(3) }])
  })

  it('an order of the evening before that is still open counts as open on the day that runs, as the checklist says, and not as one of a later day', async () => {
    at(0)
    const w = await makeRestaurant()
    const sits = await w.order([w.line('plain')])
    at(1)
    expect(await summary(w)).toMatchObject({ totalOrders: 1, pendingOrders: 1, openOrders: 1 })
    expect(await summary(w, `?date=${today}`)).toMatchObject({ totalOrders: 0, pendingOrders: 0 })
    await w.settle(sits._id)
    expect(await summary(w)).toMatchObject({ totalOrders: 1, completedOrders: 1, pendingOrders: 0, openOrders: 0 })
    expect(await summary(w, `?date=${today}`)).toMatchObject({ totalOrders: 0, pendingOrders: 0 })
  })

  it('counts orders by state, sales by method and items by revenue', async () => {
    at(0)
    const w = await makeRestaurant()
    const paid = await w.order([w.line('plain', 3), w.line('beer')])
    await w.settle(paid._id, {
      paymentMethod: undefined,
      payments: [
        { method: 'Cash', amount: 57 },
        { method: 'UPI', amount: 500 },
      ],
    })
    const left = await w.order([w.line('dosa')])
    await w.does('cashier', 'PUT /orders/status', { orderId: left._id, orderStatus: 'cancelled', reason: 'Left' })
    await w.order([w.line('plain')])
    expect(await summary(w)).toEqual({
      date: today,
      totalOrders: 3,
      completedOrders: 1,
      cancelledOrders: 1,
      pendingOrders: 1,
      openOrders: 1,
      totalSales: 557,
      refunds: 0,
      discounts: 0,
      taxes: { cgst: 7.5, sgst: 7.5, vat: 22, serviceCharge: 0 },
      roundOff: 0,
      cancelledValue: 189,
      paymentMethods: [
        { method: 'UPI', amount: 500, orders: 1 },
        { method: 'Cash', amount: 57, orders: 1 },
      ],
      tips: [],
      cashTaken: 57,
      cashByPerson: [{ by: expect.stringMatching(/^cashier /), amount: 57, from: expect.any(String), to: expect.any(String) }],
      receivedOnOpenOrders: 0,
      items: [
        { name: 'Peri Peri Fries', count: 3, revenue: 300 },
        { name: 'Kingfisher Premium', count: 1, revenue: 220 },
      ],
      changedAfterPrint: [],
    })
  })

  it('of an earlier day shows only that day, even while orders are open now', async () => {
    at(-1)
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await w.settle(order._id)
    at(0)
    await w.order([w.line('beer')])
    expect(await summary(w, `?date=${addDays(today, -1)}`)).toMatchObject({
      date: addDays(today, -1),
      totalOrders: 1,
      pendingOrders: 0,
      openOrders: 1,
      totalSales: 105,
    })
    expect((await w.does('cashier', 'GET /orders/daily-summary?date=yesterday')).status).toBe(422)
  })

  it('resets the KOT numbers to 1 with resetKOT, but not while orders are open', async () => {
    const w = await makeRestaurant()
    const first = await w.order([w.line('plain')], { orderType: 'Take Away' })
    const reset = (role: 'superuser' | 'cashier' = 'superuser', headers = {}) =>
      w.does(role, 'GET /orders/daily-summary?resetKOT=true', undefined, { headers })
    const refused = await reset()
    expect([refused.status, refused.body.code, refused.body.openOrders, refused.body.message]).toEqual([
      409,
      'open_orders',
      1,
      '1 open order',
    ])
    await w.settle(first._id)
    expect((await reset('cashier')).status).toBe(403)
    expect((await reset('superuser', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await w.order([w.line('plain')], { orderType: 'Take Away' })).kots[0]?.kotNumber).toBe(2)
    const open = (await w.does('cashier', 'GET /orders/restaurant/pending')).body.orders[0]
    await w.settle(open._id)
    const done = await reset()
    expect([done.status, done.body.summary.kotReset]).toEqual([200, true])
    expect((await w.order([w.line('plain')], { orderType: 'Take Away' })).kots[0]?.kotNumber).toBe(1)
  })

  it('is remembered with who closed the day and when, until the next day begins; resetting the counter alone is none', async () => {
    at(0)
    const w = await makeRestaurant()
    const closed = async () => (await w.does('cashier', 'GET /kot')).body.kot.closed
    expect((await w.does('superuser', 'GET /kot/reset')).body.kot.closed).toBeNull()
    expect((await w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')).status).toBe(200)
    const first = { at: new Date().toISOString(), by: (await w.does('superuser', 'GET /auth/me')).body.user.name }
    expect(await closed()).toEqual(first)
    expect((await w.does('superuser', 'GET /kot/reset')).body.kot.closed).toEqual(first)
    at(1)
    expect(await closed()).toBeNull()
  })

  it('names whoever restarts the KOT counter in mid-service, since its numbers no longer say how many KOTs there were', async () => {
    at(0)
    const w = await makeRestaurant()
    const notes = async (date: string) => (await w.does('superuser', `GET /orders/daily-summary?date=${date}`)).body.summary.notes
    await w.order([w.line('plain')])
    expect(await notes(today)).toBeUndefined()
    expect((await w.does('superuser', 'GET /kot/reset')).status).toBe(200)
    const by = (await w.does('superuser', 'GET /auth/me')).body.user.name
    expect(await notes(today)).toEqual([{ kind: 'kotReset', what: '', at: new Date().toISOString(), by }])
    at(1)
    expect(await notes(addDays(today, 1))).toBeUndefined()
    expect(await notes(today)).toHaveLength(1)
  })

  it('closes the business day that runs and no other: another one starts no KOT numbers and orders no paper', async () => {
    const w = await makeRestaurant()
    const send = async () => {
      const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
      await w.settle(order._id)
      return order.kots[0]?.kotNumber
    }
    expect(await send()).toBe(1)
    const today = (await summary(w)).date
    const close = (date: string) => w.does('superuser', `GET /orders/daily-summary?resetKOT=true&date=${date}`)
    const before = await w.everything()
    for (const days of [-400, -1, 1, 400]) {
      const refused = await close(addDays(today, days))
      expect([days, refused.status, refused.body.errors?.[0]?.path]).toEqual([days, 422, 'date'])
    }
    expect(await w.everything()).toEqual(before)
    expect(await send()).toBe(2)
    expect((await close(today)).body.summary.kotReset).toBe(true)
    expect(await send()).toBe(1)
  })

  it('closes what it has read: an order that is sent at that moment stands in the way, and one that is settled then is on the paper', async () => {
    const w = await withPrinters({ counter: { role: 'bill' } })
    const close = (happens: () => Promise<unknown>) =>
      w.does('superuser', 'GET /orders/daily-summary?resetKOT=true', undefined, { via: meanwhile(happens) })
    const send = () => w.order([w.line('plain')], { orderType: 'Take Away' })
    const papers = async () =>
      (await w.rows("SELECT content FROM print_jobs WHERE restaurant_id = ? AND kind = 'dayEnd'", w.id)).map(
        ({ content }) => JSON.parse(String(content)).summary,
      )
    let open: { _id: string } | undefined
    const refused = await close(async () => (open = await send()))
    expect([refused.status, refused.body.code, refused.body.openOrders]).toEqual([409, 'open_orders', 1])
    expect(await papers()).toEqual([])
    // The numbers went on.
    const second = await send()
    expect(second.kots[0]?.kotNumber).toBe(2)
    await w.settle(open?._id ?? '')
    await w.settle(second._id)
    const done = await close(async () => w.settle((await send())._id))
    expect([done.status, done.body.summary.completedOrders, done.body.summary.totalSales]).toEqual([200, 3, 315])
    expect((await papers()).map((paper) => [paper.completedOrders, paper.totalSales])).toEqual([[3, 315]])
    expect((await summary(w)).totalSales).toBe(315)
  })
})
