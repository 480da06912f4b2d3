import { describe, expect, it } from 'vitest'
import { kitchen } from '../test/menu.ts'
import { meanwhile } from '../test/meanwhile.ts'

/** A kitchen with a counted dish, of which 5 portions are left, and what the menu and the last event say of a dish's `unavailableSince`. */
async function counting() {
  const base = await kitchen()
  const { w, does, menu, itemEvents } = base
  const id: string = w.items.brownie
  const shown = async (dish = id): Promise<string | null> => {
    const found = (await menu()).flatMap((c: any) => c.menuItems).find((i: any) => i._id === dish)
    return found.unavailableSince
  }
  const told = async (): Promise<string | null> => (await itemEvents()).at(-1)?.data.item.unavailableSince
  /** As if it had happened on another day. */
  const ago = '2026-01-02T10:00:00.000Z'
  const longAgo = (dish = id) => w.rows('UPDATE menu_items SET unavailable_since = ? WHERE id = ?', ago, dish)
  const edit = (body: object, options = {}) => does(`PUT /menus/item?id=${id}`, body, options)
  const put = (available: boolean, dish = id) => does(`PATCH /menus/item/${dish}/availability`, { available })
  /** One portion of the dish in an order's first ticket. */
  const cancelOne = (order: { _id: string; kots: { kotId: string }[] }) => {
    const line = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: id }
    return w.does('cashier', 'PUT /orders/item/status', { ...line, status: 'Cancelled', reason: 'x', quantityChange: -1 })
  }
  return { ...base, id, shown, told, ago, longAgo, edit, put, cancelOne }
}
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('since when a dish is sold out', () => {
  it('is when it was switched off; switched off again it stays, switched on it is over', async () => {
    const { w, shown, told, ago, longAgo, put } = await counting()
    const dish = w.items.plain
    const off = (await put(false, dish)).body.item.unavailableSince
    expect(off).toMatch(INSTANT)
    expect([await shown(dish), await told()]).toEqual([off, off])
    await longAgo(dish)
    expect((await put(false, dish)).body.item.unavailableSince).toBe(ago)
    expect((await w.does('superuser', `PUT /menus/item?id=${dish}`, { available: false })).body.item.unavailableSince).toBe(ago)
    expect((await put(true, dish)).body.item.unavailableSince).toBeNull()
    expect([await shown(dish), await told()]).toEqual([null, null])
  })

  it('is when its last portion was sold, until one is given back', async () => {
    const { cancelOne, w, shown, told } = await counting()
    const order = await w.order([w.line('brownie', 4)])
    expect([await shown(), await told()]).toEqual([null, null])
    const last = await w.order([w.line('brownie', 1)], { tableId: w.tables[1] })
    const since = await shown()
    expect(since).toMatch(INSTANT)
    expect(await told()).toBe(since)
    expect((await cancelOne(last)).status).toBe(200)
    expect([await shown(), await told()]).toEqual([null, null])
    expect(order._id).not.toBe(last._id)
  })

  it('is not cleared by a portion given back while it is switched off', async () => {
    const { cancelOne, w, shown, ago, longAgo, put } = await counting()
    const order = await w.order([w.line('brownie', 5)])
    await put(false)
    await longAgo()
    expect((await cancelOne(order)).status).toBe(200)
    expect(await shown()).toBe(ago)
  })

  it('follows a count that is typed: 0 portions is sold out, more is not, and an end of the count neither', async () => {
    const { shown, told, ago, longAgo, edit, put } = await counting()
    expect((await edit({ remaining: 0 })).body.item.unavailableSince).toMatch(INSTANT)
    await longAgo()
    expect((await edit({ description: 'Warm' })).body.item.unavailableSince).toBe(ago)
    expect((await edit({ available: true })).body.item.unavailableSince).toBe(ago)
    expect((await edit({ remaining: 8 })).body.item.unavailableSince).toBeNull()
    await edit({ remaining: 0 })
    expect((await edit({ remaining: null })).body.item.unavailableSince).toBeNull()
    await edit({ remaining: 0 })
    expect((await put(true)).body.item).toMatchObject({ remaining: null, unavailableSince: null })
    expect([await shown(), await told()]).toEqual([null, null])
  })

  it('is kept when the last portion is sold between what an edit reads and writes', async () => {
    const { w, shown, told, edit } = await counting()
    const reply = await edit({ description: 'Warm', available: true }, { via: meanwhile(() => w.order([w.line('brownie', 5)])) })
    expect(reply.body.item).toMatchObject({ remaining: 0, unavailableSince: expect.stringMatching(INSTANT) })
    expect([await shown(), await told()]).toEqual([reply.body.item.unavailableSince, reply.body.item.unavailableSince])
  })

  it('follows a new dish and an import', async () => {
    const { does, item, shown, told, ago, longAgo } = await counting()
    const made = async (body: object) => (await item(body)).body.item
    expect((await made({ name: 'A' })).unavailableSince).toBeNull()
    expect((await made({ name: 'B', available: false })).unavailableSince).toMatch(INSTANT)
    expect((await made({ name: 'C', remaining: 0 })).unavailableSince).toMatch(INSTANT)
    const dish = (await made({ name: 'D' }))._id
    const imported = async (available: string, price: number) =>
      expect((await does('POST /menus/import', { csv: `category,name,price,available\nMains,D,${price},${available}\n` })).status).toBe(200)
    await imported('no', 1)
    expect(await shown(dish)).toMatch(INSTANT)
    expect(await told()).toBe(await shown(dish))
    await longAgo(dish)
    await imported('no', 2)
    expect(await shown(dish)).toBe(ago)
    await imported('yes', 3)
    expect([await shown(dish), await told()]).toEqual([null, null])
  })
})
