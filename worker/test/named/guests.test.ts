import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { CALLS, operation } from '../calls.ts'
import { codeTo } from '../messages.ts'
import { openSocket } from '../sockets.ts'
import { aMobile } from '../stage.ts'
import { call, makeRestaurant, type World } from '../world.ts'

/** A mobile number typed at a table proves nothing: its owner loses nothing to someone who types it. */

type Diner = { token: string; user: { id: string } }
const sit = async (w: World, table: number, mobile_number: string, name = 'Stranger') =>
  (await call('POST /auth/user/login', { body: { name, mobile_number, tableId: w.tables[table] } })).body as Diner
/** Signs the number's own account in, at a table. */
async function signIn(w: World, table: number, mobile_number: string) {
  await call('POST /auth/user/login', { body: { mobile_number } })
  const otp = await codeTo(mobile_number)
  const reply = await call('POST /auth/user/verify', { body: { name: SECRET, mobile_number, otp, tableId: w.tables[table] } })
  return reply.body as Diner
}
const send = (w: World, token: string, table: number, more: object = {}) =>
  call('POST /orders', {
    token,
    body: { order: { tableId: w.tables[table], orderType: 'Dine In', kots: [w.kot([w.line('plain')])], ...more } },
  })
const SECRET = 'Zenobia Secretwala'

let w: World
let number: string
let owner: Diner
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

