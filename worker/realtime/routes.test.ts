import { describe, expect, test } from 'vitest'
import { unauthenticated } from '#domain/errors.ts'
import { env } from '../test/env.ts'
import { ask, newRoom, sessionOf } from '../test/room.ts'
import { upgrade } from '../test/sockets.ts'
import { realtime } from './routes.ts'

describe('GET /v1/realtime/{restaurantId}', () => {
  const where = newRoom()

  test('selects the subprotocol tawa.v1', async () => {
    const answer = await ask(where, sessionOf(where))
    expect([answer.status, answer.headers.get('Sec-WebSocket-Protocol')]).toEqual([101, 'tawa.v1'])
    answer.webSocket?.accept()
  })

  test('answers a plain request with 426, an upgrade without the subprotocol with 400', async () => {
    expect((await ask(where, sessionOf(where), '', { Upgrade: 'h2c' })).status).toBe(426)
    expect((await ask(where, sessionOf(where), '', { 'Sec-WebSocket-Protocol': 'bearer.token' })).status).toBe(400)
  })

  test('answers 401 without a token, also when it is in the address', async () => {
    const answer = await ask(where, sessionOf(where), '?token=x', { 'Sec-WebSocket-Protocol': 'tawa.v1' })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ status: 'error', message: 'Token not found', code: 'unauthenticated' })
  })

  test('answers a refused token with its refusal, and a restaurant of others with 403', async () => {
    const request = new Request('https://tawa.test/', { headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': 'tawa.v1, bearer.x' } })
    const refused = await realtime(request, env, where.restaurantId, () =>
      Promise.reject(unauthenticated('Session expired', 'session_expired')),
    )
    expect(refused.status).toBe(401)
    expect(await refused.json()).toEqual({ status: 'error', message: 'Session expired', code: 'session_expired' })
    expect((await ask(where, sessionOf(newRoom()))).status).toBe(403)
  })

  test('answers a bad token with 401 through the real Worker', async () => {
    expect((await upgrade(where.restaurantId, null)).status).toBe(401)
    expect((await upgrade(where.restaurantId, 'nonsense')).status).toBe(401)
  })
})
