import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { outletDb, run } from '../db/index.ts'
import { env } from '../test/env.ts'
import { alarm, atTable, commitEvents, diner, newRoom, open, publish, seatGuest, sessionOf, staff, upTo } from '../test/room.ts'
import { alerts, armRoom, hintRoom, kotNumbers, raiseAlert, relayedSeq, room } from './publish.ts'

describe('the relay', () => {
  test('sends every event to staff once and in order, in both rooms, whatever seq the hints name', async () => {
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

  test('lets nobody miss or repeat an event with 50 commands at once and joins among them', async () => {
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

  test('handles more than one page of events, live and replayed', async () => {
    const where = newRoom()
    const socket = await staff(where)
    for (let i = 0; i < 9; i++) await commitEvents(where, ...upTo(50).map(() => ({})))
    await hintRoom(env, where, 450)
    expect((await socket.settled()).seqs).toEqual(upTo(450))
    const late = await open(where, sessionOf(where))
    await late.join('joinRestaurant', { since: 10 })
    await late.waitFor(() => late.seqs.length >= 440)
    expect((await late.settled()).seqs).toEqual(upTo(450, 11))
  })

  test('sends the events of a burst in one frame to those who ask, live and replayed, also after the object slept', async () => {
    const where = newRoom()
    const [plain, socket] = [await staff(where), await open(where, sessionOf(where))]
    await socket.join('joinRestaurant', { batch: true })
    await commitEvents(where, {}, {}, {})
    await hintRoom(env, where, 3)
    await evictDurableObject(room(env, where.restaurantId))
    await publish(where, {})
    await socket.waitFor(() => socket.seqs.length >= 4)
    expect([(await socket.settled()).seqs, socket.batches]).toEqual([upTo(4), [3, 1]])
    expect([(await plain.settled()).seqs, plain.batches]).toEqual([upTo(4), []])
    const late = await open(where, sessionOf(where))
    await late.join('joinRestaurant', { batch: true, since: 1 })
    await late.waitFor(() => late.seqs.length >= 3)
    expect([(await late.settled()).seqs, late.batches]).toEqual([[2, 3, 4], [3]])
  })

  test('sends nothing to a socket that has gone, nor to one that comes while others leave', async () => {
    const where = newRoom()
    const sockets = await Promise.all(upTo(6).map(() => staff(where)))
    await publish(where, {})
    for (const socket of sockets.slice(0, 5)) socket.close()
    const come = await staff(where)
    await publish(where, {})
    expect((await sockets[5]!.settled()).seqs).toEqual([1, 2])
    expect((await come.settled()).seqs).toEqual([2])
  })

  test('sends what is pending before it answers a join with the last seq sent', async () => {
    const where = newRoom()
    const here = await staff(where)
    await commitEvents(where, {}, {})
    const socket = await open(where, sessionOf(where))
    expect((await socket.join('joinRestaurant', { restaurantId: where.restaurantId })).data).toEqual({
      room: 'restaurant',
      seq: 2,
      resumed: false,
      alerts: [],
      unseenKots: [],
      unprinted: [],
    })
    expect((await socket.settled()).seqs).toEqual([])
    expect((await here.settled()).seqs).toEqual([1, 2])
  })

  test('replays the events after `since` once, and a second room adds nothing', async () => {
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

  test('refuses the whole replay when its beginning was deleted', async () => {
    const where = newRoom()
    await publish(where, {}, {}, {}, {})
    await run(outletDb(env, where.shard), sql`DELETE FROM events WHERE restaurant_id = ${where.restaurantId} AND seq <= 2`)
    const socket = await open(where, sessionOf(where))
    expect((await socket.join('joinRestaurant', { since: 1 })).data).toMatchObject({ resumed: false, seq: 4 })
    expect((await socket.settled()).seqs).toEqual([])
    expect((await socket.join('joinRestaurant', { since: 2 })).data).toMatchObject({ resumed: true })
    expect((await socket.settled()).seqs).toEqual([3, 4])
  })

  test('never skips a gap of events, unless they were deleted', async () => {
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

  test('sends an event without a hint by the alarm that was armed', async () => {
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

  test('is run by the alarm alone', async () => {
    const where = newRoom()
    const socket = await staff(where)
    await kotNumbers(env, where, { businessDate: '20261121', epoch: 0, kotIds: ['a'] })
    await commitEvents(where, {})
    const started = Date.now()
    await socket.waitFor(() => socket.seqs.length === 1)
    expect(Date.now() - started).toBeLessThan(5000)
  })

  test('tries again after a failure, and the hint doesn’t throw', async () => {
    const where = newRoom()
    const socket = await staff(where)
    await commitEvents(where, {})
    await hintRoom(env, { ...where, shard: 'OUTLETS_9' }, 1)
    await armRoom(env, where)
    await alarm(where)
    expect((await socket.settled()).seqs).toEqual([1])
  })

  test('closes the socket of a join that can’t read the database, and the client reconnects', async () => {
    const where = { ...newRoom(), shard: 'OUTLETS_9' }
    const socket = await open(where, sessionOf(where))
    socket.send('joinRestaurant')
    expect(await socket.waitForClose()).toMatchObject({ code: 1013 })
    expect(socket.named('error')[0]?.data).toMatchObject({ code: 'unavailable' })
  })

  test('continues after hibernation: sockets, counters, alerts and the place in the outbox are kept', async () => {
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

  test('pings while sockets are open, and not after', async () => {
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
