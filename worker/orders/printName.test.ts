import { expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { id, merge, unmerge } from '../test/tables.ts'
import { makeRestaurant, type World } from '../test/world.ts'

const printNames = (order: OrderShape | null | undefined) => order?.kots.flatMap((kot) => kot.items.map((item) => item.printName))
const rename = async (w: World, printName: string | null) => {
  const reply = await w.does('superuser', `PUT /menus/item?id=${w.items.plain}`, { printName })
  expect(reply.status, reply.text).toBe(200)
}

it('a line keeps the name on paper that its dish had when it was sent: an old bill never changes', async () => {
  const w = await makeRestaurant()
  await w.order([w.line('plain')])
  await rename(w, 'PLN')
  await w.send([w.line('plain', 3), w.line('beer')])
  await rename(w, 'Plain!')
  const { order } = (await w.send([w.line('plain')])).body
  expect(printNames(order)).toEqual([null, 'PLN', null, 'Plain!'])
  expect(printNames((await w.does('cashier', `POST /orders/${order._id}/bill`)).body.order)).toEqual([null, 'PLN', null, 'Plain!'])
})

it('it goes with the line: into a merge and out of it, and to what is cancelled of it', async () => {
  const w = await makeRestaurant()
  await rename(w, 'PLN')
  await w.order([w.line('beer')], { tableId: id(w, 0) })
  const child = await w.order([w.line('plain', 3)], { tableId: id(w, 1) })
  const [kot] = child.kots
  const cancel = await w.does('superuser', 'PUT /orders/item/status', {
    orderId: child._id,
    kotId: kot?.kotId,
    lineId: kot?.items[0]?.lineId,
    status: 'Cancelled',
    quantityChange: -1,
    reason: 'One less',
  })
  expect(printNames(cancel.body.order)).toEqual(['PLN', 'PLN'])
  expect(printNames((await merge(w, 0, 1)).body.order)).toEqual([null, 'PLN', 'PLN'])
  expect(printNames((await unmerge(w, 0)).body.orders[0])).toEqual(['PLN', 'PLN'])
})
