import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { Recorder } from '../test/recorder.ts'
import { codeTo } from '../test/messages.ts'
import { aMobile } from '../test/stage.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

/** `GET /orders/past`: what an account has ordered, wherever it was. */

type Signed = { token: string; user: { id: string; name: string; restaurantId: string | null } }

async function accountOf(mobile_number: string): Promise<Signed> {
  await call('POST /auth/user/login', { body: { mobile_number } })
  return (await call('POST /auth/user/verify', { body: { name: 'Meera', mobile_number, otp: await codeTo(mobile_number) } })).body
}
const sit = async (w: World, who: Signed | null, table = 0): Promise<Signed> =>
  (
    await call('POST /auth/user/login', {
      token: who?.token ?? null,
      body: { name: 'Typed', mobile_number: aMobile(), tableId: w.tables[table] },
    })
  ).body
const send = async (w: World, { token }: Signed, table = 0) =>
  (
    await call('POST /orders', {
      token,
      body: { order: { tableId: w.tables[table], kots: [w.kot([w.line('plain'), w.line('dosa', 2)])] } },
    })
  ).body.order
const past = (token: string, query = '') => call(`GET /orders/past${query}`, { token })
const ids = async (token: string, query = '') => (await past(token, query)).body.orders.map((o: { _id: string }) => o._id)

let one: World
let two: World
let mobile: string
let meera: Signed
/** Her last visit and its order, which was cancelled. */
let seated: Signed
let last: OrderShape
/** Her orders, oldest first: at one, at two (another shard), again at one, where it is still open, and the last. */
let made: string[]
beforeAll(async () => {
  ;[one, two] = [
    await makeRestaurant({ settings: { establishmentName: 'One' } }),
    await makeRestaurant({ shard: 'OUTLETS_1', settings: { establishmentName: 'Two' } }),
  ]
  mobile = aMobile()
  meera = await accountOf(mobile)
  const first = await send(one, await sit(one, meera))
  await one.settle(first._id)
  const second = await send(two, await sit(two, meera))
  await two.settle(second._id)
  const third = await send(one, await sit(one, meera, 1), 1)
  seated = await sit(one, meera, 2)
  last = await send(one, seated, 2)
  await one.does('cashier', 'PUT /orders/status', { orderId: last._id, orderStatus: 'cancelled', reason: 'Left' })
  made = [first._id, second._id, third._id, last._id]
})

describe('an account that is signed in sits down at a table', () => {
  it('with its own token: as itself, whatever name and number are typed', () => {
    expect(seated.user).toMatchObject({ id: meera.user.id, name: 'Meera', restaurantId: one.id })
    expect([last.userId, last.customer_name, last.mobile_number]).toEqual([meera.user.id, 'Meera', mobile])
  })

  it('and nobody else does by typing its number, or with the token of another guest', async () => {
    const guest = await sit(one, null, 3)
    const again = (await call('POST /auth/user/login', { token: guest.token, body: { mobile_number: mobile, tableId: two.tables[3] } }))
      .body
    expect([guest.user.id, again.user.id]).not.toContain(meera.user.id)
    const staff = (
      await call('POST /auth/user/login', { token: await one.as('waiter'), body: { mobile_number: mobile, tableId: one.tables[3] } })
    ).body
    expect(staff.user).toMatchObject({ role: 'user', email: '' })
    expect(staff.user.id).not.toBe(meera.user.id)
  })
})

describe('past orders', () => {
  it('are an account’s own at every restaurant, newest first, the open one among them, with its restaurant’s name', async () => {
    const { body } = await past(meera.token)
    expect(body.orders.map((o: { _id: string }) => o._id)).toEqual([...made].reverse())
    expect(body.orders.map((o: { restaurantName: string }) => o.restaurantName)).toEqual(['One', 'One', 'Two', 'One'])
    expect(body.orders.map((o: { orderStatus: string }) => o.orderStatus)).toEqual(['cancelled', 'pending', 'completed', 'completed'])
    expect(body.orders[3].kots[0].items.map((l: { itemName: string; quantity: number }) => l.quantity)).toEqual([1, 2])
    expect(body).toMatchObject({ totalOrders: 4, totalPages: 1, currentPage: 1, itemsPerPage: 10 })
  })

  it('are paged over all restaurants', async () => {
    expect(await ids(meera.token, '?limit=2&page=1')).toEqual(made.slice(2).reverse())
    expect(await ids(meera.token, '?limit=2&page=2')).toEqual(made.slice(0, 2).reverse())
    expect((await past(meera.token, '?limit=2&page=2')).body).toMatchObject({ totalOrders: 4, totalPages: 2, currentPage: 2 })
    expect(await ids(meera.token, '?limit=2&page=3')).toEqual([])
  })

  it('show her own name and number, and nothing that is for the staff alone', async () => {
    const { orders } = (await past(meera.token)).body
    expect(orders.map((o: { mobile_number: string }) => o.mobile_number)).toEqual([mobile, mobile, mobile, mobile])
    expect(orders.map((o: { cancelledBy: unknown; biller: unknown }) => [o.cancelledBy, o.biller])).toEqual(
      [1, 2, 3, 4].map(() => [null, null]),
    )
  })

  it('are nobody else’s: not of another account at the same tables, nor of staff', async () => {
    const ravi = await accountOf(aMobile())
    expect((await past(ravi.token)).body).toMatchObject({ orders: [], totalOrders: 0, totalPages: 1 })
    const seated = await sit(one, ravi, 1)
    expect(await ids(seated.token)).toEqual([])
    expect((await past(await one.as('superuser'))).status).toBe(403)
  })

  it('of a guest, who has no account, are 403 account_required', async () => {
    const guest = await sit(one, null, 3)
    await send(one, guest, 3)
    const reply = await past(guest.token)
    expect([reply.status, reply.body.code]).toEqual([403, 'account_required'])
  })

  it('ask only the shards of restaurants where the account has sat', async () => {
    const ravi = await accountOf(aMobile())
    const none = new Recorder()
    expect((await none.call('GET /orders/past', ravi.token)).status).toBe(200)
    expect(none.stages).toEqual([['PLATFORM'], ['PLATFORM']])
    await send(one, await sit(one, ravi))
    const here = new Recorder()
    expect(JSON.parse((await here.call('GET /orders/past', ravi.token)).text).orders).toHaveLength(1)
    expect(here.stages).toEqual([['PLATFORM'], ['PLATFORM'], ['OUTLETS_0'], ['OUTLETS_0']])
    const both = new Recorder()
    await both.call('GET /orders/past', meera.token)
    expect(both.stages).toEqual([['PLATFORM'], ['PLATFORM'], ['OUTLETS_0', 'OUTLETS_1'], ['OUTLETS_0', 'OUTLETS_1']])
  })
})
