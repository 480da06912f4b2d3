import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { env } from '../test/env.ts'
import { atTable, changeTable, dinerOf, newRoom, open, publish, seatGuest, sessionOf, staff } from '../test/room.ts'
import { writeSession } from './handshake.ts'
import { endSessions, room } from './publish.ts'

describe('connecting', () => {
  test('ignores what a client claims about itself in the address or the headers', async () => {
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

  test('doesn’t let a client choose its connection id in the room either', async () => {
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

  test('reveals no internals when the handshake fails', async () => {
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

  test('accepts a name in any script', async () => {
    const where = newRoom()
    const socket = await staff(where, { name: 'रज़िया “Rāz” 🍛' })
    expect(socket.named('joined')).toHaveLength(1)
  })

  test('answers malformed messages and keeps the socket open', async () => {
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
    socket.send('pong')
    await socket.waitFor(() => socket.named('error').length === 8)
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
      'unknown_event',
      'validation_failed',
      'validation_failed',
    ])
    await publish(where, {})
    expect((await socket.settled()).seqs).toEqual([1])
    expect(socket.closed).toBeNull()
  })

  test('a message that is too large closes its socket, after one error: no client of ours sends any', async () => {
    const where = newRoom()
    const [large, other] = [await staff(where), await staff(where)]
    for (let i = 0; i < 3; i++) large.sendRaw(JSON.stringify({ event: 'pong', data: { pad: 'x'.repeat(65_536) } }))
    expect((await large.waitForClose()).code).toBe(1013)
    expect(large.named('error').map((m) => m.data.code)).toEqual(['too_large'])
    await publish(where, {})
    expect([(await other.settled()).seqs, large.seqs]).toEqual([[1], []])
  })

  test('sends no events to a socket that has not joined or has left', async () => {
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

  test('lets a diner join only its own table', async () => {
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

  test('opens nothing for a sitting that ended while the diner was connecting', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const socket = await open(where, dinerOf(where, guest))
    await changeTable(where, guest.tableId, { sittingId: randomId() })
    socket.send('joinTable', { tableId: guest.tableId })
    expect(await socket.waitForClose()).toMatchObject({ code: 4401 })
    expect(socket.named('error')[0]?.data).toEqual({ code: 'session_ended', message: 'Session expired' })
  })

  test('tells the sockets of ended sessions, closes them and leaves the others open', async () => {
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

  test('sends no more events to a socket whose token has expired', async () => {
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
