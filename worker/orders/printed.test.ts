import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { makeRestaurant, type Reply, type World } from '../test/world.ts'

/** A bill that was printed may have been paid by that paper: what became of it later, and who did it, is never lost (CONTRACT §9). */
let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})

const hour = 3_600_000
/** An offer that the owner made and every caller may use. */
const offer = async (more: object = {}): Promise<string> => {
  const [startsAt, endsAt] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString())
  const body = { title: 'On the house', type: 'percentage', value: 100, startsAt, endsAt, ...more }
  return (await w.does('superuser', 'POST /restaurant/offers/create', body)).body.offer._id
}
const complete = (role: 'captain' | 'waiter' | 'delivery' | 'cashier', orderId: string) =>
  w.does(role, 'PUT /orders/status', { orderId, orderStatus: 'completed' })

describe('who closes', () => {
  it('a waiter can’t complete a bill of zero, whether the offer came before or after printing', async () => {
    const offerId = await offer()
    const order = await w.order([w.line('plain', 19)])
    await w.does('waiter', `POST /orders/${order._id}/bill`)
    const fresh = await w.order([w.line('plain', 19)], { tableId: w.tables[1] })
    for (const { _id: orderId } of [order, fresh]) {
      const put = await w.does('waiter', 'PUT /pos/order', { orderId, orderData: { offerId } })
      expect([put.status, put.body.order?.grandTotal]).toEqual([200, 0])
      for (const role of ['waiter', 'captain'] as const) {
        const reply = await complete(role, orderId)
        expect([reply.status, reply.body.message]).toEqual([
          403,
          'Only a cashier or a manager can close an order that is not paid or comes to zero.',
        ])
      }
      expect((await complete('cashier', orderId)).status).toBe(200)
    }
  })

  it('an ended order is refused because it has ended, not because the role may not', async () => {
    const order = await w.order([w.line('plain')])
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    const reply = await complete('waiter', order._id)
    expect([reply.status, reply.body.code, reply.body.order.orderStatus]).toEqual([409, 'invalid_transition', 'cancelled'])
  })
})

const by = (role: string) => expect.stringMatching(new RegExp(`^${role} `))
const put = (role: 'cashier' | 'superuser' | 'captain', orderId: string, orderData: object) =>
  w.does(role, 'PUT /pos/order', { orderId, orderData })
const print = (role: 'captain' | 'waiter' | 'cashier', orderId: string) => w.does(role, `POST /orders/${orderId}/bill`)
const cancel = (order: OrderShape, item: 'plain' | 'dosa' | 'beer', more: object = {}) =>
  w.does('superuser', 'PUT /orders/item/status', {
    orderId: order._id,
    kotId: order.kots[0]?.kotId,
    itemId: w.items[item],
    status: 'Cancelled',
    reason: 'Cold',
    ...more,
  })
const dayEnd = async () => (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
const orderOf = (reply: Reply): OrderShape => {
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body.order
}

it('captain and waiter don’t take a printed bill off its table; a cashier does, and before the print everybody who sends', async () => {
  const parcel = (role: 'captain' | 'waiter' | 'cashier', orderId: string) =>
    w.does(role, 'PUT /pos/order', { orderId, orderData: { orderType: 'Take Away' } })
  const order = await w.order([w.line('plain')])
  await w.does('waiter', `POST /orders/${order._id}/bill`)
  for (const role of ['captain', 'waiter'] as const) {
    const reply = await parcel(role, order._id)
    expect([reply.status, reply.body.message]).toEqual([403, 'Only a cashier or a manager can make a parcel of a printed bill.'])
  }
  expect(await w.read(order._id)).toMatchObject({ orderType: 'Dine In', tableId: w.tables[0] })
  expect((await parcel('cashier', order._id)).body.order).toMatchObject({ orderType: 'Take Away', tableId: null })
  const fresh = await w.order([w.line('plain')], { tableId: w.tables[1] })
  expect((await parcel('waiter', fresh._id)).body.order).toMatchObject({ orderType: 'Take Away', tableId: null })
})

it('a printed bill whose order becomes a parcel is the next revision, also with the same total: its paper says another type', async () => {
  const order = await w.order([w.line('plain')])
  const printed = orderOf(await w.does('cashier', `POST /orders/${order._id}/bill`))
  const as = async (orderType: string) =>
    orderOf(await w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { orderType } }))
  expect((await as('Dine In')).billPrintedAt).toBe(printed.billPrintedAt)
  const parcel = await as('Take Away')
  expect([parcel.grandTotal, parcel.billPrintedAt]).toEqual([printed.grandTotal, null])
  expect(orderOf(await w.does('cashier', `POST /orders/${order._id}/bill`)).lastPrinted).toMatchObject({ revision: 1 })
})

