import { runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wallClock } from '#domain/time.ts'
import { bookingsChanged, room } from '../../realtime/publish.ts'
import { openSocket, type TestSocket } from '../sockets.ts'
import { aMobile } from '../stage.ts'
import { call, makeRestaurant, testEnv, type World } from '../world.ts'

/** The events that the floor's screens get without asking, and those that guests no longer get once they have left a table. */

const MINUTE = 60_000
afterEach(() => void vi.useRealTimers())

let w: World
let floor: TestSocket
const n = (i: number) => w.tables[i] ?? ''
beforeEach(async () => {
  w = await makeRestaurant()
  floor = await openSocket(w.id, await w.as('captain'))
  await floor.join('joinRestaurant')
  return () => floor.close()
})
/** A booking that begins in so many minutes of the wall clock. */
async function book(minutes: number, tableId: string | null, more: object = {}) {
  const { date, time } = wallClock(new Date(Date.now() + minutes * MINUTE), 'Asia/Kolkata')
  const body = { customerName: 'Meera', mobile_number: '9820012345', partySize: 2, date, time, tableId, ...more }
  const reply = await w.does('cashier', 'POST /restaurant/reservations/create', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.reservation as { _id: string }
}
const move = async (from: number, to: number) =>
  expect((await w.does('captain', 'POST /tables/move', { fromTableId: n(from), toTableId: n(to) })).status).toBe(200)
const change = (id: string, body: object) => w.does('cashier', `PUT /restaurant/reservations/update/${id}`, body)
async function kept(id: string): Promise<{ status: string; version: number }> {
  const { reservations } = (await w.does('cashier', 'GET /restaurant/reservations')).body
  const { status: is, version } = reservations.find((r: { _id: string }) => r._id === id)
  return { status: is, version }
}
/** `[table, status]` of every event that the floor has received since the last call of this function. */
let heard = 0
async function told(): Promise<[string, string][]> {
  await floor.settled()
  const all = floor.named('tableChanged').map((m): [string, string] => {
    const table = m.data.table as { _id: string; status: string }
    return [String(w.tables.indexOf(table._id)), table.status]
  })
  const news = all.slice(heard)
  heard = all.length
  return news
}
beforeEach(() => void (heard = 0))
const status = async (i: number) => (await w.table(i)).status

describe('a booking', () => {
  it('that is due shows its table as reserved on every floor screen, and later as free again', async () => {
    const { _id } = await book(30, n(0))
    await floor.waitFor(() => floor.named('tableChanged').length === 1)
    expect(await told()).toEqual([['0', 'reserved']])
    expect(await status(0)).toBe('reserved')
    // To another table: an event for each of the two.
    await change(_id, { tableId: n(1) })
    await floor.waitFor(() => floor.named('tableChanged').length === 3)
    expect((await told()).sort()).toEqual([
      ['0', 'available'],
      ['1', 'reserved'],
    ])
    // A note changes no table; the guests who sit down do.
    await change(_id, { note: 'Window' })
    await change(_id, { status: 'seated' })
    await floor.waitFor(() => floor.named('tableChanged').length === 4)
    expect(await told()).toEqual([['1', 'available']])
    const again = await book(40, n(2))
    await w.does('cashier', `DELETE /restaurant/reservations/delete/${again._id}`)
    await floor.waitFor(() => floor.named('tableChanged').length === 6)
    expect(await told()).toEqual([
      ['2', 'reserved'],
      ['2', 'available'],
    ])
  })

  it('whose guests sit down shows so on every floor screen, with who they are, until they leave or pay; their first order is in their name', async () => {
    const { _id } = await book(30, n(0))
    const seated = async (i: number) => {
      const { tables } = (await w.does('waiter', 'GET /tables')).body
      return Boolean(tables.find((t: { _id: string }) => t._id === n(i)).seatedAt)
    }
    const events = async (count: number) => {
      await floor.waitFor(() => floor.named('tableChanged').length >= count)
      const all = floor
        .named('tableChanged')
        .slice(-1)
        .map((e) => (e.data as { table: { tableNumber: string; seatedAt?: string } }).table)
      return all.map((t) => `${t.tableNumber} ${t.seatedAt ? 'seated' : 'free'}`)
    }
    await floor.waitFor(() => floor.named('tableChanged').length === 1)
    await change(_id, { status: 'seated' })
    expect(await events(2)).toEqual(['1 seated'])
    const { bookings } = (await w.does('waiter', 'GET /tables/bookings')).body
    expect(bookings).toEqual([expect.objectContaining({ tableId: n(0), customerName: 'Meera', partySize: 2, seated: true })])
    // Undone, and seated at another table after all.
    await change(_id, { status: 'arrived' })
    expect([await events(3), await seated(0)]).toEqual([['1 free'], false])
    await change(_id, { status: 'seated', tableId: n(1) })
    expect([await seated(0), await seated(1)]).toEqual([false, true])
    await change(_id, { tableId: n(0) })
    expect([await seated(0), await seated(1)]).toEqual([true, false])
    const order = await w.order([w.line('plain')])
    expect(order).toMatchObject({ customer_name: 'Meera', mobile_number: '9820012345', guests: 2 })
    await w.settle(order._id)
    expect(await seated(0)).toBe(false)
    // They have left, so the table can be booked for that hour again. Marked as gone later too, the booking takes nothing from those who sit there by then.
    expect(await kept(_id)).toEqual({ status: 'completed', version: 6 })
    const next = await book(30, n(0))
    await change(next._id, { status: 'seated' })
    await change(_id, { status: 'completed' })
    expect(await seated(0)).toBe(true)
    await w.does('cashier', `DELETE /restaurant/reservations/delete/${next._id}`)
    expect(await seated(0)).toBe(false)
    expect((await w.does('waiter', 'GET /tables/bookings')).body.bookings).toEqual([])
  })

  it.each([
    ['was marked as not seated yet', { status: 'arrived' }, 'arrived'],
    ['was given another table', { tableId: 1 }, 'seated'],
  ])('that %s after the order began is not closed by the order’s end', async (_, { tableId, ...body }: any, is) => {
    const { _id } = await book(30, n(0))
    await change(_id, { status: 'seated' })
    const order = await w.order([w.line('plain')])
    await change(_id, tableId === undefined ? body : { tableId: n(tableId) })
    await w.settle(order._id)
    expect((await kept(_id)).status).toBe(is)
  })

  it('at a table that was merged is closed with the bill of all; a cancelled order closes none', async () => {
    const [a, b] = [await book(30, n(0)), await book(30, n(1))]
    for (const { _id } of [a, b]) await change(_id, { status: 'seated' })
    const order = await w.order([w.line('plain')])
    expect((await w.does('captain', 'POST /tables/merge', { parentTableId: n(0), childTableIds: [n(1)] })).status).toBe(200)
    await w.settle(order._id)
    expect([(await kept(a._id)).status, (await kept(b._id)).status]).toEqual(['completed', 'completed'])
    const c = await book(30, n(2))
    await change(c._id, { status: 'seated' })
    const wrong = await w.order([w.line('plain')], { tableId: n(2) })
    const cancelled = { orderId: wrong._id, orderStatus: 'cancelled', reason: 'Wrong table' }
    expect((await w.does('cashier', 'PUT /orders/status', cancelled)).status).toBe(200)
    expect((await kept(c._id)).status).toBe('seated')
  })

  it('whose guests’ order moves away leaves the table free, is at the new one, and is closed with the bill there', async () => {
    const { _id } = await book(30, n(0))
    await change(_id, { status: 'seated' })
    const order = await w.order([w.line('plain')])
    await move(0, 2)
    expect([Boolean((await w.table(0)).seatedAt), Boolean((await w.table(2)).seatedAt)]).toEqual([false, true])
    const { bookings } = (await w.does('waiter', 'GET /tables/bookings')).body
    expect(bookings).toEqual([expect.objectContaining({ tableId: n(2), customerName: 'Meera' })])
    // Moved back, as Undo does it, and to another table after all.
    await move(2, 0)
    await move(0, 1)
    await w.settle(order._id)
    expect([(await kept(_id)).status, (await w.table(1)).seatedAt]).toEqual(['completed', undefined])
    for (const i of [0, 1, 2]) await book(30, n(i))
  })

  it('stays at its table when the order of the guests before it moves away, and at a table that an order moves to', async () => {
    const start = Date.now()
    const before = await w.order([w.line('plain')])
    vi.useFakeTimers({ toFake: ['Date'], now: start + 40 * MINUTE })
    for (const [i, customerName] of ['Asha', 'Ravi'].entries())
      await change((await book(30, n(i), { customerName }))._id, { status: 'seated' })
    const seated = async () => {
      const { bookings } = (await w.does('waiter', 'GET /tables/bookings')).body
      return bookings.map((b: any) => `${w.tables.indexOf(b.tableId)} ${b.customerName}`).sort()
    }
    await move(0, 2)
    await move(2, 1)
    expect(await seated()).toEqual(['0 Asha', '1 Ravi'])
    await w.settle(before._id)
    expect(await seated()).toEqual(['0 Asha', '1 Ravi'])
    await w.order([w.line('plain')])
    await move(0, 1)
    expect(await seated()).toEqual(['1 Ravi'])
  })

  it.each([
    ['that was there before them ends: they still sit there, and their own order is in their name', 40, false],
    ['that was sent just before they were marked as seated ends: it was theirs, and they have left', 10, false],
    ['that was there before them ends after they were served from it: it was theirs, and they have left', 40, true],
  ])('whose guests sit down at a table with an order, and the order %s', async (_, minutes, adds) => {
    const start = Date.now()
    const before = await w.order([w.line('plain')])
    vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * MINUTE })
    const { _id } = await book(30, n(0))
    await change(_id, { status: 'seated' })
    if (adds) await w.order([w.line('plain')])
    vi.setSystemTime(start + (minutes + 5) * MINUTE)
    await w.settle(before._id)
    const stays = minutes > 15 && !adds
    expect(Boolean((await w.table(0)).seatedAt)).toBe(stays)
    expect((await w.does('waiter', 'GET /tables/bookings')).body.bookings).toHaveLength(stays ? 1 : 0)
    expect((await kept(_id)).status).toBe(stays ? 'seated' : 'completed')
    const theirs = await w.order([w.line('plain')])
    expect(theirs.customer_name).toBe(stays ? 'Meera' : '')
    await w.settle(theirs._id)
    expect((await w.table(0)).seatedAt).toBeUndefined()
    expect((await kept(_id)).status).toBe('completed')
  })

  it('of a later hour, or without a table, shows nothing yet', async () => {
    await book(24 * 60, n(0))
    await book(30, null)
    expect(await told()).toEqual([])
    expect(await status(0)).toBe('available')
  })

  it('changes its table by time alone: an hour before it begins, and when its time has passed and nobody came', async () => {
    const alarm = () => runDurableObjectAlarm(room(testEnv, w.id))
    const start = Date.now()
    const { _id } = await book(150, n(0), { durationMinutes: 60 })
    await book(200, n(1), { durationMinutes: 60 })
    expect(await told()).toEqual([])
    const at = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * MINUTE })
      await alarm()
      return told()
    }
    expect(await at(80)).toEqual([])
    expect(await at(91)).toEqual([['0', 'reserved']])
    expect(await status(0)).toBe('reserved')
    expect(await at(100)).toEqual([])
    expect(await at(141)).toEqual([['1', 'reserved']])
    expect(await at(212)).toEqual([['0', 'available']])
    expect(await status(0)).toBe('available')
    // It is over: a late guest changes nothing of the table.
    await change(_id, { status: 'noShow' })
    expect(await at(262)).toEqual([['1', 'available']])
    // In sequence with all other events, so that a screen that was offline gets it too.
    const seqs = (await w.events()).map((e) => e.seq)
    expect(seqs).toEqual(seqs.map((_, i) => i + 1))
    expect(floor.seqs).toEqual([...floor.seqs].sort((a, b) => a - b))
  })

  it.each([
    ['after the room had woken with nobody there', 91],
    ['before the room had woken at all, because the book changed meanwhile', null],
  ])('that fell due %s reaches a screen that comes back', async (_, woken) => {
    const start = Date.now()
    await book(150, n(0), { durationMinutes: 60 })
    await book(200, n(1), { durationMinutes: 60 })
    await floor.settled()
    const since = Number(floor.messages.findLast((m) => m.event === 'joined')?.data.seq)
    floor.close()
    await floor.waitForClose()
    if (woken === null) await bookingsChanged(testEnv, { restaurantId: w.id, shard: 'OUTLETS_0' })
    else {
      vi.useFakeTimers({ toFake: ['Date'], now: start + woken * MINUTE })
      await runDurableObjectAlarm(room(testEnv, w.id))
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start + 145 * MINUTE })
    floor = await openSocket(w.id, await w.as('captain'))
    expect((await floor.join('joinRestaurant', { since })).data.resumed).toBe(true)
    await runDurableObjectAlarm(room(testEnv, w.id))
    await floor.settled()
    expect(new Set((await told()).map(String))).toEqual(new Set(['0,reserved', '1,reserved']))
    // Once: who joins next has nothing to wait for.
    await runDurableObjectAlarm(room(testEnv, w.id))
    expect(await told()).toEqual([])
  })

  it('changes its table also when the room couldn’t read the bookings for a while', async () => {
    const start = Date.now()
    const at = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * MINUTE })
      await runDurableObjectAlarm(room(testEnv, w.id))
      return told()
    }
    const unread = async <T>(work: () => Promise<T>): Promise<T> => {
      await testEnv.OUTLETS_0.prepare('ALTER TABLE reservations RENAME TO unread').run()
      try {
        return await work()
      } finally {
        await testEnv.OUTLETS_0.prepare('ALTER TABLE unread RENAME TO reservations').run()
      }
    }
    await book(150, n(0), { durationMinutes: 60 })
    // When the next change is looked up: the plan that there was is dropped by then.
    await unread(() => bookingsChanged(testEnv, { restaurantId: w.id, shard: 'OUTLETS_0' }))
    expect(await at(85)).toEqual([])
    // When the change is written.
    expect(await unread(() => at(91))).toEqual([])
    expect(await at(91.1)).toEqual([['0', 'reserved']])
    expect(await at(92)).toEqual([])
    expect(await at(212)).toEqual([['0', 'available']])
  })

  it('is shown to those who seat guests, with time, name and guests but no number, while its table is reserved', async () => {
    const other = await makeRestaurant()
    const near = wallClock(new Date(Date.now() + 30 * MINUTE), 'Asia/Kolkata')
    const far = wallClock(new Date(Date.now() + 90 * MINUTE), 'Asia/Kolkata')
    const booked = async (at: { date: string; time: string }, n: number, customerName: string) => {
      const body = { customerName, mobile_number: '9820012345', partySize: 4, date: at.date, time: at.time, tableId: other.tables[n] }
      const reply = await other.does('cashier', 'POST /restaurant/reservations/create', body)
      expect(reply.status, reply.text).toBe(201)
      return reply.body.reservation._id as string
    }
    const id = await booked(near, 0, 'Kavya')
    await booked(far, 1, 'Later')
    const shown = async (role: 'waiter' | 'captain' | 'cashier' = 'waiter') =>
      (await other.does(role, 'GET /tables/bookings')).body.bookings
    for (const role of ['waiter', 'captain', 'cashier'] as const)
      expect(await shown(role)).toEqual([{ tableId: other.tables[0], time: near.time, customerName: 'Kavya', partySize: 4 }])
    await other.does('cashier', `PUT /restaurant/reservations/update/${id}`, { status: 'cancelled' })
    expect(await shown()).toEqual([])
  })

  it('that was made before any screen was connected reaches screens that join later', async () => {
    const other = await makeRestaurant()
    const { date, time } = wallClock(new Date(Date.now() + 70 * MINUTE), 'Asia/Kolkata')
    const body = { customerName: 'M', mobile_number: '9820012345', partySize: 2, date, time, tableId: other.tables[0] }
    expect((await other.does('cashier', 'POST /restaurant/reservations/create', body)).status).toBe(201)
    const late = await openSocket(other.id, await other.as('captain'))
    await late.join('joinRestaurant')
    await late.settled()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE })
    await runDurableObjectAlarm(room(testEnv, other.id))
    const event = await late.waitFor(() => late.named('tableChanged')[0])
    expect(event.data).toMatchObject({ tableId: other.tables[0], table: { status: 'reserved' } })
    late.close()
  })

  it('carries the time when its table is free again, in the event and in the answer', async () => {
    await book(30, n(0))
    const order = await w.order([w.line('plain')])
    expect(await status(0)).toBe('occupied')
    await w.settle(order._id)
    await floor.waitFor(() => floor.named('tableChanged').length === 3)
    expect(await told()).toEqual([
      ['0', 'reserved'],
      ['0', 'occupied'],
      ['0', 'reserved'],
    ])
    await w.order([w.line('plain')])
    const moved = await w.does('captain', 'POST /tables/move', { fromTableId: n(0), toTableId: n(1) })
    expect([moved.body.from.status, moved.body.to.status]).toEqual(['reserved', 'occupied'])
    const event = await floor.waitFor(() => floor.named('tableMoved')[0])
    expect((event.data.from as { status: string }).status).toBe('reserved')
    const named = await w.does('superuser', `PUT /tables/update?id=${n(0)}`, { area: 'Roof' })
    expect(named.body.table.status).toBe('reserved')
  })
})

