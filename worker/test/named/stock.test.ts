import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { stockOf } from '../stock.ts'
import { call, makeRestaurant, many, type Reply, type World } from '../world.ts'

/** What is sent is taken from stock once, and what is cancelled goes back or to waste once, whatever is repeated and by how many at once. */

const statuses = (replies: Reply[]) =>
  replies.reduce<Record<number, number>>((count, r) => ({ ...count, [r.status]: (count[r.status] ?? 0) + 1 }), {})

let w: World
let stock: ReturnType<typeof stockOf>
let potato: string
/** Fries take 200 g of the 10 kg of potato; of brownies 5 are left, each of 50 g. */
beforeEach(async () => {
  w = await makeRestaurant({
    settings: { qrSettings: { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true } },
  })
  stock = stockOf(w)
  potato = await stock.material('Potato')
  await stock.buy(potato, 10)
  await stock.recipe('plain', [[potato, 200]])
  await stock.recipe('brownie', [[potato, 50]])
  await w.as('cashier')
})
const left = async () => {
  await stock.mustAddUp()
  return stock.current(potato)
}
const moved = async () => {
  const by: Record<string, number> = {}
  for (const [kind, delta] of await stock.moves(potato)) by[kind] = (by[kind] ?? 0) + delta
  return by
}
const brownies = async () => (await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie))[0].remaining
const first = (order: OrderShape, n = 0) => {
  const kot = order.kots[0]
  return { orderId: order._id, kotId: kot?.kotId ?? '', lineId: kot?.items[n]?.lineId }
}
const status = (body: object, options = {}) => w.does('cashier', 'PUT /orders/item/status', body, options)
const cancel = (body: object, options = {}) => status({ ...body, status: 'Cancelled', reason: 'Guest left' }, options)
const cancelOrder = (orderId: string) =>
  w.does('cashier', 'PUT /orders/status', { orderId, orderStatus: 'cancelled', reason: 'Walked out' })
const ready = (body: object) => w.does('kitchen', 'PUT /orders/item/status', { ...body, status: 'Ready' })

describe('a ticket sent again', () => {
  it.each([
    ['without an Idempotency-Key', () => undefined],
    ['with one Idempotency-Key', () => 'the same one'],
    ['each with a key of its own', () => randomId()],
  ])('20 times at once, %s, uses stock once', async (_how, keyOf) => {
    const kots = [w.kot([w.line('plain', 3), w.line('brownie')])]
    const token = await w.as('cashier')
    const body = { tableId: w.tables[0], orderType: 'Dine In', kots }
    const replies = await many(20, () => call('POST /pos/order', { token, body, key: keyOf() }))
    expect(statuses(replies)).toEqual({ 201: 20 })
    const ids = new Set(replies.map((r) => `${r.body.order._id} ${r.body.order.kots.length} ${r.body.order.kots[0].kotNumber}`))
    expect(ids.size).toBe(1)
    expect(await left()).toBe(9.35)
    expect(await brownies()).toBe(4)
  })

  it('as an addition, 20 times at once, uses stock once', async () => {
    const order = await w.order([w.line('dosa')])
    const kots = [w.kot([w.line('plain', 2)])]
    const replies = await many(20, () => w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { kots } }))
    expect(statuses(replies)).toEqual({ 200: 20 })
    expect(await left()).toBe(9.6)
  })

  it('after it was cancelled sends nothing to the kitchen', async () => {
    const kots = [w.kot([w.line('plain', 2)])]
    const key = randomId()
    const body = { tableId: w.tables[0], orderType: 'Dine In', kots }
    const send = async () => call('POST /pos/order', { token: await w.as('cashier'), body, key })
    const sent = await send()
    await w.order([w.line('dosa')])
    expect((await cancel(first(sent.body.order))).status).toBe(200)
    expect((await send()).text).toBe(sent.text)
    await many(5, () => w.send([], { kots }))
    expect(await moved()).toEqual({ purchase: 10_000, sale: -400, back: 400 })
    expect(await left()).toBe(10)
  })

  it('as a second ticket with the same dish uses stock twice', async () => {
    await many(2, () => w.send([w.line('plain')]))
    expect(await left()).toBe(9.6)
  })
})

