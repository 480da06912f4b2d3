import { describe, expect, it, vi } from 'vitest'
import { api, type Call } from '#domain/api/index.ts'
import { type Page, PAGES, type Permissions, rolesOf } from '#domain/permissions.ts'
import { STAFF_ROLES, type StaffRole } from '#domain/roles.ts'
import { env } from '../test/env.ts'
import { newRoom, open, publish, sessionOf } from '../test/room.ts'
import { openSocket, type TestSocket } from '../test/sockets.ts'
import { makeRestaurant, type World } from '../test/world.ts'
import { withheldFrom } from './hears.ts'
import { hintRoom } from './publish.ts'

/** What staff hear where the back office has taken pages away from their role (docs/decisions/004-room-relay.md). */

/** The map that the back office saves when it takes these pages from a role: only pages that the role has by default get a line. */
const taking = (role: StaffRole, pages: readonly Page[]) =>
  Object.fromEntries(
    pages.filter((page) => rolesOf(page, null).includes(role)).map((page) => [page, rolesOf(page, null).filter((other) => other !== role)]),
  )
/** The map that takes from a role all of its pages which would let it make these calls. */
const without = (role: StaffRole, ...calls: Call[]) =>
  taking(
    role,
    calls.flatMap((call): readonly Page[] => api[call].pages),
  )
const withheld = (role: StaffRole, map: Record<string, readonly string[]>) =>
  withheldFrom({ role, family: 'restaurant' }, map as Permissions)
const ORDERS = ['GET /orders/restaurant/pending', 'GET /orders'] as const

/** The room hears of it only after the answer, and turns a handshake away that began until then. So this is over when the room has heard. */
const permit = async (w: World, permissions: object) => {
  const reply = await w.does('backoffice', `PUT /backoffice/permissions/restaurant/${w.id}`, { permissions })
  expect(reply.status, reply.text).toBe(200)
  await hintRoom(env, { restaurantId: w.id, shard: w.shard }, await lastSeq(w))
  const heardAt = Date.now()
  await vi.waitUntil(() => Date.now() > heardAt, { interval: 1 })
}
async function listen(w: World, role: StaffRole, data: Record<string, unknown> = {}) {
  const socket = await openSocket(w.id, await w.as(role))
  return { socket, joined: await socket.join('joinRestaurant', data) }
}
const lastSeq = async (w: World) => (await w.events()).at(-1)?.seq ?? 0
const upToDate = async (w: World, socket: TestSocket) => {
  const seq = await lastSeq(w)
  await socket.waitFor(() => socket.seqs.includes(seq))
}

describe('a role that a restaurant’s permissions keep from a call', () => {
  it('hears no event that only this call would show, live and in a replay, and misses no seq', async () => {
    const w = await makeRestaurant()
    await permit(w, without('generalManager', ...ORDERS))
    const since = await lastSeq(w)
    const [one, batched, captain] = [
      await listen(w, 'generalManager'),
      await listen(w, 'generalManager', { batch: true }),
      await listen(w, 'captain'),
    ]
    const order = await w.order([w.line('plain')])
    await w.does('cashier', 'PUT /orders/note', { orderId: order._id, note: 'nuts, for Meera' })
    const late = await listen(w, 'generalManager', { since })
    expect(late.joined.data).toMatchObject({ resumed: true })
    for (const { socket } of [one, batched, late, captain]) await upToDate(w, socket)
    for (const { socket } of [one, batched, late]) {
      expect(socket.seqs).toEqual((await w.events()).map(({ seq }) => seq).filter((seq) => seq > since))
      // The tables stay open to the role by Reservations, and what it hears of them has no order.
      expect(new Set(socket.messages.map(({ event }) => event))).toEqual(new Set(['joined', 'withheld', 'tableChanged']))
      expect(JSON.stringify(socket.messages)).not.toContain('Meera')
    }
    expect(captain.socket.named('orderCreated')).toHaveLength(1)
    expect(captain.socket.named('withheld')).toEqual([])
    for (const { socket } of [one, batched, late, captain]) socket.close()
  })

  it('hears which tables were moved, merged and parted, and nothing of their orders', async () => {
    const w = await makeRestaurant()
    await permit(w, without('generalManager', ...ORDERS))
    const [manager, captain] = [await listen(w, 'generalManager'), await listen(w, 'captain')]
    const order = await w.order([w.line('plain')])
    const [first, second, third] = w.tables
    await w.does('captain', 'POST /tables/move', { fromTableId: first, toTableId: second })
    await w.does('captain', 'POST /tables/merge', { parentTableId: second, childTableIds: [third] })
    await w.does('captain', 'POST /tables/unmerge', { parentTableId: second })
    for (const { socket } of [manager, captain]) await upToDate(w, socket)
    const [moved] = manager.socket.named('tableMoved')
    expect(moved?.data).toMatchObject({ fromTableId: first, toTableId: second, to: { _id: second } })
    expect(moved?.data).not.toHaveProperty('order')
    expect(captain.socket.named('tableMoved')[0]?.data.order).toMatchObject({ _id: order._id })
    expect(manager.socket.named('tablesUnmerged')[0]?.data).toMatchObject({ parent: { _id: second }, order: null, orders: [] })
    expect(captain.socket.named('tablesUnmerged')[0]?.data.order).toMatchObject({ _id: order._id })
    for (const { socket } of [manager, captain]) socket.close()
  })

  it('gets no alert, live or when it joins', async () => {
    const w = await makeRestaurant()
    await permit(w, without('waiter', 'GET /tables/alerts'))
    await w.does('cashier', 'POST /tables/alert', { tableId: w.tables[0], alertType: 'water' })
    const [waiter, captain] = [await listen(w, 'waiter'), await listen(w, 'captain')]
    expect([waiter.joined.data.alerts, captain.joined.data.alerts]).toEqual([[], [expect.objectContaining({ alertType: 'water' })]])
    await w.does('cashier', 'POST /tables/alert', { tableId: w.tables[1], alertType: 'bill' })
    await w.does('cashier', 'POST /tables/clear-alert', { tableId: w.tables[1], action: 'clear' })
    await captain.socket.waitFor(() => captain.socket.named('tableAlertCleared')[0])
    expect((await waiter.socket.settled()).messages.filter(({ event }) => event.startsWith('tableAlert'))).toEqual([])
    for (const { socket } of [waiter, captain]) socket.close()
  })

  it('a page that is left to the role keeps the events of its calls', async () => {
    const w = await makeRestaurant()
    const map = without('waiter', ...ORDERS)
    await permit(w, { ...map, '/restaurant/captain/orders': ['waiter'] })
    const { socket } = await listen(w, 'waiter')
    await w.order([w.line('plain')])
    await socket.waitFor(() => socket.named('orderCreated')[0])
    socket.close()
  })
})

