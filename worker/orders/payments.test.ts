import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { MAX_PAYMENTS } from '#domain/orderSize.ts'
import type { Role } from '#domain/roles.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** Payments are rows that are only ever added (CONTRACT §9, docs/decisions/003). */
let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})

const pay = (orderId: string, body: object, role: Role = 'cashier') =>
  w.does(role, 'PUT /orders/payment/status', { orderId, paymentStatus: 'paid', ...body })
const part = (orderId: string, method: string, amount: number) => pay(orderId, { paymentStatus: 'partial', payments: [{ method, amount }] })
const correct = (orderId: string, paymentId: string, body: object = {}, role: Role = 'cashier') =>
  w.does(role, `POST /orders/${orderId}/payments/${paymentId}/correct`, { method: 'UPI', reason: 'wrong key', ...body })
const giveBack = (orderId: string, amount: number, body: object = {}, role: Role = 'cashier') =>
  w.does(role, `POST /orders/${orderId}/payments/give-back`, { amount, method: 'Cash', reason: 'wrong table', ...body })
const historyOf = async (orderId: string): Promise<PaymentMove[]> =>
  (await w.does('generalManager', `GET /orders/${orderId}/payments`)).body.paymentHistory
const said = (rows: readonly PaymentMove[]) => rows.map((r) => [r.kind, r.method, r.amount])
const books = (kind: string) =>
  w.rows('SELECT key, amount, count FROM rollups WHERE restaurant_id = ? AND kind = ? ORDER BY key', w.id, kind) as Promise<
    { key: string; amount: number; count: number }[]
  >
/** The rows of every order come to its payments, method by method. */
async function mustAddUp(): Promise<void> {
  const rows = await w.rows(
    'SELECT order_id AS id, coalesce(received_by, method) AS method, sum(amount) AS amount FROM payments WHERE restaurant_id = ? GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2',
    w.id,
  )
  const kept = await w.rows(
    "SELECT o.id, json_extract(p.value, '$.method') AS method, json_extract(p.value, '$.amount') AS amount FROM orders o JOIN json_each(o.payments) p WHERE o.restaurant_id = ? ORDER BY 1, 2",
    w.id,
  )
  expect(rows).toEqual(kept)
}

describe('the record of payments', () => {
  it('has a row for each payment: by whom, when, on which business day and device', async () => {
    const order = await w.order([w.line('plain')])
    const reply = await w.does(
      'cashier',
      'PUT /orders/payment/status',
      { orderId: order._id, paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 40 }] },
      { headers: { 'X-Device-Id': 'till-1_a' } },
    )
    const [row] = reply.body.order.paymentHistory
    const { name } = (await call('GET /auth/me', { token: await w.as('cashier') })).body.user
    expect(row).toEqual({
      _id: expect.any(String),
      kind: 'received',
      method: 'Cash',
      amount: 40,
      at: expect.stringMatching(/Z$/),
      businessDate: order.businessDate,
      by: name,
      deviceId: 'till-1_a',
    })
    await pay(order._id, { paymentMethod: 'UPI', complete: true })
    await pay(order._id, { paymentStatus: 'refunded', reason: 'cold' })
    expect(said(await historyOf(order._id))).toEqual([
      ['received', 'Cash', 40],
      ['received', 'UPI', 65],
      ['returned', 'Cash', -40],
      ['returned', 'UPI', -65],
    ])
    expect((await historyOf(order._id))[0]).toEqual(row)
    expect(await w.read(order._id)).toMatchObject({ payments: [], refund: { amount: 105, reason: 'cold' }, paymentMethod: 'Split' })
    await mustAddUp()
  })

  it.each(['', 'a b', 'x'.repeat(65), '<script>', 'ä'])('ignores a malformed device id: %j', async (id) => {
    const order = await w.order([w.line('plain')])
    const body = { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash' }
    const reply = await w.does('cashier', 'PUT /orders/payment/status', body, { headers: { 'X-Device-Id': encodeURI(id) } })
    expect(reply.status).toBe(200)
    expect(reply.body.order.paymentHistory[0]).not.toHaveProperty('deviceId')
  })

  it('can’t be changed or deleted by any statement', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 40)
    for (const change of ['UPDATE payments SET amount = 1 WHERE order_id = ?', 'DELETE FROM payments WHERE order_id = ?'])
      expect(
        await w.rows(change, order._id).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      ).toContain('payments are only ever added')
  })

  it('is moved by a merge in pairs of rows, and stays with the order that was paid', async () => {
    const [one, two] = [await w.order([w.line('plain')]), await w.order([w.line('dosa')], { tableId: w.tables[1] })]
    await part(one._id, 'Cash', 40)
    await part(two._id, 'UPI', 30)
    const reply = await w.does('cashier', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    expect(reply.body.order.payments).toEqual([
      { method: 'Cash', amount: 40 },
      { method: 'UPI', amount: 30 },
    ])
    expect(said(await historyOf(one._id))).toEqual([
      ['received', 'Cash', 40],
      ['transferred', 'UPI', 30],
    ])
    expect(said(await historyOf(two._id))).toEqual([
      ['received', 'UPI', 30],
      ['transferred', 'UPI', -30],
    ])
    await mustAddUp()
    // Money of the restaurant has not moved.
    expect(await books('method')).toEqual([
      { key: 'Cash', amount: 4000, count: 1 },
      { key: 'UPI', amount: 3000, count: 1 },
    ])
    expect(await books('open')).toEqual([{ key: '', amount: 7000, count: 0 }])
  })
})

