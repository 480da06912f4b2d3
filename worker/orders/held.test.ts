import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { stockOf } from '../test/stock.ts'
import { call, type CallOptions, makeRestaurant, type World } from '../test/world.ts'

/** A guest's ticket that nobody has accepted is in the total, and no bill is made while it waits (docs/decisions/012). */

const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true }
const WAITS = 'Table 1’s guest has a ticket to accept: accept or decline it first.'

let w: World
let token = ''
beforeEach(async () => {
  w = await makeRestaurant({ settings: { qrSettings } })
  token = (await w.guest(0)).token
})

const guestSends = async (...lines: unknown[]): Promise<OrderShape> => {
  const reply = await call('POST /orders', { token, body: { order: { tableId: w.tables[0], orderType: 'Dine In', kots: [w.kot(lines)] } } })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.order
}
/** Rs. 105 with the kitchen, and the guest’s on top: 303.46, each half of the tax rounded by itself. */
const waiting = async (): Promise<OrderShape> => {
  await w.order([w.line('plain')])
  return guestSends(w.line('dosa'))
}
const heldOf = (order: OrderShape) => order.kots.find((k) => k.held)?.kotId ?? ''
const accept = (order: OrderShape) =>
  w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [{ kotId: heldOf(order), items: [] }] } })
const decline = (order: OrderShape) =>
  w.does('waiter', 'PUT /orders/item/status', { orderId: order._id, kotId: heldOf(order), status: 'Cancelled', reason: 'closed' })