describe('guests whose order becomes a take-away or a delivery', () => {
  const sit = async (table: number) =>
    (await call('POST /auth/user/login', { body: { name: 'Guest', mobile_number: aMobile(), tableId: n(table) } })).body.token as string
  const joined = async (token: string, table: number) => {
    const socket = await openSocket(w.id, token)
    await socket.join('joinTable', { tableId: n(table) })
    return socket
  }

  it('lose their sitting: sockets closed, token expired, alerts cleared; the next guests begin a new one', async () => {
    const [token, other] = [await sit(0), await sit(1)]
    const order = await w.order([w.line('plain')])
    const [socket, idle, neighbour] = [await joined(token, 0), await openSocket(w.id, token), await joined(other, 1)]
    await call('POST /tables/alert', { token, body: { tableId: n(0), alertType: 'bill' } })
    const parcel = await w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { orderType: 'Take Away' } })
    expect(parcel.body.order).toMatchObject({ orderType: 'Take Away', tableId: null, sittingId: null })
    expect((await socket.waitForClose()).code).toBe(4401)
    expect((await call('GET /auth/me', { token })).status).toBe(401)
    expect((await w.does('captain', 'GET /tables/alerts')).body.alerts).toEqual([])
    // Who had not joined yet is refused when it tries.
    idle.send('joinTable', { tableId: n(0) })
    expect((await idle.waitForClose()).code).toBe(4401)
    // Guests at the table see nothing of the parcel.
    const next = await sit(0)
    const fresh = await joined(next, 0)
    await w.settle(order._id)
    await floor.waitFor(() => floor.named('orderCompleted')[0])
    await fresh.settled()
    await neighbour.settled()
    expect(fresh.messages.filter((m) => m.event.startsWith('order'))).toEqual([])
    expect([fresh.closed, neighbour.closed]).toEqual([null, null])
    for (const s of [fresh, neighbour]) s.close()
  })

  it('lose their sitting at all merged tables too', async () => {
    const [parent, child] = [await sit(0), await sit(1)]
    const order = await w.order([w.line('plain')])
    await w.does('captain', 'POST /tables/merge', { parentTableId: n(0), childTableIds: [n(1)] })
    const sockets = [await joined(parent, 0), await joined(child, 1)]
    await w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: { orderType: 'Delivery' } })
    for (const socket of sockets) expect((await socket.waitForClose()).code).toBe(4401)
    expect([await status(0), await status(1)]).toEqual(['available', 'available'])
  })
})
