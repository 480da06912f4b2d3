import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { outletDb, run } from '../db/index.ts'
import { env } from '../test/env.ts'
import { changeTable, commitEvents, diner, dinerOf, type Guest, newRoom, open, publish, seatGuest, sessionOf, staff } from '../test/room.ts'
import { writeSession } from './handshake.ts'
import {
  alerts,
  armRoom,
  clearAlerts,
  currentNumber,
  endSessions,
  endSitting,
  hintRoom,
  kotNumbers,
  raiseAlert,
  relayedSeq,
  room,
  type Where,
} from './publish.ts'

const upTo = (n: number, from = 1) => Array.from({ length: n - from + 1 }, (_, i) => from + i)
const order = (guest: Guest, more: Record<string, unknown> = {}) => ({
  _id: 'o1',
  tableId: guest.tableId,
  sittingId: guest.sittingId,
  ...more,
})
const atTable = (guest: Guest, event: 'orderCreated' | 'orderUpdated' | 'orderCompleted' = 'orderUpdated') => ({
  event,
  tableId: guest.tableId,
  data: { orderId: 'o1', tableId: guest.tableId, order: order(guest) },
})
const moveOf = (from: Guest, toTableId: string, more: Record<string, unknown> = {}, sittingId = from.sittingId) => ({
  event: 'tableMoved' as const,
  tableId: from.tableId,
  data: {
    fromTableId: from.tableId,
    toTableId,
    fromTableNumber: '1',
    toTableNumber: '2',
    orderId: 'o1',
    order: { _id: 'o1', tableId: toTableId, sittingId },
    ...more,
  },
})
const alarm = (where: Where) => runDurableObjectAlarm(room(env, where.restaurantId))

describe('ticket numbers', () => {
  const day = { businessDate: '20261121', epoch: 0 }

  test('200 tickets at once are 1 to 200, with no socket ever opened', async () => {
    const where = newRoom()
    const given = await Promise.all(upTo(200).map((n) => kotNumbers(env, where, { ...day, kotIds: [`k${n}`] })))
    expect(given.map(({ numbers }, i) => numbers[`k${i + 1}`]?.number).sort((a, b) => Number(a) - Number(b))).toEqual(upTo(200))
    expect(await currentNumber(env, where, day)).toBe(200)
  })

  test('a ticket that is asked again has its first number, day and epoch', async () => {
    const where = newRoom()
    const first = await kotNumbers(env, where, { ...day, kotIds: ['a', 'b', 'a'] })
    expect(first.numbers).toEqual({ a: { number: 1, date: '20261121', epoch: 0 }, b: { number: 2, date: '20261121', epoch: 0 } })
    expect((await kotNumbers(env, where, { businessDate: '20261122', epoch: 1, kotIds: ['b', 'c'] })).numbers).toEqual({
      b: { number: 2, date: '20261121', epoch: 0 },
      c: { number: 1, date: '20261122', epoch: 1 },
    })
  })

  test('a reset and a new day begin at 1, and each goes on by itself', async () => {
    const where = newRoom()
    const next = async (businessDate: string, epoch: number) =>
      Object.values((await kotNumbers(env, where, { businessDate, epoch, kotIds: [randomId()] })).numbers)[0]?.number
    expect([
      await next('20261121', 0),
      await next('20261121', 0),
      await next('20261121', 1),
      await next('20261122', 1),
      await next('20261121', 1),
    ]).toEqual([1, 2, 1, 1, 2])
    expect(await currentNumber(env, where, { businessDate: '20261123', epoch: 1 })).toBe(0)
  })

  test('numbers older than three business days are deleted', async () => {
    const where = newRoom()
    for (const d of [17, 18, 19, 20, 21]) await kotNumbers(env, where, { businessDate: `202611${d}`, epoch: 0, kotIds: [`k${d}`] })
    const days = await runInDurableObject(room(env, where.restaurantId), (_, state) =>
      state.storage.sql
        .exec('SELECT business_date AS d FROM kot_numbers ORDER BY d')
        .toArray()
        .map((r) => r.d),
    )
    expect(days).toEqual(['20261118', '20261119', '20261120', '20261121'])
  })

  test('fields added by a neighbouring version are accepted', async () => {
    const where = { ...newRoom(), region: 'new' }
    const more = { ...day, kotIds: ['a'], priority: true }
    expect((await kotNumbers(env, where, more)).numbers.a?.number).toBe(1)
  })
})