type Ask = (order: OrderShape, options?: CallOptions) => ReturnType<typeof call>
const paying =
  (change: Record<string, unknown>): Ask =>
  (order, options) =>
    w.does(
      'cashier',
      'PUT /orders/payment/status',
      { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', ...change },
      options,
    )
const settle = paying({ complete: true })
const WAYS: [string, Ask][] = [
  ['settling', settle],
  ['paying in full', paying({})],
  ['a bill', (order, options) => w.does('waiter', `POST /orders/${order._id}/bill`, undefined, options)],
  ['completing', (order, options) => w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' }, options)],
]

describe.each(WAYS)('%s while a guest’s ticket waits', (_name, ask) => {
  it('is 409 with a message for the cashier and the order, and changes nothing', async () => {
    const order = await waiting()
    const before = await w.everything()
    const reply = await ask(order)
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([409, 'invalid_transition', WAITS])
    expect(reply.body.order).toEqual(await w.read(order._id))
    expect(await w.everything()).toEqual(before)
  })

  it('that arrives between reading and writing is 409 too', async () => {
    const order = await w.order([w.line('plain')])
    // A free dish: the sum is as it was.
    await w.rows('UPDATE menu_items SET price = 0 WHERE id = ?', w.items.dosa)
    if (_name === 'completing') await paying({})(order)
    const reply = await ask(order, { via: meanwhile(() => guestSends(w.line('dosa'))) })
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([409, 'invalid_transition', WAITS])
    expect(await w.read(order._id)).toMatchObject({ orderStatus: 'pending', billPrintedAt: null })
  })
})

describe('accepting a guest’s ticket', () => {
  it('lets the bill be printed and settled with the key that was refused before, and uses its stock', async () => {
    const stock = stockOf(w)
    const potato = await stock.material('Potato')
    await stock.buy(potato, 10)
    await stock.recipe('dosa', [[potato, 200]])
    const order = await waiting()
    expect((await settle(order, { key: 'till-1' })).status).toBe(409)
    expect((await accept(order)).status).toBe(200)
    expect((await w.does('waiter', `POST /orders/${order._id}/bill`)).body.order).toMatchObject({ billNumber: 1, grandTotal: 303.46 })
    const settled = await settle(order, { key: 'till-1' })
    expect(settled.body.order).toMatchObject({ orderStatus: 'completed', grandTotal: 303.46, billNumber: 1 })
    expect(await stock.current(potato)).toBe(9.8)
    await stock.mustAddUp()
  })

  it('leaves the second of two tickets waiting', async () => {
    const order = await waiting()
    await guestSends(w.line('beer'))
    await accept(order)
    expect((await settle(order)).body.message).toBe(WAITS)
    expect((await accept((await w.read(order._id)) as OrderShape)).status).toBe(200)
    expect((await settle(order)).body.order).toMatchObject({ orderStatus: 'completed' })
  })
})

describe('declining a guest’s ticket', () => {
  it('lets the rest be settled', async () => {
    const order = await waiting()
    expect((await decline(order)).body.order).toMatchObject({ grandTotal: 105, orderStatus: 'pending' })
    expect((await settle(order)).body.order).toMatchObject({ orderStatus: 'completed', grandTotal: 105 })
  })

  it('in part, leaves the rest waiting', async () => {
    await w.order([w.line('plain')])
    const order = await guestSends(w.line('dosa', 2))
    const lineId = order.kots.find((k) => k.held)?.items[0]?.lineId
    const one = { orderId: order._id, kotId: heldOf(order), lineId, status: 'Cancelled', reason: 'closed' }
    await w.does('waiter', 'PUT /orders/item/status', { ...one, quantityChange: -1 })
    expect((await settle(order)).body.message).toBe(WAITS)
    await w.does('waiter', 'PUT /orders/item/status', one)
    expect((await settle(order)).status).toBe(200)
  })

  const declineHeld = (order: OrderShape, role: 'cashier' | 'captain', options?: CallOptions) =>
    w.does(
      role,
      'PUT /orders/item/status',
      { orderId: order._id, kotId: heldOf(order), status: 'Cancelled', reason: 'closed', held: true },
      options,
    )

  it.each(['cashier', 'captain'] as const)('that was accepted meanwhile cancels nothing that is being cooked, for a %s', async (role) => {
    const order = await guestSends(w.line('dosa'))
    await accept(order)
    const before = await w.everything()
    const late = await declineHeld(order, role)
    expect([late.status, late.body.code, late.body.message]).toEqual([409, 'invalid_transition', 'It was accepted meanwhile.'])
    expect(late.body.order).toEqual(await w.read(order._id))
    expect(await w.everything()).toEqual(before)
  })

  it('that is accepted between reading and writing cancels nothing either', async () => {
    const order = await guestSends(w.line('dosa'))
    const late = await declineHeld(order, 'cashier', { via: meanwhile(() => accept(order)) })
    expect([late.status, late.body.message]).toEqual([409, 'It was accepted meanwhile.'])
    expect(await w.read(order._id)).toMatchObject({ orderStatus: 'pending', grandTotal: order.grandTotal })
  })

  it('that a colleague accepts afterwards is 409, and uses up no number of the day', async () => {
    const order = await waiting()
    await decline(order)
    const before = await w.everything()
    const late = await accept(order)
    expect([late.status, late.body.code, late.body.message]).toEqual([409, 'invalid_transition', 'It was declined meanwhile.'])
    expect(late.body.order).toEqual(await w.read(order._id))
    expect(await w.everything()).toEqual(before)
    const next = await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('plain')])] } })
    expect(next.body.order.kots.at(-1)).toMatchObject({ kotNumber: 2 })
  })

  it('that a colleague accepts between reading and writing is 409 too', async () => {
    const order = await waiting()
    const body = { orderId: order._id, orderData: { kots: [{ kotId: heldOf(order), items: [] }] } }
    const late = await w.does('waiter', 'PUT /pos/order', body, { via: meanwhile(() => decline(order)) })
    expect([late.status, late.body.message]).toEqual([409, 'It was declined meanwhile.'])
    expect(late.body.order.kots.at(-1)).toMatchObject({ held: true, kotNumber: null })
  })

  it('still declines a ticket that waits beside one that was accepted', async () => {
    const first = await guestSends(w.line('dosa'))
    await accept(first)
    const order = await guestSends(w.line('plain'))
    expect((await declineHeld(order, 'captain')).body.order).toMatchObject({ grandTotal: first.grandTotal, orderStatus: 'pending' })
  })
})

