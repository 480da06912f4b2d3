import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { MAX_LINES, MAX_ORDER_BYTES } from '#domain/orderSize.ts'
import { insertMany } from '../db/rows.ts'
import { menuItems } from '../db/outlets.ts'
import { batch } from '../db/index.ts'
import { bytes, D1, measured } from '../test/recorder.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** CONTRACT §9 "Size": the bounds, and that an order at the bound goes through everything that an order goes through. */

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** The longest note, in letters of three bytes. */
const NOTE = 'क'.repeat(280)

/** 400 dishes that each count their portions, so that selling one writes its own row and event. */
async function countedDishes(w: World): Promise<string[]> {
  const [row] = await w.rows('SELECT category_id FROM menu_items WHERE id = ?', w.items.plain)
  const ids = times(MAX_LINES, () => randomId())
  await batch(w.db, [
    insertMany(
      menuItems,
      ids.map((id, i) => ({
        id,
        restaurantId: w.id,
        categoryId: String(row.category_id),
        name: `Dish ${i} ${'ठ'.repeat(60)}`,
        description: '',
        price: 10000,
        available: true,
        remaining: 50,
        dietType: 'veg' as const,
        isAlcohol: false,
        variants: [],
        addonGroups: [],
        ingredients: [],
        position: 100 + i,
      })),
    ),
  ])
  return ids
}
const fourTickets = (w: World, ids: readonly string[], note = NOTE) =>
  times(4, (t) => w.kot(ids.slice(t * 100, t * 100 + 100).map((_id) => ({ _id, quantity: 1, additionalItemNote: note }))))

const orderIn = (reply: { text: string }): OrderShape => JSON.parse(reply.text).order
const largestRow = async (w: World) => {
  const [row] = await w.rows('SELECT max(length(CAST(data AS BLOB))) AS n FROM events WHERE restaurant_id = ?', w.id)
  return Number(row.n)
}

