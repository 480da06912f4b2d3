import { evictDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { outletDb, run } from '../db/index.ts'
import { env } from '../test/env.ts'
import {
  atTable,
  changeTable,
  commitEvents,
  diner,
  dinerOf,
  type Guest,
  moveOf,
  newRoom,
  open,
  order,
  publish,
  seatGuest,
  staff,
} from '../test/room.ts'
import { endSitting, room } from './publish.ts'

describe('diners', () => {
  test('get the events of their own table, also those for everybody, with only the fields meant for them', async () => {
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

  test('are not told which member of staff acted; staff are', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const [a, all] = [await diner(where, guest), await staff(where)]
    const changed = atTable(guest)
    const by = 'Meera Iyer'
    await publish(
      where,
      { event: 'menuItemUpdated', tableId: '*', data: { item: { _id: 'i' }, by } },
      { ...changed, event: 'orderItemUpdated', data: { ...changed.data, by } },
    )
    expect((await a.settled()).seqs).toEqual([1, 2])
    expect(a.messages.filter((m) => m.seq).map((m) => m.data.by)).toEqual(['', ''])
    expect((await all.settled()).messages.filter((m) => m.seq).map((m) => m.data.by)).toEqual([by, by])
  })

  test('who move get the move and then the new table’s events, and no longer the old table’s', async () => {
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

  test('at merged tables get the parent’s events', async () => {
    const where = newRoom()
    const [parent, one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2'), await seatGuest(where, '3')]
    const [host, a, b] = [await diner(where, parent), await diner(where, one), await diner(where, two)]
    for (const child of [one, two]) await changeTable(where, child.tableId, { mergedInto: parent.tableId })
    const merged = (child: Guest) =>
      moveOf(child, parent.tableId, {
        from: { _id: child.tableId, mergedInto: parent.tableId },
        // As in a merge: the order comes with the event after these.
        order: undefined,
        sittingId: parent.sittingId,
      })
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
    expect((await again.join('joinTable', { tableId: one.tableId, since: 0 })).data).toMatchObject({ room: parent.tableId, resumed: true })
    expect((await again.settled()).seqs).toEqual([2, 3, 4])
    await publish(where, atTable(parent, 'orderCompleted'))
    for (const socket of [host, a, b, again]) {
      expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
      expect(socket.seqs.at(-1)).toBe(5)
    }
  })

  test('of a table that is taken out of a merge get its events again, and no longer the parent’s', async () => {
    const where = newRoom()
    const [parent, one] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const [host, a, all] = [await diner(where, parent), await diner(where, one), await staff(where)]
    await changeTable(where, one.tableId, { mergedInto: parent.tableId })
    const merge = moveOf(one, parent.tableId, {
      from: { _id: one.tableId, mergedInto: parent.tableId },
      order: undefined,
      sittingId: parent.sittingId,
    })
    await publish(where, merge, atTable(parent))
    await changeTable(where, one.tableId, { mergedInto: null })
    const sittings = { [parent.tableId]: parent.sittingId, [one.tableId]: one.sittingId }
    await publish(
      where,
      { event: 'tablesUnmerged', tableId: null, data: { parent: { _id: parent.tableId }, sittings } },
      atTable(parent),
      atTable(one),
    )
    expect((await host.settled()).seqs).toEqual([1, 2, 4])
    expect((await a.settled()).seqs).toEqual([1, 2, 5])
    expect((await all.settled()).seqs).toEqual([1, 2, 3, 4, 5])
  })

  test.each(['child', 'parent'] as const)('of a table without an order, the %s, read it again when the tables part', async (which) => {
    const where = newRoom()
    const [parent, child] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const [host, guest] = [await diner(where, parent), await diner(where, child)]
    const orderOf = which === 'child' ? parent : child
    await publish(
      where,
      moveOf(child, parent.tableId, {
        from: { _id: child.tableId, mergedInto: parent.tableId },
        order: undefined,
        sittingId: parent.sittingId,
      }),
      atTable(parent),
    )
    const tables = [parent, child].map((seat, i) => ({
      _id: seat.tableId,
      tableNumber: `${i + 1}`,
      currentOrderId: seat === orderOf ? 'o1' : null,
    }))
    const sittings = { [parent.tableId]: parent.sittingId, [child.tableId]: child.sittingId }
    await publish(
      where,
      { event: 'tablesUnmerged', tableId: null, data: { parent: tables[0], children: tables.slice(1), sittings } },
      atTable(orderOf),
    )
    const [free, seat, other] = which === 'child' ? [guest, child, host] : [host, parent, guest]
    expect((await free.settled()).named('joined').at(-1)?.data).toEqual({ room: seat.tableId, seq: 3, resumed: false, alerts: [] })
    expect((await other.settled()).named('joined')).toHaveLength(1)
    expect([free.seqs.at(-1), other.seqs.at(-1)]).toEqual([2, 4])
  })

  test('of a parent whose sitting went to another table with its order: their sitting is over', async () => {
    const where = newRoom()
    const parent = await seatGuest(where, '1')
    const host = await diner(where, parent)
    const data = { parent: { _id: parent.tableId }, sittings: { [parent.tableId]: randomId() } }
    await publish(where, { event: 'tablesUnmerged', tableId: null, data })
    expect(await host.waitForClose()).toMatchObject({ code: 4401 })
  })

  test('get the end of the order, and then their sitting is over', async () => {
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

  test('whose sitting is ended by a call first get the pending events', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const socket = await diner(where, guest)
    await commitEvents(where, atTable(guest))
    await endSitting(env, where, guest.sittingId)
    expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
    expect(socket.seqs).toEqual([1])
  })

  test('who stay connected at a table don’t get the next guests’ events', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const socket = await diner(where, guest)
    await publish(where, { tableId: guest.tableId, data: { order: { sittingId: 'the next party' } } })
    expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
    expect(socket.seqs).toEqual([])
  })

  test('who join with `since` get the events of their own sitting, at whatever table it was, and no others', async () => {
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

  test('fetch anew when an event of their table names no order, because it can’t be assigned to a sitting', async () => {
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