describe('someone who types another guest’s mobile number at a table', () => {
  it.each([
    ['another table', 1],
    ['her own table, after she has left', 0],
  ])('sees none of her orders: at %s', async (_where, table) => {
    if (table === 0) await w.settle(open)
    const stranger = await sit(w, table, number)
    expect(stranger.user.id).not.toBe(owner.user.id)
    const orders = async (id: string) => call(`GET /orders/user/${id}`, { token: stranger.token })
    expect((await orders(stranger.user.id)).body).toEqual({
      orders: [],
      current: null,
      table: { tableId: w.tables[table], tableNumber: String(table + 1) },
    })
    expect((await orders(owner.user.id)).status).toBe(404)
    expect((await call('POST /orders/active', { token: stranger.token, body: { tableId: w.tables[table] } })).body).toEqual({ order: null })
    if (table !== 0) expect((await call('POST /orders/active', { token: stranger.token, body: { tableId: w.tables[0] } })).status).toBe(404)
    // Nor does the socket replay them, whatever event it starts from.
    const socket = await openSocket(w.id, stranger.token)
    await socket.join('joinTable', { tableId: w.tables[table], since: 0 })
    await socket.settled()
    expect(JSON.stringify(socket.messages)).not.toContain(SECRET)
    expect(JSON.stringify(socket.messages)).not.toContain(past)
    socket.close()
  })

  it('sees nothing else of hers: every call, with each of her ids', async () => {
    const stranger = await sit(w, 1, number)
    // Left out: signing in and out, which shows nothing; codes, which go to their owner's phone; the outbox, which exists in development only.
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
    // Only the stranger's own session shows the number, which the stranger typed.
    expect(told).toEqual([])
    expect((await call('GET /menus/saved', { token: stranger.token })).body.code).toBe('account_required')
    expect((await call(`GET /menus/item/${w.items.dosa}/saved`, { token: stranger.token })).body.code).toBe('account_required')
    expect((await call(`GET /restaurant/customers?mobile_number=${number}`, { token: stranger.token })).status).toBe(403)
    for (const orderId of [past, open])
      expect((await call('POST /feedback/submit', { token: stranger.token, body: { orderId, rating: 1 } })).status).toBe(404)
  })

  it('takes nothing from her: their orders are not added to hers', async () => {
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

  it('sits with her at her own table: sees the sitting’s open order, and not last week’s', async () => {
    const stranger = await sit(w, 0, number)
    const { orders, current } = (await call(`GET /orders/user/${stranger.user.id}`, { token: stranger.token })).body
    expect([current, orders.map((o: { _id: string }) => o._id)]).toEqual([open, [open]])
  })
})

describe('the name and the number on an order', () => {
  const NAME = 'Kavita Regularwala'
  const customerOf = (order: OrderShape) => [order.customer_name, order.mobile_number, order.user]
  const shown = (name: string, mobile_number: string) => [name, mobile_number, { name, mobile_number }]
  const NONE = shown('', '')
  /** All that a diner is answered about the open order of a table. */
  async function read(who: { token: string; user: { id: string } }, table: number) {
    const active = await call('POST /orders/active', { token: who.token, body: { tableId: w.tables[table] } })
    const list = await call(`GET /orders/user/${who.user.id}`, { token: who.token })
    return [active.body.order, list.body.orders[0]].map(customerOf)
  }
  async function listen(token: string, table: number, since?: number) {
    const socket = await openSocket(w.id, token)
    await socket.join('joinTable', { tableId: w.tables[table], since })
    return socket
  }

  it('are hidden from other guests of the table: in answers, events and replays', async () => {
    const theirs = aMobile()
    const kitchen = await openSocket(w.id, await w.as('kitchen'))
    await kitchen.join('joinRestaurant')
    const [other, typed] = [await sit(w, 1, aMobile()), await sit(w, 1, theirs)]
    const sockets = await Promise.all([other, typed].map(({ token }) => listen(token, 1)))
    const order = await w.order([w.line('plain')], { tableId: w.tables[1], customer_name: NAME, mobile_number: theirs })
    expect(customerOf(order)).toEqual(shown(NAME, theirs))
    const replies: string[] = []
    for (const who of [other, typed]) {
      expect(await read(who, 1)).toEqual([NONE, NONE])
      const body = { order: { tableId: w.tables[1], orderType: 'Dine In', kots: [w.kot([w.line('dosa')])] } }
      const headers = { 'Idempotency-Key': randomId() }
      // The first time, the same again, and the same ticket under another key.
      for (const options of [{ headers }, { headers }, {}]) {
        const reply = await call('POST /orders', { token: who.token, body, ...options })
        expect([reply.status, customerOf(reply.body.order)]).toEqual([201, NONE])
        replies.push(reply.text)
      }
    }
    const change = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.plain, status: 'Ready' }
    expect((await w.does('kitchen', 'PUT /orders/item/status', change)).status).toBe(200)
    const move = { fromTableId: w.tables[1], toTableId: w.tables[2] }
    expect((await w.does('captain', 'POST /tables/move', move)).status).toBe(200)
    const late = await listen(other.token, 2, 0)
    await late.settled()
    expect((await w.settle(order._id)).status).toBe(200)
    for (const socket of [...sockets, late]) {
      await socket.waitForClose()
      for (const event of ['orderCreated', 'orderUpdated', 'orderItemUpdated', 'tableMoved', 'orderCompleted']) {
        expect([event, socket.named(event).length > 0]).toEqual([event, true])
        for (const { data } of socket.named(event)) expect([event, customerOf(data.order as OrderShape)]).toEqual([event, NONE])
      }
    }
    const told = JSON.stringify([replies, ...[...sockets, late].map((socket) => socket.messages)])
    expect([told.includes(NAME), told.includes(theirs)]).toEqual([false, false])
    const completed = await kitchen.waitFor(() => kitchen.named('orderCompleted').find(({ data }) => data.orderId === order._id))
    expect(customerOf(completed.data.order as OrderShape)).toEqual(shown(NAME, theirs))
    kitchen.close()
  })

  it('are shown to the owner of the number, whoever of the staff wrote it, and to no other guest', async () => {
    const spaced = `+91 ${number.slice(0, 5)} ${number.slice(5)}`
    const stranger = await sit(w, 0, number)
    const [hers, strangers] = [await listen(owner.token, 0), await listen(stranger.token, 0)]
    const details = { customer_name: NAME, mobile_number: spaced, serviceChargeAccepted: true }
    const changed = await w.does('cashier', 'PUT /pos/order', { orderId: open, orderData: details })
    expect([changed.status, changed.body.order.serviceChargeBy]).toEqual([200, expect.stringContaining('cashier')])
    expect(await read(owner, 0)).toEqual([shown(NAME, spaced), shown(NAME, spaced)])
    expect(await read(stranger, 0)).toEqual([NONE, NONE])
    const heard = async (socket: typeof hers) =>
      customerOf((await socket.waitFor(() => socket.named('orderUpdated')[0])).data.order as OrderShape)
    expect([await heard(hers), await heard(strangers)]).toEqual([shown(NAME, spaced), NONE])
    // Neither is shown which of the staff did it.
    for (const socket of [hers, strangers])
      expect(socket.named('orderUpdated').map(({ data }) => (data.order as OrderShape).serviceChargeBy)).toEqual([null])
    for (const socket of [hers, strangers]) socket.close()
  })

  it('are shown to the guest who began the order with them, until staff write others', async () => {
    const own = aMobile()
    const [guest, friend] = [await sit(w, 1, own, 'Ravi'), await sit(w, 1, own, 'Friend')]
    const [his, friends] = [await listen(guest.token, 1), await listen(friend.token, 1)]
    const begun = (await send(w, guest.token, 1)).body.order
    expect(customerOf(begun)).toEqual(shown('Ravi', own))
    expect(await read(guest, 1)).toEqual([shown('Ravi', own), shown('Ravi', own)])
    expect(await read(friend, 1)).toEqual([NONE, NONE])
    expect(customerOf((await send(w, friend.token, 1)).body.order)).toEqual(NONE)
    const orderData = { customer_name: NAME, mobile_number: aMobile() }
    expect((await w.does('cashier', 'PUT /pos/order', { orderId: begun._id, orderData })).status).toBe(200)
    expect(await read(guest, 1)).toEqual([NONE, NONE])
    const heard = async (socket: typeof his) => {
      await socket.waitFor(() => socket.named('orderUpdated').length === 2)
      return ['orderCreated', 'orderUpdated']
        .flatMap((event) => socket.named(event))
        .map(({ data }) => customerOf(data.order as OrderShape))
    }
    expect(await heard(his)).toEqual([shown('Ravi', own), shown('Ravi', own), NONE])
    expect(await heard(friends)).toEqual([NONE, NONE, NONE])
    for (const socket of [his, friends]) socket.close()
  })
})

describe('the name and the number that an order already has', () => {
  const more = (who: { token: string }, table: number, words: Record<string, unknown>) =>
    call('POST /orders', {
      token: who.token,
      body: { order: { tableId: w.tables[table], orderType: 'Dine In', kots: [w.kot([w.line('dosa')])], ...words } },
    })
  const kept = async (id: string) => {
    const order = await w.read(id)
    return [order?.customer_name, order?.mobile_number, order?.additionalNote]
  }

  it('are not replaced by another guest of the table, whose dishes are accepted', async () => {
    const [hers, other] = [aMobile(), await sit(w, 3, aMobile())]
    const { _id } = await w.order([w.line('plain')], { tableId: w.tables[3], customer_name: 'Meera', mobile_number: hers })
    const reply = await more(other, 3, { customer_name: 'Mallory', mobile_number: aMobile() })
    expect(reply.status, reply.text).toBe(201)
    expect(await kept(_id)).toEqual(['Meera', hers, ''])
    expect((await w.read(_id))?.kots).toHaveLength(2)
  })

  it('come from the first guest who gives them, who may correct them', async () => {
    const own = aMobile()
    const guest = await sit(w, 3, own, 'Ravi')
    const order = (await more(guest, 3, {})).body.order
    expect((await more(guest, 3, { customer_name: 'Ravi K' })).body.order.customer_name).toBe('Ravi K')
    expect(await kept(order._id)).toEqual(['Ravi K', own, ''])
    await w.settle(order._id)
    const nobodys = await w.order([w.line('plain')], { tableId: w.tables[3] })
    const next = await sit(w, 3, aMobile())
    const theirs = aMobile()
    expect((await more(next, 3, { customer_name: 'Asha', mobile_number: theirs })).status).toBe(201)
    expect(await kept(nobodys._id)).toEqual(['Asha', theirs, ''])
  })
})

describe('an account with an open order at another table', () => {
  it('is told which order is the one of the table where it sits now: none, the table’s, or the parent’s', async () => {
    const current = async (token: string) => (await call(`GET /orders/user/${owner.user.id}`, { token })).body.current
    const late = await signIn(w, 1, number)
    expect(late.user.id).toBe(owner.user.id)
    expect([await current(owner.token), await current(late.token)]).toEqual([open, null])
    const first = (await send(w, (await sit(w, 1, aMobile())).token, 1)).body.order._id
    // Of two open orders of the account, neither the newest nor the oldest: always the table's.
    const own = (await send(w, (await signIn(w, 2, number)).token, 2)).body.order._id
    expect([await current(owner.token), await current(late.token)]).toEqual([open, first])
    expect((await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[2], childTableIds: [w.tables[1]] })).status).toBe(200)
    expect([await current(owner.token), await current(late.token)]).toEqual([open, own])
    const list = async (token: string) => (await call(`GET /orders/user/${owner.user.id}`, { token })).body
    expect((await list(await w.as('cashier'))).current).toBeNull()
    expect((await w.settle(own)).status).toBe(200)
    const after = await list(late.token)
    expect(after.current).toBeNull()
    expect(after.orders.map((o: { _id: string }) => o._id)).toContain(own)
  })
})

