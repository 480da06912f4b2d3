import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentMove } from '#domain/api/order.ts'
import { makeRestaurant, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})

const pay = (orderId: string, body: object) => w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'paid', ...body })
const part = (orderId: string, method: string, amount: number) => pay(orderId, { paymentStatus: 'partial', payments: [{ method, amount }] })
const giveBack = (orderId: string, amount: number, body: object) =>
  w.does('cashier', `POST /orders/${orderId}/payments/give-back`, { amount, reason: 'cold', ...body })
const historyOf = async (orderId: string): Promise<PaymentMove[]> =>
  (await w.does('generalManager', `GET /orders/${orderId}/payments`)).body.paymentHistory
const said = (rows: readonly PaymentMove[]) => rows.map((r) => [r.kind, r.method, r.amount])
const books = (kind: string) =>
  w.rows('SELECT key, amount, count FROM rollups WHERE restaurant_id = ? AND kind = ? ORDER BY key', w.id, kind)

/** Money that is given back by another method than it came by (docs/decisions/003-payments.md). */
describe('given back by another method than it was received by', () => {
  const drawer = async () => (await w.does('superuser', 'GET /orders/daily-summary')).body.summary.cashTaken

  it('takes it off what the order has by the method received, and in the books off the one by which it went', async () => {
    const order = await w.order([w.line('plain')])
    await pay(order._id, { paymentMethod: 'UPI' })
    const back = await giveBack(order._id, 40, { method: 'UPI', by: 'Cash' })
    expect(back.body.order).toMatchObject({ paymentStatus: 'partial', paymentMethod: 'UPI', payments: [{ method: 'UPI', amount: 65 }] })
    expect(back.body.order.paymentHistory.at(-1)).toMatchObject({ kind: 'returned', method: 'Cash', of: 'UPI', amount: -40 })
    expect(await books('method')).toEqual([
      { key: 'Cash', amount: -4000, count: 0 },
      { key: 'UPI', amount: 10_500, count: 1 },
    ])
    expect(await drawer()).toBe(-40)
    expect((await giveBack(order._id, 65.5, { method: 'UPI', by: 'Cash' })).status).toBe(422)
    expect((await giveBack(order._id, 65, { method: 'UPI', by: 'Cash' })).body.order).toMatchObject({ payments: [] })
  })

  it('of a refund: UPI was received, and the drawer has that much less', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 40)
    await pay(order._id, { paymentMethod: 'UPI', complete: true })
    expect(await drawer()).toBe(40)
    const reply = await pay(order._id, { paymentStatus: 'refunded', reason: 'cold', by: 'Cash' })
    expect(reply.body.order).toMatchObject({ paymentStatus: 'refunded', payments: [], refund: { amount: 105 } })
    expect(said(await historyOf(order._id))).toEqual([
      ['received', 'Cash', 40],
      ['received', 'UPI', 65],
      ['returned', 'Cash', -40],
      ['returned', 'Cash', -65],
    ])
    expect((await historyOf(order._id)).map(({ of }) => of)).toEqual([undefined, undefined, undefined, 'UPI'])
    expect(await drawer()).toBe(-65)
    const { changed } = (await w.does('superuser', 'POST /api/analytics/changed-after-print', { period: 'today' })).body
    expect(changed.money.rows.map((row: { method: string; of: string | null }) => [row.method, row.of]).sort()).toEqual([
      ['Cash', null],
      ['Cash', 'UPI'],
    ])
  })

  it('is one of the restaurant’s methods, or the one received although it is none any more', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'UPI', 40)
    const barter = await giveBack(order._id, 10, { method: 'UPI', by: 'Barter' })
    expect([barter.status, barter.body.errors]).toEqual([422, [expect.objectContaining({ path: 'by' })]])
    await w.does('superuser', 'PUT /restaurant/profile', { paymentTypes: ['Cash', 'Card'] })
    expect((await giveBack(order._id, 10, { method: 'UPI', by: 'UPI' })).status).toBe(200)
    await pay(order._id, { paymentMethod: 'Cash', complete: true })
    expect((await pay(order._id, { paymentStatus: 'refunded', reason: 'cold', by: 'Barter' })).status).toBe(422)
    expect((await pay(order._id, { paymentStatus: 'refunded', reason: 'cold', by: 'Card' })).status).toBe(200)
  })

  it('of a tip, likewise', async () => {
    const order = await w.order([w.line('plain')])
    await pay(order._id, { paymentMethod: 'UPI', complete: true, tip: { method: 'UPI', amount: 20 } })
    const back = await giveBack(order._id, 20, { method: 'UPI', by: 'Cash', tip: true })
    expect(back.body.order.paymentHistory.at(-1)).toMatchObject({ kind: 'tip', method: 'Cash', of: 'UPI', amount: -20 })
    expect((await giveBack(order._id, 1, { method: 'UPI', tip: true })).status).toBe(422)
    expect(await drawer()).toBe(-20)
  })
})
