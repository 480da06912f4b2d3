import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { businessDate } from '#domain/time.ts'
import { run } from '../db/index.ts'
import { findRestaurants } from '../access/session.ts'
import { makeRestaurant, testEnv, type World } from '../test/world.ts'
import { rebuild } from './rebuild.ts'

const DAY = 86_400_000
const today = businessDate(new Date(), { timezone: 'Asia/Kolkata', resetTime: '00:00' })
/** Noon in Kolkata, so many days and minutes from today's. */
const at = (days: number, minutes = 0) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T06:30:00.000Z`) + days * DAY + minutes * 60_000 })
afterEach(() => void vi.useRealTimers())

const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true }
const asked = async (w: World, n: number, lines: unknown[]) => {
  const guest = await w.guest(n)
  const reply = await w.does('user', 'POST /orders', { order: { tableId: w.tables[n], kots: [w.kot(lines)] } }, guest)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.order
}
const decline = (w: World, order: { _id: string; kots: { kotId: string }[] }, more: object = {}) =>
  w.does('waiter', 'PUT /orders/item/status', {
    orderId: order._id,
    kotId: order.kots.at(-1)?.kotId,
    status: 'Cancelled',
    reason: 'Kitchen closed',
    ...more,
  })

describe('guest tickets that staff declined', () => {
  it('don’t count as cancellations: not in the day, not in what a later day is compared with, not in the rebuilt books', async () => {
    at(-7, -30)
    const w = await makeRestaurant({ settings: { qrSettings } })
    // Alone at its table: the order ends with it.
    expect((await decline(w, await asked(w, 0, [w.line('plain', 3)]))).body.order.orderStatus).toBe('cancelled')
    // Beside what was sent, which is cancelled in earnest.
    const sent = await w.order([w.line('dosa')], { tableId: w.tables[1] })
    await decline(w, await asked(w, 1, [w.line('beer', 2)]))
    await w.does('cashier', 'PUT /orders/status', { orderId: sent._id, orderStatus: 'cancelled', reason: 'Guest left' })
    // Cancelled with its table while it waited.
    const waiting = await asked(w, 2, [w.line('beer')])
    await w.does('cashier', 'PUT /orders/status', { orderId: waiting._id, orderStatus: 'cancelled', reason: 'Guest left' })
    // One dish of a ticket declined, the rest accepted, and one of that cancelled.
    const half = await asked(w, 3, [w.line('plain', 2), w.line('beer'), w.line('dosa')])
    await decline(w, half, { itemId: w.items.beer })
    at(-7, -20)
    const { kotId } = half.kots[0]
    await w.does('waiter', 'PUT /pos/order', { orderId: half._id, orderData: { kots: [{ kotId, items: [] }] } })
    at(-7, -10)
    const gone = { orderId: half._id, kotId, itemId: w.items.plain, status: 'Cancelled', reason: 'Cold', quantityChange: -1 }
    expect((await w.does('cashier', 'PUT /orders/item/status', gone)).status).toBe(200)

    at(-7)
    const figures = { cancelledOrders: 1, cancelledValue: 289 }
    const read = async () => {
      const { sales } = (await w.does('superuser', 'POST /api/analytics/sales', {})).body
      expect(sales).toMatchObject(figures)
      const [by, cashier] = [expect.stringMatching(/^cashier /), { count: 1 }]
      expect(sales.cancellations).toEqual([
        { ...cashier, item: 'Masala Dosa', value: 189, reason: 'Guest left', by },
        { ...cashier, item: 'Peri Peri Fries', value: 100, reason: 'Cold', by },
      ])
      const { dashboard } = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', {})).body
      expect(dashboard.cancelledValue).toBe(289)
      expect((await w.does('cashier', 'GET /orders/daily-summary')).body.summary).toMatchObject({ cancelledOrders: 1 })
    }
    await read()
    const [restaurant] = await findRestaurants(testEnv, [w.id])
    const books = () => rebuild(w.db, restaurant!, { startDate: '2020-01-01', endDate: '2030-01-01' })
    expect((await books()).wrong).toEqual([])
    // What an older version has booked of a declined ticket goes.
    const date = businessDate(new Date(), { timezone: 'Asia/Kolkata', resetTime: '00:00' })
    await run(
      w.db,
      sql`INSERT INTO rollups (restaurant_id, business_date, kind, key, amount, count) VALUES (${w.id}, ${date}, 'cancelledItem', 'Kingfisher Premium', 44000, 2)`,
    )
    expect((await books()).wrong).toMatchObject([{ kind: 'cancelledItem', was: { amount: 44000, count: 2 }, is: null }])
    await read()

    at(0)
    const { sales } = (await w.does('superuser', 'POST /api/analytics/sales', { compare: true })).body
    expect(sales.previous).toMatchObject(figures)
  })
})