describe('the answer with a diner’s orders names the table where the sitting is', () => {
  const tableOf = async ({ token, user }: Diner) => (await call(`GET /orders/user/${user.id}`, { token })).body.table
  const at = (n: number) => ({ tableId: w.tables[n], tableNumber: String(n + 1) })

  it('of an account: none once the sitting has ended, until it sits down again', async () => {
    expect(await tableOf(owner)).toEqual(at(0))
    expect((await w.settle(open)).status).toBe(200)
    expect(await tableOf(owner)).toBeNull()
    expect(await tableOf(await signIn(w, 0, number))).toEqual(at(0))
    expect((await call(`GET /orders/user/${owner.user.id}`, { token: await w.as('cashier') })).body.table).toBeNull()
  })

  it('of a merged table: the parent, until the tables part', async () => {
    const guest = await sit(w, 1, aMobile())
    const account = await signIn(w, 2, aMobile())
    const merge = { parentTableId: w.tables[0], childTableIds: [w.tables[1], w.tables[2]] }
    expect((await w.does('captain', 'POST /tables/merge', merge)).status).toBe(200)
    expect([await tableOf(guest), await tableOf(account), await tableOf(owner)]).toEqual([at(0), at(0), at(0)])
    expect((await w.does('captain', 'POST /tables/unmerge', { parentTableId: w.tables[0] })).status).toBe(200)
    expect([await tableOf(guest), await tableOf(account), await tableOf(owner)]).toEqual([at(1), at(2), at(0)])
  })
})

describe('guests who sat at a table before it was merged', () => {
  it('see the order that their dishes are on: the parent’s', async () => {
    const child = await sit(w, 1, aMobile(), 'Child')
    const theirs = (await send(w, child.token, 1)).body.order
    const late = await sit(w, 2, aMobile(), 'Without an order')
    const merge = { parentTableId: w.tables[0], childTableIds: [w.tables[1], w.tables[2]] }
    expect((await w.does('captain', 'POST /tables/merge', merge)).status).toBe(200)
    for (const guest of [child, late]) {
      const { orders, current } = (await call(`GET /orders/user/${guest.user.id}`, { token: guest.token })).body
      expect(current).toBe(open)
      const shown = orders.find((o: { _id: string }) => o._id === open)
      expect(shown?.kots.map((k: { kotId: string }) => k.kotId)).toContain(theirs.kots[0].kotId)
    }
    // And no orders of other tables.
    const other = await sit(w, 3, aMobile())
    expect((await call(`GET /orders/user/${other.user.id}`, { token: other.token })).body.orders).toEqual([])
    await w.settle(open)
    expect((await call(`GET /orders/user/${child.user.id}`, { token: child.token })).status).toBe(401)
  })
})