describe('connecting', () => {
  test('what a client claims about itself in the address or the headers is ignored', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const forged = writeSession(sessionOf(where))
    const spy = await open(where, dinerOf(where, guest), '?_pk=staff', {
      'x-tawa-session': forged,
      'x-partykit-props': '{',
      'x-partykit-room': 'x',
    })
    await spy.join('joinTable', { tableId: guest.tableId })
    const kitchen = await staff(where)
    await publish(where, { tableId: null, data: { secret: 1 } })
    expect((await kitchen.settled()).seqs).toEqual([1])
    expect((await spy.settled()).seqs).toEqual([])
  })

  test('the room itself takes no connection id either', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    for (const pk of ['staff', 'staff']) {
      const answer = await room(env, where.restaurantId).fetch(`https://room/?_pk=${pk}`, {
        headers: { Upgrade: 'websocket', 'x-tawa-session': writeSession(dinerOf(where, guest)) },
      })
      expect(answer.status).toBe(101)
      answer.webSocket?.accept()
    }
    const tags = await runInDurableObject(room(env, where.restaurantId), (_, state) => state.getWebSockets().map((ws) => state.getTags(ws)))
    expect(tags.map(([, ...rest]) => rest.map((t) => t.replace(/sid:.*/, 'sid:')))).toEqual([
      ['sid:', 'diner'],
      ['sid:', 'diner'],
    ])
    expect(new Set(tags.map(([id]) => id)).size).toBe(2)
    expect(tags.flat()).not.toContain('staff')
  })

  test('a failure in the handshake reveals no internals', async () => {
    const where = newRoom()
    // A tag has at most 256 characters, so partyserver throws.
    const answer = await room(env, where.restaurantId).fetch('https://room/', {
      headers: { Upgrade: 'websocket', 'x-tawa-session': writeSession(sessionOf(where, { sid: 's'.repeat(300) })) },
    })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toMatch(/partyserver|\bat \w|tag/)
    const plain = await room(env, where.restaurantId).fetch('https://room/')
    expect(plain.status).toBe(426)
    const unnamed = await room(env, where.restaurantId).fetch('https://room/', { headers: { Upgrade: 'websocket' } })
    expect(unnamed.status).toBe(401)
  })

  test('a name in any script arrives', async () => {
    const where = newRoom()
    const socket = await staff(where, { name: 'रज़िया “Rāz” 🍛' })
    expect(socket.named('joined')).toHaveLength(1)
  })

  test('nonsense is answered, and the socket stays', async () => {
    const where = newRoom()
    const socket = await staff(where)
    socket.sendRaw('{')
    socket.sendRaw('[]')
    socket.sendRaw('null')
    socket.sendRaw(new Uint8Array([1, 2]).buffer)
    socket.send('toString')
    socket.send('joinTable', { tableId: 7 })
    socket.send('joinRestaurant', { since: -1 })
    socket.send('joinRestaurant', { restaurantId: 'another' })
    socket.sendRaw(JSON.stringify({ event: 'pong', data: { pad: 'x'.repeat(65_536) } }))
    socket.send('pong')
    await socket.waitFor(() => socket.named('error').length === 9)
    expect(
      socket
        .named('error')
        .map((m) => m.data.code)
        .sort(),
    ).toEqual([
      'bad_message',
      'bad_message',
      'bad_message',
      'bad_message',
      'forbidden',
      'too_large',
      'unknown_event',
      'validation_failed',
      'validation_failed',
    ])
    await publish(where, {})
    expect((await socket.settled()).seqs).toEqual([1])
    expect(socket.closed).toBeNull()
  })

  test('a socket that has not joined, or has left, gets no events', async () => {
    const where = newRoom()
    const idle = await open(where, sessionOf(where))
    const left = await open(where, sessionOf(where))
    await left.join('joinTable', { tableId: 't1' })
    left.send('leaveTable', { tableId: 't1' })
    await left.join('joinTable', { tableId: 't2' })
    left.send('leaveTable', { tableId: 't2' })
    const other = await staff(where)
    await publish(where, {})
    expect((await other.settled()).seqs).toEqual([1])
    expect((await left.settled()).seqs).toEqual([])
    expect((await idle.settled()).seqs).toEqual([])
  })

  test('a diner joins its own table only', async () => {
    const where = newRoom()
    const [mine, theirs] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const socket = await open(where, dinerOf(where, mine))
    socket.send('joinRestaurant')
    socket.send('joinTable', { tableId: theirs.tableId })
    await socket.waitFor(() => socket.named('error').length === 2)
    expect(socket.named('error').map((m) => m.data)).toMatchObject([{ code: 'forbidden' }, { code: 'forbidden', tableId: mine.tableId }])
    await publish(where, atTable(theirs), { event: 'menuItemUpdated', tableId: '*' })
    expect((await socket.settled()).seqs).toEqual([])
  })

  test('a sitting that ended while the diner was connecting opens nothing', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const socket = await open(where, dinerOf(where, guest))
    await changeTable(where, guest.tableId, { sittingId: randomId() })
    socket.send('joinTable', { tableId: guest.tableId })
    expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
    expect(socket.named('error')[0]?.data).toEqual({ code: 'session_ended', message: 'Session expired' })
  })

  test('ended sessions are told and closed, others stay', async () => {
    const where = newRoom()
    const gone = await staff(where, { sid: 'gone' })
    const here = await staff(where, { sid: 'here' })
    await endSessions(env, where, ['gone', 'unknown'])
    expect(await gone.waitForClose()).toMatchObject({ code: 4401 })
    expect(gone.messages.at(-1)).toMatchObject({ event: 'error', data: { code: 'session_ended', message: 'Session expired' } })
    await publish(where, {})
    expect((await here.settled()).seqs).toEqual([1])
    // A socket that had passed the Worker's check when its session ended.
    const late = await open(where, sessionOf(where, { sid: 'gone' }))
    expect(await late.waitForClose()).toMatchObject({ code: 4401 })
  })

  test('a socket whose token has lapsed gets no more events', async () => {
    const where = newRoom()
    const socket = await open(where, sessionOf(where, { expiresAt: new Date(Date.now() + 60_000).toISOString() }))
    await socket.join('joinRestaurant')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      await publish(where, {})
      expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
    } finally {
      vi.useRealTimers()
    }
    expect(socket.seqs).toEqual([])
  })
})

