import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { Role } from '#domain/roles.ts'
import { makeRestaurant, type World } from '../test/world.ts'

/** The kitchen after settling (CONTRACT §9). */
let w: World
let order: OrderShape
beforeEach(async () => {
  w = await makeRestaurant()
  order = await w.order([w.line('dosa'), w.line('plain')])
})
afterEach(() => vi.useRealTimers())

const step = (status: string, { by = 'kitchen', line, ...more }: { by?: Role; line?: number; reason?: string } = {}) =>
  w.does(by, 'PUT /orders/item/status', {
    orderId: order._id,
    kotId: order.kots[0]!.kotId,
    ...(line === undefined ? {} : { lineId: order.kots[0]!.items[line]!.lineId }),
    status,
    ...more,
  })
const pending = async () =>
  (await w.does('kitchen', 'GET /orders/restaurant/pending')).body as { orders: OrderShape[]; toCook: OrderShape[] }
const toCook = async () => (await pending()).toCook.map((o) => o._id)

describe('an order that was settled before everything on it was made', () => {
  beforeEach(async () => {
    expect((await w.settle(order._id)).status).toBe(200)
  })

  it('is listed in toCook, not among the open orders, until its last line is made and served', async () => {
    expect(await pending()).toMatchObject({ orders: [], toCook: [{ _id: order._id, orderStatus: 'completed', paymentStatus: 'paid' }] })
    expect((await step('Ready', { line: 0 })).status).toBe(200)
    expect(await toCook()).toEqual([order._id])
    expect((await step('Ready')).status).toBe(200)
    // The dish is on the pass: captains and waiters have yet to carry it.
    expect(await toCook()).toEqual([order._id])
    expect((await step('Served', { by: 'waiter', line: 0 })).status).toBe(200)
    expect(await toCook()).toEqual([order._id])
    expect((await step('Served', { by: 'captain' })).status).toBe(200)
    expect(await toCook()).toEqual([])
  })

  it('leaves toCook 2 hours after it was settled when all of it is made and nobody marked it as served', async () => {
    await step('Ready')
    const settled = Date.parse((await w.read(order._id))!.completedAt!)
    vi.useFakeTimers({ toFake: ['Date'], now: settled + 2 * 3_600_000 - 1 })
    expect(await toCook()).toEqual([order._id])
    vi.setSystemTime(settled + 2 * 3_600_000)
    expect(await toCook()).toEqual([])
  })

  it('goes from Preparing to Ready and Served, and the kitchen can recall it one step', async () => {
    for (const [by, status] of [
      ['kitchen', 'Ready'],
      ['kitchen', 'Preparing'],
      ['cashier', 'Ready'],
      ['waiter', 'Served'],
    ] as const) {
      const reply = await step(status, { by })
      expect([reply.status, ...(reply.body.order as OrderShape).kots[0]!.items.map((l) => l.status)], reply.text).toEqual([
        200,
        status,
        status,
      ])
    }
    expect((await step('Ready', { by: 'waiter' })).status).toBe(403)
  })

  it('doesn’t change otherwise, and its sale in the books stays as it is', async () => {
    const before = await w.everything()
    const { body } = await step('Ready')
    const bare = ({ version: _v, kots: _k, ...rest }: OrderShape) => rest
    expect(bare(body.order)).toEqual(bare((await w.settle(order._id)).body.order))
    const after = await w.everything()
    for (const table of ['rollups', 'payments', 'stock_moves', 'dining_tables', 'customers', 'visits'])
      expect(after[table], table).toEqual(before[table])
  })

  it.each<[string, Role, string, unknown]>([
    ['cancel a line', 'cashier', 'PUT /orders/item/status', { status: 'Cancelled', reason: 'late' }],
    ['write a note', 'waiter', 'PUT /orders/note', { note: 'no salt' }],
  ])('refuses to %s', async (_what, role, address, body) => {
    const before = await w.everything()
    const line = { orderId: order._id, kotId: order.kots[0]!.kotId, itemId: w.items.dosa }
    const reply = await w.does(role, address, { ...line, ...(body as object) })
    expect([reply.status, reply.body.code, reply.body.order._id]).toEqual([409, 'invalid_transition', order._id])
    expect(await w.everything()).toEqual(before)
  })

  it('is shown only to staff, because other guests may sit at its table now', async () => {
    await w.order([w.line('brownie')])
    await step('Ready')
    expect((await w.events()).at(-1)).toMatchObject({
      event: 'orderItemUpdated',
      table_id: null,
      data: { orderId: order._id, status: 'Ready', order: { orderStatus: 'completed' } },
    })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'refunded', reason: 'cold' })
    expect((await w.events()).at(-1)).toMatchObject({ event: 'orderUpdated', table_id: null, data: { orderId: order._id } })
  })

  it('is not stepped any more 12 hours after it was settled', async () => {
    await step('Ready', { line: 0 })
    const settled = Date.parse((await w.read(order._id))!.completedAt!)
    vi.useFakeTimers({ toFake: ['Date'], now: settled + 12 * 3_600_000 - 1 })
    expect((await step('Ready', { line: 1 })).status).toBe(200)
    vi.setSystemTime(settled + 12 * 3_600_000)
    const reply = await step('Preparing', { line: 0 })
    expect([reply.status, reply.body.code], reply.text).toEqual([409, 'invalid_transition'])
  })

  it('is taken back by the kitchen for half an hour after a press, and not later: what is cooked once more would be on nobody’s bill', async () => {
    for (const status of ['Ready', 'Served', 'Ready', 'Preparing', 'Served']) expect((await step(status, { line: 0 })).status).toBe(200)
    const served = Date.parse((await w.read(order._id))!.kots[0]!.items[0]!.statusAt)
    vi.useFakeTimers({ toFake: ['Date'], now: served + 30 * 60_000 })
    const before = await w.everything()
    for (const by of ['kitchen', 'generalManager'] as const) {
      const reply = await step('Ready', { line: 0, by })
      expect([reply.status, reply.body.code], reply.text).toEqual([409, 'invalid_transition'])
    }
    expect(await w.everything()).toEqual(before)
    vi.setSystemTime(served + 30 * 60_000 - 1)
    expect((await step('Ready', { line: 0 })).status).toBe(200)
    expect((await step('Preparing', { line: 0 })).status).toBe(200)
  })

  it('and the day’s summary names whoever took it back to the kitchen, with the dish, its KOT and its bill', async () => {
    const notes = async () => (await w.does('superuser', 'GET /orders/daily-summary')).body.summary.notes
    for (const status of ['Ready', 'Served', 'Ready']) expect((await step(status, { line: 0 })).status).toBe(200)
    expect(await notes()).toBeUndefined()
    expect((await step('Preparing', { line: 0, by: 'generalManager' })).status).toBe(200)
    const { itemName, quantity, statusAt } = (await w.read(order._id))!.kots[0]!.items[0]!
    expect(await notes()).toEqual([
      { kind: 'recall', what: `${quantity} × ${itemName}, KOT 1, bill 1`, at: statusAt, by: expect.stringContaining('generalManager') },
    ])
    // Of an open order it is the kitchen's own affair: the dish is on its bill.
    const next = await w.order([w.line('dosa')])
    for (const status of ['Ready', 'Preparing'])
      await w.does('kitchen', 'PUT /orders/item/status', { orderId: next._id, kotId: next.kots[0]!.kotId, status })
    expect(await notes()).toHaveLength(1)
  })

  it('leaves toCook after 12 hours', async () => {
    const settled = Date.parse((await w.read(order._id))!.completedAt!)
    vi.useFakeTimers({ toFake: ['Date'], now: settled + 12 * 3_600_000 - 1 })
    expect(await toCook()).toEqual([order._id])
    vi.setSystemTime(settled + 12 * 3_600_000)
    expect(await toCook()).toEqual([])
  })
})