describe('of what a role’s pages show', () => {
  it.each(STAFF_ROLES.filter((role) => role !== 'mobileAdmin'))('nothing of orders is left to a %s without any page', (role) => {
    expect(withheld(role, taking(role, PAGES))).toEqual(
      expect.arrayContaining(['orderCreated', 'orderUpdated', 'orderCompleted', 'orderItemUpdated', 'tableMoved', 'ticketsUnseen']),
    )
    expect(withheld(role, {})).toEqual([])
  })

  it('the dashboard alone keeps what needs attention', () => {
    const map = taking(
      'generalManager',
      PAGES.filter((page) => page !== '/restaurant/dashboard'),
    )
    const heard = ['tableAlert', 'tableAlertCleared', 'stockLow', 'unprintedJobs']
    expect(withheld('generalManager', map).filter((event) => heard.includes(event))).toEqual([])
    expect(withheld('generalManager', map)).toContain('tableChanged')
  })

  it.each(['cashier', 'captain', 'kitchen'] as const)('a %s who may mark a dish sold out hears that its stock is low', (role) => {
    const map = { '/restaurant/inventory': ['superuser'], '/restaurant/settings/recipe': ['superuser'] }
    expect(withheld(role, map)).not.toContain('stockLow')
  })
})

describe('when the permissions change', () => {
  it('the sockets that would hear something else are closed to reconnect, and no others', async () => {
    const w = await makeRestaurant()
    const staff = { waiter: await listen(w, 'waiter'), captain: await listen(w, 'captain'), mobileAdmin: await listen(w, 'mobileAdmin') }
    const { socket: office } = await listen(w, 'backoffice' as StaffRole)
    await permit(w, without('waiter', ...ORDERS))
    expect((await staff.waiter.socket.waitForClose()).code).toBe(1013)
    // It has heard of the change before, so that its screens read it at once.
    expect(staff.waiter.socket.named('settingsUpdated')).toHaveLength(1)
    await w.order([w.line('plain')])
    for (const { socket } of [staff.captain, staff.mobileAdmin, { socket: office }]) {
      await socket.waitFor(() => socket.named('orderCreated')[0])
      expect(socket.closed).toBe(null)
    }

    const again = await listen(w, 'waiter', { since: staff.waiter.socket.seqs.at(-1) })
    expect(again.joined.data.resumed).toBe(true)
    await upToDate(w, again.socket)
    expect(again.socket.named('orderCreated')).toEqual([])
    await permit(w, {})
    expect((await again.socket.waitForClose()).code).toBe(1013)
    for (const { socket } of [staff.captain, staff.mobileAdmin, { socket: office }]) socket.close()
  })

  it('a socket whose handshake began before is turned away', async () => {
    const where = newRoom()
    const readAt = Date.now()
    await publish(where, { event: 'settingsUpdated', data: { changed: 'permissions' } })
    const early = await open(where, sessionOf(where, { readAt }))
    expect((await early.waitForClose()).code).toBe(1013)
    const late = await open(where, sessionOf(where, { readAt: Date.now() + 1 }))
    expect((await late.join('joinRestaurant')).data).toMatchObject({ seq: 1 })
    late.close()
  })

  it('and all of the staff’s are closed while the room can’t read them', async () => {
    const w = await makeRestaurant()
    const { socket } = await listen(w, 'captain')
    const { socket: office } = await listen(w, 'backoffice' as StaffRole)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const database = Object.getPrototypeOf(env.PLATFORM) as D1Database
    const real = database.prepare
    const prepare = vi.spyOn(database, 'prepare').mockImplementation(function (this: D1Database, query) {
      if (query.includes('FROM restaurants')) throw new Error('no answer')
      return real.call(this, query)
    })
    try {
      await publish({ restaurantId: w.id, shard: w.shard }, { event: 'settingsUpdated', data: { changed: 'permissions' } })
      expect((await socket.waitForClose()).code).toBe(1013)
    } finally {
      prepare.mockRestore()
    }
    expect((await office.settled()).closed).toBe(null)
    office.close()
  })
})
