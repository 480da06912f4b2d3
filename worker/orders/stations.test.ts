import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { batch } from '../db/index.ts'
import { makeRestaurant, testEnv, type World } from '../test/world.ts'

/** A ticket of two stations, cooked on two screens (docs/decisions/029-stations.md). */
let w: World
let order: OrderShape
const list = (stations: string[]) =>
  batch(testEnv.PLATFORM, [sql`UPDATE restaurants SET print_settings = ${JSON.stringify({ stations })} WHERE id = ${w.id}`])
beforeEach(async () => {
  w = await makeRestaurant()
  await list(['Grill', 'Bar'])
  await batch(w.db, [
    sql`UPDATE menu_items SET station = 'Grill' WHERE restaurant_id = ${w.id}`,
    sql`UPDATE menu_items SET station = 'Bar' WHERE id = ${w.items.beer}`,
  ])
  order = await w.order([w.line('plain'), w.line('dosa'), w.line('beer')])
})
const step = (stations: string[] | undefined, status: string, options: { lineId?: string; key?: string } = {}) => {
  const { lineId, key } = options
  const body = { orderId: order._id, kotId: order.kots[0]!.kotId, status, ...(stations ? { stations } : {}), ...(lineId ? { lineId } : {}) }
  return w.does('kitchen', 'PUT /orders/item/status', body, key ? { headers: { 'Idempotency-Key': key } } : {})
}
const lines = async () => (await w.read(order._id))!.kots[0]!.items.map((i) => (i.prepared && i.status === 'Preparing' ? 'made' : i.status))
const changes = async () => (await w.events()).filter((e) => e.event === 'orderItemUpdated').map((e) => e.data?.status)

describe('a ticket of two stations', () => {
  it('is Ready for waiters and guests once, when the last station is', async () => {
    expect((await step(['Grill'], 'Ready')).status).toBe(200)
    expect(await lines()).toEqual(['made', 'made', 'Preparing'])
    const last = await step(['Bar'], 'Ready')
    expect(last.body.order.kots[0].items.map((i: { status: string }) => i.status)).toEqual(['Ready', 'Ready', 'Ready'])
    expect(await changes()).toEqual(['Preparing', 'Ready'])
    expect((await w.events()).at(-1)!.data!.lineIds).toHaveLength(3)
  })

  it('has a line made again after it was served early and that was undone, so that its station does not cook it again', async () => {
    const beer = order.kots[0]!.items[2]!.lineId
    expect((await step(['Bar'], 'Ready')).status).toBe(200)
    const set = async (status: string, prepared?: true) => {
      const body = { orderId: order._id, kotId: order.kots[0]!.kotId, lineId: beer, status, ...(prepared ? { prepared } : {}) }
      const reply = await w.does('kitchen', 'PUT /orders/item/status', body)
      expect(reply.status, reply.text).toBe(200)
      return lines()
    }
    expect(await set('Served')).toEqual(['Preparing', 'Preparing', 'Served'])
    expect(await set('Ready')).toEqual(['Preparing', 'Preparing', 'Ready'])
    expect(await set('Preparing', true)).toEqual(['Preparing', 'Preparing', 'made'])
    expect((await step(['Grill'], 'Ready')).status).toBe(200)
    expect(await lines()).toEqual(['Ready', 'Ready', 'Ready'])
  })

  it('cancelled with its order gives back the portions of what is not made yet', async () => {
    await batch(w.db, [sql`UPDATE menu_items SET remaining = 10 WHERE id IN (${w.items.plain}, ${w.items.beer})`])
    order = await w.order([w.line('plain', 2), w.line('beer', 3)], { tableId: w.tables[1] })
    expect((await step(['Grill'], 'Ready')).status).toBe(200)
    const reply = await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'left' })
    expect(reply.status, reply.text).toBe(200)
    const left = async (item: string) => (await w.rows('SELECT remaining FROM menu_items WHERE id = ?', item))[0].remaining
    expect([await left(w.items.plain), await left(w.items.beer)]).toEqual([8, 10])
  })

  it('is Ready when both stations press at once: neither press is lost, and none is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([step(['Grill'], 'Ready'), step(['Bar'], 'Ready')])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(await lines()).toEqual(['Ready', 'Ready', 'Ready'])
      expect((await changes()).slice(-2)).toEqual(['Preparing', 'Ready'])
      const back = await Promise.all([step(['Grill'], 'Preparing'), step(['Bar'], 'Preparing')])
      expect(back.map(({ status }) => status)).toEqual([200, 200])
      expect(await lines()).toEqual(['Preparing', 'Preparing', 'Preparing'])
    }
  })

  it('takes a repeated press once, and refuses a second one with the order as it is', async () => {
    const twice = await Promise.all([
      step(['Bar'], 'Ready', { key: 'one-press-of-the-bar' }),
      step(['Bar'], 'Ready', { key: 'one-press-of-the-bar' }),
    ])
    expect(twice.map(({ status }) => status)).toContain(200)
    expect(await lines()).toEqual(['Preparing', 'Preparing', 'made'])
    const again = await step(['Bar'], 'Ready')
    expect([again.status, again.body.code, again.body.order._id]).toEqual([409, 'invalid_transition', order._id])
    expect(await lines()).toEqual(['Preparing', 'Preparing', 'made'])
  })

  it('is finished as a whole by the pass, and when its last station has nothing left to cook', async () => {
    await step(['Grill'], 'Ready')
    await step(undefined, 'Ready')
    expect(await lines()).toEqual(['Ready', 'Ready', 'Ready'])
    await step(['Bar'], 'Preparing')
    await step(['Grill'], 'Preparing')
    await step(['Grill'], 'Ready')
    const beer = order.kots[0]!.items[2]!.lineId
    const cancel = { orderId: order._id, kotId: order.kots[0]!.kotId, lineId: beer, status: 'Cancelled', reason: 'Changed mind' }
    expect((await w.does('cashier', 'PUT /orders/item/status', cancel)).status).toBe(200)
    expect(await lines()).toEqual(['Ready', 'Ready', 'Cancelled'])
  })

  it('a waiter takes back nothing that a station made', async () => {
    await step(['Bar'], 'Ready')
    const body = { orderId: order._id, kotId: order.kots[0]!.kotId, lineId: order.kots[0]!.items[2]!.lineId, status: 'Preparing' }
    expect((await w.does('waiter', 'PUT /orders/item/status', body)).status).toBe(403)
    expect(await lines()).toEqual(['Preparing', 'Preparing', 'made'])
  })
})

it('without a list of stations a station’s part is Ready at once, in one step', async () => {
  await list([])
  await step(['bar'], 'Ready')
  expect(await lines()).toEqual(['Preparing', 'Preparing', 'Ready'])
})
