import { describe, expect, test } from 'vitest'
import { dinerOf, newRoom, open, publish, seatGuest, sessionOf, staff } from '../test/room.ts'
import type { TestSocket } from '../test/sockets.ts'

/** No socket can monopolise the room: limits for each session, replays in pages, and clients that don't read. */

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const upTo = (n: number) => times(n, (i) => i + 1)
const codes = (socket: TestSocket) => socket.named('error').map((m) => m.data.code)
const forAll = { event: 'menuItemUpdated' as const, tableId: '*' as const }
const padded = (characters: number) => ({ tableId: null, data: { padding: 'x'.repeat(characters) } })
/** Answers every ping, as a client does. */
function reads(socket: TestSocket): void {
  let answered = 0
  void socket
    .waitFor(() => {
      for (; answered < socket.named('ping').length; answered++) socket.send('pong')
      return socket.closed
    }, 60_000)
    .catch(() => {})
}

describe('the limits of one session in a minute', () => {
  test('a guest’s 61st message closes its socket, and is answered once; staff notice nothing', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const hostile = await open(where, dinerOf(where, guest))
    const waiter = await staff(where)
    for (const _ of times(400, () => 0)) hostile.send('leaveTable', { tableId: guest.tableId })
    expect(await hostile.waitForClose()).toMatchObject({ code: 1013 })
    expect(codes(hostile)).toEqual(['rate_limited'])
    await publish(where, {})
    expect((await waiter.settled()).seqs).toEqual([1])
  })

  test('joins are counted over all sockets of a guest: the 16th closes the socket', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const session = dinerOf(where, guest)
    const sockets = [await open(where, session), await open(where, session)]
    for (const socket of sockets)
      for (const _ of times(socket === sockets[0] ? 8 : 7, () => 0)) await socket.join('joinTable', { tableId: guest.tableId })
    const third = await open(where, session)
    third.send('joinTable', { tableId: guest.tableId })
    expect(await third.waitForClose()).toMatchObject({ code: 1013 })
    const other = await open(where, dinerOf(where, guest))
    expect((await other.join('joinTable', { tableId: guest.tableId })).data).toMatchObject({ room: guest.tableId })
  })

  test('a guest’s 5th replay is refused: the client fetches everything anew instead', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    await publish(where, forAll, forAll)
    const socket = await open(where, dinerOf(where, guest))
    const resumed = []
    for (const _ of times(6, () => 0)) resumed.push((await socket.join('joinTable', { tableId: guest.tableId, since: 0 })).data.resumed)
    expect(resumed).toEqual([...times(4, () => true), false, false])
  })

  test('a guest has five sockets open at once; the sixth is turned away', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const session = dinerOf(where, guest)
    const five = await Promise.all(times(5, () => open(where, session)))
    const sixth = await open(where, session)
    expect(await sixth.waitForClose()).toMatchObject({ code: 1013 })
    expect(five.map((s) => s.closed)).toEqual(times(5, () => null))
    expect((await open(where, dinerOf(where, guest))).closed).toBeNull()
  })

  test('guests of one allowance share its messages, joins, replays and sockets; other allowances don’t', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const again = (allowance: string) => dinerOf(where, guest, { allowance })
    await publish(where, forAll)
    const resumed = []
    for (const _ of times(5, () => 0)) {
      const socket = await open(where, again('one'))
      resumed.push((await socket.join('joinTable', { tableId: guest.tableId, since: 0 })).data.resumed)
      socket.close()
      await socket.waitForClose()
    }
    expect(resumed).toEqual([...times(4, () => true), false])
    const other = await open(where, again('two'))
    expect((await other.join('joinTable', { tableId: guest.tableId, since: 0 })).data.resumed).toBe(true)
    const five = await Promise.all(times(5, () => open(where, again('three'))))
    expect(await (await open(where, again('three'))).waitForClose()).toMatchObject({ code: 1013 })
    expect(five.map((s) => s.closed)).toEqual(times(5, () => null))
  })

  test('the later guests of a sitting share one allowance of twenty sockets', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const later = () => open(where, dinerOf(where, guest, { allowance: `sitting:${guest.sittingId}` }))
    const twenty = await Promise.all(times(20, later))
    expect(await (await later()).waitForClose()).toMatchObject({ code: 1013 })
    expect(twenty.map((s) => s.closed)).toEqual(times(20, () => null))
    expect((await open(where, dinerOf(where, guest, { allowance: 'own' }))).closed).toBeNull()
  })
})

describe('a replay', () => {
  test('comes in pages, and events that happen meanwhile come after it, once', async () => {
    const where = newRoom()
    await publish(where, ...times(1000, () => ({})))
    const late = await open(where, sessionOf(where))
    const other = await open(where, sessionOf(where))
    reads(late)
    late.send('joinRestaurant', { since: 0 })
    await late.waitFor(() => late.named('joined').length > 0)
    const meanwhile = publish(where, {})
    await other.join('joinRestaurant')
    await meanwhile
    await late.waitFor(() => late.seqs.length >= 1001)
    expect((await late.settled()).seqs).toEqual(upTo(1001))
  })

  test('of large events is split into pages by their size', async () => {
    const where = newRoom()
    for (const _ of times(6, () => 0)) await publish(where, padded(400_000))
    const late = await open(where, sessionOf(where))
    expect((await late.join('joinRestaurant', { since: 0 })).data).toMatchObject({ resumed: true })
    await (await staff(where)).settled()
    // The first page comes with `joined`, and the next only when it is read.
    expect(late.seqs).toEqual(upTo(3))
    reads(late)
    await late.waitFor(() => late.seqs.length === 6)
    expect(late.named('ping').length).toBeGreaterThan(0)
    expect(late.seqs).toEqual(upTo(6))
  })

  test('of more than a page makes a guest fetch everything anew', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    await publish(where, ...times(150, () => forAll))
    const socket = await open(where, dinerOf(where, guest))
    expect((await socket.join('joinTable', { tableId: guest.tableId, since: 0 })).data).toMatchObject({ resumed: true })
    await publish(where, ...times(100, () => forAll))
    expect((await socket.join('joinTable', { tableId: guest.tableId, since: 0 })).data).toMatchObject({ resumed: false, seq: 250 })
  })
})

describe('a client that reads slowly', () => {
  test('is warned once, gets nothing more, and is told to reload when it has caught up', async () => {
    const where = newRoom()
    const slow = await staff(where)
    const quick = await staff(where)
    reads(quick)
    for (const _ of times(14, () => 0)) await publish(where, padded(400_000))
    await quick.waitFor(() => quick.seqs.length === 14)
    expect((await slow.settled()).seqs).toEqual(upTo(11))
    expect(codes(slow).filter((code) => code === 'too_slow')).toHaveLength(1)
    expect(codes(quick)).not.toContain('too_slow')
    // Two pings: one for what came first, one for the rest.
    slow.send('pong')
    await slow.waitFor(() => slow.named('ping').length === 2)
    expect(slow.named('joined')).toHaveLength(1)
    slow.send('pong')
    const again = await slow.waitFor(() => slow.named('joined')[1])
    expect(again.data).toMatchObject({ room: 'restaurant', resumed: false, seq: 14 })
    await publish(where, {})
    expect((await slow.settled()).seqs.slice(11)).toEqual([15])
  })
})
