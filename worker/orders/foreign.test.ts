import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { signToken } from '../access/session.ts'
import { call, makeRestaurant, signIn, testEnv, type World } from '../test/world.ts'

/** Ids of one restaurant mean nothing in another of the same database (CONTRACT §1). */
let own: World
let foreign: World
let theirs: OrderShape
beforeEach(async () => {
  ;[own, foreign] = [await makeRestaurant(), await makeRestaurant()]
  theirs = await foreign.order([foreign.line('brownie', 2)])
})

describe('another restaurant’s order', () => {
  const kotId = () => theirs.kots[0]?.kotId
  it.each<[string, () => unknown]>([
    ['PUT /pos/order', () => ({ orderId: theirs._id, orderData: { customer_name: 'Meera' } })],
    ['PUT /pos/order', () => ({ orderId: theirs._id, orderData: { kots: [own.kot([own.line('plain')])] } })],
    ['PUT /orders/item/status', () => ({ orderId: theirs._id, kotId: kotId(), status: 'Ready' })],
    ['PUT /orders/status', () => ({ orderId: theirs._id, orderStatus: 'cancelled', reason: 'x' })],
    ['PUT /orders/payment/status', () => ({ orderId: theirs._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })],
    ['PUT /orders/note', () => ({ orderId: theirs._id, kotId: kotId(), itemId: foreign.items.brownie, note: 'x' })],
    ['POST /orders/:id/bill', () => undefined],
    ['GET /orders/:id/payments', () => undefined],
    ['POST /orders/:id/payments/give-back', () => ({ amount: 1, method: 'Cash', reason: 'x' })],
    ['POST /orders/:id/payments/x/correct', () => ({ method: 'UPI', reason: 'x' })],
    ['GET /restaurant/invoice-details/:id', () => undefined],
  ])('is 404 for %s, and stays unchanged', async (address, body) => {
    const before = await foreign.everything()
    const reply = await own.does('superuser', address.replace(':id', theirs._id), body())
    expect([reply.status, reply.body.code], reply.text).toEqual([404, 'not_found'])
    expect(await foreign.everything()).toEqual(before)
  })

  it('is in no list of this restaurant', async () => {
    const [cashier, kitchen] = [await own.as('cashier'), await own.as('kitchen')]
    expect((await call('GET /orders?limit=100', { token: cashier })).body).toMatchObject({ orders: [], totalOrders: 0 })
    expect((await call('GET /orders?search=1', { token: cashier })).body.orders).toEqual([])
    expect((await call('GET /orders/restaurant/pending', { token: kitchen })).body.orders).toEqual([])
  })

  it('isn’t found by a token that names its restaurant when the account is of this one', async () => {
    const { sid, accountId, name, email } = await signIn('superuser', { restaurantId: own.id, shard: own.shard })
    const claims = { sub: accountId, sid, name, email, role: 'superuser' as const, restaurantId: foreign.id, shard: foreign.shard }
    const token = await signToken(testEnv, claims, new Date(Date.now() + 60_000))
    // An uncounted dish: a counted one is also protected by its restaurant's id.
    const { _id: orderId } = await foreign.order([foreign.line('plain')], { tableId: foreign.tables[1] })
    const before = await foreign.everything()
    const reply = await call('PUT /orders/status', { token, body: { orderId, orderStatus: 'cancelled', reason: 'x' } })
    expect(reply.status, reply.text).toBe(404)
    expect(await foreign.everything()).toEqual(before)
  })
})

describe('in an order', () => {
  const send = (body: Record<string, unknown>) =>
    own.does('cashier', 'POST /pos/order', { orderType: 'Dine In', tableId: own.tables[0], kots: [own.kot([own.line('plain')])], ...body })

  it('another restaurant’s item is 422 unknown_item, and keeps its portions', async () => {
    const reply = await send({ kots: [own.kot([foreign.line('brownie')])] })
    expect([reply.status, reply.body.code]).toEqual([422, 'unknown_item'])
    expect(await foreign.rows('SELECT remaining FROM menu_items WHERE id = ?', foreign.items.brownie)).toEqual([{ remaining: 3 }])
  })

  it('another restaurant’s table is 404, whether it is occupied or not', async () => {
    const before = await foreign.everything()
    for (const tableId of [foreign.tables[0], foreign.tables[1]]) {
      expect((await send({ tableId })).status).toBe(404)
      expect((await own.does('waiter', 'POST /orders/active', { tableId })).status).toBe(404)
    }
    expect(await foreign.everything()).toEqual(before)
  })

  it('another restaurant’s kotId counts as new', async () => {
    const kotId = theirs.kots[0]?.kotId
    const reply = await send({ kots: [{ kotId, items: [own.line('plain')] }] })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.order).toMatchObject({ restaurantId: own.id, kots: [{ kotId, kotNumber: 1 }] })
  })

  it('another restaurantId in the body is 404, the own one is accepted', async () => {
    const before = [await own.everything(), await foreign.everything()]
    const kots = () => [own.kot([own.line('plain')])]
    for (const restaurantId of [foreign.id, randomId()]) {
      expect((await send({ restaurantId })).status).toBe(404)
      const order = { restaurantId, tableId: own.tables[0], kots: kots() }
      expect((await own.does('waiter', 'POST /orders', { order })).status).toBe(404)
    }
    expect([await own.everything(), await foreign.everything()]).toEqual(before)
    expect((await send({ restaurantId: own.id })).status).toBe(201)
  })

  it('an Idempotency-Key belongs to its account', async () => {
    const [a, b] = [await own.as('cashier'), await own.as('captain')]
    const ask = (token: string) =>
      call('POST /pos/order', { token, key: 'one', body: { orderType: 'Take Away', kots: [own.kot([own.line('plain')])] } })
    const replies = [await ask(a), await ask(b)]
    expect(replies.map((r) => [r.status, r.headers.get('Idempotency-Replayed')])).toEqual([
      [201, null],
      [201, null],
    ])
    expect(replies[0]?.body.order._id).not.toBe(replies[1]?.body.order._id)
  })
})

describe('another restaurant’s table', () => {
  it.each<[string, () => unknown]>([
    ['PUT /tables/update?id=:id', () => ({ area: 'Roof' })],
    ['DELETE /tables/delete/:id', () => undefined],
    ['POST /tables/alert', () => ({ tableId: foreign.tables[1], alertType: 'bill' })],
    ['POST /tables/clear-alert', () => ({ tableId: foreign.tables[1] })],
    ['POST /tables/move', () => ({ fromTableId: foreign.tables[0], toTableId: own.tables[1] })],
    ['POST /tables/move', () => ({ fromTableId: own.tables[0], toTableId: foreign.tables[1] })],
    ['POST /tables/merge', () => ({ parentTableId: own.tables[0], childTableIds: [foreign.tables[1]] })],
    ['POST /tables/merge', () => ({ parentTableId: foreign.tables[1], childTableIds: [own.tables[0]] })],
  ])('is 404 for %s, and stays unchanged', async (address, body) => {
    await own.order([own.line('plain')])
    const before = await foreign.everything()
    const reply = await own.does('superuser', address.replace(':id', foreign.tables[1] ?? ''), body())
    expect([reply.status, reply.body.code], reply.text).toEqual([404, 'not_found'])
    expect(await foreign.everything()).toEqual(before)
  })
})
