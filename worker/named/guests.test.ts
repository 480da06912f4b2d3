import { beforeEach, describe, expect, it } from 'vitest'
import { CALLS, operation } from '../test/calls.ts'
import { codeTo } from '../test/messages.ts'
import { openSocket } from '../test/sockets.ts'
import { aMobile } from '../test/stage.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** A number that is typed at a table proves nothing: whose number it is loses nothing to whoever types it. */

const sit = async (w: World, table: number, mobile_number: string, name = 'Stranger') =>
  (await call('POST /auth/user/login', { body: { name, mobile_number, tableId: w.tables[table] } })).body as {
    token: string
    user: { id: string }
  }
/** Signs the number's own account in, at a table. */
async function signIn(w: World, table: number, mobile_number: string) {
  await call('POST /auth/user/login', { body: { mobile_number } })
  const otp = await codeTo(mobile_number)
  const reply = await call('POST /auth/user/verify', { body: { name: SECRET, mobile_number, otp, tableId: w.tables[table] } })
  return reply.body as { token: string; user: { id: string } }
}
const send = (w: World, token: string, table: number, more: object = {}) =>
  call('POST /orders', {
    token,
    body: { order: { tableId: w.tables[table], orderType: 'Dine In', kots: [w.kot([w.line('plain')])], ...more } },
  })
const SECRET = 'Zenobia Secretwala'

let w: World
let number: string
let owner: { token: string; user: { id: string } }
/** Her visit of last week, settled, and the order that she has open at table 1. */
let past: string
let open: string
beforeEach(async () => {
  w = await makeRestaurant()
  number = aMobile()
  const before = await signIn(w, 0, number)
  past = (await send(w, before.token, 0, { additionalNote: SECRET })).body.order._id
  expect((await w.settle(past)).status).toBe(200)
  owner = await signIn(w, 0, number)
  open = (await send(w, owner.token, 0, { additionalNote: SECRET })).body.order._id
  await call('POST /menus/item/save', { token: owner.token, body: { menuItemId: w.items.dosa } })
  const [customer] = (await w.does('superuser', `GET /restaurant/customers?mobile_number=${number}`)).body.customers
  await w.does('superuser', `PUT /restaurant/customer?id=${customer._id}`, { note: SECRET })
})

