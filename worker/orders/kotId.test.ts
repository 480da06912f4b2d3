import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** CONTRACT §5: a kotId is one ticket. The same ticket sent again changes nothing; another ticket is never mistaken for it, because its items would be lost. */

afterEach(() => void vi.useRealTimers())

const add = async (w: World, orderId: string, kots: unknown[]) =>
  call('PUT /pos/order', { token: await w.as('waiter'), body: { orderId, orderData: { kots } } })
const taken = { code: 'kot_id_taken', status: 'error' }

describe('a kotId', () => {
  it('twice in one request is 422, and nothing is sent', async () => {
    const w = await makeRestaurant()
    const kot = w.kot([w.line('plain')])
    const reply = await w.send([], { kots: [kot, { ...kot, items: [w.line('dosa')] }] })
    expect([reply.status, reply.body.errors]).toMatchObject([422, [{ path: 'kots.1.kotId' }]])
    const { token } = await w.guest()
    const guest = await call('POST /orders', { token, body: { order: { tableId: w.tables[0], kots: [kot, kot] } } })
    expect([guest.status, guest.body.errors]).toMatchObject([422, [{ path: 'order.kots.1.kotId' }]])
    const order = await w.order([w.line('plain')])
    expect((await add(w, order._id, [kot, kot])).status).toBe(422)
    expect(await w.rows('SELECT count(*) n FROM tickets WHERE restaurant_id = ?', w.id)).toEqual([{ n: 1 }])
  })

  it('of a ticket with other items is 409 kot_id_taken, and nothing of the request is sent', async () => {
    const w = await makeRestaurant()
    const kot = w.kot([w.line('plain')])
    const { order } = (await w.send([], { kots: [kot] })).body
    const before = await w.everything()
    for (const items of [[w.line('dosa')], [w.line('plain', 2)], [w.line('plain'), w.line('dosa')]]) {
      const other = { ...kot, items }
      for (const reply of [
        await w.send([], { kots: [other] }),
        await w.send([], { kots: [other, w.kot([w.line('beer')])] }),
        await add(w, order._id, [other]),
        await add(w, order._id, [w.kot([w.line('beer')]), other]),
      ])
        expect([reply.status, reply.body]).toMatchObject([409, { ...taken, kotId: kot.kotId }])
    }
    const guest = { token: (await w.guest()).token, body: { order: { tableId: w.tables[0], kots: [{ ...kot, items: [w.line('dosa')] }] } } }
    expect(await call('POST /orders', guest)).toMatchObject({ status: 409, body: taken })
    expect(await w.everything()).toEqual(before)
  })

  it('of another table’s ticket is 409 kot_id_taken, also with the same items', async () => {
    const w = await makeRestaurant()
    const kot = w.kot([w.line('plain')])
    await w.send([], { kots: [kot] })
    const there = await w.order([w.line('plain')], { tableId: w.tables[1] })
    for (const reply of [
      await w.send([], { kots: [kot], tableId: w.tables[1] }),
      await w.send([], { kots: [kot], tableId: w.tables[2] }),
      await w.send([], { kots: [kot], tableId: null, orderType: 'Take Away' }),
      await add(w, there._id, [kot]),
    ])
      expect([reply.status, reply.body]).toMatchObject([409, taken])
  })

  it('of another parcel’s ticket is 409 kot_id_taken beside a new one, and alone that parcel', async () => {
    const w = await makeRestaurant()
    const parcel = { tableId: null, orderType: 'Take Away' }
    const kot = w.kot([w.line('plain')])
    const { order } = (await w.send([], { ...parcel, kots: [kot] })).body
    const before = await w.everything()
    for (const kots of [
      [kot, w.kot([w.line('beer')])],
      [w.kot([w.line('beer')]), kot],
    ])
      expect(await w.send([], { ...parcel, kots })).toMatchObject({ status: 409, body: { ...taken, kotId: kot.kotId } })
    expect(await w.everything()).toEqual(before)
    expect((await w.send([], { ...parcel, kots: [kot] })).body.order._id).toBe(order._id)
    const both = await add(w, order._id, [kot, w.kot([w.line('beer')])])
    expect(both.body.order.kots).toHaveLength(2)
  })

  it('of a ticket of two days ago is 409 kot_id_taken', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const w = await makeRestaurant()
    const kot = w.kot([w.line('plain')])
    const parcel = { kots: [kot], tableId: null, orderType: 'Take Away' }
    const first = await w.send([], parcel)
    await w.settle(first.body.order._id)
    expect((await w.send([], parcel)).body.order._id).toBe(first.body.order._id)
    vi.setSystemTime(Date.now() + 48 * 60 * 60_000)
    expect((await w.send([], parcel)).body).toMatchObject(taken)
  })

  it('sent again for the same ticket changes nothing: after portions were cancelled, a move, a merge, and with the order’s own kots', async () => {
    const w = await makeRestaurant()
    const kot = w.kot([w.line('plain', 3), w.line('dosa')])
    const { order } = (await w.send([], { kots: [kot] })).body
    await w.does('cashier', 'PUT /orders/item/status', {
      orderId: order._id,
      kotId: kot.kotId,
      itemId: w.items.plain,
      status: 'Cancelled',
      quantityChange: -2,
      reason: 'late',
    })
    const same = async (reply: { status: number; body: { order: { _id: string; kots: unknown[] } } }, id = order._id) =>
      expect([reply.status < 300, reply.body.order?._id, reply.body.order?.kots.length]).toEqual([true, id, 1])
    await same(await w.send([], { kots: [kot] }))
    await same(await add(w, order._id, [kot]))
    const shown = await w.read(order._id)
    await same(await add(w, order._id, shown?.kots ?? []))
    await w.does('waiter', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[1] })
    await same(await w.send([], { kots: [kot] }))
    await same(await w.send([], { kots: [kot], tableId: w.tables[1] }))
    await w.does('waiter', 'POST /tables/merge', { parentTableId: w.tables[2], childTableIds: [w.tables[1]] })
    await same(await w.send([], { kots: [kot] }))
    await same(await w.send([], { kots: [kot], tableId: w.tables[2] }))
  })

  it('with a kotNumber that no ticket has is 422: such a ticket would not be cooked', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const before = await w.everything()
    const invented = { ...w.kot([w.line('dosa')]), kotNumber: 57 }
    for (const [reply, path] of [
      [await add(w, order._id, [invented]), 'orderData.kots.0.kotNumber'],
      [await add(w, order._id, [w.kot([w.line('beer')]), invented]), 'orderData.kots.1.kotNumber'],
      [await w.send([], { kots: [w.kot([w.line('beer')]), invented] }), 'kots.1.kotNumber'],
    ] as const)
      expect([reply.status, reply.body.errors]).toMatchObject([422, [{ path }]])
    expect(await w.everything()).toEqual(before)
    // The order's own tickets may come along, also without their ids.
    const [shown] = order.kots
    for (const own of [shown, { kotNumber: shown?.kotNumber, items: [w.line('plain')] }])
      expect((await add(w, order._id, [own, w.kot([w.line('dosa')])])).status).toBe(200)
    expect((await w.read(order._id))?.kots).toHaveLength(3)
  })
})
