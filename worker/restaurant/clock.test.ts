import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { newSettings } from '#domain/settings.ts'
import { run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { makeRestaurant, testEnv, type World } from '../test/world.ts'

/** CONTRACT §9 "Clock": a change of zone or reset time waits until the business day has ended. Only this file uses these dates. */
const setNow = (at: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) })
const [D1, D2, D3] = ['2031-08-04', '2031-08-05', '2031-08-06']
const mumbai = (date: string, time: string) => setNow(`${date}T${time}:00.000+05:30`)
afterEach(() => {
  vi.useRealTimers()
})

const zone = (w: World, timezone: string, options = {}) => w.does('superuser', 'PUT /restaurant/profile', { timezone }, options)
const reset = (w: World, resetTime: string, options = {}) => w.does('superuser', 'POST /kot/reset-time', { resetTime }, options)
const kot = async (w: World) => (await w.does('waiter', 'GET /kot')).body.kot
const profile = async (w: World) => (await w.does('superuser', 'GET /restaurant/profile')).body.restaurant
const summary = async (w: World, date: string) => (await w.does('cashier', `GET /orders/daily-summary?date=${date}`)).body.summary
const sell = async (w: World) => {
  const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
  const { body } = await w.settle(order._id)
  return body.order
}

describe('a closed business day', () => {
  it.each(['America/New_York', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    'stays as it is when the zone is set to %s, a sale is made, and the zone is set back',
    async (elsewhere) => {
      mumbai(D1, '20:00')
      const w = await makeRestaurant()
      await sell(w)
      mumbai(D2, '00:30')
      const closed = await summary(w, D1)
      expect(closed).toMatchObject({ totalSales: 105, completedOrders: 1 })
      expect((await zone(w, elsewhere)).status).toBe(200)
      expect(await sell(w)).toMatchObject({ businessDate: D2 })
      expect((await zone(w, 'Asia/Kolkata')).status).toBe(200)
      await sell(w)
      expect(await summary(w, D1)).toEqual(closed)
      expect(await summary(w, D2)).toMatchObject({ totalSales: 210, completedOrders: 2 })
    },
  )

  it('stays as it is when the reset time is changed back and forth at night', async () => {
    mumbai(D1, '20:00')
    const w = await makeRestaurant({ settings: { kotSettings: { ...newSettings().kotSettings, resetTime: '02:00' } } })
    await sell(w)
    mumbai(D2, '02:30')
    const closed = await summary(w, D1)
    await reset(w, '04:00')
    expect(await sell(w)).toMatchObject({ businessDate: D2, kots: [{ kotNumber: 1 }] })
    await reset(w, '02:00')
    await sell(w)
    expect(await summary(w, D1)).toEqual(closed)
  })
})

describe('a changed zone', () => {
  it('waits, is shown, and takes effect with numbers, hours, ranges and dates when the day has ended', async () => {
    mumbai(D1, '12:00')
    const w = await makeRestaurant()
    expect(await sell(w)).toMatchObject({ businessDate: D1, kots: [{ kotNumber: 1 }] })
    const put = await zone(w, 'America/New_York')
    const waits = { timezone: 'America/New_York', resetTime: '00:00', from: `${D2}T04:00:00.000Z` }
    expect(put.body.restaurant).toMatchObject({ timezone: 'Asia/Kolkata', nextClock: waits })
    expect(await kot(w)).toMatchObject({ businessDate: D1, resetTime: '00:00', nextClock: waits, currentNumber: 1 })
    // 09:29 on the next morning in Mumbai is 23:59 of the day that runs in New York.
    setNow(`${D2}T03:59:59.000Z`)
    expect(await sell(w)).toMatchObject({ businessDate: D1, kots: [{ kotNumber: 2 }] })
    expect(await profile(w)).toMatchObject({ timezone: 'Asia/Kolkata', nextClock: waits })
    setNow(`${D2}T04:00:00.000Z`)
    expect(await profile(w)).toMatchObject({ timezone: 'America/New_York', nextClock: null })
    expect(await kot(w)).toMatchObject({ businessDate: D2, nextClock: null, currentNumber: 0 })
    expect(await sell(w)).toMatchObject({ businessDate: D2, kots: [{ kotNumber: 1 }] })
    setNow(`${D2}T16:30:00.000Z`)
    await sell(w)
    const { dashboard } = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', { period: 'today', compare: false })).body
    expect(dashboard).toMatchObject({
      sales: 210,
      hourly: [{ hour: 0 }, { hour: 12 }],
      range: { startDate: D2, from: `${D2}T04:00:00.000Z`, to: `${D3}T04:00:00.000Z`, timezone: 'America/New_York' },
    })
    const { dashboard: before } = (
      await w.does('superuser', 'POST /api/analytics/dashboard-analytics', { period: 'yesterday', compare: false })
    ).body
    // Of its own zone: noon, and 09:29 of the next morning.
    expect(before).toMatchObject({
      sales: 210,
      hourly: [{ hour: 9 }, { hour: 12 }],
      range: { from: '2031-08-03T18:30:00.000Z', to: waits.from },
    })
    // The books that are rebuilt from the orders are those that stand.
    const { rebuild } = (await w.does('admin', 'POST /backoffice/rebuild', { restaurantId: w.id, days: 3, check: true }, { headers: {} }))
      .body
    expect(rebuild).toMatchObject({ endDate: D2, differences: 0, visits: 0, customers: 0 })
  })

  it('waits when a partner sets it too', async () => {
    mumbai(D1, '12:00')
    const w = await makeRestaurant({ partnerId: randomId() })
    const put = await w.does('partner', `PUT /partner/restaurant/${w.id}`, { timezone: 'Asia/Dubai' })
    expect(put.status, put.text).toBe(200)
    expect(await profile(w)).toMatchObject({ timezone: 'Asia/Kolkata', nextClock: { timezone: 'Asia/Dubai' } })
  })

  it('waits together with a changed reset time, also when two devices set them at once', async () => {
    mumbai(D1, '12:00')
    const w = await makeRestaurant()
    // In this order, because a saved profile writes more before its zone.
    const set = await reset(w, '03:00', { via: meanwhile(() => zone(w, 'Asia/Dubai')) })
    expect(set.status, set.text).toBe(200)
    expect((await profile(w)).nextClock).toMatchObject({ timezone: 'Asia/Dubai', resetTime: '03:00' })
  })

  it('is cancelled by setting the current zone again', async () => {
    mumbai(D1, '12:00')
    const w = await makeRestaurant()
    await zone(w, 'Asia/Dubai')
    await zone(w, 'Asia/Kolkata')
    expect((await profile(w)).nextClock).toBeNull()
    mumbai(D2, '00:00')
    expect((await kot(w)).businessDate).toBe(D2)
  })

  it('waits for the end of the next day when it is set in the last seconds of a day', async () => {
    setNow(`${D1}T18:29:55.000Z`)
    const w = await makeRestaurant()
    await zone(w, 'Asia/Dubai')
    expect((await profile(w)).nextClock).toMatchObject({ from: `${D2}T20:00:00.000Z` })
    mumbai(D2, '00:00')
    expect((await kot(w)).businessDate).toBe(D2)
  })
})

describe('a reset time that was changed before there was `nextClock`', () => {
  it('takes effect from its business date, and is kept by the next change', async () => {
    mumbai(D1, '12:00')
    const w = await makeRestaurant()
    await run(
      testEnv.PLATFORM,
      sql`UPDATE restaurants SET kot_settings = json_set(kot_settings, '$.nextReset', json('{"resetTime":"04:00","from":"2031-08-05"}')) WHERE id = ${w.id}`,
    )
    expect(await kot(w)).toMatchObject({ resetTime: '00:00', nextClock: { resetTime: '04:00', from: `${D1}T22:30:00.000Z` } })
    mumbai(D2, '03:59')
    expect(await kot(w)).toMatchObject({ businessDate: D1 })
    mumbai(D2, '04:00')
    expect(await kot(w)).toMatchObject({ businessDate: D2, resetTime: '04:00', nextClock: null })
    await zone(w, 'Asia/Dubai')
    expect(await kot(w)).toMatchObject({ resetTime: '04:00', nextClock: { timezone: 'Asia/Dubai', resetTime: '04:00' } })
  })
})