describe('a cancellation', () => {
  it.each([
    ['without an Idempotency-Key', false],
    ['with one', true],
  ])('before Ready, 20 times at once, %s, gives back once', async (_how, keyed) => {
    const order = await w.order([w.line('plain', 3), w.line('brownie'), w.line('dosa')])
    const key = keyed ? randomId() : undefined
    const replies = await many(20, () => cancel(first(order), { key }))
    expect(statuses(replies)).toEqual(keyed ? { 200: 20 } : { 200: 1, 409: 19 })
    expect(await moved()).toEqual({ purchase: 10_000, sale: -650, back: 600 })
    await cancel(first(order, 1))
    expect([await left(), await brownies()]).toEqual([10, 5])
  })

  it('after Ready is waste: nothing comes back, once', async () => {
    const order = await w.order([w.line('plain', 3), w.line('brownie'), w.line('dosa')])
    await ready({ ...first(order), lineId: undefined })
    const replies = await many(20, () => cancel(first(order)))
    expect(statuses(replies)).toEqual({ 200: 1, 409: 19 })
    await cancel(first(order, 1))
    expect(await moved()).toEqual({ purchase: 10_000, sale: -650, back: 650, waste: -650 })
    expect([await left(), await brownies()]).toEqual([9.35, 4])
  })

  it('gives back what was Ready and then recalled; what the caller marks as prepared is waste', async () => {
    const order = await w.order([w.line('plain'), w.line('plain', 2, { additionalItemNote: 'x' }), w.line('dosa')])
    await ready(first(order))
    await w.does('kitchen', 'PUT /orders/item/status', { ...first(order), status: 'Preparing' })
    await cancel(first(order))
    await cancel({ ...first(order, 1), prepared: true })
    expect(await moved()).toEqual({ purchase: 10_000, sale: -600, back: 600, waste: -400 })
    expect(await left()).toBe(9.6)
  })

  it('of parts, by five at once, gives back exactly the portions there were', async () => {
    const order = await w.order([w.line('plain', 3), w.line('dosa')])
    const replies = await many(5, () => cancel({ ...first(order), quantityChange: -1 }))
    expect(replies.filter((r) => r.status === 200)).toHaveLength(3)
    expect(await moved()).toEqual({ purchase: 10_000, sale: -600, back: 600 })
    expect(await left()).toBe(10)
  })

  it('of parts, some prepared, counts each portion once, as given back or as waste', async () => {
    const order = await w.order([w.line('plain', 10), w.line('dosa')])
    await cancel({ ...first(order), quantityChange: -2 })
    await ready(first(order))
    await cancel({ ...first(order), quantityChange: -3 })
    await cancel({ ...first(order), quantityChange: -1, prepared: false })
    await cancel(first(order))
    expect(await moved()).toEqual({ purchase: 10_000, sale: -2000, back: 2000, waste: -1400 })
    expect(await left()).toBe(8.6)
  })

  it('of a whole ticket by many at once, and of its order too, gives back once', async () => {
    const order = await w.order([w.line('plain', 2), w.line('brownie', 2)])
    const replies = await many(10, (i) => (i % 2 ? cancel({ ...first(order), lineId: undefined }) : cancelOrder(order._id)))
    expect(statuses(replies)).toEqual({ 200: 1, 409: 9 })
    expect([await left(), await brownies()]).toEqual([10, 5])
  })

  it('of a whole order counts what is Ready or Served as waste and gives the rest back', async () => {
    const order = await w.order([
      w.line('plain'),
      w.line('plain', 2, { additionalItemNote: 'a' }),
      w.line('plain', 4, { additionalItemNote: 'b' }),
    ])
    await ready(first(order))
    await ready(first(order, 1))
    await w.does('kitchen', 'PUT /orders/item/status', { ...first(order, 1), status: 'Served' })
    const replies = await many(10, () => cancelOrder(order._id))
    expect(statuses(replies)).toEqual({ 200: 1, 409: 9 })
    expect(await moved()).toEqual({ purchase: 10_000, sale: -1400, back: 1400, waste: -600 })
    expect(await left()).toBe(9.4)
  })

  it('at merged and moved tables gives back once what each table had sent', async () => {
    const [a, b] = [await w.order([w.line('plain')]), await w.order([w.line('plain', 2)], { tableId: w.tables[1] })]
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[2] })
    const child = { ...first(b), orderId: a._id }
    expect(statuses(await many(5, () => cancel(child)))).toEqual({ 200: 1, 409: 4 })
    // Its own order is over: nothing of it can be cancelled a second time.
    expect((await cancelOrder(b._id)).status).toBe(409)
    expect((await cancelOrder(a._id)).status).toBe(200)
    expect(await moved()).toEqual({ purchase: 10_000, sale: -600, back: 600 })
    expect(await left()).toBe(10)
  })

  it('gives nothing back for a bill that was paid and refunded, because it was eaten', async () => {
    const order = await w.order([w.line('plain')])
    await w.settle(order._id)
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'refunded', reason: 'Cold' })
    expect((await cancel(first(order))).status).toBe(409)
    expect(await left()).toBe(9.8)
  })
})

