import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { MAX_PAYMENTS } from '#domain/orderSize.ts'
import type { Role } from '#domain/roles.ts'
import { addDays } from '#domain/time.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** A tip is a row beside the bill (CONTRACT §9, docs/decisions/003). */
let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
afterEach(() => void vi.useRealTimers())

type Keyed = { key?: string }
const pay = (orderId: string, body: object, role: Role = 'cashier', more: Keyed = {}) =>
  w.does(role, 'PUT /orders/payment/status', { orderId, paymentStatus: 'paid', paymentMethod: 'UPI', complete: true, ...body }, more)
const part = (amount: number) => ({
  paymentStatus: 'partial',
  paymentMethod: undefined,
  complete: undefined,
  payments: [{ method: 'Cash', amount }],
})
const giveBack = (orderId: string, amount: number, body: object = {}, role: Role = 'cashier', more: Keyed = {}) =>
  w.does(role, `POST /orders/${orderId}/payments/give-back`, { amount, method: 'Cash', reason: 'typed twice', tip: true, ...body }, more)
const correct = (orderId: string, paymentId: string, body: object = {}, role: Role = 'cashier') =>
  w.does(role, `POST /orders/${orderId}/payments/${paymentId}/correct`, { method: 'Card', reason: 'wrong key', ...body })
const historyOf = async (orderId: string): Promise<PaymentMove[]> =>
  (await w.does('generalManager', `GET /orders/${orderId}/payments`)).body.paymentHistory
const tipOf = async (orderId: string): Promise<string> => (await historyOf(orderId)).find((row) => row.kind === 'tip')!._id
const said = (rows: readonly PaymentMove[]) => rows.map((r) => [r.kind, r.method, r.amount])
const bill = () => w.order([w.line('plain', 2)])
const tip = (amount: number, method = 'Cash') => ({ tip: { amount, method } })

/** Day-end, dashboard and sales of a day: they must say the same, and the tips must be in no other figure. */
async function day(date?: string) {
  const { summary } = (await w.does('cashier', `GET /orders/daily-summary${date ? `?date=${date}` : ''}`)).body
  const filter = { period: 'custom', startDate: summary.date, endDate: summary.date }
  const { sales } = (await w.does('superuser', 'POST /api/analytics/sales', filter)).body
  const { dashboard } = (await w.does('cashier', 'POST /api/analytics/dashboard-analytics', filter)).body
  expect([sales.tips, dashboard.tips]).toEqual([summary.tips, summary.tips])
  expect([sales.paymentMethods, sales.totalSales, dashboard.sales]).toEqual([
    summary.paymentMethods,
    summary.totalSales,
    summary.totalSales,
  ])
  const methods = summary.paymentMethods.map((m: { method: string; amount: number }) => [m.method, m.amount])
  return { tips: summary.tips, methods, sales: summary.totalSales, open: summary.receivedOnOpenOrders }
}

