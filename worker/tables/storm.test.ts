import { expect, it } from 'vitest'
import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { makeRestaurant, type Reply } from '../test/world.ts'

/** The same numbers each time; which call comes first is left to the databases. */
function dice(seed: number) {
  let state = seed
  const roll = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
  return { roll, pick: <T>(list: readonly T[]): T => list[roll(list.length)]! }
}

it('six calls at once, again and again, on the same few tables: every ticket is on one order, no money comes or goes, no table says what is not so', async () => {
  const w = await makeRestaurant()
  const { roll, pick } = dice(7)
  const tables = w.tables.slice(0, 4)
  const [orders, sent] = [new Set<string>(), new Map<string, boolean>()]
  const pending = async (): Promise<OrderShape[]> => (await w.does('cashier', 'GET /orders/restaurant/pending')).body.orders
  const send = async (): Promise<Reply> => {
    const kotId = randomId()
    const tableId = pick(tables)
    const items = [w.line(pick(['plain', 'dosa'] as const), 1 + roll(3))]
    const reply = await w.does('waiter', 'POST /pos/order', { tableId, kots: [w.kot(items, kotId)] })
    sent.set(kotId, reply.status === 201)
    return reply
  }
  const onTables = () => {
    const [parentTableId, child] = [pick(tables), pick(tables)]
    return pick([
      () => w.does('captain', 'POST /tables/merge', { parentTableId, childTableIds: [child] }),
      () => w.does('captain', 'POST /tables/unmerge', { parentTableId }),
      () => w.does('captain', 'POST /tables/move', { fromTableId: parentTableId, toTableId: child }),
    ])()
  }
  const onOrder = (o: OrderShape) => {
    const [orderId, paid] = [o._id, o.payments[0]]
    const payment = (body: object) => w.does('cashier', 'PUT /orders/payment/status', { orderId, ...body })
    return pick([
      () => payment({ paymentStatus: 'paid', paymentMethod: 'Cash' }),
      () => payment({ paymentStatus: 'paid', paymentMethod: 'UPI', complete: true }),
      () => payment({ paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 20 }] }),
      () => w.does('cashier', 'PUT /orders/status', { orderId, orderStatus: 'cancelled', reason: 'left' }),
      () => w.does('captain', `POST /orders/${orderId}/bill`),
      () => (paid ? w.does('cashier', `POST /orders/${orderId}/payments/give-back`, { ...paid, reason: 'wrong' }) : onTables()),
    ])()
  }
  for (let round = 0; round < 12; round++) {
    const open = await pending()
    open.forEach((o) => orders.add(o._id))
    const calls = [send, send, onTables, onTables, ...[0, 1].map(() => () => (open.length > 0 ? onOrder(pick(open)) : send()))]
    for (const reply of await Promise.all(calls.map((make) => make()))) {
      expect(reply.status, reply.text).toBeLessThan(500)
      if (reply.body.order) orders.add(reply.body.order._id)
    }
  }
  const found = await Promise.all(
    [...orders].map(async (id): Promise<OrderShape> => (await w.does('cashier', `GET /restaurant/invoice-details/${id}`)).body.order),
  )
  const kots = found.flatMap((o) => o.kots.map((k) => k.kotId))
  expect(kots.toSorted()).toEqual([...sent].flatMap(([kotId, was]) => (was ? [kotId] : [])).toSorted())
  let transferred = 0
  for (const order of found) {
    const rows: PaymentMove[] = (await w.does('cashier', `GET /orders/${order._id}/payments`)).body.paymentHistory
    const sum = (list: readonly { amount: number }[]) => list.reduce((s, p) => s + toPaise(p.amount), 0)
    expect(sum(order.payments)).toBe(sum(rows))
    transferred += sum(rows.filter((p) => p.kind === 'transferred'))
    if (order.orderStatus === 'cancelled') expect(order.payments).toEqual([])
    if (order.orderStatus === 'completed') expect(sum(order.payments)).toBe(toPaise(order.grandTotal))
  }
  expect(transferred).toBe(0)
  for (const n of tables.keys()) {
    const table = await w.table(n)
    const here = found.filter((o) => o.orderStatus === 'pending' && o.tableId === table._id)
    expect(here.length).toBeLessThanOrEqual(1)
    expect(table.status).toBe(here.length > 0 || table.mergedInto ? 'occupied' : 'available')
    if (!table.mergedInto) expect(table.currentOrderId).toBe(here[0]?._id ?? null)
  }
})
