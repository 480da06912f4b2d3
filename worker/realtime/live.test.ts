import { expect, test } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { openSocket, socketOf, upgrade } from '../test/sockets.ts'
import { call, makeRestaurant, signIn, type World } from '../test/world.ts'

/** The whole path: a call, its batch, the outbox, the room, the sockets. */

async function guestAt(world: World, table: number) {
  const { token } = await signIn('user', {
    restaurantId: world.id,
    shard: world.shard,
    sittingId: world.sittings[table] ?? '',
    guest: true,
  })
  const socket = await openSocket(world.id, token)
  await socket.join('joinTable', { tableId: world.tables[table] })
  return socket
}

test('the kitchen and the order’s own table get its events, through a move, until it is settled', async () => {
  const world = await makeRestaurant({ shard: 'OUTLETS_0' })
  const kitchen = await openSocket(world.id, await world.as('kitchen'))
  await kitchen.join('joinRestaurant', { restaurantId: world.id })
  const [mine, theirs] = [await guestAt(world, 0), await guestAt(world, 1)]

  const order = await world.order([world.line('plain')])
  expect((await kitchen.waitFor(() => kitchen.named('orderCreated')[0])).data).toMatchObject({
    orderId: order._id,
    order: { _id: order._id },
  })
  await mine.waitFor(() => mine.named('orderCreated')[0])

  const token = await world.as('cashier')
  expect((await call('POST /tables/alert', { token, body: { tableId: world.tables[0], alertType: 'water' } })).status).toBe(201)
  await mine.waitFor(() => mine.named('tableAlert')[0])

  expect((await call('POST /tables/move', { token, body: { fromTableId: world.tables[0], toTableId: world.tables[2] } })).status).toBe(200)
  expect((await mine.waitFor(() => mine.named('tableMoved')[0])).data).toMatchObject({ toTableId: world.tables[2], toTableNumber: '3' })
  await kitchen.waitFor(() => kitchen.named('tableAlert').find((m) => m.data.tableId === world.tables[2]))

  const paid = await call('PUT /orders/payment/status', {
    token,
    body: { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true },
  })
  expect(paid.status, paid.text).toBe(200)
  await mine.waitForClose()
  expect(mine.named('orderCompleted').map((m) => (m.data.order as { _id: string })._id)).toEqual([order._id])
  expect(mine.closed?.code).toBe(4401)
  await kitchen.waitFor(() => kitchen.named('tableAlertCleared').find((m) => m.data.tableId === world.tables[2]))

  expect(kitchen.seqs).toEqual(kitchen.seqs.map((_, i) => i + 1))
  expect(kitchen.seqs.at(-1)).toBe((await world.events()).at(-1)?.seq)
  expect((await theirs.settled()).messages.filter((m) => m.event.startsWith('order') || m.event.startsWith('tableAl'))).toEqual([])
  expect(JSON.stringify(kitchen.messages)).not.toContain('feedbackToken')
})

test('diners of a merged table get the events of the order it was merged into, and its end', async () => {
  const world = await makeRestaurant({ shard: 'OUTLETS_0' })
  const token = await world.as('cashier')
  const order = await world.order([world.line('plain')])
  await world.order([world.line('dosa')], { tableId: world.tables[1] })
  const [parent, child] = [await guestAt(world, 0), await guestAt(world, 1)]
  const merged = await call('POST /tables/merge', { token, body: { parentTableId: world.tables[0], childTableIds: [world.tables[1]] } })
  expect(merged.status, merged.text).toBe(200)
  expect((await child.waitFor(() => child.named('tableMoved')[0])).data).toMatchObject({ toTableId: world.tables[0] })
  await child.waitFor(() => child.named('orderUpdated').find((m) => m.data.orderId === order._id))
  const late = await guestAt(world, 1)
  await call('PUT /orders/payment/status', {
    token,
    body: { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true },
  })
  for (const socket of [parent, child, late]) {
    expect((await socket.waitForClose()).code).toBe(4401)
    expect(socket.named('orderCompleted')).toHaveLength(1)
  }
})

test('a signed-out socket closes, and its token opens no other', async () => {
  const world = await makeRestaurant()
  const token = await world.as('captain')
  const answer = await upgrade(world.id, token)
  expect([answer.status, answer.headers.get('Sec-WebSocket-Protocol')]).toEqual([101, 'tawa.v1'])
  const socket = await socketOf(answer)
  await socket.join('joinRestaurant')
  expect((await call('POST /auth/logout', { token })).status).toBe(200)
  expect((await socket.waitForClose()).code).toBe(4401)
  expect((await upgrade(world.id, token)).status).toBe(401)
  expect((await upgrade((await makeRestaurant()).id, await world.as('waiter'))).status).toBe(403)
})

test('no socket opens in a restaurant that waits for approval, nor in another partner’s restaurant', async () => {
  const pending = await makeRestaurant({ approvalStatus: 'pending' })
  expect((await upgrade(pending.id, await pending.as('superuser'))).status).toBe(403)
  const partnerId = randomId()
  const [own, foreign] = [await makeRestaurant({ partnerId }), await makeRestaurant({ partnerId: randomId() })]
  const token = await own.as('partner')
  const answer = await upgrade(own.id, token)
  expect(answer.status).toBe(101)
  answer.webSocket?.accept()
  answer.webSocket?.close()
  expect((await upgrade(foreign.id, token)).status).toBe(403)
})