describe('a tip', () => {
  it('comes with the payment as a row beside the bill, whose sums stay as they are without it', async () => {
    const without = (await pay((await bill())._id, {})).body.order as OrderShape
    const tipped = await bill()
    const reply = await pay(tipped._id, tip(20.5))
    expect(reply.status, reply.text).toBe(200)
    const { order } = reply.body
    for (const field of [
      'grandTotal',
      'totalPrice',
      'payments',
      'paymentStatus',
      'paymentMethod',
      'orderStatus',
      'additionalCharges',
    ] as const)
      expect(order[field], field).toEqual(without[field])
    const [, row] = order.paymentHistory as PaymentMove[]
    expect(said(order.paymentHistory)).toEqual([
      ['received', 'UPI', 210],
      ['tip', 'Cash', 20.5],
    ])
    expect(row).toMatchObject({ by: expect.stringMatching(/^cashier /), businessDate: tipped.businessDate })
    expect(await day()).toEqual({ tips: [{ method: 'Cash', amount: 20.5 }], methods: [['UPI', 420]], sales: 420, open: 0 })
  })

  it('comes with each part too, and changes nothing of what is left to pay', async () => {
    const { _id } = await bill()
    const first = (await pay(_id, { ...part(100), ...tip(5) })).body.order
    expect([first.paymentStatus, first.payments]).toEqual(['partial', [{ method: 'Cash', amount: 100 }]])
    expect((await pay(_id, { ...part(110), ...tip(5) })).status).toBe(422)
    expect(await day()).toMatchObject({ tips: [{ method: 'Cash', amount: 5 }], open: 100 })
    const last = (await pay(_id, { payments: [{ method: 'Card', amount: 110 }], paymentMethod: undefined, ...tip(10, 'Card') })).body.order
    expect([last.orderStatus, last.payments.length]).toEqual(['completed', 2])
    expect(await day()).toMatchObject({
      tips: [
        { method: 'Card', amount: 10 },
        { method: 'Cash', amount: 5 },
      ],
      sales: 210,
      open: 0,
    })
  })

  it('is taken once, although the answer was lost and the payment sent again', async () => {
    const { _id } = await bill()
    const first = await pay(_id, tip(20), 'cashier', { key: 'pays' })
    const again = await pay(_id, tip(20), 'cashier', { key: 'pays' })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect((await pay(_id, tip(21), 'cashier', { key: 'pays' })).body.code).toBe('idempotency_mismatch')
    expect((await day()).tips).toEqual([{ method: 'Cash', amount: 20 }])
  })

  it('needs an amount, a method of the restaurant and a payment; what is refused leaves nothing', async () => {
    const { _id } = await bill()
    const before = await w.everything()
    for (const [body, path] of [
      [tip(0), 'tip.amount'],
      [tip(-1), 'tip.amount'],
      [tip(1.005), 'tip.amount'],
      [tip(100_000_001), 'tip.amount'],
      [tip(5, 'Barter'), 'tip.method'],
      [{ tip: { amount: 5 } }, 'tip.method'],
      [{ tip: 5 }, 'tip'],
    ] as const) {
      const reply = await pay(_id, body)
      expect([reply.status, reply.body.errors?.[0]?.path], JSON.stringify(body)).toEqual([422, path])
    }
    expect((await pay(_id, { ...part(999), ...tip(5) })).status).toBe(422)
    expect((await pay(_id, { paymentStatus: 'unpaid', ...tip(5) })).status).toBe(409)
    expect(await w.everything()).toEqual(before)
    await pay(_id, {})
    const refund = await pay(_id, { paymentStatus: 'refunded', reason: 'cold', ...tip(5) })
    expect([refund.status, refund.body.errors?.[0]?.path]).toEqual([422, 'tip'])
    expect(said(await historyOf(_id))).toEqual([['received', 'UPI', 210]])
  })

  it('is taken, corrected and given back by those who take payments, and by nobody else', async () => {
    const { _id } = await bill()
    for (const role of ['captain', 'waiter', 'kitchen', 'delivery', 'mobileAdmin'] as const) {
      expect((await pay(_id, tip(5), role)).status, role).toBe(403)
      expect((await giveBack(_id, 1, {}, role)).status, role).toBe(403)
      expect((await correct(_id, 'any', {}, role)).status, role).toBe(403)
    }
    for (const role of ['cashier', 'generalManager', 'superuser'] as const) {
      const one = await bill()
      expect((await pay(one._id, tip(5), role)).status, role).toBe(200)
      expect((await giveBack(one._id, 1, {}, role)).status, role).toBe(200)
    }
  })

  it('is seen by those who see payments: in no event, and by no guest', async () => {
    const { _id } = await bill()
    const guest = await w.guest(0)
    await pay(_id, { ...part(100), ...tip(17.25) })
    const seen = await call('POST /orders/active', { token: guest.token, body: { tableId: w.tables[0] } })
    expect(seen.body.order.payments).toEqual([{ method: 'Cash', amount: 100 }])
    const listed = await w.does('captain', 'GET /orders/restaurant/pending')
    for (const text of [seen.text, listed.text, JSON.stringify(await w.events())]) expect(text).not.toContain('17.25')
  })

  it('stands beside 100 rows only where all of the bill is paid', async () => {
    const { _id } = await bill()
    await pay(_id, part(1))
    const more = JSON.stringify(Array.from({ length: MAX_PAYMENTS - 2 }, (_, i) => `${_id}-${i}`))
    await w.rows(
      `INSERT INTO payments (id, restaurant_id, order_id, kind, method, amount, at, business_date, "by")
       SELECT value, restaurant_id, order_id, 'tip', 'UPI', 1, p.at, business_date, "by" FROM payments p, json_each(?) WHERE order_id = ? AND kind = 'received'`,
      more,
      _id,
    )
    expect((await pay(_id, { ...part(1), ...tip(1) })).body.code).toBe('payments_full')
    expect((await pay(_id, tip(1))).status).toBe(200)
    expect((await giveBack(_id, 1)).body.code).toBe('payments_full')
  })
})

