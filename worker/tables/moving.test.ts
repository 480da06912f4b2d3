import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant } from '../test/world.ts'
import { id, merge, move, orderAt, sittingOf, statuses } from '../test/tables.ts'

describe('moving', () => {
  it('move makes source available and target occupied, with the order and its sitting', async () => {
    const w = await makeRestaurant()
    const order = await orderAt(w, 0)
    const sitting = await sittingOf(w, 0)
    const reply = await move(w, 0, 2)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({
      from: { _id: id(w, 0), status: 'available', currentOrderId: null, version: 3 },
      to: { _id: id(w, 2), status: 'occupied', currentOrderId: order._id, version: 2 },
      order: { _id: order._id, tableId: id(w, 2), tableNumber: '3', version: 2, sittingId: sitting, grandTotal: order.grandTotal },
    })
    expect([await sittingOf(w, 2), (await sittingOf(w, 0)) === sitting]).toEqual([sitting, false])
    expect(await w.table(0)).toEqual(reply.body.from)
    expect(await w.table(2)).toEqual(reply.body.to)
    const events = (await w.events()).slice(2)
    expect(events.map((e) => [e.event, e.table_id])).toEqual([
      ['tableMoved', id(w, 0)],
      ['tableChanged', null],
      ['tableChanged', null],
    ])
    expect(events[0]?.data).toMatchObject({ fromTableId: id(w, 0), toTableId: id(w, 2), toTableNumber: '3', order: reply.body.order })
    // The next addition finds the order there; the old table starts a new one.
    expect((await orderAt(w, 2))._id).toBe(order._id)
    expect((await orderAt(w, 0))._id).not.toBe(order._id)
  })

  it('lets the guest’s token find the order at the new table', async () => {
    const w = await makeRestaurant()
    const order = await orderAt(w, 0)
    const { token } = await w.guest(0)
    await move(w, 0, 2)
    const active = (n: number) => call('POST /orders/active', { token, body: { tableId: id(w, n) } })
    expect((await active(2)).body.order._id).toBe(order._id)
    expect((await active(0)).status).toBe(404)
  })

  it('is possible only to a free table', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await orderAt(w, 1)
    const before = await w.everything()
    for (const n of [0, 1]) expect((await move(w, 0, n)).body.code).toBe('table_occupied')
    expect((await move(w, 2, 3)).body.code).toBe('no_open_order')
    expect((await w.does('captain', 'POST /tables/move', { fromTableId: id(w, 0), toTableId: randomId() })).status).toBe(404)
    expect((await w.does('captain', 'POST /tables/move', { fromTableId: randomId(), toTableId: id(w, 2) })).status).toBe(404)
    expect(await w.everything()).toEqual(before)
  })

  it('is refused to a table of a merge; but merged tables move together', async () => {
    const w = await makeRestaurant()
    const order = await orderAt(w, 0)
    await merge(w, 0, 1)
    const other = await orderAt(w, 2)
    expect((await move(w, 2, 1)).body.code).toBe('table_occupied')
    const reply = await move(w, 0, 3)
    expect(reply.body.to).toMatchObject({ mergedTables: [id(w, 1)], currentOrderId: order._id })
    expect(await w.table(1)).toMatchObject({ status: 'occupied', mergedInto: id(w, 3) })
    expect((await w.table(0)).status).toBe('available')
    expect((await orderAt(w, 1, 'dosa'))._id).toBe(order._id)
    expect((await w.table(2)).currentOrderId).toBe(other._id)
  })

  it('of an outdated version of the order is 409 with the current order', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await orderAt(w, 0)
    const reply = await move(w, 0, 1, { version: 1 })
    expect([reply.status, reply.body.code, reply.body.order.version]).toEqual([409, 'version_conflict', 2])
  })

  it('of two orders at once to one free table succeeds for one', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await orderAt(w, 1)
    await w.as('captain')
    const replies = await Promise.all([move(w, 0, 2), move(w, 1, 2)])
    expect(statuses(replies)).toEqual([200, 409])
    expect(replies.find((r) => r.status === 409)?.body.code).toBe('table_occupied')
  })

  it('during additions loses none of them', async () => {
    const w = await makeRestaurant()
    const order = await orderAt(w, 0)
    await w.as('captain')
    const replies = await Promise.all([
      move(w, 0, 2),
      ...Array.from({ length: 10 }, () =>
        w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } }),
      ),
    ])
    expect(replies.map((r) => r.status)).toEqual(Array(11).fill(200))
    expect(await w.read(order._id)).toMatchObject({ tableId: id(w, 2), totalPrice: 100 + 10 * 189 })
  })
})

