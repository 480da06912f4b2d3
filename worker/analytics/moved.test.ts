import { afterEach, describe, expect, it, vi } from 'vitest'
import { toPaise } from '#domain/money.ts'
import { addDays, businessDate } from '#domain/time.ts'
import { makeRestaurant, type World } from '../test/world.ts'

const DAY = 86_400_000
const today = businessDate(new Date(), { timezone: 'Asia/Kolkata', resetTime: '00:00' })
const at = (days: number, minutes = 0) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T06:30:00.000Z`) + days * DAY + minutes * 60_000 })
afterEach(() => void vi.useRealTimers())

type Money = { paymentMethods: { method: string; amount: number; orders: number }[]; receivedOnOpenOrders: number }
type Figures = { sales: number; open: number; methods: Record<string, number> }

/** A report's figures; each report must reconcile. */
function figuresOf(sales: number, { paymentMethods, receivedOnOpenOrders }: Money): Figures {
  const paise = paymentMethods.reduce((sum, m) => sum + toPaise(m.amount), 0)
  expect(paise).toBe(toPaise(sales) + toPaise(receivedOnOpenOrders))
  return { sales, open: receivedOnOpenOrders, methods: Object.fromEntries(paymentMethods.map((m) => [m.method, m.amount])) }
}
/** Sales, dashboard and day-end of a range say the same. */
async function reports(w: World, from: number, to = from): Promise<Figures> {
  const [startDate, endDate] = [addDays(today, from), addDays(today, to)]
  const filter = { period: 'custom', startDate, endDate }
  const { sales } = (await w.does('superuser', 'POST /api/analytics/sales', filter)).body
  const { dashboard } = (await w.does('cashier', 'POST /api/analytics/dashboard-analytics', filter)).body
  const figures = figuresOf(sales.totalSales, sales)
  expect(figuresOf(dashboard.sales, dashboard)).toEqual(figures)
  if (from === to) {
    const { summary } = (await w.does('cashier', `GET /orders/daily-summary?date=${startDate}`)).body
    expect(figuresOf(summary.totalSales, summary)).toEqual(figures)
  }
  return figures
}
const none: Figures = { sales: 0, open: 0, methods: {} }

describe('money counts on the day it moved, sales on the day the bill became final', () => {
  it('for a part payment, a correction, giving back, a settlement and a refund, each on another day', async () => {
    at(-5)
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 10)])
    const part = { orderId: order._id, paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 400 }] }
    const paid = await w.does('cashier', 'PUT /orders/payment/status', part)
    expect(paid.status, paid.text).toBe(200)
    expect(await reports(w, -5)).toEqual({ sales: 0, open: 400, methods: { Cash: 400 } })
    const [row] = await w.rows('SELECT id FROM payments WHERE order_id = ?', order._id)

    at(-4)
    const change = { method: 'UPI', reason: 'Wrong button' }
    const corrected = await w.does('cashier', `POST /orders/${order._id}/payments/${row.id}/correct`, change)
    expect(corrected.status, corrected.text).toBeLessThan(300)
    // The day on which the cash was booked stays as it was; the correction is of its own day.
    expect(await reports(w, -5)).toEqual({ sales: 0, open: 400, methods: { Cash: 400 } })
    expect(await reports(w, -4)).toEqual({ sales: 0, open: 0, methods: { UPI: 400, Cash: -400 } })
    expect(await reports(w, -5, -4)).toEqual({ sales: 0, open: 400, methods: { UPI: 400, Cash: 0 } })

    at(-3)
    const back = await w.does('cashier', `POST /orders/${order._id}/payments/give-back`, { amount: 150, method: 'UPI', reason: 'Too much' })
    expect(back.status, back.text).toBeLessThan(300)
    expect(await reports(w, -3)).toEqual({ sales: 0, open: -150, methods: { UPI: -150 } })

    at(-2)
    expect((await w.settle(order._id, { paymentMethod: 'Card' })).status).toBe(200)
    expect(await reports(w, -2)).toEqual({ sales: 1050, open: -250, methods: { Card: 800 } })
    // Whatever was received is in the sale by then.
    expect(await reports(w, -5, -2)).toEqual({ sales: 1050, open: 0, methods: { Card: 800, UPI: 250, Cash: 0 } })

    at(-1)
    const refund = { orderId: order._id, paymentStatus: 'refunded', reason: 'Cold' }
    expect((await w.does('cashier', 'PUT /orders/payment/status', refund)).status).toBe(200)
    expect(await reports(w, -1)).toEqual({ sales: -1050, open: 0, methods: { UPI: -250, Card: -800 } })
    expect(await reports(w, -5, -1)).toEqual({ sales: 0, open: 0, methods: { Cash: 0, Card: 0, UPI: 0 } })
    expect(await reports(w, 0)).toEqual(none)
  })

  it('except in the drawer, which a correction of an earlier day’s payment or tip does not change: not even one that was corrected in between', async () => {
    at(-2)
    const w = await makeRestaurant()
    const drawer = async (days: number) =>
      (await w.does('superuser', `GET /orders/daily-summary?date=${addDays(today, days)}`)).body.summary.cashTaken
    const bill = async (method: string) => {
      const order = await w.order([w.line('plain', 2)], { orderType: 'Take Away' })
      const paid = await w.settle(order._id, { paymentMethod: method, tip: { method, amount: 20 } })
      expect(paid.status, paid.text).toBe(200)
      return order._id
    }
    const correct = async (orderId: string, kind: string, method: string) => {
      const [row] = await w.rows(
        'SELECT id FROM payments WHERE order_id = ? AND kind = ? AND amount > 0 ORDER BY rowid DESC',
        orderId,
        kind,
      )
      const reply = await w.does('cashier', `POST /orders/${orderId}/payments/${row.id}/correct`, { method, reason: 'Wrong key' })
      expect(reply.status, reply.text).toBe(200)
    }
    const [cash, card, there] = [await bill('Cash'), await bill('Card'), await bill('Cash')]
    // On the same day a correction says what is in the drawer.
    const key = await bill('Cash')
    await correct(key, 'received', 'UPI')
    expect(await drawer(-2)).toBe(2 * 230 + 20)

    at(-1)
    await bill('Cash')
    await correct(cash, 'received', 'Card')
    await correct(cash, 'tip', 'Card')
    await correct(card, 'received', 'Cash')
    await correct(there, 'received', 'UPI')
    await correct(there, 'corrected', 'Cash')
    expect(await reports(w, -1)).toMatchObject({ methods: { Cash: 210, Card: 0, UPI: 0 } })
    expect(await drawer(-1)).toBe(230)
    expect(await drawer(-2)).toBe(2 * 230 + 20)

    at(0)
    await correct(there, 'corrected', 'Card')
    await correct(cash, 'tip', 'Cash')
    expect(await drawer(0)).toBe(0)
    // Cash that is given back leaves the drawer, also of an earlier day's bill.
    expect(
      (await w.does('cashier', 'PUT /orders/payment/status', { orderId: card, paymentStatus: 'refunded', reason: 'Cold' })).status,
    ).toBe(200)
    expect(await drawer(0)).toBe(-210)
  })

  it('and a running day is compared with the money that had moved by this time of day', async () => {
    at(-7, -30)
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 2)])
    const pay = (amount: number) =>
      w.does('cashier', 'PUT /orders/payment/status', {
        orderId: order._id,
        paymentStatus: 'partial',
        payments: [{ method: 'Cash', amount }],
      })
    await pay(50)
    at(-7, 30)
    await pay(70)
    at(0)
    const { sales } = (await w.does('superuser', 'POST /api/analytics/sales', { compare: true })).body
    const { dashboard } = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', {})).body
    expect([sales.previous.receivedOnOpenOrders, dashboard.previous.receivedOnOpenOrders]).toEqual([50, 50])
    // What tables owed then, and what they owe now.
    expect(dashboard).toMatchObject({ openTables: 1, openValue: 90, openParcels: 0, openParcelValue: 0 })
  })
})

describe('open tables', () => {
  it('are those that still have to pay, with how much; so are parcels, which are shown separately', async () => {
    at(0)
    const w = await makeRestaurant()
    const figures = async () => (await w.does('cashier', 'POST /api/analytics/dashboard-analytics', {})).body.dashboard
    const pay = (orderId: string, more: object) =>
      w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'partial', ...more })
    const table = await w.order([w.line('plain', 2)])
    await w.order([w.line('beer')], { tableId: w.tables[1] })
    const parcel = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await w.order([w.line('plain')], { orderType: 'Delivery' })
    expect(await figures()).toMatchObject({ openTables: 2, openValue: 452, openParcels: 2, openParcelValue: 210, pendingOrders: 4 })
    await pay(table._id, { payments: [{ method: 'Cash', amount: 110 }] })
    await pay(parcel._id, { paymentStatus: 'paid', paymentMethod: 'UPI' })
    expect(await figures()).toMatchObject({ openTables: 2, openValue: 342, openParcels: 1, openParcelValue: 105, pendingOrders: 4 })
    await pay(table._id, { paymentStatus: 'paid', paymentMethod: 'UPI' })
    expect(await figures()).toMatchObject({ openTables: 1, openValue: 242, openParcels: 1, openParcelValue: 105, pendingOrders: 4 })
  })
})