describe('typing another guest’s mobile number at a table', () => {
  it.each([
    ['another table', 1],
    ['her own table, after she has left', 0],
  ])('shows none of her orders: at %s', async (_where, table) => {
    if (table === 0) await w.settle(open)
    const stranger = await sit(w, table, number)
    expect(stranger.user.id).not.toBe(owner.user.id)
    const orders = async (id: string) => call(`GET /orders/user/${id}`, { token: stranger.token })
    expect((await orders(stranger.user.id)).body).toEqual({ orders: [] })
    expect((await orders(owner.user.id)).status).toBe(404)
    expect((await call('POST /orders/active', { token: stranger.token, body: { tableId: w.tables[table] } })).body).toEqual({ order: null })
    if (table !== 0) expect((await call('POST /orders/active', { token: stranger.token, body: { tableId: w.tables[0] } })).status).toBe(404)
    // Nor does the socket replay them, from whatever event on.
    const socket = await openSocket(w.id, stranger.token)
    await socket.join('joinTable', { tableId: w.tables[table], since: 0 })
    await socket.settled()
    expect(JSON.stringify(socket.messages)).not.toContain(SECRET)
    expect(JSON.stringify(socket.messages)).not.toContain(past)
    socket.close()
  })

  it('shows nothing else of hers, whatever is called with whatever id of hers', async () => {
    const stranger = await sit(w, 1, number)
    // To log in and out is not to be told anything, a code goes to its owner's phone, and the outbox is development's alone.
    const asked = CALLS.filter((address) => !/ \/auth\/(?!me)| \/dev\//.test(address)).flatMap((address) => {
      const op = operation(address)
      const ids = /:\w+/.test(address) || op.query || op.body ? [owner.user.id, open] : ['']
      return ids.map((id) => ({
        address:
          address.replace(/:\w+/g, id) + (op.query ? `?mobile_number=${number}&search=${number}&id=${id}&tableId=${w.tables[0]}` : ''),
        body: op.body && {
          orderId: id,
          tableId: w.tables[0],
          mobile_number: number,
          restaurantId: w.id,
          menuItemId: id,
          rating: 5,
          order: { _id: id },
        },
      }))
    })
    const replies = await Promise.all(asked.map(({ address, body }) => call(address, { token: stranger.token, body })))
    const told = replies.flatMap((reply, i) =>
      reply.text.includes(SECRET) || (reply.status < 300 && reply.text.includes(number)) ? [`${asked[i]?.address} ${reply.text}`] : [],
    )
    // Its own session says the number that it typed itself, and no more of it.
    expect(told).toEqual([])
    expect((await call('GET /menus/saved', { token: stranger.token })).body.code).toBe('account_required')
    expect((await call(`GET /menus/item/${w.items.dosa}/saved`, { token: stranger.token })).body.code).toBe('account_required')
    expect((await call(`GET /restaurant/customers?mobile_number=${number}`, { token: stranger.token })).status).toBe(403)
    for (const orderId of [past, open])
      expect((await call('POST /feedback/submit', { token: stranger.token, body: { orderId, rating: 1 } })).status).toBe(404)
  })

  it('takes nothing from her: what the stranger eats is nobody’s order but the stranger’s', async () => {
    const stranger = await sit(w, 1, number, 'Somebody else')
    const theirs = (await send(w, stranger.token, 1)).body.order
    await w.settle(theirs._id)
    const { orders } = (await call(`GET /orders/user/${owner.user.id}`, { token: owner.token })).body
    expect(orders.map((o: { _id: string }) => o._id).sort()).toEqual([past, open].sort())
    expect((await call('GET /auth/me', { token: owner.token })).body.user.name).toBe(SECRET)
    expect((await call('GET /menus/saved', { token: owner.token })).body.totalItems).toBe(1)
    // The house's own book counts a visit of the number, under the name it had.
    const [customer] = (await w.does('superuser', `GET /restaurant/customers?mobile_number=${number}`)).body.customers
    expect(customer).toMatchObject({ name: SECRET, note: SECRET, visits: 2 })
  })

  it('at her own table lets the stranger sit with her: the open order of the sitting, and not last week’s', async () => {
    const stranger = await sit(w, 0, number)
    const { orders } = (await call(`GET /orders/user/${stranger.user.id}`, { token: stranger.token })).body
    expect(orders.map((o: { _id: string }) => o._id)).toEqual([open])
  })
})

describe('guests who sat at a table before it was merged', () => {
  it('see the order that they eat from: the parent’s', async () => {
    const child = await sit(w, 1, aMobile(), 'Child')
    const theirs = (await send(w, child.token, 1)).body.order
    const late = await sit(w, 2, aMobile(), 'Without an order')
    const merge = { parentTableId: w.tables[0], childTableIds: [w.tables[1], w.tables[2]] }
    expect((await w.does('captain', 'POST /tables/merge', merge)).status).toBe(200)
    for (const guest of [child, late]) {
      const { orders } = (await call(`GET /orders/user/${guest.user.id}`, { token: guest.token })).body
      const shown = orders.find((o: { _id: string }) => o._id === open)
      expect(shown?.kots.map((k: { kotId: string }) => k.kotId)).toContain(theirs.kots[0].kotId)
    }
    // And nobody's at another table.
    const other = await sit(w, 3, aMobile())
    expect((await call(`GET /orders/user/${other.user.id}`, { token: other.token })).body.orders).toEqual([])
    await w.settle(open)
    expect((await call(`GET /orders/user/${child.user.id}`, { token: child.token })).status).toBe(401)
  })
})
