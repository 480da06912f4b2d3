import { describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { Role } from '#domain/roles.ts'
import { billFacts } from '#domain/bill.ts'
import { newSettings } from '#domain/settings.ts'
import { financialYear } from '#domain/time.ts'
import { batch } from '../db/index.ts'
import { sql } from '../db/sql.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** By default Rs. 105 with tax. */
const pay = (w: World, order: OrderShape, change: Record<string, unknown>, role: Role = 'cashier') =>
  w.does(role, 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'paid', ...change })

describe('payment', () => {
  it('in full settles the order, gives the bill its number and frees the table in one command', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const reply = await pay(w, order, { paymentMethod: 'UPI', complete: true, biller: 'somebody else' })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.order).toMatchObject({
      paymentStatus: 'paid',
      paymentMethod: 'UPI',
      orderStatus: 'completed',
      billNumber: 1,
      payments: [{ method: 'UPI', amount: 105 }],
      version: 2,
    })
    expect(reply.body.order.biller).toMatch(/^cashier /)
    expect(reply.body.order.completedAt).toMatch(/Z$/)
    expect(await w.table(0)).toMatchObject({ status: 'available', currentOrderId: null })
    expect((await w.events()).slice(-2).map((e) => e.event)).toEqual(['orderCompleted', 'tableChanged'])
    // Every screen gets the event; the payment rows are only for managers and the cashier.
    const { paymentHistory, ...told } = reply.body.order
    expect(paymentHistory).toHaveLength(1)
    expect((await w.events()).at(-2)?.data.order).toEqual(told)
  })

  it('without `complete` leaves the order open until its status is set to completed', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    expect((await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })).body.code).toBe(
      'invalid_transition',
    )
    expect((await pay(w, order, { paymentMethod: 'Cash' })).body.order).toMatchObject({
      paymentStatus: 'paid',
      orderStatus: 'pending',
      billNumber: 1,
    })
    expect((await w.table(0)).status).toBe('occupied')
    const done = await w.does('waiter', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })
    expect(done.body.order).toMatchObject({ orderStatus: 'completed', billNumber: 1 })
    expect((await w.table(0)).status).toBe('available')
  })

  it('can be split over two methods', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const reply = await pay(w, order, {
      payments: [
        { method: 'Cash', amount: 55.5 },
        { method: 'Card', amount: 49.5 },
      ],
      complete: true,
    })
    expect(reply.body.order).toMatchObject({
      paymentMethod: 'Split',
      orderStatus: 'completed',
      payments: [
        { method: 'Cash', amount: 55.5 },
        { method: 'Card', amount: 49.5 },
      ],
    })
  })

  it('can be made in part, and then the rest', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const part = await pay(w, order, { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 40 }] })
    expect(part.body.order).toMatchObject({ paymentStatus: 'partial', orderStatus: 'pending', billNumber: null })
    const rest = await pay(w, order, { paymentMethod: 'UPI', complete: true })
    expect(rest.body.order).toMatchObject({
      paymentStatus: 'paid',
      payments: [
        { method: 'Cash', amount: 40 },
        { method: 'UPI', amount: 65 },
      ],
    })
  })

  it('is never replaced: `paid` takes what is left', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await pay(w, order, { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 40 }] })
    for (const payments of [
      [{ method: 'UPI', amount: 105 }],
      [
        { method: 'Card', amount: 40 },
        { method: 'UPI', amount: 65 },
      ],
    ]) {
      const reply = await pay(w, order, { payments, complete: true })
      expect([reply.status, reply.body.errors]).toEqual([422, [{ path: 'payments', message: 'Left to pay: Rs. 65.00.' }]])
    }
    expect((await pay(w, order, { payments: [{ method: 'UPI', amount: 65 }] })).body.order.payments).toEqual([
      { method: 'Cash', amount: 40 },
      { method: 'UPI', amount: 65 },
    ])
  })

  it.each([
    ['a sum below the total', { payments: [{ method: 'Cash', amount: 104.99 }] }],
    ['a sum above the total', { payments: [{ method: 'Cash', amount: 105.01 }] }],
    ['an unknown method', { paymentMethod: 'Shells' }],
    ['no method', {}],
    [
      'a payment of nothing beside the whole',
      {
        payments: [
          { method: 'Cash', amount: 105 },
          { method: 'UPI', amount: 0 },
        ],
      },
    ],
    [
      'a negative amount',
      {
        payments: [
          { method: 'Cash', amount: 115 },
          { method: 'UPI', amount: -10 },
        ],
      },
    ],
    [
      'a fraction of a paisa',
      {
        payments: [
          { method: 'Cash', amount: 104.995 },
          { method: 'UPI', amount: 0.005 },
        ],
      },
    ],
    ['a part that is the whole', { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 105 }] }],
    ['an amount of text', { payments: [{ method: 'Cash', amount: '105' }] }],
    ['a status that there is not', { paymentStatus: 'settled', paymentMethod: 'Cash' }],
  ])('%s is 422 and changes nothing', async (_name, change) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const before = await w.everything()
    const reply = await pay(w, order, change)
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.errors.length).toBeGreaterThan(0)
    expect(await w.everything()).toEqual(before)
  })

  it('of a settled order is 409 with the order', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await pay(w, order, { paymentMethod: 'Cash', complete: true })
    const reply = await pay(w, order, { paymentMethod: 'UPI', complete: true })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({
      code: 'invalid_transition',
      order: { _id: order._id, orderStatus: 'completed', paymentMethod: 'Cash' },
    })
    // Also while the paid order is still open.
    const open = await w.order([w.line('plain')])
    await pay(w, open, { paymentMethod: 'Cash' })
    const before = await w.everything()
    const again = await pay(w, open, { paymentMethod: 'UPI' })
    expect([again.status, again.body]).toMatchObject([409, { code: 'invalid_transition', order: { orderStatus: 'pending' } }])
    expect(await w.everything()).toEqual(before)
  })

  it('is not undone: paid and partial never become unpaid', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    expect((await pay(w, order, { paymentStatus: 'unpaid' })).status).toBe(409)
    await pay(w, order, { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 40 }] })
    expect((await pay(w, order, { paymentStatus: 'unpaid' })).status).toBe(409)
  })

  it('becomes partial when a paid order gets an addition', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await pay(w, order, { paymentMethod: 'Cash' })
    const added = await w.order([w.line('plain')])
    expect(added).toMatchObject({ _id: order._id, paymentStatus: 'partial', grandTotal: 210 })
    expect((await pay(w, order, { paymentMethod: 'UPI', complete: true })).body.order.payments).toMatchObject([
      { amount: 105 },
      { method: 'UPI', amount: 105 },
    ])
  })

  it('is taken of an order that an older version left `paid` although something is left to pay', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await pay(w, order, { paymentMethod: 'Cash' })
    await w.order([w.line('plain')])
    await batch(w.db, [sql`UPDATE orders SET payment_status = 'paid' WHERE id = ${order._id}`])
    expect((await w.read(order._id))?.paymentStatus).toBe('partial')
    const part = await pay(w, order, { paymentStatus: 'partial', payments: [{ method: 'UPI', amount: 40 }] })
    expect([part.status, part.body.order?.paymentStatus]).toEqual([200, 'partial'])
    expect((await pay(w, order, { paymentMethod: 'UPI', complete: true })).body.order).toMatchObject({
      paymentStatus: 'paid',
      orderStatus: 'completed',
      payments: [
        { method: 'Cash', amount: 105 },
        { method: 'UPI', amount: 105 },
      ],
    })
  })

  it('is not needed again for a parcel whose addition was cancelled; it can be handed over and billed', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await pay(w, order, { paymentMethod: 'Cash' })
    const kot = w.kot([w.line('beer')])
    await w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [kot] } })
    const done = () => w.does('delivery', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })
    expect((await done()).body).toMatchObject({
      code: 'forbidden',
      message: 'Only a cashier or a manager can close an order that is not paid or comes to zero.',
    })
    await w.does('cashier', 'PUT /orders/item/status', { orderId: order._id, kotId: kot.kotId, status: 'Cancelled', reason: 'no beer' })
    const reply = await done()
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.order).toMatchObject({ orderStatus: 'completed', paymentStatus: 'paid', grandTotal: 105, billNumber: 1 })
  })

  it('is refunded once, as a whole, with a reason, by the cashier or a manager', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    expect((await pay(w, order, { paymentStatus: 'refunded', reason: 'cold' })).status).toBe(409)
    await w.settle(order._id)
    expect((await pay(w, order, { paymentStatus: 'refunded' })).status).toBe(422)
    expect((await pay(w, order, { paymentStatus: 'refunded', reason: 'cold', amount: 50 })).status).toBe(422)
    expect((await pay(w, order, { paymentStatus: 'refunded', reason: 'cold' }, 'waiter')).status).toBe(403)
    const reply = await pay(w, order, { paymentStatus: 'refunded', reason: 'cold', amount: 105 })
    expect(reply.body.order).toMatchObject({ paymentStatus: 'refunded', orderStatus: 'completed', refund: { amount: 105, reason: 'cold' } })
    expect((await pay(w, order, { paymentStatus: 'refunded', reason: 'cold' })).status).toBe(409)
    expect(await w.rows("SELECT amount, count FROM rollups WHERE restaurant_id = ? AND kind = 'refund'", w.id)).toEqual([
      { amount: 10500, count: 1 },
    ])
  })

  it('once received prevents the order from being cancelled', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await pay(w, order, { paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 40 }] })
    const cancel = await w.does('superuser', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    expect([cancel.status, cancel.body.code]).toEqual([409, 'invalid_transition'])
    const item = await w.does('superuser', 'PUT /orders/item/status', {
      orderId: order._id,
      kotId: order.kots[0]?.kotId,
      status: 'Cancelled',
      reason: 'left',
    })
    expect(item.status).toBe(409)
  })

  it('with the same key 20 times at once settles once, with identical answers', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.as('cashier')
    const body = { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => w.does('cashier', 'PUT /orders/payment/status', body, { key: 'settle' })),
    )
    expect(new Set(replies.map((r) => `${r.status} ${r.text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect(await w.rows("SELECT count FROM rollups WHERE restaurant_id = ? AND kind = 'sales'", w.id)).toEqual([{ count: 1 }])
  })
})

describe('order status', () => {
  it('cancelled needs a reason, frees the table and gives back what was not prepared', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('brownie', 2), w.line('plain')])
    const cancel = (more: Record<string, unknown>, role: Role = 'cashier') =>
      w.does(role, 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', ...more })
    expect((await cancel({})).status).toBe(422)
    for (const role of ['captain', 'waiter'] as const) expect((await cancel({ reason: 'left' }, role)).status).toBe(403)
    const reply = await cancel({ reason: 'left' })
    expect(reply.body.order).toMatchObject({ orderStatus: 'cancelled', cancelReason: 'left' })
    expect((await w.table(0)).status).toBe('available')
    expect(await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie)).toEqual([{ remaining: 5 }])
    expect((await w.events()).find((e) => e.event === 'orderUpdated')?.data).toMatchObject({ tableUpdated: true, orderId: order._id })
    expect((await cancel({ reason: 'left' })).status).toBe(409)
    expect((await pay(w, order, { paymentMethod: 'Cash' })).status).toBe(409)
  })

  it('can’t be set to pending', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    expect((await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'pending' })).status).toBe(409)
  })

  it('is set to completed by delivery only for Take Away and Delivery orders', async () => {
    const w = await makeRestaurant()
    const dineIn = await w.order([w.line('plain')])
    const away = await w.order([w.line('plain')], { orderType: 'Delivery' })
    for (const order of [dineIn, away]) await pay(w, order, { paymentMethod: 'Cash' })
    const complete = (order: OrderShape) => w.does('delivery', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })
    expect((await complete(dineIn)).status).toBe(403)
    expect((await complete(away)).status).toBe(200)
  })
})

describe('a bill', () => {
  const bill = (w: World, order: OrderShape, role: Role = 'waiter') => w.does(role, `POST /orders/${order._id}/bill`)

  it('keeps the number of its first print, whatever is printed or paid later', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const first = await bill(w, order)
    expect(first.body.order).toMatchObject({ billNumber: 1 })
    expect(first.body.order.billPrintedAt).toMatch(/Z$/)
    expect((await bill(w, order)).body.order.billNumber).toBe(1)
    expect((await w.settle(order._id)).body.order).toMatchObject({ billNumber: 1, invoiceNumber: first.body.order.invoiceNumber })
    expect(await w.rows("SELECT value FROM counters WHERE restaurant_id = ? AND name = 'bill'", w.id)).toEqual([{ value: 1 }])
    expect((await w.events()).filter((e) => e.data.order).at(-1)?.data.order.billNumber).toBe(1)
  })

  it('no longer counts as printed after an addition', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await bill(w, order)
    expect(await w.order([w.line('dosa')])).toMatchObject({ billPrintedAt: null, billNumber: 1 })
    expect((await bill(w, order)).body.order.billPrintedAt).not.toBeNull()
  })

  it('has an invoice number of prefix, financial year and count, at most 16 characters', async () => {
    const w = await makeRestaurant({ settings: { invoicePrefix: 'SMY' } })
    const order = await w.order([w.line('plain')])
    const { invoiceNumber, businessDate } = (await bill(w, order)).body.order
    expect(invoiceNumber).toBe(`SMY/${financialYear(businessDate)}/1`)
    await w.rows("UPDATE counters SET value = 99999 WHERE restaurant_id = ? AND name LIKE 'invoice:%'", w.id)
    const next = (await bill(w, await w.order([w.line('plain')], { orderType: 'Take Away' }))).body.order
    expect(next.invoiceNumber).toBe(`SMY/${financialYear(businessDate)}/100000`)
    expect(next.invoiceNumber.length).toBeLessThanOrEqual(16)
  })

  it('is of the financial year of the calendar date of issue, also on a business day that goes on after midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-03-29T12:00:00+05:30') })
    try {
      const w = await makeRestaurant()
      await w.does('superuser', 'POST /kot/reset-time', { resetTime: '05:00' })
      const billed = async (at: string) => {
        vi.setSystemTime(Date.parse(at))
        const { businessDate, invoiceNumber } = (await bill(w, await w.order([w.line('plain')], { orderType: 'Take Away' }))).body.order
        return [businessDate, invoiceNumber]
      }
      expect(await billed('2031-03-31T23:59:00+05:30')).toEqual(['2031-03-31', 'TY/30-31/1'])
      expect(await billed('2031-04-01T00:01:00+05:30')).toEqual(['2031-03-31', 'TY/31-32/1'])
      expect(await billed('2031-04-01T12:00:00+05:30')).toEqual(['2031-04-01', 'TY/31-32/2'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps its date when the outlet moves to another zone, and no later one has an earlier date: also not where the day begins in the evening, or in another financial year', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2032-03-29T12:00:00+05:30') })
    try {
      const w = await makeRestaurant({ settings: { kotSettings: { ...newSettings().kotSettings, resetTime: '18:00' } } })
      const billed = async (at: string) => {
        vi.setSystemTime(Date.parse(at))
        const { order } = (await bill(w, await w.order([w.line('plain')], { orderType: 'Take Away' }))).body
        return { order, paper: async () => billFacts(order, (await w.does('superuser', 'GET /restaurant/profile')).body.restaurant).date }
      }
      vi.setSystemTime(Date.parse('2032-03-31T12:00:00+05:30'))
      expect((await w.does('superuser', 'PUT /restaurant/profile', { timezone: 'America/New_York' })).status).toBe(200)
      const before = await billed('2032-04-01T02:00:00+05:30')
      expect([before.order.invoiceNumber, await before.paper()]).toEqual(['TY/32-33/1', '01-04-2032 02:00'])
      // In New York it is 31 March, half past six in the evening.
      const after = await billed('2032-03-31T18:30:00-04:00')
      expect([after.order.invoiceNumber, await after.paper()]).toEqual(['TY/32-33/2', '01-04-2032 18:30'])
      expect(await before.paper()).toBe('01-04-2032 02:00')
      const next = await billed('2032-04-02T09:00:00-04:00')
      expect([next.order.invoiceNumber, await next.paper()]).toEqual(['TY/32-33/3', '02-04-2032 09:00'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('numbers have no gap with concurrent settlements, prints and refusals', async () => {
    const w = await makeRestaurant()
    const orders = await Promise.all(Array.from({ length: 16 }, () => w.order([w.line('plain')], { orderType: 'Take Away' })))
    await w.as('waiter')
    await Promise.all(
      orders.flatMap((o, i) => [
        i % 2 ? w.settle(o._id) : bill(w, o),
        w.settle(o._id, { paymentMethod: 'Shells' }),
        ...(i % 4 === 0 ? [w.settle(o._id)] : []),
      ]),
    )
    const rows = await w.rows('SELECT bill_number n, invoice_number i FROM orders WHERE restaurant_id = ? ORDER BY n', w.id)
    expect(rows.map((r) => r.n)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1))
    expect(rows.map((r) => Number(r.i.split('/')[2]))).toEqual(rows.map((r) => r.n))
    const seqs = (await w.events()).map((e) => e.seq)
    expect(seqs).toEqual(seqs.map((_, i) => i + 1))
  })

  it('isn’t made for a cancelled order', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    expect((await bill(w, order)).body.code).toBe('invalid_transition')
  })

  it('of a completed order is printed again without changing the order', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const settled = (await w.settle(order._id)).body.order
    const before = await w.everything()
    const again = await bill(w, order, 'cashier')
    expect([again.status, again.body.order]).toEqual([200, settled])
    expect(await w.everything()).toEqual(before)
  })
})

describe('a printed bill', () => {
  it('keeps its time when it is printed again', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const token = await w.as('cashier')
    const first = await call(`POST /orders/${order._id}/bill`, { token })
    const again = await call(`POST /orders/${order._id}/bill`, { token })
    // Nothing was marked as printed this time, so nothing is said of a paper.
    expect([first.body, again.body]).toEqual([{ order: again.body.order, paper: false }, { order: first.body.order }])
  })

  it('is no longer the bill when its total has changed', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const token = await w.as('cashier')
    const { billNumber } = (await call(`POST /orders/${order._id}/bill`, { token })).body.order
    const charged = await call('PUT /pos/order', { token, body: { orderId: order._id, orderData: { serviceChargeAccepted: true } } })
    expect(charged.body.order).toMatchObject({ billPrintedAt: null, billNumber })
  })
})