it('food that was ready long before its order was settled goes with the order; what was ready just before is still to be served', async () => {
  await step('Ready')
  const ready = Date.parse((await w.read(order._id))!.kots[0]!.items[0]!.statusAt)
  vi.useFakeTimers({ toFake: ['Date'], now: ready + 5 * 60_000 + 1 })
  await w.settle(order._id)
  expect(await pending()).toMatchObject({ orders: [], toCook: [] })
  const next = await w.order([w.line('dosa')])
  await w.does('kitchen', 'PUT /orders/item/status', { orderId: next._id, kotId: next.kots[0]!.kotId, status: 'Ready' })
  vi.setSystemTime(Date.now() + 60_000)
  await w.settle(next._id)
  expect(await toCook()).toEqual([next._id])
})

it('a parcel that is ready and settled is on no list: it was handed over at the counter', async () => {
  const parcel = await w.order([w.line('dosa')], { tableId: null, orderType: 'Take Away' })
  await w.settle(parcel._id)
  expect(await toCook()).toEqual([parcel._id])
  await w.does('kitchen', 'PUT /orders/item/status', { orderId: parcel._id, kotId: parcel.kots[0]!.kotId, status: 'Ready' })
  expect(await toCook()).toEqual([])
})

it('nothing is left to cook when lines are made, never went to the kitchen, or were cancelled', async () => {
  await step('Served')
  await w.settle(order._id)
  const sold = await w.order([w.line('plain')], { tableId: null, orderType: 'Take Away', isKOT: false })
  await w.settle(sold._id)
  const gone = await w.order([w.line('dosa')], { tableId: w.tables[1] })
  await w.does('cashier', 'PUT /orders/status', { orderId: gone._id, orderStatus: 'cancelled', reason: 'left' })
  expect(await pending()).toMatchObject({ orders: [], toCook: [] })
})

it('toCook lists the newest hundred, the oldest of them first', async () => {
  await w.settle(order._id)
  const settled = Date.parse((await w.read(order._id))!.completedAt!)
  const rows = Array.from({ length: 100 }, (_, i) => [`${order._id.slice(0, 20)}${i}`, i + 1])
  const columns = (await w.rows(`SELECT name FROM pragma_table_info('orders')`)).map((r) => r.name as string)
  const differs: Record<string, string> = {
    id: `json_extract(value, '$[0]')`,
    serial_number: `1000 + json_extract(value, '$[1]')`,
    bill_number: 'NULL',
    created_at: `strftime('%Y-%m-%dT%H:%M:%fZ', ${settled / 1000} + json_extract(value, '$[1]'), 'unixepoch')`,
    completed_at: `strftime('%Y-%m-%dT%H:%M:%fZ', ${settled / 1000} + json_extract(value, '$[1]'), 'unixepoch')`,
  }
  await w.rows(
    `INSERT INTO orders (${columns.join(', ')}) SELECT ${columns.map((c) => differs[c] ?? `o.${c}`).join(', ')} FROM orders o, json_each(?) WHERE o.id = ?`,
    JSON.stringify(rows),
    order._id,
  )
  expect(await toCook()).toEqual(rows.map(([id]) => id))
})