describe('an order of 400 lines', () => {
  it('is placed, cooked, billed, settled and refunded, far below the limits of D1', async () => {
    const w = await makeRestaurant()
    const ids = await countedDishes(w)
    const placed = await measured(w, 'waiter', 'POST /pos/order', { tableId: w.tables[0], kots: fourTickets(w, ids) })
    expect(placed.status, placed.text.slice(0, 300)).toBe(201)
    const order = orderIn(placed)
    expect(order.kots.flatMap((k) => k.items)).toHaveLength(400)
    for (const { kotId } of order.kots)
      for (const status of ['Ready', 'Served'])
        expect(
          (await measured(w, status === 'Ready' ? 'kitchen' : 'waiter', 'PUT /orders/item/status', { orderId: order._id, kotId, status }))
            .status,
        ).toBe(200)
    expect((await measured(w, 'cashier', `POST /orders/${order._id}/bill`, {})).status).toBe(200)
    const paid = { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true }
    expect((await measured(w, 'cashier', 'PUT /orders/payment/status', paid)).status).toBe(200)
    const refund = { orderId: order._id, paymentStatus: 'refunded', reason: 'All of it was cold' }
    const refunded = await measured(w, 'cashier', 'PUT /orders/payment/status', refund)
    expect(refunded.status, refunded.text.slice(0, 300)).toBe(200)
    expect(await largestRow(w)).toBeLessThan(D1.bytes * 0.75)
  }, 60_000)

  it('is cancelled, and gives all 400 dishes back', async () => {
    const w = await makeRestaurant()
    const ids = await countedDishes(w)
    const order = orderIn(await measured(w, 'waiter', 'POST /pos/order', { tableId: w.tables[0], kots: fourTickets(w, ids) }))
    const left = 'SELECT min(remaining) AS low, max(remaining) AS high FROM menu_items WHERE restaurant_id = ? AND position >= 100'
    expect(await w.rows(left, w.id)).toMatchObject([{ low: 49, high: 49 }])
    const cancelled = await measured(w, 'cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'Left' })
    expect(cancelled.status, cancelled.text.slice(0, 300)).toBe(200)
    expect(await w.rows(left, w.id)).toMatchObject([{ low: 50, high: 50 }])
    const seqs = await w.rows('SELECT count(*) AS n, max(seq) AS last FROM events WHERE restaurant_id = ?', w.id)
    expect(seqs[0]?.n).toBe(seqs[0]?.last)
  }, 60_000)

  it('can result from a merge; one line more and the merge is refused', async () => {
    const w = await makeRestaurant()
    const lines = (n: number) => [w.kot(times(n, () => w.line('plain', 1, { additionalItemNote: NOTE })))]
    const hundred = (tableId: string | undefined, n = 100) => w.does('waiter', 'POST /pos/order', { tableId, kots: lines(n) })
    for (const n of [0, 0, 1, 1]) expect((await hundred(w.tables[n])).status).toBe(201)
    expect((await hundred(w.tables[2], 1)).status).toBe(201)
    const asked = { parentTableId: w.tables[0], childTableIds: [w.tables[1], w.tables[2]] }
    const before = await w.everything()
    const refused = await w.does('captain', 'POST /tables/merge', asked)
    expect([refused.status, refused.body.code]).toEqual([409, 'order_full'])
    expect(await w.everything()).toEqual(before)
    const merged = await measured(w, 'captain', 'POST /tables/merge', { ...asked, childTableIds: [w.tables[1]] })
    expect(merged.status, merged.text.slice(0, 300)).toBe(200)
    expect(orderIn(merged).kots.flatMap((k) => k.items)).toHaveLength(400)
    expect(await largestRow(w)).toBeLessThan(D1.bytes * 0.75)
  }, 60_000)
})

describe('a merge of 50 tables', () => {
  it('sends its order of 400 lines in one event; the other events only name it', async () => {
    const w = await makeRestaurant({ tables: 50 })
    for (const n of [0, 0, 0, 1])
      expect(
        (
          await w.send(
            times(100, () => w.line('plain', 1, { additionalItemNote: NOTE })),
            { tableId: w.tables[n] },
          )
        ).status,
      ).toBe(201)
    const [{ seq }] = await w.rows('SELECT max(seq) AS seq FROM events WHERE restaurant_id = ?', w.id)
    const merged = await measured(w, 'captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: w.tables.slice(1) })
    expect(merged.status, merged.text.slice(0, 300)).toBe(200)
    const order = orderIn(merged)
    const events = (await w.events()).filter((e) => e.seq > seq)
    const moves = events.filter((e) => e.event === 'tableMoved')
    expect(moves).toHaveLength(49)
    for (const { data } of moves) expect([data.order, data.orderId, data.sittingId]).toEqual([undefined, order._id, order.sittingId])
    const whole = events.filter((e) => e.data.order?._id === order._id)
    expect(whole.map((e) => [e.event, e.data.order.kots.flatMap((k: { items: unknown[] }) => k.items).length])).toEqual([
      ['orderUpdated', 400],
    ])
    // It comes after the moves, when the guests of every table are at the parent.
    expect(whole[0]?.seq).toBeGreaterThan(moves.at(-1)?.seq ?? 0)
    expect(bytes(JSON.stringify(events))).toBeLessThan(2 * bytes(merged.text))
  }, 60_000)
})

describe('beyond the largest size', () => {
  const plain = (w: World, n: number) => times(n, () => w.line('plain'))

  it('the 401st line and the 61st ticket are refused with 409 order_full and the current order, and nothing is written', async () => {
    const w = await makeRestaurant()
    const many = await w.order(plain(w, 100))
    for (const _ of times(3, () => 0)) await w.order(plain(w, 100))
    const long = await w.send(times(60, () => w.line('dosa')).slice(0, 1), {
      tableId: w.tables[1],
      kots: times(20, () => w.kot([w.line('dosa')])),
    })
    for (const _ of times(2, () => 0)) await w.send([], { tableId: w.tables[1], kots: times(20, () => w.kot([w.line('dosa')])) })
    const before = await w.everything()
    const numbers = (await w.does('cashier', 'GET /kot')).body
    for (const [tableId, orderId] of [
      [w.tables[0], many._id],
      [w.tables[1], long.body.order._id],
    ]) {
      for (const reply of [
        await w.send([w.line('plain')], { tableId }),
        await w.does('waiter', 'PUT /pos/order', { orderId, orderData: { kots: [w.kot([w.line('plain')])] } }),
      ]) {
        expect([reply.status, reply.body.code]).toEqual([409, 'order_full'])
        expect(reply.body.order._id).toBe(orderId)
        expect(reply.body.message).toContain('full')
      }
    }
    expect(await w.everything()).toEqual(before)
    expect((await w.does('cashier', 'GET /kot')).body).toEqual(numbers)
  }, 60_000)

  it('a cancelled part of a line would be one line more, so it is refused; the whole line can be cancelled', async () => {
    const w = await makeRestaurant()
    const lines = [w.line('plain', 2), ...plain(w, 99)]
    const { _id: orderId, kots } = await w.order(lines)
    for (const _ of times(3, () => 0)) await w.order(plain(w, 100))
    const { lineId } = kots[0]!.items[0]!
    const cancel = (more: object) =>
      w.does('cashier', 'PUT /orders/item/status', {
        orderId,
        kotId: kots[0]!.kotId,
        lineId,
        status: 'Cancelled',
        reason: 'spilled',
        ...more,
      })
    const part = await cancel({ quantityChange: -1 })
    expect([part.status, part.body.code]).toEqual([409, 'order_full'])
    expect((await cancel({})).status).toBe(200)
  }, 60_000)

  it('a ticket of 101 lines is refused, and a guest’s ticket of 31 lines', async () => {
    const w = await makeRestaurant()
    expect((await w.send(plain(w, 101))).body.code).toBe('order_full')
    expect((await w.send(plain(w, 100))).status).toBe(201)
    const { token } = await w.guest(1)
    const order = (n: number) => ({ order: { tableId: w.tables[1], kots: [w.kot(plain(w, n))] } })
    const refused = await call('POST /orders', { token, body: order(31) })
    expect([refused.status, refused.body.code]).toEqual([409, 'order_full'])
    expect((await call('POST /orders', { token, body: order(30) })).status).toBe(201)
  })

  it('an order that comes to more than Rs. 10 crore is refused, and sums over all restaurants stay exact', async () => {
    const w = await makeRestaurant()
    const addons = times(60, (i) => ({ name: `Gold ${i}`, price: 100_000_000 }))
    const groups = times(30, (i) => ({ name: `All ${i}`, min: 0, max: 0, addons }))
    await w.rows('UPDATE menu_items SET price = 100000000, addon_groups = ? WHERE id = ?', JSON.stringify(groups), w.items.plain)
    const every = groups.map(({ name }) => ({ name, addons: addons.map((a) => ({ name: a.name, quantity: 99 })) }))
    const at = (n: number) => ({ tableId: w.tables[n] })
    const before = await w.everything()
    for (const line of [w.line('plain', 999, { addonGroups: every }), w.line('plain', 999), w.line('plain', 100)]) {
      const refused = await w.send([line], at(0))
      expect([refused.status, refused.body.code]).toEqual([409, 'order_full'])
    }
    expect(await w.everything()).toEqual(before)
    // 90 of them and 5% are below it; the charge, more dishes and another table's are not.
    const { _id: orderId } = await w.order([w.line('plain', 90)], at(0))
    await w.order([w.line('plain', 90)], at(1))
    for (const [address, body] of [
      ['PUT /pos/order', { orderId, orderData: { serviceChargeAccepted: true, kots: [w.kot([w.line('plain', 5)])] } }],
      ['POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] }],
    ] as const) {
      const refused = await w.does('cashier', address, body)
      expect([refused.status, refused.body.code], address).toEqual([409, 'order_full'])
    }
    expect((await w.settle(orderId)).status).toBe(200)
    const { analytics } = (await call('GET /backoffice/analytics', { token: await w.as('backoffice') })).body
    expect(Number.isSafeInteger(Math.round(analytics.sales * 100))).toBe(true)
  })

  it('few lines with long notes and many addons are refused too', async () => {
    const w = await makeRestaurant()
    const addons = times(60, (i) => ({ name: `${i} ${'म'.repeat(100)}`, price: 0 }))
    await w.rows(
      'UPDATE menu_items SET addon_groups = ? WHERE id = ?',
      JSON.stringify([{ name: 'All', min: 0, max: 60, addons }]),
      w.items.plain,
    )
    const line = w.line('plain', 1, {
      additionalItemNote: NOTE,
      addonGroups: [{ name: 'All', addons: addons.map(({ name }) => ({ name })) }],
    })
    expect((await w.send(times(30, () => line))).status).toBe(201)
    const refused = await w.send(times(30, () => line))
    expect([refused.status, refused.body.code]).toEqual([409, 'order_full'])
    // The refused ticket has taken no number.
    expect((await w.does('cashier', 'GET /kot')).body.kot.currentNumber).toBe(1)
    expect(await largestRow(w)).toBeLessThan(MAX_ORDER_BYTES)
  })
})