describe('merging', () => {
  it('moves the children’s lines to the parent’s order; free children are included', async () => {
    const w = await makeRestaurant()
    const [parent, child] = [await orderAt(w, 0), await orderAt(w, 1, 'dosa')]
    const reply = await merge(w, 0, 1, 2)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.order).toMatchObject({ _id: parent._id, totalPrice: 289, orderStatus: 'pending' })
    expect(reply.body.order.kots.map((k: OrderShape['kots'][number]) => [k.kotId, k.kotNumber, k.items[0]?.tableId])).toEqual([
      [parent.kots[0]?.kotId, 1, id(w, 0)],
      [child.kots[0]?.kotId, 2, id(w, 1)],
    ])
    expect(reply.body.parent).toMatchObject({ status: 'occupied', currentOrderId: parent._id, mergedTables: [id(w, 1), id(w, 2)] })
    for (const n of [1, 2]) expect(await w.table(n)).toMatchObject({ status: 'occupied', mergedInto: id(w, 0), currentOrderId: null })
    expect(await w.read(parent._id)).toEqual(reply.body.order)
    expect(await w.read(child._id)).toMatchObject({ orderStatus: 'cancelled', cancelReason: 'Merged into T1', kots: [], grandTotal: 0 })
    expect((await w.events()).filter((e) => e.event === 'tableMoved').map((e) => [e.data.fromTableId, e.data.toTableId])).toEqual([
      [id(w, 1), id(w, 0)],
      [id(w, 2), id(w, 0)],
    ])
    expect(await w.rows("SELECT count(*) n FROM rollups WHERE restaurant_id = ? AND kind LIKE 'cancelled%'", w.id)).toEqual([{ n: 0 }])
  })

  it('sends an addition at a child to the parent’s order, and the child’s guest finds it', async () => {
    const w = await makeRestaurant()
    const parent = await orderAt(w, 0)
    const guest = await w.guest(1)
    await merge(w, 0, 1)
    const added = await orderAt(w, 1, 'dosa')
    expect(added).toMatchObject({ _id: parent._id, totalPrice: 289 })
    const active = await call('POST /orders/active', { token: guest.token, body: { tableId: id(w, 1) } })
    expect(active.body.order._id).toBe(parent._id)
    const own = await call('POST /orders', { token: guest.token, body: { order: { tableId: id(w, 1), kots: [w.kot([w.line('beer')])] } } })
    expect(own.body.order).toMatchObject({ _id: parent._id, totalPrice: 509 })
  })

  it('puts what is sent afterwards last, in the answer and in every later reading', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await orderAt(w, 1)
    await orderAt(w, 2)
    await merge(w, 0, 1, 2)
    const { _id, kots } = await orderAt(w, 0, 'dosa')
    expect(kots.map((k) => [k.kotNumber, k.kind])).toEqual([1, 2, 3, 4].map((n) => [n, n === 4 ? 'addition' : 'new']))
    expect((await w.read(_id))?.kots.map((k) => k.kotNumber)).toEqual([1, 2, 3, 4])
  })

  it('of a table that somebody is sending for adds the ticket to the merged order', async () => {
    const w = await makeRestaurant()
    const parent = await orderAt(w, 0)
    await w.as('cashier')
    const sent = await w.send([w.line('dosa')], { tableId: id(w, 1) }, { via: meanwhile(() => merge(w, 0, 1)) })
    expect([sent.status, sent.body.order?._id], sent.text).toEqual([201, parent._id])
    expect(await w.table(1)).toMatchObject({ currentOrderId: null, mergedInto: id(w, 0) })
  })

  it('into a free parent takes the first child’s order there', async () => {
    const w = await makeRestaurant()
    const child = await orderAt(w, 1)
    const reply = await merge(w, 0, 1)
    expect(reply.body).toMatchObject({ order: { _id: child._id, tableId: id(w, 0) }, parent: { currentOrderId: child._id } })
  })

  it('lasts until the order ends, which frees all', async () => {
    const w = await makeRestaurant()
    const order = await orderAt(w, 0)
    await orderAt(w, 1)
    await merge(w, 0, 1, 2)
    const sittings = await Promise.all([0, 1, 2].map((n) => sittingOf(w, n)))
    expect((await w.settle(order._id)).body.order.grandTotal).toBe(210)
    for (const n of [0, 1, 2]) {
      expect(await w.table(n)).toMatchObject({ status: 'available', currentOrderId: null, mergedInto: null, mergedTables: [] })
      expect(await sittingOf(w, n)).not.toBe(sittings[n])
    }
  })

  it('is refused for merged tables, the table itself, unknown tables, and tables without any order', async () => {
    const w = await makeRestaurant({ tables: 6 })
    await orderAt(w, 0)
    await orderAt(w, 2)
    await merge(w, 0, 1)
    const before = await w.everything()
    for (const [parent, child] of [
      [2, 1],
      [2, 0],
      [1, 2],
      [0, 1],
      [0, 0],
    ] as const) {
      const reply = await merge(w, parent, child)
      expect([parent, child, reply.status, reply.body.code]).toEqual([parent, child, 409, 'already_merged'])
    }
    expect((await merge(w, 4, 5)).body.code).toBe('no_open_order')
    expect((await w.does('captain', 'POST /tables/merge', { parentTableId: id(w, 0), childTableIds: [randomId()] })).status).toBe(404)
    expect((await w.does('captain', 'POST /tables/merge', { parentTableId: id(w, 0), childTableIds: [] })).status).toBe(422)
    expect(await w.everything()).toEqual(before)
  })

  it('is refused when the bill would be less than what was received', async () => {
    const w = await makeRestaurant()
    const free = await orderAt(w, 0)
    const paid = await orderAt(w, 1)
    const day = 86_400_000
    const { offer } = (
      await w.does('superuser', 'POST /restaurant/offers/create', {
        title: 'On the house',
        type: 'percentage',
        value: 100,
        startsAt: new Date(Date.now() - day).toISOString(),
        endsAt: new Date(Date.now() + day).toISOString(),
      })
    ).body
    await w.does('cashier', 'PUT /pos/order', { orderId: free._id, orderData: { offerId: offer._id } })
    const payments = [{ method: 'Cash', amount: 40 }]
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: paid._id, paymentStatus: 'partial', payments })
    const before = await w.everything()
    const reply = await merge(w, 0, 1)
    expect([reply.status, reply.body.code]).toEqual([409, 'invalid_transition'])
    expect(await w.everything()).toEqual(before)
  })

  it('takes a printed bill, also by a waiter: its number stays, and the day-end names who merged it', async () => {
    const w = await makeRestaurant()
    const bill = await w.order([w.line('plain', 19)])
    await w.does('waiter', `POST /orders/${bill._id}/bill`)
    const parent = await w.order([w.line('plain')], { tableId: w.tables[1] })
    const reply = await w.does('waiter', 'POST /tables/merge', { parentTableId: w.tables[1], childTableIds: [w.tables[0]] })
    expect([reply.status, reply.body.order?._id]).toEqual([200, parent._id])
    expect(await w.read(bill._id)).toMatchObject({ billNumber: 1, orderStatus: 'cancelled', grandTotal: 0 })
    const { changedAfterPrint } = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    expect(changedAfterPrint).toMatchObject([{ orderId: bill._id, changes: [{ what: 'merge', by: expect.stringMatching(/^waiter /) }] }])
  })

  it('of two tables into each other at once happens once, and no line is lost', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await orderAt(w, 1, 'dosa')
    await w.as('captain')
    const replies = await Promise.all([merge(w, 0, 1), merge(w, 1, 0)])
    expect(statuses(replies)).toEqual([200, 409])
    const pending = (await w.does('kitchen', 'GET /orders/restaurant/pending')).body.orders as OrderShape[]
    expect(pending.map((o) => o.totalPrice)).toEqual([289])
  })

  it('of one child into two parents at once succeeds for one', async () => {
    const w = await makeRestaurant()
    for (const n of [0, 1, 2]) await orderAt(w, n)
    await w.as('captain')
    expect(statuses(await Promise.all([merge(w, 0, 2), merge(w, 1, 2)]))).toEqual([200, 409])
    const pending = (await w.does('kitchen', 'GET /orders/restaurant/pending')).body.orders as OrderShape[]
    expect(pending.map((o) => o.totalPrice).sort()).toEqual([100, 200])
  })

  it('at the same time as additions to the child loses none of them', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await orderAt(w, 1)
    await w.as('captain')
    const replies = await Promise.all([
      merge(w, 0, 1),
      ...Array.from({ length: 10 }, () => w.send([w.line('dosa')], { tableId: id(w, 1) })),
    ])
    expect(replies.map((r) => r.status)).toEqual([200, ...Array(10).fill(201)])
    const pending = (await w.does('kitchen', 'GET /orders/restaurant/pending')).body.orders as OrderShape[]
    expect(pending.map((o) => o.totalPrice)).toEqual([200 + 10 * 189])
  })
})
