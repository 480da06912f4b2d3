import { describe, expect, it } from 'vitest'
import worker from '../index.ts'
import { CALLS } from './calls.ts'
import { call, testEnv } from './world.ts'
import { everything, refused, shareStage, stage, token } from './refusals.ts'

/** What holds for every answer, right or wrong: headers, request id, unknown paths, and failures that reveal no internals. */

shareStage()

describe('every answer', () => {
  const answers = () =>
    Promise.all([
      call('GET /health'),
      call('GET /docs'),
      call('GET /openapi.json'),
      call('GET /nowhere'),
      call('GET /orders'),
      call('GET /orders', { token }),
      call('GET /orders?page=0', { token }),
      call('POST /pos/order', { token, raw: '{' }),
      call('POST /auth/restaurant/login', { body: {} }),
      call('OPTIONS /orders'),
      call(`GET /realtime/${stage.w.id}`),
    ])

  it('has its own request id', async () => {
    const ids = (await answers()).map((r) => r.headers.get('X-Request-Id'))
    expect(ids.every((id) => id && id.length >= 10)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has the security headers', async () => {
    for (const reply of await answers()) {
      if (reply.status === 204) continue
      expect(
        Object.fromEntries(
          ['X-Content-Type-Options', 'X-Frame-Options', 'Referrer-Policy', 'Cache-Control'].map((h) => [h, reply.headers.get(h)]),
        ),
      ).toEqual({
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
      })
      expect(reply.headers.get('Strict-Transport-Security')).toContain('max-age=')
      expect(reply.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    }
  })

  it('is closed to other origins', async () => {
    for (const origin of ['https://evil.test', 'null', 'https://tawa.test.evil.test']) {
      const preflight = await call('OPTIONS /orders', { headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } })
      const plain = await call('GET /orders', { token, headers: { Origin: origin } })
      for (const reply of [preflight, plain]) {
        expect([...reply.headers.keys()].filter((h) => h.startsWith('access-control'))).toEqual([])
        expect(reply.headers.get('Vary')).toContain('Origin')
      }
    }
  })

  it('is the same with a slash at the end of the path', async () => {
    for (const address of CALLS) {
      const [method, path] = address.replace(/:\w+/g, 'nobody').split(' ')
      const [plain, slash] = [await call(`${method} ${path}`), await call(`${method} ${path}/`)]
      expect([address, slash.status, slash.body?.code, slash.body?.message]).toEqual([
        address,
        plain.status,
        plain.body?.code,
        plain.body?.message,
      ])
      expect(slash.body?.message).not.toBe('No such call')
    }
    expect((await call('GET /orders/?limit=1', { token })).body.itemsPerPage).toBe(1)
  })

  it('is 404 for an unknown path or method', async () => {
    for (const address of [
      'GET /nowhere',
      'GET /',
      'POST /tables',
      'PATCH /orders',
      'DELETE /orders',
      'GET /orders/x/y/z',
      'GET /tables//alerts',
      'GET /kot/reset/now',
    ])
      refused(address, await call(address, { token }), 404)
  })

  it('reveals no internals when it fails', async () => {
    const secret = 'SQLITE_ERROR no such column in /srv/secret/place.ts'
    const broken = new Proxy(
      {},
      {
        get: () => () => {
          throw new Error(secret)
        },
      },
    )
    const was = await everything()
    const logged: string[] = []
    const { error } = console
    console.error = (text: string) => void logged.push(String(text))
    try {
      for (const binding of ['PLATFORM', 'OUTLETS_0', 'ROOM'] as const) {
        const { w } = stage
        const request = new Request('https://tawa.test/v1/pos/order', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ tableId: w.tables[1], kots: [w.kot([w.line('plain')])] }),
        })
        const answer = await worker.fetch(request, { ...testEnv, [binding]: broken }, {
          waitUntil: () => {},
          passThroughOnException: () => {},
          props: {},
        } as never)
        const text = await answer.text()
        expect([binding, answer.status]).toEqual([binding, 500])
        const requestId = answer.headers.get('X-Request-Id')
        expect(JSON.parse(text)).toEqual({ status: 'error', message: 'Order operation failed', code: 'internal', requestId })
        expect(logged.join()).toContain(requestId)
      }
    } finally {
      console.error = error
    }
    expect(await everything()).toEqual(was)
  })
})