describe('the names of staff', () => {
  it('are kept with what was cancelled, in part or whole, with the discount, the service charge and the print', async () => {
    const offerId = await offer({ value: 50 })
    const order = await w.order([w.line('plain', 3), w.line('dosa')])
    expect(order).toMatchObject({ cancelledBy: null, discountBy: null, serviceChargeBy: null, lastPrinted: null })
    expect(orderOf(await put('captain', order._id, { offerId }))).toMatchObject({ discountBy: by('captain') })
    expect(orderOf(await put('cashier', order._id, { serviceChargeAccepted: true }))).toMatchObject({
      discountBy: by('captain'),
      serviceChargeBy: by('cashier'),
    })
    // Naming what stands there already is no act of one's own.
    const same = orderOf(await put('superuser', order._id, { serviceChargeAccepted: true, offerId, additionalNote: 'Birthday' }))
    expect(same).toMatchObject({ discountBy: by('captain'), serviceChargeBy: by('cashier') })
    const printed = orderOf(await print('waiter', order._id))
    expect(printed.lastPrinted).toEqual({
      total: printed.grandTotal,
      at: printed.billPrintedAt,
      by: by('waiter'),
      revision: 0,
      issuedAt: printed.billPrintedAt,
    })
    const part = orderOf(await cancel(order, 'plain', { quantityChange: -2 }))
    expect(part.kots[0]?.items.map((i) => [i.itemName, i.quantity, i.cancelledBy])).toEqual([
      ['Peri Peri Fries', 1, null],
      ['Peri Peri Fries', 2, by('superuser')],
      ['Masala Dosa', 1, null],
    ])
    expect(part).toMatchObject({ billPrintedAt: null, lastPrinted: printed.lastPrinted, cancelledBy: null })
    expect(await w.read(order._id)).toEqual(part)
    const off = orderOf(await put('superuser', order._id, { offerId: null, serviceChargeAccepted: false }))
    expect(off).toMatchObject({ discountBy: null, serviceChargeBy: by('superuser') })
    const gone = await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'Guest left' })
    expect(gone.body.order).toMatchObject({ cancelledBy: by('cashier') })
    expect(await w.read(order._id)).toEqual(gone.body.order)
  })

  it('are kept with an order that ended with its last line, and with one that was merged into another', async () => {
    const last = await w.order([w.line('plain')], { orderType: 'Take Away' })
    expect(orderOf(await cancel(last, 'plain'))).toMatchObject({ orderStatus: 'cancelled', cancelledBy: by('superuser') })
    await w.order([w.line('plain')])
    const child = await w.order([w.line('dosa')], { tableId: w.tables[1] })
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    expect(await w.read(child._id)).toMatchObject({ cancelReason: 'Merged into T1', cancelledBy: by('captain') })
  })

  it('are never shown to diners', async () => {
    const offerId = await offer({ value: 10 })
    const guest = await w.guest()
    const sent = await w.does(
      'user',
      'POST /orders',
      { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain', 2)])], offerId } },
      guest,
    )
    const { _id: orderId } = orderOf(sent)
    expect((await w.read(orderId))?.discountBy).toBe('Diner')
    await print('waiter', orderId)
    await put('cashier', orderId, { serviceChargeAccepted: true })
    await cancel((await w.read(orderId))!, 'plain', { quantityChange: -1 })
    const staff = await w.read(orderId)
    expect([staff?.lastPrinted?.by, staff?.serviceChargeBy, staff?.kots[0]?.items[1]?.cancelledBy]).toEqual([
      by('waiter'),
      by('cashier'),
      by('superuser'),
    ])
    const read = orderOf(await w.does('user', 'POST /orders/active', { tableId: w.tables[0] }, guest))
    expect(read).toMatchObject({ cancelledBy: null, discountBy: null, serviceChargeBy: null, lastPrinted: null })
    expect(read.kots[0]?.items.map((i) => i.cancelledBy)).toEqual([null, null])
    for (const name of ['waiter ', 'cashier ', 'superuser ']) expect(JSON.stringify(read)).not.toContain(name)
  })
})