describe('the relay', () => {
  test('every event reaches staff once and in order, in both rooms, whatever seq the hints name', async () => {
    const where = newRoom()
    const socket = await staff(where)
    await socket.join('joinTable', { tableId: 't1' })
    await commitEvents(where, { data: { n: 1 } }, { tableId: 't1', data: { n: 2 } })
    await Promise.all([hintRoom(env, where, 2), hintRoom(env, where, 1), hintRoom(env, where, 2), publish(where, { data: { n: 3 } })])
    await socket.waitFor(() => socket.seqs.length >= 3)
    expect((await socket.settled()).seqs).toEqual([1, 2, 3])
    expect(socket.messages.filter((m) => m.seq).map((m) => m.data.n)).toEqual([1, 2, 3])
    expect(socket.messages.find((m) => m.seq)).toMatchObject({ event: 'orderUpdated', at: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(await relayedSeq(env, where)).toBe(3)
  })

  test('50 commands at once, joins among them: no one misses or repeats an event', async () => {
    const where = newRoom()
    const first = await staff(where)
    const late = Promise.all(
      upTo(8).map(async () => {
        const socket = await open(where, sessionOf(where))
        await socket.join('joinRestaurant', { since: 0 })
        return socket
      }),
    )
    await Promise.all(upTo(50).map(() => publish(where, {})))
    for (const socket of [first, ...(await late)]) {
      await socket.waitFor(() => socket.seqs.length >= 50)
      expect((await socket.settled()).seqs).toEqual(upTo(50))
    }
  })

  test('more than a page is relayed and replayed', async () => {
    const where = newRoom()
    const socket = await staff(where)
    for (let i = 0; i < 9; i++) await commitEvents(where, ...upTo(50).map(() => ({})))
    await hintRoom(env, where, 450)
    expect((await socket.settled()).seqs).toEqual(upTo(450))
    const late = await open(where, sessionOf(where))
    await late.join('joinRestaurant', { since: 10 })
    expect((await late.settled()).seqs).toEqual(upTo(450, 11))
  })

  test('a join first relays what is pending, and answers the last seq relayed', async () => {
    const where = newRoom()
    const here = await staff(where)
    await commitEvents(where, {}, {})
    const socket = await open(where, sessionOf(where))
    expect((await socket.join('joinRestaurant', { restaurantId: where.restaurantId })).data).toEqual({
      room: 'restaurant',
      seq: 2,
      resumed: false,
      alerts: [],
    })
    expect((await socket.settled()).seqs).toEqual([])
    expect((await here.settled()).seqs).toEqual([1, 2])
  })

  test('since replays the events after it, once, and a second room adds nothing', async () => {
    const where = newRoom()
    await publish(where, {}, {}, {}, {})
    const socket = await open(where, sessionOf(where))
    expect((await socket.join('joinRestaurant', { since: 2 })).data).toMatchObject({ seq: 4, resumed: true })
    expect((await socket.join('joinTable', { tableId: 't1', since: 2 })).data).toMatchObject({ seq: 4, resumed: true })
    expect((await socket.settled()).seqs).toEqual([3, 4])
    // A client that notices a gap joins the same room again.
    expect((await socket.join('joinRestaurant', { since: 3 })).data).toMatchObject({ resumed: true })
    expect((await socket.settled()).seqs).toEqual([3, 4, 4])
    expect((await socket.join('joinRestaurant', { since: 4 })).data).toMatchObject({ resumed: true })
    expect((await socket.join('joinRestaurant', { since: 99 })).data).toMatchObject({ resumed: false, seq: 4 })
  })

  test('a replay whose beginning was purged is refused as a whole', async () => {
    const where = newRoom()
    await publish(where, {}, {}, {}, {})
    await run(outletDb(env, where.shard), sql`DELETE FROM events WHERE restaurant_id = ${where.restaurantId} AND seq <= 2`)
    const socket = await open(where, sessionOf(where))
    expect((await socket.join('joinRestaurant', { since: 1 })).data).toMatchObject({ resumed: false, seq: 4 })
    expect((await socket.settled()).seqs).toEqual([])
    expect((await socket.join('joinRestaurant', { since: 2 })).data).toMatchObject({ resumed: true })
    expect((await socket.settled()).seqs).toEqual([3, 4])
  })

  test('a gap is never skipped; purged events are', async () => {
    const where = newRoom()
    const socket = await staff(where)
    await commitEvents(where, {}, {}, {})
    await run(outletDb(env, where.shard), sql`DELETE FROM events WHERE restaurant_id = ${where.restaurantId} AND seq = 2`)
    await hintRoom(env, where, 3)
    expect((await socket.settled()).seqs).toEqual([1])
    await run(outletDb(env, where.shard), sql`DELETE FROM events WHERE restaurant_id = ${where.restaurantId} AND seq = 1`)
    await alarm(where)
    expect((await socket.settled()).seqs).toEqual([1, 3])
  })

  test('after arming, an event without a hint arrives by the alarm', async () => {
    const where = newRoom()
    const socket = await staff(where)
    const before = Date.now()
    await armRoom(env, where)
    await commitEvents(where, {})
    const due = await runInDurableObject(room(env, where.restaurantId), (_, state) =>
      state.storage.sql
        .exec<{ at: number }>(`SELECT at FROM due WHERE kind = 'relay' ORDER BY at`)
        .toArray()
        .map((r) => r.at - before),
    )
    expect(due).toEqual([expect.any(Number), expect.any(Number)])
    expect(due[0]).toBeGreaterThanOrEqual(3000)
    expect(due[1]).toBeGreaterThanOrEqual(15_000)
    expect(due[1]).toBeLessThanOrEqual(16_100)
    expect(await alarm(where)).toBe(true)
    expect((await socket.settled()).seqs).toEqual([1])
    // The second one is for a command that commits late.
    await commitEvents(where, {})
    expect(await alarm(where)).toBe(true)
    expect((await socket.settled()).seqs).toEqual([1, 2])
  })

  test('the alarm fires by itself', async () => {
    const where = newRoom()
    const socket = await staff(where)
    await kotNumbers(env, where, { businessDate: '20261121', epoch: 0, kotIds: ['a'] })
    await commitEvents(where, {})
    const started = Date.now()
    await socket.waitFor(() => socket.seqs.length === 1)
    expect(Date.now() - started).toBeLessThan(5000)
  })

  test('a relay that fails is tried again, and the hint throws nothing', async () => {
    const where = newRoom()
    const socket = await staff(where)
    await commitEvents(where, {})
    await hintRoom(env, { ...where, shard: 'OUTLETS_9' }, 1)
    await armRoom(env, where)
    await alarm(where)
    expect((await socket.settled()).seqs).toEqual([1])
  })

  test('a join that can’t read the database closes the socket, and the client comes again', async () => {
    const where = { ...newRoom(), shard: 'OUTLETS_9' }
    const socket = await open(where, sessionOf(where))
    socket.send('joinRestaurant')
    expect(await socket.waitForClose()).toMatchObject({ code: 1013 })
    expect(socket.named('error')[0]?.data).toMatchObject({ code: 'unavailable' })
  })

  test('a room that hibernated goes on: sockets, counters, alerts and the place in the outbox are kept', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const socket = await staff(where)
    const eater = await diner(where, guest)
    const day = { businessDate: '20261121', epoch: 0 }
    await kotNumbers(env, where, { ...day, kotIds: ['a'] })
    await raiseAlert(env, where, { tableId: guest.tableId, tableNumber: '1', alertType: 'water' })
    await publish(where, atTable(guest))
    await evictDurableObject(room(env, where.restaurantId))
    await publish(where, atTable(guest))
    expect((await socket.settled()).seqs).toEqual([1, 2])
    expect((await eater.settled()).seqs).toEqual([1, 2])
    expect((await kotNumbers(env, where, { ...day, kotIds: ['b', 'a'] })).numbers).toMatchObject({ a: { number: 1 }, b: { number: 2 } })
    expect(await alerts(env, where)).toHaveLength(1)
    await evictDurableObject(room(env, where.restaurantId))
    await commitEvents(where, {})
    expect(await alarm(where)).toBe(true)
    expect((await socket.settled()).seqs).toEqual([1, 2, 3])
  })

  test('a ping goes out while sockets are open, and not after', async () => {
    const where = newRoom()
    const socket = await staff(where)
    await alarm(where)
    expect((await socket.settled()).named('ping')).toHaveLength(1)
    socket.send('pong')
    socket.close()
    await socket.waitForClose()
    expect(await alarm(where)).toBe(true)
    expect(await alarm(where)).toBe(false)
  })
})

describe('diners', () => {
  test('get the events of their own table, including what is for everybody, with the fields that are theirs alone', async () => {
    const where = newRoom()
    const [one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const [a, b, all] = [await diner(where, one), await diner(where, two), await staff(where)]
    await publish(
      where,
      atTable(two),
      { event: 'menuItemUpdated', tableId: '*', data: { item: { _id: 'i' } } },
      { event: 'stockLow', tableId: null },
      { ...atTable(one, 'orderCompleted'), dinerData: { feedbackToken: 'f', order: { feedbackToken: 'f' } } },
    )
    await a.waitForClose()
    expect(a.seqs).toEqual([2, 4])
    expect((await b.settled()).seqs).toEqual([1, 2])
    expect((await all.settled()).seqs).toEqual([1, 2, 3, 4])
    expect(a.messages.find((m) => m.seq === 4)?.data).toMatchObject({ feedbackToken: 'f', order: { _id: 'o1', feedbackToken: 'f' } })
    expect(JSON.stringify(all.messages)).not.toContain('feedbackToken')
  })

  test('guests who move get the move and then the new table’s events, and no longer the old one’s', async () => {
    const where = newRoom()
    const [from, to] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const party = await diner(where, from)
    const early = await diner(where, to)
    await changeTable(where, from.tableId, { sittingId: randomId() })
    await changeTable(where, to.tableId, { sittingId: from.sittingId })
    await publish(
      where,
      moveOf(from, to.tableId),
      { tableId: from.tableId },
      { tableId: to.tableId, data: { order: { sittingId: from.sittingId } } },
    )
    expect((await party.settled()).seqs).toEqual([1, 3])
    // Guests who sat down at the free table before have lost that sitting.
    expect(await early.waitForClose()).toMatchObject({ code: 4401 })
    expect(early.seqs).toEqual([])
    await evictDurableObject(room(env, where.restaurantId))
    await publish(where, { tableId: to.tableId, data: { order: { sittingId: from.sittingId } } })
    expect((await party.settled()).seqs).toEqual([1, 3, 4])
  })

  test('diners of all merged tables get the parent’s events', async () => {
    const where = newRoom()
    const [parent, one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2'), await seatGuest(where, '3')]
    const [host, a, b] = [await diner(where, parent), await diner(where, one), await diner(where, two)]
    for (const child of [one, two]) await changeTable(where, child.tableId, { mergedInto: parent.tableId })
    const merged = (child: Guest) =>
      moveOf(child, parent.tableId, { from: { _id: child.tableId, mergedInto: parent.tableId } }, parent.sittingId)
    await publish(
      where,
      { tableId: null, data: { tableId: one.tableId, order: order(one), tableUpdated: true } },
      merged(one),
      merged(two),
      atTable(parent),
    )
    expect((await host.settled()).seqs).toEqual([2, 3, 4])
    expect((await a.settled()).seqs).toEqual([2, 3, 4])
    expect((await b.settled()).seqs).toEqual([3, 4])
    // A diner who reconnects after the merge is at the parent too.
    const again = await open(where, dinerOf(where, one))
    expect((await again.join('joinTable', { tableId: one.tableId })).data).toMatchObject({ room: parent.tableId })
    await publish(where, atTable(parent, 'orderCompleted'))
    for (const socket of [host, a, b, again]) {
      expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
      expect(socket.seqs.at(-1)).toBe(5)
    }
  })

  test('diners get the end of the order, and then their sitting is over', async () => {
    const where = newRoom()
    const [one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const [paid, cancelled, all] = [await diner(where, one), await diner(where, two), await staff(where)]
    await publish(where, atTable(one, 'orderCompleted'), {
      ...atTable(two),
      event: 'orderItemUpdated',
      data: { tableUpdated: true, tableId: two.tableId, order: order(two) },
    })
    await publish(where, atTable(one), atTable(two))
    for (const [socket, seq] of [
      [paid, 1],
      [cancelled, 2],
    ] as const) {
      expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
      expect(socket.seqs).toEqual([seq])
      expect(socket.messages.at(-1)).toMatchObject({ event: 'error', data: { code: 'session_ended' } })
    }
    expect((await all.settled()).seqs).toEqual([1, 2, 3, 4])
  })

  test('a sitting ended by a call first gets the pending events', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const socket = await diner(where, guest)
    await commitEvents(where, atTable(guest))
    await endSitting(env, where, guest.sittingId)
    expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
    expect(socket.seqs).toEqual([1])
  })

  test('a diner left over at a table does not get the next guests’ events', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const socket = await diner(where, guest)
    await publish(where, { tableId: guest.tableId, data: { order: { sittingId: 'the next party' } } })
    expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
    expect(socket.seqs).toEqual([])
  })

  test('since replays the own sitting, at whatever table it was, and no other', async () => {
    const where = newRoom()
    const [one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const stranger = { ...two, sittingId: 'before' }
    await publish(
      where,
      atTable(stranger),
      atTable(one, 'orderCreated'),
      { event: 'menuItemUpdated', tableId: '*' },
      moveOf(one, two.tableId),
      { tableId: null },
      atTable({ ...two, sittingId: one.sittingId }),
    )
    await changeTable(where, one.tableId, { sittingId: randomId() })
    await changeTable(where, two.tableId, { sittingId: one.sittingId })
    const socket = await open(where, dinerOf(where, { tableId: two.tableId, sittingId: one.sittingId }))
    expect((await socket.join('joinTable', { tableId: two.tableId, since: 0 })).data).toEqual({
      room: two.tableId,
      seq: 6,
      resumed: true,
      alerts: [],
    })
    expect((await socket.settled()).seqs).toEqual([2, 3, 4, 6])
  })

  test('an event of the table that names no order can’t be assigned to a sitting, so the diner fetches anew', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    // No current event is like that; a neighbouring version's may be.
    await publish(where, { event: 'tableChanged', tableId: guest.tableId })
    const socket = await open(where, dinerOf(where, guest))
    expect((await socket.join('joinTable', { tableId: guest.tableId, since: 0 })).data).toMatchObject({ resumed: false, seq: 1 })
    expect((await socket.settled()).seqs).toEqual([])
    await run(outletDb(env, where.shard), sql`DELETE FROM events WHERE restaurant_id = ${where.restaurantId}`)
  })
})

describe('table alerts', () => {
  const water = (guest: Guest, alertType = 'water') => ({ tableId: guest.tableId, tableNumber: '1', alertType })

  test('reach staff and the own table, without a seq; every join returns all of them', async () => {
    const where = newRoom()
    const [one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const [mine, theirs, all] = [await diner(where, one), await diner(where, two), await staff(where)]
    const alert = await raiseAlert(env, where, { ...water(one), orderId: 'o1' })
    expect(alert).toEqual({
      _id: alert.id,
      id: `${one.tableId}-${Date.parse(alert.timestamp)}`,
      tableId: one.tableId,
      alertType: 'water',
      tableNumber: '1',
      orderId: 'o1',
      timestamp: alert.timestamp,
      acknowledged: false,
      acknowledgedBy: null,
    })
    for (const socket of [await mine.settled(), await all.settled()]) {
      expect(socket.named('tableAlert').map((m) => m.data)).toEqual([
        { alert, tableId: one.tableId, alertType: 'water', tableNumber: '1', timestamp: alert.timestamp },
      ])
      expect(socket.named('tableAlert')[0]).not.toHaveProperty('seq')
    }
    expect((await theirs.settled()).named('tableAlert')).toEqual([])
    const late = await open(where, sessionOf(where))
    expect((await late.join('joinRestaurant')).data.alerts).toEqual([alert])
    const other = await open(where, dinerOf(where, two))
    expect((await other.join('joinTable', { tableId: two.tableId })).data.alerts).toEqual([])
  })

  test('a new one of the same table and type replaces the old one, unacknowledged', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    await raiseAlert(env, where, water(guest))
    await clearAlerts(env, where, { tableId: guest.tableId, alertType: 'water', action: 'acknowledge', by: 'Asha' })
    const again = await raiseAlert(env, where, water(guest))
    const bill = await raiseAlert(env, where, water(guest, 'bill'))
    expect(await alerts(env, where)).toEqual([again, bill])
    expect(new Set([again.id, bill.id]).size).toBe(2)
    expect(again.acknowledged).toBe(false)
  })

  test('are acknowledged by name, and cleared one by one or for a whole table', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const all = await staff(where)
    for (const type of ['water', 'bill', 'clean']) await raiseAlert(env, where, water(guest, type))
    const types = (list: { alertType: string }[]) => list.map((a) => a.alertType).sort()
    const known = await clearAlerts(env, where, { tableId: guest.tableId, alertType: 'bill', action: 'acknowledge', by: 'Asha' })
    expect(known.filter((a) => a.acknowledged)).toMatchObject([{ alertType: 'bill', acknowledgedBy: 'Asha' }])
    expect(types(await clearAlerts(env, where, { tableId: guest.tableId, alertType: 'water', action: 'clear', by: 'Asha' }))).toEqual([
      'bill',
      'clean',
    ])
    expect(await clearAlerts(env, where, { tableId: guest.tableId, action: 'clear', by: 'Asha' })).toEqual([])
    expect((await all.settled()).named('tableAlertCleared').map((m) => ({ ...m.data, alerts: types(m.data.alerts as []) }))).toEqual([
      { tableId: guest.tableId, alertType: 'bill', action: 'acknowledge', acknowledged: true, alerts: ['bill', 'clean', 'water'] },
      { tableId: guest.tableId, alertType: 'water', action: 'clear', acknowledged: false, alerts: ['bill', 'clean'] },
      { tableId: guest.tableId, alertType: null, action: 'clear', acknowledged: false, alerts: [] },
    ])
  })

  test('move along with the guests', async () => {
    const where = newRoom()
    const [from, to] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const all = await staff(where)
    const raised = await raiseAlert(env, where, water(from))
    await clearAlerts(env, where, { tableId: from.tableId, action: 'acknowledge', by: 'Asha' })
    await publish(where, moveOf(from, to.tableId))
    expect(await alerts(env, where)).toMatchObject([
      {
        tableId: to.tableId,
        tableNumber: '2',
        timestamp: raised.timestamp,
        acknowledged: true,
        acknowledgedBy: 'Asha',
        id: `${to.tableId}-${Date.parse(raised.timestamp)}`,
      },
    ])
    expect((await all.settled()).messages.slice(-4).map((m) => m.event)).toEqual(['tableMoved', 'tableAlertCleared', 'tableAlert', 'error'])
  })

  test('are removed with the order', async () => {
    const where = newRoom()
    const [one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const all = await staff(where)
    await raiseAlert(env, where, water(one))
    const other = await raiseAlert(env, where, water(two))
    await publish(where, atTable(one, 'orderCompleted'))
    expect(await alerts(env, where)).toEqual([other])
    expect((await all.settled()).named('tableAlertCleared').map((m) => m.data)).toEqual([
      { tableId: one.tableId, alertType: null, action: 'clear', acknowledged: false, alerts: [] },
    ])
  })
})