describe('a tip that was a mistake', () => {
  it('is given back in part and in whole, also on a completed bill: a row with name and reason, and nothing of the bill changes', async () => {
    const { _id } = await bill()
    const paid = (await pay(_id, tip(20))).body.order
    const less = await giveBack(_id, 15, {}, 'cashier', { key: 'back' })
    expect(less.status).toBe(200)
    expect((await giveBack(_id, 15, {}, 'cashier', { key: 'back' })).text).toBe(less.text)
    const { version, paymentHistory, ...rest } = less.body.order
    expect({ ...paid, ...rest }).toEqual({ ...paid })
    expect(version).toBe(paid.version + 1)
    expect(paymentHistory.at(-1)).toMatchObject({
      kind: 'tip',
      method: 'Cash',
      amount: -15,
      reason: 'typed twice',
      by: expect.stringMatching(/^cashier /),
    })
    expect((await day()).tips).toEqual([{ method: 'Cash', amount: 5 }])
    const more = await giveBack(_id, 5.01)
    expect([more.status, more.body.message]).toEqual([422, 'At most Rs. 5.00 by Cash can be given back.'])
    expect((await giveBack(_id, 1, { method: 'UPI' })).status).toBe(422)
    expect((await giveBack(_id, 1, { reason: ' ' })).status).toBe(422)
    expect((await giveBack(_id, 1, { version: 1 })).body.code).toBe('version_conflict')
    expect((await giveBack(_id, 1, { tip: undefined })).body.message).toBe('The order is completed: refund it instead.')
    expect((await giveBack(_id, 5)).status).toBe(200)
    expect(await day()).toEqual({ tips: [], methods: [['UPI', 210]], sales: 210, open: 0 })
  })

  it('gets its right method by a pair of rows, once, and stays as it is when its bill is refunded', async () => {
    const { _id } = await bill()
    await pay(_id, { paymentMethod: 'Cash', ...tip(20) })
    const id = await tipOf(_id)
    const reply = await correct(_id, id)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.order).toMatchObject({ paymentMethod: 'Cash', payments: [{ method: 'Cash', amount: 210 }] })
    expect(said(reply.body.order.paymentHistory).slice(2)).toEqual([
      ['tip', 'Cash', -20],
      ['tip', 'Card', 20],
    ])
    // Enough cash was taken for the bill, but no cash tip is left.
    expect((await correct(_id, id, { method: 'UPI' })).status).toBe(409)
    expect((await giveBack(_id, 1)).status).toBe(422)
    await pay(_id, { paymentStatus: 'refunded', reason: 'cold' })
    expect(await day()).toEqual({ tips: [{ method: 'Card', amount: 20 }], methods: [['Cash', 0]], sales: 0, open: 0 })
    expect((await giveBack(_id, 20, { method: 'Card' })).status).toBe(200)
    expect((await day()).tips).toEqual([])
  })

  it('is listed with the money that was given back or corrected, with the bill, the person and the reason', async () => {
    const { _id } = await bill()
    const { billNumber } = (await pay(_id, tip(20))).body.order
    const money = async () => (await w.does('superuser', 'POST /api/analytics/changed-after-print', { period: 'today' })).body.changed.money
    expect(await money()).toEqual({ count: 0, rows: [] })
    await correct(_id, await tipOf(_id))
    await giveBack(_id, 8, { method: 'Card' })
    const { count, rows } = await money()
    expect(count).toBe(3)
    const about = { orderId: _id, billNumber, kind: 'tip', by: expect.stringMatching(/^cashier /) }
    expect(rows.toSorted((a: { amount: number }, b: { amount: number }) => a.amount - b.amount)).toMatchObject([
      { ...about, method: 'Cash', amount: -20, reason: 'wrong key' },
      { ...about, method: 'Card', amount: -8, reason: 'typed twice' },
      { ...about, method: 'Card', amount: 20, reason: 'wrong key' },
    ])
  })
})

describe('the tips of a day', () => {
  it('stay on the day on which they moved, and with the bill that they were given for when tables are merged and parted', async () => {
    const now = Date.now()
    const at = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: now + days * 86_400_000 })
    const send = (table: number) => w.order([w.line('plain', 2)], { tableId: w.tables[table] })
    const [parent, child] = [await send(1), await send(2)]
    await pay(child._id, { ...part(50), ...tip(9) })
    const today = parent.businessDate
    const tables = { parentTableId: w.tables[1], childTableIds: [w.tables[2]] }
    expect((await w.does('captain', 'POST /tables/merge', tables)).status).toBe(200)
    expect((await w.read(parent._id))?.payments).toEqual([{ method: 'Cash', amount: 50 }])
    expect(said(await historyOf(parent._id))).toEqual([['transferred', 'Cash', 50]])
    expect((await day()).tips).toEqual([{ method: 'Cash', amount: 9 }])
    expect((await w.does('captain', 'POST /tables/unmerge', tables)).status).toBe(200)
    expect((await day()).tips).toEqual([{ method: 'Cash', amount: 9 }])
    at(1)
    // Its order has ended by the merge; the tip can be given back all the same.
    expect((await giveBack(child._id, 4)).status).toBe(200)
    expect((await day(today)).tips).toEqual([{ method: 'Cash', amount: 9 }])
    expect((await day(addDays(today, 1))).tips).toEqual([{ method: 'Cash', amount: -4 }])
  })
})