describe('a diner’s ticket that is held', () => {
  const held = async (lines: unknown[], n = 1): Promise<{ order: OrderShape; kots: unknown[] }> => {
    const { token } = await w.guest(0)
    const kots = [w.kot(lines)]
    const body = { order: { tableId: w.tables[0], orderType: 'Dine In', kots } }
    const replies = await many(n, () => call('POST /orders', { token, body }))
    expect(statuses(replies)).toEqual({ 201: n })
    return { order: replies[0]?.body.order, kots }
  }
  const accept = (order: OrderShape) =>
    w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [{ kotId: order.kots[0]?.kotId, items: [] }] } })

  it('uses no stock when it is sent, and once when ten devices accept it at once', async () => {
    const { order } = await held([w.line('plain', 2)], 10)
    expect(await left()).toBe(10)
    expect(statuses(await many(10, () => accept(order)))).toEqual({ 200: 10 })
    expect(await moved()).toEqual({ purchase: 10_000, sale: -400 })
    expect(await left()).toBe(9.6)
  })

  it('uses the stock of what is left when parts were cancelled before; those parts change nothing', async () => {
    const { order } = await held([w.line('plain', 5), w.line('plain', 1, { additionalItemNote: 'x' })])
    await cancel({ ...first(order), quantityChange: -2 })
    await cancel(first(order, 1))
    expect(await moved()).toEqual({ purchase: 10_000 })
    await accept(order)
    expect(await moved()).toEqual({ purchase: 10_000, sale: -600 })
    // Cancelled once it is cooking: back.
    await cancel({ ...first(order), quantityChange: -1 })
    expect(await left()).toBe(9.6)
  })

  it('changes no stock when it is declined', async () => {
    const { order } = await held([w.line('plain', 5), w.line('brownie')])
    expect((await cancel({ ...first(order), lineId: undefined })).status).toBe(200)
    expect(await moved()).toEqual({ purchase: 10_000 })
    expect(await brownies()).toBe(5)
    expect((await accept(order)).status).toBe(409)
  })

  it('changes no stock when the whole order is cancelled before anyone accepted it', async () => {
    const { order } = await held([w.line('plain', 5)])
    expect((await cancelOrder(order._id)).status).toBe(200)
    expect(await moved()).toEqual({ purchase: 10_000 })
    expect(await left()).toBe(10)
  })

  it('uses stock once when it is merged to another table and accepted there', async () => {
    const { order, kots } = await held([w.line('plain', 2)])
    const parent = await w.order([w.line('dosa')], { tableId: w.tables[1] })
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[1], childTableIds: [w.tables[0]] })
    expect(await left()).toBe(10)
    const accepted = await w.does('cashier', 'PUT /pos/order', {
      orderId: parent._id,
      orderData: { kots: [{ kotId: first(order).kotId, items: [] }] },
    })
    expect(accepted.status).toBe(200)
    await w.send([], { kots })
    expect(await moved()).toEqual({ purchase: 10_000, sale: -400 })
  })
})