describe('the day-end lists what was changed after printing', () => {
  it('a discount, with the bill as first printed, even when it was printed again', async () => {
    const offerId = await offer({ value: 50 })
    const order = await w.order([w.line('plain', 19), w.line('dosa', 2)])
    const first = orderOf(await print('waiter', order._id))
    expect(await dayEnd()).toMatchObject({ changedAfterPrint: [] })
    await put('cashier', order._id, { offerId })
    const second = orderOf(await print('captain', order._id))
    expect(second.lastPrinted).toMatchObject({
      total: second.grandTotal,
      by: by('captain'),
      revision: 1,
      issuedAt: first.billPrintedAt,
    })
    expect(second.grandTotal).toBeLessThan(first.grandTotal)
    await w.settle(order._id)
    expect((await dayEnd()).changedAfterPrint).toEqual([
      {
        orderId: order._id,
        billNumber: 1,
        tableNumber: '1',
        printedTotal: first.grandTotal,
        printedAt: first.billPrintedAt,
        printedBy: by('waiter'),
        total: second.grandTotal,
        changes: [{ what: 'discount', by: by('cashier') }],
      },
    ])
  })

  it('a cancelled line, a cancelled order, and a bill that was merged into another; nothing else', async () => {
    const [a, b, c, d] = w.tables
    const line = await w.order([w.line('plain', 3)], { tableId: a })
    await print('waiter', line._id)
    await cancel(line, 'plain', { quantityChange: -2 })
    await w.settle(line._id)
    const gone = await w.order([w.line('dosa')], { tableId: b })
    await print('waiter', gone._id)
    await w.does('superuser', 'PUT /orders/status', { orderId: gone._id, orderStatus: 'cancelled', reason: 'Left' })
    const child = await w.order([w.line('beer')], { tableId: c })
    await print('waiter', child._id)
    const parent = await w.order([w.line('plain')], { tableId: d })
    await w.does('cashier', 'POST /tables/merge', { parentTableId: d, childTableIds: [c] })
    await w.settle(parent._id)
    // Printed and paid as printed, grown after printing, never printed but cancelled.
    const paid = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await print('waiter', paid._id)
    await w.settle(paid._id)
    const grown = await w.order([w.line('plain')], { tableId: a })
    await print('waiter', grown._id)
    await w.order([w.line('beer')], { tableId: a })
    await w.settle(grown._id)
    const fresh = await w.order([w.line('plain')], { orderType: 'Take Away' })
    await w.does('cashier', 'PUT /orders/status', { orderId: fresh._id, orderStatus: 'cancelled', reason: 'Left' })
    const told = (await dayEnd()).changedAfterPrint.map(
      (x: { orderId: string; printedTotal: number; total: number; changes: object[] }) => [x.orderId, x.printedTotal, x.total, x.changes],
    )
    expect(told).toEqual([
      [child._id, 242, 0, [{ what: 'merge', by: by('cashier') }]],
      [line._id, 315, 105, [{ what: 'cancellation', by: by('superuser') }]],
      [gone._id, 198.46, 0, [{ what: 'cancellation', by: by('superuser') }]],
    ])
  })

  it('an offer and a service charge that a merge changed, under the name of whoever merged, and never of who gave the offer elsewhere', async () => {
    const [a, b, c] = w.tables
    const offerId = await offer({ value: 50 })
    // A guest's own offer at the next table takes half off a bill that was printed without it.
    const bill = await w.order([w.line('plain', 19)], { tableId: a, serviceChargeAccepted: true })
    await print('waiter', bill._id)
    const guest = await w.guest(1)
    await w.does('user', 'POST /orders', { order: { tableId: b, kots: [w.kot([w.line('plain')])], offerId } }, guest)
    const merged = await w.does('captain', 'POST /tables/merge', { parentTableId: a, childTableIds: [b] })
    expect(orderOf(merged)).toMatchObject({ discountBy: by('captain'), serviceChargeBy: by('captain') })
    await w.settle(bill._id)
    // One that was exchanged for another, which takes less off the smaller bill.
    const swapped = await w.order([w.line('plain', 10)], { tableId: c })
    await put('superuser', swapped._id, { offerId: await offer({ value: 10 }) })
    await print('waiter', swapped._id)
    await cancel(swapped, 'plain', { quantityChange: -9 })
    await put('captain', swapped._id, { offerId })
    await w.settle(swapped._id)
    const { changedAfterPrint } = await dayEnd()
    expect(changedAfterPrint.map((x: { orderId: string; changes: object[] }) => [x.orderId, x.changes])).toEqual([
      [
        bill._id,
        [
          { what: 'discount', by: by('captain') },
          { what: 'serviceCharge', by: by('captain') },
        ],
      ],
      [
        swapped._id,
        [
          { what: 'cancellation', by: by('superuser') },
          { what: 'discount', by: by('captain') },
        ],
      ],
    ])
  })

  it('an offer that counts again because of an added dish, under the name of whoever added it; a guest adds nothing that makes it cheaper', async () => {
    const [tableId] = w.tables
    const guest = await w.guest(0)
    const bill = await w.order([w.line('plain', 5), w.line('dosa')], { tableId })
    const least = bill.totalPrice
    await put('superuser', bill._id, { offerId: await offer({ type: 'flat', value: 300, minOrderAmount: least }) })
    // Without the dosa the bill is too small for the offer, and is printed without it.
    await cancel(bill, 'dosa')
    const printed = orderOf(await print('waiter', bill._id))
    expect(printed.discount).toBe(0)
    const dosa = { order: { tableId, kots: [w.kot([w.line('dosa')])] } }
    expect(await w.does('user', 'POST /orders', dosa, guest)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    const cheaper = orderOf(await put('captain', bill._id, { kots: [w.kot([w.line('dosa')])] }))
    expect(cheaper.grandTotal).toBeLessThan(printed.grandTotal)
    await w.settle(bill._id)
    expect((await dayEnd()).changedAfterPrint).toMatchObject([{ orderId: bill._id, changes: [{ what: 'discount', by: by('captain') }] }])
  })

  it('an offer that took less off when it was exchanged, and more once dishes were added, under the name of whoever exchanged it', async () => {
    const bill = await w.order([w.line('plain', 10)])
    await put('superuser', bill._id, { offerId: await offer({ type: 'flat', value: 100 }) })
    await print('waiter', bill._id)
    await cancel(bill, 'plain', { quantityChange: -9 })
    const swapped = orderOf(await put('captain', bill._id, { offerId: await offer({ value: 50 }) }))
    expect(swapped.discount).toBeLessThan(100)
    await put('superuser', bill._id, { kots: [w.kot([w.line('plain', 9)])] })
    await w.settle(bill._id)
    const [told] = (await dayEnd()).changedAfterPrint
    expect(told.changes).toEqual([
      { what: 'cancellation', by: by('superuser') },
      { what: 'discount', by: by('captain') },
    ])
  })
})