it('the first ticket that the kitchen gets is no addition after one that was declined, whenever the order is read', async () => {
  const first = await guestSends(w.line('plain'))
  const both = await guestSends(w.line('dosa'))
  await decline(first)
  const kotId = both.kots.find((k) => k.kotId !== heldOf(first))?.kotId
  const done = await w.does('waiter', 'PUT /pos/order', { orderId: both._id, orderData: { kots: [{ kotId, items: [] }] } })
  for (const order of [done.body.order, await w.read(both._id)] as OrderShape[])
    expect(order.kots.filter((k) => !k.held)).toMatchObject([{ kotId, kind: 'new' }])
})

it('a guest’s ticket that waited while a captain sent the first one is an addition, whenever the order is read', async () => {
  const waits = await guestSends(w.line('dosa'))
  expect(waits.kots).toMatchObject([{ kind: 'new' }])
  const sent = { orderId: waits._id, orderData: { kots: [w.kot([w.line('plain')])] } }
  expect((await w.does('captain', 'PUT /pos/order', sent)).status).toBe(200)
  const done = await accept(waits)
  for (const order of [done.body.order, await w.read(waits._id)] as OrderShape[])
    expect(order.kots.map((k) => [k.kotId === heldOf(waits), k.kind])).toEqual([
      [true, 'addition'],
      [false, 'new'],
    ])
})

it('cancelling the order still works, and cancels the waiting ticket with it', async () => {
  const order = await waiting()
  const cancelled = await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
  expect(cancelled.body.order).toMatchObject({ orderStatus: 'cancelled' })
  expect((await w.table(0)).status).toBe('available')
  expect((await accept(order)).status).toBe(409)
})

it('a part payment is possible while a ticket waits; a paid order that a guest adds to can be settled after the ticket is accepted', async () => {
  const order = await waiting()
  const part = await paying({ paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 100 }], paymentMethod: undefined })(order)
  expect(part.body.order).toMatchObject({ paymentStatus: 'partial', billNumber: null })
  await accept(order)
  await paying({})(order)
  const more = await guestSends(w.line('plain'))
  expect(more.paymentStatus).toBe('partial')
  expect((await settle(more)).body.message).toBe(WAITS)
  await decline(more)
  const done = await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })
  expect(done.body.order).toMatchObject({ orderStatus: 'completed', paymentStatus: 'paid', grandTotal: 303.46 })
})

it('declining is refused when more was received than the rest costs; the message says what to do instead, and that works', async () => {
  const order = await guestSends(w.line('dosa'))
  await paying({ paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 100 }], paymentMethod: undefined })(order)
  const cancel = () => w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'gone' })
  for (const refused of [await decline(order), await cancel()]) {
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(
      /Give the money back first, or accept the guest’s ticket, then settle the order and refund it instead\.$/,
    )
  }
  await accept(order)
  expect((await cancel()).body.message).toMatch(/Give the money back first, or settle and refund it instead\.$/)
  expect((await settle(order)).body.order.orderStatus).toBe('completed')
  const refund = paying({ paymentStatus: 'refunded', reason: 'gone', paymentMethod: undefined })
  expect((await refund(order)).body.order.paymentStatus).toBe('refunded')
})

it('a waiting ticket stays held when the setting is changed, and when its table is merged into another', async () => {
  const order = await guestSends(w.line('dosa'))
  const parent = await w.order([w.line('plain')], { tableId: w.tables[1] })
  const off = await w.does('superuser', 'PUT /restaurant/profile', { qrSettings: { acceptOrders: false } })
  expect(off.status, off.text).toBe(200)
  expect((await settle(order)).body.message).toBe(WAITS)
  const merge = await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[1], childTableIds: [w.tables[0]] })
  expect(merge.status, merge.text).toBe(200)
  expect((await settle(parent)).body.message).toBe(WAITS.replace('Table 1', 'Table 2'))
  expect((await accept(merge.body.order)).status).toBe(200)
  expect((await settle(parent)).body.order).toMatchObject({ orderStatus: 'completed', grandTotal: 303.46 })
})