describe('money that a merge brought along', () => {
  it('is corrected on the order that has it now, once, and no longer on the one that it came from', async () => {
    const [one, two] = [await w.order([w.line('plain')]), await w.order([w.line('dosa')], { tableId: w.tables[1] })]
    await part(two._id, 'Cash', 30)
    expect((await w.does('cashier', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })).status).toBe(200)
    const [brought] = await historyOf(one._id)
    const corrected = await correct(one._id, brought!._id)
    expect(corrected.status, corrected.text).toBe(200)
    expect(corrected.body.order.payments).toEqual([{ method: 'UPI', amount: 30 }])
    expect((await correct(one._id, brought!._id)).body.code).toBe('invalid_transition')
    const [received, transferred] = await historyOf(two._id)
    for (const row of [received, transferred]) expect((await correct(two._id, row!._id)).body.code).toBe('invalid_transition')
    await mustAddUp()
    expect(await books('method')).toEqual([
      { key: 'Cash', amount: 0, count: expect.any(Number) },
      { key: 'UPI', amount: 3000, count: expect.any(Number) },
    ])
  })
})

/** That many further payment entries, in pairs that come to nothing, made from the one of this id. */
const repeatPayment = (id: string, times: number) =>
  w.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO payments (id, restaurant_id, order_id, kind, method, amount, at, business_date, by)
     SELECT id || i, restaurant_id, order_id, kind, method, CASE i % 2 WHEN 0 THEN amount ELSE -amount END, at, business_date, by FROM payments, n WHERE id = ?`,
    times,
    id,
  )

describe('an order with as many payment entries as one takes', () => {
  it('takes no further part payment, correction or giving back: 409 payments_full with the order; it is still paid and refunded', async () => {
    const order = await w.order([w.line('plain')])
    const first = (await part(order._id, 'Cash', 10)).body.order
    await part(order._id, 'Cash', 0.5)
    await repeatPayment(first.paymentHistory[0]._id, MAX_PAYMENTS - 2)
    const before = await w.everything()
    for (const refused of [
      await part(order._id, 'UPI', 1),
      await correct(order._id, first.paymentHistory[0]._id),
      await giveBack(order._id, 1),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'payments_full'])
      expect(refused.body.order._id).toBe(order._id)
    }
    expect(await w.everything()).toEqual(before)
    const paid = await pay(order._id, { paymentMethod: 'UPI', complete: true })
    expect([paid.status, paid.body.order.paymentStatus]).toEqual([200, 'paid'])
    expect((await pay(order._id, { paymentStatus: 'refunded', reason: 'cold' })).status).toBe(200)
    await mustAddUp()
  })
})

it('the limit of payment entries counts all that a call would add', async () => {
  const order = await w.order([w.line('plain')])
  const first = (await part(order._id, 'Cash', 10)).body.order
  await repeatPayment(first.paymentHistory[0]._id, MAX_PAYMENTS - 2)
  const two = [
    { method: 'Cash', amount: 1 },
    { method: 'UPI', amount: 1 },
  ]
  for (const refused of [
    await pay(order._id, { paymentStatus: 'partial', payments: two }),
    await correct(order._id, first.paymentHistory[0]._id),
  ])
    expect([refused.status, refused.body.code]).toEqual([409, 'payments_full'])
  expect((await part(order._id, 'UPI', 1)).status).toBe(200)
})

describe('tables that are merged and unmerged again and again', () => {
  it('bring an order no more payment entries than it takes: 409 payments_full, and money is still given back', async () => {
    const [one, two] = [await w.order([w.line('plain')]), await w.order([w.line('dosa')], { tableId: w.tables[1] })]
    const [first] = (await part(one._id, 'Cash', 10)).body.order.paymentHistory
    await part(two._id, 'UPI', 30)
    await repeatPayment(first!._id, MAX_PAYMENTS - 4)
    const tables = { parentTableId: w.tables[0], childTableIds: [w.tables[1]] }
    // 97 entries. The waiter merges and parts the tables: two more.
    expect((await w.does('waiter', 'POST /tables/merge', tables)).status).toBe(200)
    expect((await w.does('waiter', 'POST /tables/unmerge', tables)).status).toBe(200)
    expect((await giveBack(one._id, 1)).status).toBe(200)
    const before = await w.everything()
    const refused = await w.does('waiter', 'POST /tables/merge', tables)
    expect([refused.status, refused.body.code, refused.body.order._id]).toEqual([409, 'payments_full', one._id])
    expect(await w.everything()).toEqual(before)
    expect(await historyOf(one._id)).toHaveLength(MAX_PAYMENTS)
    await mustAddUp()
  })
})

describe('the books', () => {
  it('count money when it is taken, and the sale when the bill is final', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 40)
    expect([await books('method'), await books('open'), await books('sales')]).toEqual([
      [{ key: 'Cash', amount: 4000, count: 1 }],
      [{ key: '', amount: 4000, count: 0 }],
      [],
    ])
    await giveBack(order._id, 10)
    await pay(order._id, { paymentMethod: 'UPI', complete: true })
    expect([await books('method'), await books('open'), await books('sales')]).toEqual([
      [
        { key: 'Cash', amount: 3000, count: 1 },
        { key: 'UPI', amount: 7500, count: 1 },
      ],
      [{ key: '', amount: 0, count: 0 }],
      [{ key: '', amount: 10500, count: 1 }],
    ])
  })
})

describe('a paid order that stays open', () => {
  it('owes the rest when a cancelled dish takes it below its offer’s minimum: it can’t be completed before that is paid', async () => {
    const terms = { title: 'Rs. 150 off', type: 'flat', value: 150, minOrderAmount: 250 }
    const dates = { startsAt: '2020-01-01T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' }
    const { offer } = (await w.does('superuser', 'POST /restaurant/offers/create', { ...terms, ...dates })).body
    const lines = [w.line('dosa'), w.line('plain')]
    const order = await w.order(lines, { tableId: undefined, orderType: 'Take Away', offerId: offer._id })
    const paid = (await pay(order._id, { paymentMethod: 'Cash' })).body.order
    expect([paid.paymentStatus, paid.orderStatus, paid.grandTotal]).toEqual(['paid', 'pending', 145.96])
    const [kot] = paid.kots
    const cancel = { orderId: order._id, kotId: kot.kotId, lineId: kot.items[1].lineId, status: 'Cancelled', reason: 'none left' }
    const dearer = (await w.does('cashier', 'PUT /orders/item/status', cancel)).body.order
    expect([dearer.paymentStatus, dearer.discount, dearer.grandTotal]).toEqual(['partial', 0, 198.46])
    const complete = { orderId: order._id, orderStatus: 'completed' }
    for (const role of ['cashier', 'generalManager'] as const) {
      const refused = await w.does(role, 'PUT /orders/status', complete)
      expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    }
    const ended = await pay(order._id, { payments: [{ method: 'UPI', amount: 52.5 }], complete: true })
    expect(ended.body.order).toMatchObject({ orderStatus: 'completed', paymentStatus: 'paid' })
    expect([await books('sales'), await books('open')]).toEqual([
      [{ key: '', amount: 19846, count: 1 }],
      [{ key: '', amount: 0, count: 0 }],
    ])
    await mustAddUp()
  })
})

describe('a correction', () => {
  it('moves a payment to the method that was really used, also on a completed order', async () => {
    const order = await w.order([w.line('plain')])
    const paid = await pay(order._id, { paymentMethod: 'Cash', complete: true })
    const [row] = paid.body.order.paymentHistory
    const reply = await correct(order._id, row._id)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.order).toMatchObject({
      payments: [{ method: 'UPI', amount: 105 }],
      paymentMethod: 'UPI',
      orderStatus: 'completed',
      paymentHistory: [
        row,
        { kind: 'corrected', method: 'Cash', amount: -105, corrects: row._id, reason: 'wrong key' },
        { kind: 'corrected', method: 'UPI', amount: 105, corrects: row._id, reason: 'wrong key' },
      ],
    })
    expect(await books('method')).toEqual([
      { key: 'Cash', amount: 0, count: 0 },
      { key: 'UPI', amount: 10500, count: 1 },
    ])
    expect((await w.events()).at(-1)).toMatchObject({ event: 'orderUpdated', data: { order: { paymentMethod: 'UPI' } } })
    const plus = reply.body.order.paymentHistory[2]._id
    expect((await correct(order._id, plus, { method: 'Card' })).body.order.payments).toEqual([{ method: 'Card', amount: 105 }])
    await mustAddUp()
  })

  it('of one payment is refused a second time, whatever else was paid by the same method', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 40)
    const [row] = (await part(order._id, 'Cash', 40)).body.order.paymentHistory
    expect((await correct(order._id, row._id)).status).toBe(200)
    const again = await correct(order._id, row._id, { method: 'Card' })
    expect([again.status, again.body.code, again.body.order.paymentMethod]).toEqual([409, 'invalid_transition', 'Split'])
    await mustAddUp()
  })

  it('by two devices at once is made once', async () => {
    const order = await w.order([w.line('plain')])
    const [row] = (await pay(order._id, { paymentMethod: 'Cash' })).body.order.paymentHistory
    const reply = await call(`POST /orders/${order._id}/payments/${row._id}/correct`, {
      token: await w.as('cashier'),
      body: { method: 'UPI', reason: 'x' },
      via: meanwhile(() => correct(order._id, row._id, { method: 'Card' }, 'superuser')),
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'invalid_transition'])
    expect(said(await historyOf(order._id))).toHaveLength(3)
    await mustAddUp()
  })

  it('is refused for an unknown payment, a method the restaurant doesn’t have, or without a reason', async () => {
    const [order, other] = [await w.order([w.line('plain')]), await w.order([w.line('plain')], { tableId: w.tables[1] })]
    const [row] = (await pay(order._id, { paymentMethod: 'Cash' })).body.order.paymentHistory
    for (const id of [randomId(), 'x']) expect((await correct(order._id, id)).status).toBe(404)
    expect((await correct(other._id, row._id)).status).toBe(404)
    for (const body of [{ method: 'Shells' }, { method: 'Cash' }, { reason: ' ' }, { reason: undefined }, { reason: 'one\ntwo' }])
      expect((await correct(order._id, row._id, body)).status).toBe(422)
    expect((await correct(order._id, row._id, { version: 1 })).body.code).toBe('version_conflict')
    await giveBack(order._id, 5)
    expect((await correct(order._id, row._id)).body.code).toBe('invalid_transition')
    expect(said(await historyOf(order._id))).toEqual([
      ['received', 'Cash', 105],
      ['returned', 'Cash', -5],
    ])
  })
})

describe('giving back', () => {
  it('makes the order partial, then unpaid, and then it can be cancelled', async () => {
    const order = await w.order([w.line('plain')])
    await pay(order._id, { paymentMethod: 'Cash' })
    expect((await giveBack(order._id, 40.5)).body.order).toMatchObject({
      paymentStatus: 'partial',
      payments: [{ method: 'Cash', amount: 64.5 }],
    })
    const cancel = () => w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    const refused = await cancel()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Give the money back first')])
    expect((await giveBack(order._id, 64.5)).body.order).toMatchObject({ paymentStatus: 'unpaid', paymentMethod: null, payments: [] })
    expect((await cancel()).status).toBe(200)
    await mustAddUp()
    expect(await books('method')).toEqual([{ key: 'Cash', amount: 0, count: 1 }])
    expect(await books('open')).toEqual([{ key: '', amount: 0, count: 0 }])
  })

  it('is limited to what came in by the method, and to open orders', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 40)
    await part(order._id, 'UPI', 30)
    for (const [amount, method] of [
      [40.01, 'Cash'],
      [0, 'Cash'],
      [-1, 'Cash'],
      [1.005, 'Cash'],
      [1, 'Card'],
    ] as const)
      expect((await giveBack(order._id, amount, { method })).status).toBe(422)
    expect((await giveBack(order._id, 1, { reason: '' })).status).toBe(422)
    expect((await giveBack(order._id, 1, { version: 1 })).body.code).toBe('version_conflict')
    await pay(order._id, { paymentMethod: 'Cash', complete: true })
    const reply = await giveBack(order._id, 1)
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      409,
      'invalid_transition',
      'The order is completed: refund it instead.',
    ])
    await mustAddUp()
  })

  it('of a dish that is out lets a paid parcel be handed over without it', async () => {
    const order = await w.order([w.line('plain'), w.line('dosa')], { orderType: 'Take Away' })
    await pay(order._id, { paymentMethod: 'UPI' })
    const [kot] = order.kots
    const cancel = { orderId: order._id, kotId: kot?.kotId, lineId: kot?.items[0]?.lineId, status: 'Cancelled', reason: 'out' }
    expect((await w.does('cashier', 'PUT /orders/item/status', cancel)).body.message).toContain('Give the money back first')
    expect((await giveBack(order._id, 105, { method: 'UPI' })).body.order).toMatchObject({ paymentStatus: 'partial' })
    expect((await w.does('cashier', 'PUT /orders/item/status', cancel)).status).toBe(200)
    const done = await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })
    expect(done.body.order).toMatchObject({
      orderStatus: 'completed',
      paymentStatus: 'paid',
      ...{ grandTotal: 198.46, payments: [{ method: 'UPI', amount: 198.46 }] },
    })
    await mustAddUp()
  })

  it('with the same key at once gives back once', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 100)
    await w.as('cashier')
    const body = { amount: 10, method: 'Cash', reason: 'x' }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => w.does('cashier', `POST /orders/${order._id}/payments/give-back`, body, { key: 'back' })),
    )
    expect(new Set(replies.map((r) => `${r.status} ${r.text}`)).size).toBe(1)
    expect((await w.read(order._id))?.payments).toEqual([{ method: 'Cash', amount: 90 }])
  })
})

describe('paymentHistory', () => {
  it('is shown to managers and the cashier, only in answers: never in an event, nor to anybody else', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 40)
    const listed = async (role: Role, address: string): Promise<OrderShape> => (await w.does(role, address)).body.orders[0]
    for (const role of ['superuser', 'generalManager', 'cashier'] as const) {
      for (const address of ['GET /orders', 'GET /orders/restaurant/pending'])
        expect((await listed(role, address)).paymentHistory, `${role} ${address}`).toHaveLength(1)
      expect((await w.does(role, `POST /orders/${order._id}/bill`)).body.order.paymentHistory).toHaveLength(1)
    }
    for (const [role, address] of [
      ['captain', 'GET /orders'],
      ['delivery', 'GET /orders'],
      ['mobileAdmin', 'GET /orders'],
      ['waiter', 'GET /orders/restaurant/pending'],
      ['kitchen', 'GET /orders/restaurant/pending'],
    ] as const)
      expect(await listed(role, address)).not.toHaveProperty('paymentHistory')
    expect((await w.does('waiter', `POST /orders/${order._id}/bill`)).body.order).not.toHaveProperty('paymentHistory')
    for (const role of ['captain', 'waiter', 'kitchen', 'delivery', 'mobileAdmin'] as const) {
      expect((await w.does(role, `GET /orders/${order._id}/payments`)).status).toBe(403)
      expect((await giveBack(order._id, 1, {}, role)).status).toBe(403)
      expect((await correct(order._id, randomId(), {}, role)).status).toBe(403)
    }
    const guest = await w.guest(0)
    const seen = await call('POST /orders/active', { token: guest.token, body: { tableId: w.tables[0] } })
    expect(seen.body.order).not.toHaveProperty('paymentHistory')
    expect(JSON.stringify(await w.events())).not.toContain('paymentHistory')
  })

  it('is not shown to a sync key, which belongs to no person', async () => {
    const order = await w.order([w.line('plain')])
    await part(order._id, 'Cash', 40)
    const { key } = (await w.does('superuser', 'GET /restaurant/keys/generate')).body
    for (const address of ['GET /orders', 'GET /orders/restaurant/pending']) {
      const reply = await call(address, { headers: { 'X-Sync-Key': key } })
      expect(reply.body.orders).toHaveLength(1)
      expect(reply.text).not.toContain('paymentHistory')
    }
  })
})
