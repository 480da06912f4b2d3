import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Call } from '#domain/api/index.ts'
import { batch } from './db/index.ts'
import { addressOf, type AnyGiven, CALLS, inputOf, leavesOf, NO_KEY, operation, setStage, type Stage, withLeaf } from './test/calls.ts'
import { openSocket, upgrade } from './test/sockets.ts'
import { call, type CallOptions, makeRestaurant, type Reply, signIn } from './test/world.ts'

/** Two restaurants never see each other's data: asked on every call of the contract, in path, query, body and header, and on the socket. */

const make = (address: Call, given: AnyGiven, options: CallOptions) => call(addressOf(address, given), { body: given.body, ...options })
/** What anybody may read, whose token ever. */
const isPublic = (address: Call) => operation(address).roles.includes('public')

describe.each([
  ['on another shard', 'OUTLETS_0', 'OUTLETS_1'],
  ['on the same shard', 'OUTLETS_1', 'OUTLETS_1'],
] as const)('a restaurant %s', (_name, ownShard, foreignShard) => {
  const canary = `canary${randomId().slice(-12)}`
  const partnerId = randomId()
  let own: Stage
  let foreign: Stage
  let foreignIds: Set<unknown>
  let before: [unknown, unknown]

  const both = async (): Promise<[unknown, unknown]> => [await own.w.everything(), await foreign.w.everything()]

  beforeAll(async () => {
    own = await setStage(await makeRestaurant({ shard: ownShard, partnerId }))
    foreign = await setStage(await makeRestaurant({ shard: foreignShard, canary, partnerId: randomId() }))
    const { w, order } = foreign
    await w.does('waiter', 'PUT /pos/order', {
      orderId: order._id,
      orderData: { customer_name: canary, additionalNote: canary, specialInstructions: canary, mobile_number: '+91 98200 12345' },
    })
    await w.does('waiter', 'PUT /orders/note', { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.plain, note: canary })
    await w.does('waiter', 'POST /tables/alert', { tableId: w.tables[0], alertType: canary })
    await w.settle((await w.order([w.line('beer')], { orderType: 'Take Away', customer_name: canary }))._id)
    await batch(w.db, [
      sql`UPDATE tickets SET sent_by = ${canary} WHERE restaurant_id = ${w.id}`,
      sql`UPDATE orders SET biller = ${canary} WHERE restaurant_id = ${w.id}`,
      ...['raw_materials', 'conversions', 'material_categories'].map(
        (t) => sql`UPDATE ${sql.identifier(t)} SET name = name || ${canary} WHERE restaurant_id = ${w.id}`,
      ),
    ])
    const rows = JSON.stringify(await w.everything())
    expect(rows.split(canary).length).toBeGreaterThan(20)
    const { restaurants: _r, ...tables } = await w.everything()
    foreignIds = new Set([
      w.id,
      foreign.dinerId,
      ...Object.values(foreign.office),
      ...leavesOf(tables)
        .filter((l) => /\.(id|.*_id)$/.test(l.path))
        .map((l) => l.value),
    ])
    before = await both()
  })

  /** Nothing of the other restaurant was told, and nothing there has changed. */
  const kept = async (what: string, reply: Reply, changed: 'nothing' | 'own') => {
    expect([what, reply.text.includes(canary)]).toEqual([what, false])
    if (reply.status < 400)
      expect(
        // A bulk update names each row that it was sent, with what became of it.
        [...foreignIds].filter(
          (id) => reply.text.includes(`"${id}"`) && !(what.includes('/stocks/bulk-update') && id === foreign.stock.lot),
        ),
        what,
      ).toEqual([])
    expect([...reply.headers].some(([, value]) => value.includes(canary))).toBe(false)
    const [a, b] = await both()
    expect(b, what).toEqual(before[1])
    if (changed === 'nothing') expect(a, what).toEqual(before[0])
  }

  /** Logout ends only the caller's own session, which these tests go on with. */
  const scoped = CALLS.filter((address) => address !== 'POST /auth/logout' && operation(address).roles.includes('superuser'))

  it.each(scoped)('%s with all its ids', async (address) => {
    const given = inputOf(address, foreign)
    const token = await own.w.as('superuser')
    const named = leavesOf(given).filter((l) => foreignIds.has(l.value))
    const filter = named.every((l) => NO_KEY[address]?.test(l.path))
    // A call that names nothing, or only filters, is about the own restaurant, whatever the header says.
    for (const headers of [undefined, { 'X-Restaurant-Id': foreign.w.id }]) {
      const reply = await make(address, inputOf(address, foreign), { token, headers })
      expect(filter ? [operation(address).status] : [403, 404, 422], `${address} ${reply.text}`).toContain(reply.status)
      await kept(address, reply, named.length > 0 ? 'nothing' : 'own')
    }
    before = await both()
  })

  it.each(scoped)('%s with any one id of theirs among the own', async (address) => {
    const [mine, theirs] = [inputOf(address, own), inputOf(address, foreign)]
    const token = await own.w.as('superuser')
    for (const { path, value } of leavesOf(theirs).filter((l) => foreignIds.has(l.value) && !NO_KEY[address]?.test(l.path))) {
      const reply = await make(address, withLeaf(mine, path, value), { token })
      // An unknown item is 422 (CONTRACT §5); everything else that is another's is as if it were not there.
      expect(path.endsWith('items.0._id') ? [422] : [403, 404], `${address} ${path}: ${reply.text}`).toContain(reply.status)
      await kept(`${address} ${path}`, reply, 'nothing')
    }
  })

  it.each(CALLS.filter((a) => !isPublic(a) && operation(a).scope === 'restaurant'))('%s by a partner who names it', async (address) => {
    const { token } = await signIn('partner', { partnerId })
    const reply = await make(address, inputOf(address, foreign), { token, headers: { 'X-Restaurant-Id': foreign.w.id } })
    expect([403, 404]).toContain(reply.status)
    await kept(address, reply, 'nothing')
    const inside = await make(address, inputOf(address, foreign), { token, headers: { 'X-Restaurant-Id': own.w.id } })
    if (leavesOf(inputOf(address, foreign)).some((l) => foreignIds.has(l.value) && !NO_KEY[address]?.test(l.path)))
      expect([403, 404, 422], inside.text).toContain(inside.status)
    await kept(address, inside, 'own')
    before = await both()
  })

  it.each(CALLS.filter((a) => operation(a).roles.includes('user') && !isPublic(a) && operation(a).scope === 'restaurant'))(
    '%s by a guest of the own',
    async (address) => {
      const { token } = await own.w.guest(0)
      for (const headers of [undefined, { 'X-Restaurant-Id': foreign.w.id }]) {
        const reply = await make(address, inputOf(address, foreign), { token, headers })
        expect([403, 404]).toContain(reply.status)
        await kept(address, reply, 'nothing')
      }
    },
  )

  it.each([
    'GET /orders?limit=100',
    'GET /orders?limit=100&status=pending',
    'GET /orders?search=9820012345',
    'GET /orders?search=T1&page=1',
    'GET /orders?startDate=2020-01-01&endDate=2099-12-31&limit=100',
    'GET /orders/restaurant/pending',
    'GET /tables',
    'GET /tables/alerts',
  ])('%s lists the own alone', async (address) => {
    const reply = await call(address, { token: await own.w.as('superuser'), headers: { 'X-Restaurant-Id': foreign.w.id } })
    expect(reply.status, reply.text).toBe(200)
    for (const one of [...(reply.body.orders ?? []), ...(reply.body.tables ?? [])]) expect(one.restaurantId).toBe(own.w.id)
    await kept(address, reply, 'nothing')
  })

  it('figures and best sellers are of the own alone', async () => {
    const token = await own.w.as('superuser')
    const { dashboard } = (await call('POST /api/analytics/dashboard-analytics', { token, body: { period: '30d' } })).body
    const open = (await call('GET /orders/restaurant/pending', { token })).body.orders.length
    expect([dashboard.sales, dashboard.orders, dashboard.pendingOrders]).toEqual([0, 0, open])
    expect((await call('POST /menus/trending', { token, body: { restaurantId: own.w.id } })).body).toEqual({ items: [] })
  })

  it('the socket: the upgrade is 403, another room is refused, and its events never arrive', async () => {
    const token = await own.w.as('kitchen')
    expect((await upgrade(foreign.w.id, token)).status).toBe(403)
    expect((await upgrade(foreign.w.id, (await own.w.guest(1)).token)).status).toBe(403)
    expect((await upgrade(foreign.w.id, (await signIn('partner', { partnerId })).token)).status).toBe(403)
    const socket = await openSocket(own.w.id, token)
    await socket.join('joinRestaurant', { since: 0 })
    socket.send('joinRestaurant', { restaurantId: foreign.w.id })
    expect((await socket.waitFor(() => socket.named('error')[0])).data.code).toBe('forbidden')
    const joined = await socket.join('joinTable', { tableId: foreign.w.tables[0], since: 0 })
    expect(joined.data.alerts).toEqual((await own.w.everything()).alerts)
    await foreign.w.order([foreign.w.line('plain')])
    await foreign.w.does('waiter', 'POST /tables/alert', { tableId: foreign.w.tables[0], alertType: 'water' })
    const heard = await own.w.order([own.w.line('plain')], { orderType: 'Take Away' })
    await socket.waitFor(() => socket.messages.find((m) => m.data.orderId === heard._id))
    const all = JSON.stringify((await socket.settled()).messages)
    expect(all).not.toContain(canary)
    expect(all).not.toContain(foreign.order._id)
    before = await both()
  })
})