describe('portions of a waiting ticket', () => {
  const left = async (item: 'brownie' | 'plain' = 'brownie') =>
    (await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items[item]))[0].remaining

  it('are not reserved: staff can sell all five, and accepting is then 409 for each dish that is short', async () => {
    const [one, two] = [await guestSends(w.line('brownie', 5)), await guestSends(w.line('plain'), w.line('brownie', 2))]
    expect(await left()).toBe(5)
    expect((await w.send([w.line('brownie', 4)], { tableId: w.tables[1] })).status).toBe(201)
    const before = await w.everything()
    for (const kot of two.kots) {
      const refused = await w.does('waiter', 'PUT /pos/order', { orderId: one._id, orderData: { kots: [{ kotId: kot.kotId, items: [] }] } })
      expect([refused.status, refused.body.code, refused.body.itemId]).toEqual([409, 'item_unavailable', w.items.brownie])
    }
    expect(await w.everything()).toEqual(before)
    // The short dish declined in part, the rest is accepted and counted.
    const kot = two.kots[1]
    const lineId = kot?.items.find((i) => i._id === w.items.brownie)?.lineId
    await w.does('waiter', 'PUT /orders/item/status', {
      orderId: one._id,
      kotId: kot?.kotId,
      lineId,
      status: 'Cancelled',
      quantityChange: -1,
    })
    expect(await left()).toBe(1)
    const yes = await w.does('waiter', 'PUT /pos/order', { orderId: one._id, orderData: { kots: [{ kotId: kot?.kotId, items: [] }] } })
    expect(yes.status, yes.text).toBe(200)
    expect(await left()).toBe(0)
  })

  it('are used once when two devices accept it at once, and given back when a sent line is cancelled', async () => {
    const order = await guestSends(w.line('brownie', 3))
    const both = await Promise.all([accept(order), accept(order)])
    expect(both.map((r) => r.status)).toEqual([200, 200])
    expect(await left()).toBe(2)
    const cancel = { orderId: order._id, kotId: heldOf(order), status: 'Cancelled', reason: 'left' }
    expect((await w.does('cashier', 'PUT /orders/item/status', cancel)).status).toBe(200)
    expect(await left()).toBe(5)
  })

  it('are not given back by declining or by cancelling the order, because none were used', async () => {
    await decline(await guestSends(w.line('brownie', 2)))
    expect(await left()).toBe(5)
    // Declining all of it has ended the visit.
    token = (await w.guest(0)).token
    const order = await waiting()
    await guestSends(w.line('brownie', 2))
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    expect(await left()).toBe(5)
  })

  it('of a dish that is off or deleted are refused: to the guest at once, to staff when they accept', async () => {
    const [off, gone] = [await guestSends(w.line('plain')), await guestSends(w.line('dosa'))]
    await w.does('cashier', `PATCH /menus/item/${w.items.plain}/availability`, { available: false })
    await w.rows('DELETE FROM menu_items WHERE id = ?', w.items.dosa)
    for (const [order, n, item] of [
      [off, 0, w.items.plain],
      [gone, 1, w.items.dosa],
    ] as const) {
      const refused = await w.does('waiter', 'PUT /pos/order', {
        orderId: order._id,
        orderData: { kots: [{ kotId: order.kots[n]?.kotId, items: [] }] },
      })
      expect([refused.status, refused.body.code, refused.body.itemId]).toEqual([409, 'item_unavailable', item])
    }
    const late = await call('POST /orders', { token, body: { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } } })
    expect([late.status, late.body.code]).toEqual([409, 'item_unavailable'])
  })
})
