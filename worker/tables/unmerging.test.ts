import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { makeOffer } from '../test/offers.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'
import { id, merge, orderAt, sittingOf, statuses, unmerge } from '../test/tables.ts'

const pending = async (w: World): Promise<OrderShape[]> => (await w.does('cashier', 'GET /orders/restaurant/pending')).body.orders
const kotsOf = (order: OrderShape | null | undefined) => order?.kots.map((k) => k.kotId)
const part = (w: World, order: OrderShape, amount: number) =>
  w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'partial', payments: [{ method: 'Cash', amount }] })

describe('unmerging', () => {
  it('gives each table its order again, with its tickets, money and sitting, and frees what was free', async () => {
    const w = await makeRestaurant()
    const [one, two] = [await orderAt(w, 0), await orderAt(w, 1, 'dosa')]
    await part(w, two, 50)
    const [sitting, childSitting] = [await sittingOf(w, 0), await sittingOf(w, 1)]
    await merge(w, 0, 1, 2)
    const before = (await w.events()).length
    const reply = await unmerge(w, 0)
    expect(reply.status, reply.text).toBe(200)
    const { parent, children, order, orders } = reply.body
    expect(parent).toMatchObject({ _id: id(w, 0), status: 'occupied', currentOrderId: one._id, mergedTables: [] })
    expect(children).toMatchObject([
      { _id: id(w, 1), status: 'occupied', mergedInto: null, currentOrderId: orders[0]._id },
      { _id: id(w, 2), status: 'available', mergedInto: null, currentOrderId: null },
    ])
    expect(order).toMatchObject({ _id: one._id, grandTotal: one.grandTotal, payments: [], paymentStatus: 'unpaid' })
    expect(orders).toMatchObject([
      {
        tableNumber: '2',
        grandTotal: two.grandTotal,
        billNumber: null,
        paymentStatus: 'partial',
        payments: [{ method: 'Cash', amount: 50 }],
      },
    ])
    expect(orders[0]._id).not.toBe(two._id)
    expect([kotsOf(order), kotsOf(orders[0])]).toEqual([kotsOf(one), kotsOf(two)])
    expect(orders[0].serialNumber).toBe(3)
    expect([await sittingOf(w, 0), await sittingOf(w, 1)]).toEqual([sitting, childSitting])
    expect((await pending(w)).map(({ paymentHistory: _, ...o }) => o)).toEqual([order, orders[0]])
    expect(await w.read(two._id)).toMatchObject({ orderStatus: 'cancelled', cancelReason: 'Merged into T1' })
    const history = async (o: OrderShape) =>
      (await w.does('cashier', `GET /orders/${o._id}/payments`)).body.paymentHistory.map((m: any) => [m.kind, m.amount])
    expect(await history(order)).toEqual([
      ['transferred', 50],
      ['transferred', -50],
    ])
    expect(await history(orders[0])).toEqual([['transferred', 50]])
    const [event, ...rest] = (await w.events()).slice(before)
    expect(event).toMatchObject({ event: 'tablesUnmerged', table_id: null, data: { parent, children, order, orders } })
    expect(rest.map((e) => [e.event, e.table_id])).toEqual([
      ['orderUpdated', id(w, 0)],
      ['orderUpdated', id(w, 1)],
      ['tableChanged', null],
      ['tableChanged', null],
      ['tableChanged', null],
    ])
    for (const n of [0, 1, 2]) expect(await w.table(n)).toEqual([parent, ...children][n])
  })

  it('what is sent afterwards goes to each table’s own order, behind what it has', async () => {
    const w = await makeRestaurant()
    const [one, two] = [await orderAt(w, 0), await orderAt(w, 1)]
    await merge(w, 0, 1)
    const late = await orderAt(w, 1, 'dosa')
    expect(late._id).toBe(one._id)
    const { orders } = (await unmerge(w, 0, 1)).body
    const [a, b] = [await orderAt(w, 0, 'dosa'), await orderAt(w, 1, 'dosa')]
    expect([a._id, b._id]).toEqual([one._id, orders[0]._id])
    expect(kotsOf(a)?.slice(0, 2)).toEqual([kotsOf(one)![0], kotsOf(late)![2]])
    expect(kotsOf(b)![0]).toBe(kotsOf(two)![0])
    expect([a.kots.length, b.kots.length]).toEqual([3, 2])
    expect(kotsOf((await pending(w)).find((o) => o._id === one._id))).toEqual(kotsOf(a))
  })

  it('of a parent that had no order frees it, and the first child has its order again', async () => {
    const w = await makeRestaurant()
    const [two, three] = [await orderAt(w, 1), await orderAt(w, 2, 'dosa')]
    const [parents, sitting] = [await sittingOf(w, 0), await sittingOf(w, 1)]
    const { token } = await w.guest(1)
    await merge(w, 0, 1, 2)
    const { body } = await unmerge(w, 0)
    expect(body).toMatchObject({
      order: null,
      parent: { status: 'available', currentOrderId: null },
      orders: [{ _id: two._id }, { grandTotal: three.grandTotal }],
    })
    expect(await sittingOf(w, 1)).toBe(sitting)
    expect(await sittingOf(w, 0)).toBe(parents)
    expect((await w.does('waiter', 'POST /orders/active', { tableId: id(w, 1) }, { token })).body.order._id).toBe(two._id)
  })

  it('that leaves the parent without an order frees all that is merged there, with or without an order of its own', async () => {
    const w = await makeRestaurant()
    const two = await orderAt(w, 1)
    await merge(w, 0, 1, 2)
    const [parents, sitting] = [await sittingOf(w, 0), await sittingOf(w, 2)]
    const before = (await w.events()).length
    const reply = await unmerge(w, 0, 1)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({
      order: null,
      orders: [{ _id: two._id, tableNumber: '2' }],
      parent: { _id: id(w, 0), status: 'available', currentOrderId: null, mergedTables: [] },
      children: [
        { _id: id(w, 1), status: 'occupied', mergedInto: null, currentOrderId: two._id },
        { _id: id(w, 2), status: 'available', mergedInto: null, currentOrderId: null },
      ],
    })
    expect([await sittingOf(w, 0), await sittingOf(w, 2)]).toEqual([parents, sitting])
    expect((await w.events())[before]).toMatchObject({ event: 'tablesUnmerged', data: { children: reply.body.children } })
    for (const n of [0, 1, 2]) expect(await w.table(n)).toEqual([reply.body.parent, ...reply.body.children][n])
  })

  it('of a table that is merged into one without an order frees it', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 3)
    // As an unmerge of a part left it before November 2026.
    await w.rows('UPDATE dining_tables SET merged_into = ? WHERE id IN (?, ?)', id(w, 0), id(w, 1), id(w, 2))
    const reply = await unmerge(w, 0, 2)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({
      order: null,
      orders: [],
      parent: { status: 'available', mergedTables: [] },
      children: [
        { _id: id(w, 2), status: 'available', mergedInto: null },
        { _id: id(w, 1), status: 'available', mergedInto: null },
      ],
    })
    for (const n of [0, 1, 2]) expect((await w.table(n)).status).toBe('available')
    expect((await unmerge(w, 0)).body.code).toBe('not_merged')
  })

  it('is refused for tables that are not merged there, and for what is paid', async () => {
    const w = await makeRestaurant()
    const one = await orderAt(w, 0)
    await orderAt(w, 1)
    await orderAt(w, 3)
    await merge(w, 0, 1)
    const before = await w.everything()
    const codes = async (...replies: Promise<{ status: number; body: any }>[]) =>
      (await Promise.all(replies)).map((r) => [r.status, r.body.code, r.body.table?._id])
    expect(await codes(unmerge(w, 0, 2), unmerge(w, 3), unmerge(w, 1), unmerge(w, 2, 0))).toEqual([
      [409, 'not_merged', id(w, 0)],
      [409, 'not_merged', id(w, 3)],
      [409, 'not_merged', id(w, 1)],
      [409, 'not_merged', id(w, 2)],
    ])
    expect((await w.does('captain', 'POST /tables/unmerge', { parentTableId: randomId() })).status).toBe(404)
    expect(await w.everything()).toEqual(before)
    await part(w, one, 10)
    expect((await unmerge(w, 0)).body).toMatchObject({ code: 'invalid_transition', order: { _id: one._id, paymentStatus: 'partial' } })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: one._id, paymentStatus: 'paid', paymentMethod: 'UPI' })
    expect((await unmerge(w, 0)).body).toMatchObject({ code: 'invalid_transition', message: 'The merged bill is paid already.' })
  })

  it('is another restaurant’s 404', async () => {
    const [own, foreign] = [await makeRestaurant(), await makeRestaurant()]
    await orderAt(foreign, 0)
    await merge(foreign, 0, 1)
    const before = await foreign.everything()
    const reply = await own.does('captain', 'POST /tables/unmerge', { parentTableId: id(foreign, 0) })
    expect(reply.status).toBe(404)
    expect(await foreign.everything()).toEqual(before)
  })

  it('twice at once is once; a ticket sent meanwhile stays at the parent', async () => {
    const w = await makeRestaurant()
    const one = await orderAt(w, 0)
    await orderAt(w, 1)
    await merge(w, 0, 1)
    await w.as('captain')
    expect(statuses(await Promise.all([unmerge(w, 0), unmerge(w, 0)]))).toEqual([200, 409])
    await merge(w, 0, 1)
    const sent = meanwhile(() => orderAt(w, 1, 'dosa'))
    const reply = await w.does('captain', 'POST /tables/unmerge', { parentTableId: id(w, 0) }, { via: sent })
    expect(reply.body.order).toMatchObject({ _id: one._id, totalPrice: 289 })
    expect(reply.body.orders).toMatchObject([{ totalPrice: 100 }])
  })

  it('sent twice with a key happens once', async () => {
    const w = await makeRestaurant()
    await orderAt(w, 0)
    await orderAt(w, 1)
    await merge(w, 0, 1)
    const body = { parentTableId: id(w, 0) }
    const key = randomId()
    const first = await w.does('captain', 'POST /tables/unmerge', body, { key })
    expect([first.status, (await w.does('captain', 'POST /tables/unmerge', body, { key })).text]).toEqual([200, first.text])
  })

  it('of a printed bill is in the day-end with whoever did it', async () => {
    const w = await makeRestaurant()
    const one = await orderAt(w, 0)
    await orderAt(w, 1)
    await merge(w, 0, 1)
    await w.does('waiter', `POST /orders/${one._id}/bill`)
    await unmerge(w, 0)
    await w.settle(one._id)
    const { changedAfterPrint } = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    expect(changedAfterPrint).toMatchObject([{ orderId: one._id, changes: [{ what: 'unmerge', by: expect.stringMatching(/^captain /) }] }])
  })

  it('names everybody who made its printed bill cheaper so, also when somebody else did it later', async () => {
    const w = await makeRestaurant()
    const one = await orderAt(w, 0)
    for (const n of [1, 2]) await orderAt(w, n, 'dosa')
    await merge(w, 0, 1, 2)
    await w.does('captain', `POST /orders/${one._id}/bill`)
    const apart = (role: 'cashier' | 'captain', n: number) =>
      w.does(role, 'POST /tables/unmerge', { parentTableId: id(w, 0), childTableIds: [id(w, n)] })
    expect((await apart('cashier', 1)).status).toBe(200)
    expect((await apart('captain', 2)).status).toBe(200)
    await merge(w, 0, 2)
    expect((await apart('captain', 2)).status).toBe(200)
    await w.settle(one._id)
    const { changedAfterPrint } = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    const by = (role: string) => ({ what: 'unmerge', by: expect.stringMatching(new RegExp(`^${role} `)) })
    expect(changedAfterPrint.find((bill: { orderId: string }) => bill.orderId === one._id).changes).toEqual([by('cashier'), by('captain')])
  })

  it('of a table alone, from a parent that had no order: its printed bill goes with it, and what stays has an order of its own', async () => {
    const w = await makeRestaurant()
    const offer = await makeOffer(w, { value: 50 })
    const [one, two] = [await orderAt(w, 1), await orderAt(w, 2, 'dosa')]
    await part(w, two, 50)
    const bill = (await w.does('captain', `POST /orders/${one._id}/bill`)).body.order
    const parents = await sittingOf(w, 0)
    await merge(w, 0, 1, 2)
    const { body } = await w.does('captain', 'POST /tables/unmerge', { parentTableId: id(w, 0), childTableIds: [id(w, 1)] })
    expect(body.orders).toMatchObject([
      { _id: one._id, tableId: id(w, 1), billNumber: bill.billNumber, payments: [], grandTotal: bill.grandTotal },
    ])
    expect(body.order).toMatchObject({
      tableId: id(w, 0),
      billNumber: null,
      payments: [{ method: 'Cash', amount: 50 }],
      grandTotal: two.grandTotal,
    })
    expect(body.order.serialNumber).toBeGreaterThan(two.serialNumber)
    expect(body.parent).toMatchObject({ currentOrderId: body.order._id, mergedTables: [id(w, 2)] })
    expect([await sittingOf(w, 0), (await pending(w)).map((o) => o._id).toSorted()]).toEqual([
      parents,
      [one._id, body.order._id].toSorted(),
    ])
    // Whoever makes the printed bill cheaper now is named.
    await w.does('captain', 'PUT /pos/order', { orderId: one._id, orderData: { offerId: offer._id } })
    await w.settle(one._id)
    const rest = (await w.does('captain', 'POST /tables/unmerge', { parentTableId: id(w, 0), childTableIds: [id(w, 2)] })).body
    expect(rest).toMatchObject({ order: null, orders: [{ tableId: id(w, 2), payments: [{ method: 'Cash', amount: 50 }] }] })
    await w.settle(rest.orders[0]._id)
    const { summary } = (await w.does('cashier', 'GET /orders/daily-summary')).body
    expect(summary.changedAfterPrint).toMatchObject([
      { orderId: one._id, changes: expect.arrayContaining([{ what: 'discount', by: expect.stringMatching(/^captain /) }]) },
    ])
  })

  it('leaves what was printed of a table known: a waiter makes no parcel of it, and whoever makes it cheaper is named', async () => {
    const w = await makeRestaurant()
    const [one, two] = [await orderAt(w, 1), await orderAt(w, 0)]
    const { billNumber } = (await w.does('waiter', `POST /orders/${one._id}/bill`)).body.order
    await merge(w, 0, 1)
    const asMerged = await w.does('waiter', 'PUT /pos/order', { orderId: two._id, orderData: { orderType: 'Take Away' } })
    expect(asMerged.status).toBe(403)
    const { body } = await unmerge(w, 0)
    const [again] = body.orders
    expect(again).toMatchObject({ billNumber: null, lastPrinted: { total: one.grandTotal } })
    const put = (role: 'waiter' | 'captain', orderData: object) => w.does(role, 'PUT /pos/order', { orderId: again._id, orderData })
    expect((await put('waiter', { orderType: 'Take Away' })).status).toBe(403)
    const offer = await makeOffer(w, { value: 50 })
    expect((await put('captain', { offerId: offer._id })).status).toBe(200)
    await w.settle(again._id)
    const { changedAfterPrint } = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
    const listed = changedAfterPrint.find((bill: { orderId: string }) => bill.orderId === again._id)
    expect(listed).toMatchObject({ printedTotal: one.grandTotal, changes: [{ what: 'discount', by: expect.stringMatching(/^captain /) }] })
    // Its next bill has a number of its own, and is a first one.
    expect(listed.billNumber).toBeGreaterThan(billNumber)
  })

  it('leaves no guest at another table’s bill, wherever and whenever its code was scanned', async () => {
    const w = await makeRestaurant()
    const bills = async (token: string) => {
      const seen = await Promise.all([0, 1, 2].map((n) => w.does('waiter', 'POST /orders/active', { tableId: id(w, n) }, { token })))
      return seen.map(({ status, body }) => (status === 200 ? (body.order?._id ?? null) : status))
    }
    const sends = async (token: string, n: number) =>
      (await w.does('waiter', 'POST /orders', { order: { tableId: id(w, n), kots: [w.kot([w.line('plain')])] } }, { token })).status
    /** Scans the code of table n. */
    const scan = async (n: number): Promise<string> =>
      (await call('POST /auth/user/login', { body: { tableId: id(w, n), name: 'Meera', mobile_number: '9820012345' } })).body.token
    // T1 and T2 have orders; T3 has none, and people with its code.
    const [one, two] = [await orderAt(w, 0), await orderAt(w, 1, 'dosa')]
    const before = await Promise.all([0, 1, 2].map(scan))
    const together = async (parent: number, child: number, order: string) => {
      await merge(w, parent, child)
      const scanned = await Promise.all([parent, child].map(scan))
      // All of them are at the one order, by their own table's name.
      for (const [token, n] of [...scanned, before[parent]!, before[child]!].map((t, i) => [t, i % 2 === 0 ? parent : child] as const))
        expect((await bills(token))[n]).toBe(order)
      await unmerge(w, parent)
      return scanned as [string, string]
    }
    const [atOne, atTwo] = await together(0, 1, one._id)
    const twosNew = (await bills(atTwo))[1]
    expect(await bills(atOne)).toEqual([one._id, 404, 404])
    expect(await bills(atTwo)).toEqual([404, twosNew, 404])
    expect([twosNew === one._id, twosNew === two._id, typeof twosNew]).toEqual([false, false, 'string'])
    expect([await sends(atTwo, 0), await sends(atTwo, 1)]).toEqual([404, 201])
    // A free table that takes an order over: its own guests leave that bill with the merge, and keep their table.
    const [atThree, atOneAgain] = await together(2, 0, one._id)
    for (const token of [atThree, before[2]!]) expect(await bills(token)).toEqual([404, 404, null])
    for (const token of [atOneAgain, before[0]!]) expect(await bills(token)).toEqual([one._id, 404, 404])
    expect([await sends(atThree, 0), await sends(before[2]!, 2)]).toEqual([404, 201])
  })
})
