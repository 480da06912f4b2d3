import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import worker from '../index.ts'
import type { Env } from '../env.ts'
import { keyIn, signedAddress } from '../media/store.ts'
import { spend } from '../test/limits.ts'
import { configured } from '../test/messages.ts'
import { upgrade } from '../test/sockets.ts'
import { download, FILES, upload } from '../test/upload.ts'
import { call, makeRestaurant, testEnv, type World } from '../test/world.ts'

let w: World
let token: string
beforeAll(async () => {
  w = await makeRestaurant()
  token = await w.as('superuser')
})

/** An answer of each kind, from wherever in the Worker it comes. */
const KINDS: Record<string, () => Promise<{ status: number; headers: Headers; body?: unknown }>> = {
  '200': () => call('GET /orders', { token }),
  '200 of HEAD': () => call('HEAD /orders', { token }),
  '200 as a page': () => call('GET /docs'),
  '201': () => w.send([w.line('plain')], { orderType: 'Take Away' }),
  '204': () => call(`POST /statistics/view/${randomId()}`),
  '204 of OPTIONS': () => call('OPTIONS /orders'),
  '400': () => call('POST /pos/order', { token, raw: '{' }),
  '401': () => call('GET /orders'),
  '403': () => w.does('waiter', 'GET /kot/reset'),
  '404 of a thing': () => call(`GET /menus/item/${randomId()}`),
  '404 of a call': () => call('GET /nowhere'),
  '404 of /v1 itself': () => call('GET '),
  '404 outside of it': () => download('/nowhere'),
  '404 of a path that can’t be read': () => download('/v1/tables/%ff%'),
  '404 of a method': () => call('DELETE /orders', { token }),
  '404 of HEAD where GET changes something': () => call('HEAD /kot/reset', { token }),
  '413': () => call('POST /pos/order', { token, raw: 'x'.repeat(1024 * 1024 + 1) }),
  '415': () => call('POST /pos/order', { token, raw: '{}', headers: { 'Content-Type': 'text/plain' } }),
  '422': () => call('GET /orders?page=0', { token }),
  '429': async () => {
    const [rule] = LIMITS.statistics.rules
    const from = randomId()
    if (rule) await spend(LIMITS.statistics, rule, from)
    return call(`POST /statistics/view/${w.items.plain}`, { headers: { 'CF-Connecting-IP': from } })
  },
  '500': () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    return configured({ JWT_SECRET: '' }, () => call('GET /orders', { token })).finally(() => vi.restoreAllMocks())
  },
  '503': () => configured({ PRINT_CERTIFICATE: '' }, () => w.does('cashier', 'GET /cert/certificate')),
  '101 of a socket': async () => {
    const answer = await upgrade(w.id, token)
    answer.webSocket?.accept()
    answer.webSocket?.close()
    return answer
  },
  '401 of a socket': () => upgrade(w.id, 'nonsense'),
  '403 of a socket': async () => upgrade((await makeRestaurant()).id, token),
  '426 of a socket': () => call(`GET /realtime/${w.id}`),
  '200 of an image': async () => download((await keep()).body.url),
  '304 of an image': async () => {
    const { url } = (await keep()).body
    return download(url, { 'If-None-Match': `"${url.split('/').at(-1)}"` })
  },
  '200 of a document': async () => download(signedAddress(testEnv, keyIn((await keep('application')).body.url) ?? '', new Date())),
  '403 of a document': async () => download(signedAddress(testEnv, keyIn((await keep('application')).body.url) ?? '', new Date(0))),
  '404 of media': () => download(`/v1/media/${'a'.repeat(64)}.png`),
}
const keep = (purpose = 'menu') => upload('POST /media', { purpose }, [{ field: 'file', bytes: FILES.png(randomId()) }], { token })
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

describe.each(Object.entries(KINDS))('%s', (kind, make) => {
  it('has a request id of its own and every security header', async () => {
    const answer = await make()
    expect(answer.status).toBe(Number(kind.slice(0, 3)))
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{20,40}$/)
    const media = /^(200|304) of (an image|a document)$/.test(kind)
    const policy = answer.headers.get('Content-Security-Policy')
    if (!media && kind !== '200 as a page') expect(policy).toBe(POLICY)
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(policy).not.toContain('unsafe')
    const image = kind.endsWith(' of an image')
    expect(Object.fromEntries(HEADERS.map((name) => [name, answer.headers.get(name)]))).toEqual({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': expect.stringContaining('geolocation=()'),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': image ? 'cross-origin' : 'same-origin',
      'Strict-Transport-Security': expect.stringMatching(/^max-age=31536000\b/),
      'Cache-Control': image ? 'public, max-age=31536000, immutable' : kind === '200 of a document' ? 'private, no-store' : 'no-store',
      Vary: expect.stringContaining('Origin'),
    })
  })
})
const HEADERS = [
  'X-Content-Type-Options',
  'X-Frame-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
  'Cache-Control',
  'Vary',
]

it('every answer has its own id, which the caller can’t choose', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () =>
      (await call('GET /health', { headers: { 'X-Request-Id': 'mine' } })).headers.get('X-Request-Id'),
    ),
  )
  expect(new Set(ids).size).toBe(20)
  expect(ids).not.toContain('mine')
})

it('a 5xx contains only the id that its header has', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const reply = await configured({ JWT_SECRET: '' }, () => call('GET /orders', { token })).finally(() => vi.restoreAllMocks())
  expect(reply.body).toEqual({
    status: 'error',
    message: 'Failed to fetch orders',
    code: 'internal',
    requestId: reply.headers.get('X-Request-Id'),
  })
})

it('over http there is no Strict-Transport-Security header', async () => {
  const answer = await worker.fetch(new Request('http://localhost:8787/v1/health'), testEnv as Env, {} as ExecutionContext)
  expect([answer.status, answer.headers.get('Strict-Transport-Security')]).toEqual([200, null])
})

it('the documentation page allows its own styles and nothing else', async () => {
  const { text, headers } = await call('GET /docs')
  const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style)
  expect(styles.length).toBeGreaterThan(0)
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(headers.get('Content-Security-Policy')).toBe(`${POLICY}; style-src ${hashes.join(' ')}`)
  expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/i)
})

describe('CORS', () => {
  const ours = 'https://app.tawa.test'
  const asked = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization, content-type' }
  const of = ({ headers }: { headers: Headers }) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')).map(([name, value]) => [name.slice(15), value]))
  const ask = (origin: string, list: string) =>
    configured({ CORS_ORIGINS: list }, async () => [
      await call('OPTIONS /orders', { headers: { Origin: origin, ...asked } }),
      await call('GET /orders', { token, headers: { Origin: origin } }),
      await call('GET /orders', { headers: { Origin: origin } }),
      await call('GET /nowhere', { headers: { Origin: origin } }),
    ])

  it.each([
    ['an origin that is not listed', 'https://evil.test', ours],
    ['none being listed', ours, ''],
    ['`null`, though it is listed', 'null', `${ours},null`],
    ['another scheme', 'http://app.tawa.test', ours],
    ['another port', `${ours}:8443`, ours],
    ['what begins like it', `${ours}.evil.test`, ours],
    ['what ends like it', 'https://evil-app.tawa.test', ours],
  ])('is closed: %s', async (_name, origin, list) => {
    for (const reply of await ask(origin, list)) {
      expect(of(reply)).toEqual({})
      expect(reply.headers.get('Vary')).toMatch(/\bOrigin\b/)
    }
  })

  it('is open to a listed origin, also for preflights and refusals, but never with credentials', async () => {
    const [preflight, ...answers] = await ask(ours, `https://other.test, ${ours}`)
    expect(preflight?.status).toBe(204)
    expect(preflight && of(preflight)).toEqual({
      'allow-origin': ours,
      'allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'allow-headers': expect.stringMatching(/^Authorization, Content-Type, Idempotency-Key/),
      'max-age': '600',
    })
    expect(answers.map((r) => r.status)).toEqual([200, 401, 404])
    for (const reply of answers)
      expect(of(reply)).toEqual({ 'allow-origin': ours, 'expose-headers': 'ETag, Idempotency-Replayed, Retry-After, X-Request-Id' })
    for (const reply of [preflight, ...answers]) expect(reply?.headers.get('Vary')).toMatch(/\bOrigin\b/)
  })
})

describe.each(['GET /kot/reset', 'GET /restaurant/keys/generate', 'GET /orders/daily-summary?resetKOT=true'])('%s', (address) => {
  const state = async (own: World) => {
    const keys = (await own.does('superuser', 'GET /restaurant/keys')).body.keys.length
    const epochs = await own.rows('SELECT epoch FROM kot_epochs WHERE restaurant_id = ?', own.id)
    return JSON.stringify([keys, epochs])
  }

  it('is refused from another site’s page, with only a cookie, and for HEAD', async () => {
    const own = await makeRestaurant()
    const good = await own.as('superuser')
    const before = await state(own)
    const cookie = Object.fromEntries([['Cookie', `restaurant_token=${good}; token=${good}; Authorization=Bearer ${good}`]])
    const tries: [string, number, Parameters<typeof call>[1]][] = [
      ['no token', 401, {}],
      ['a cookie', 401, { headers: cookie }],
      ['a token in the query', 401, { headers: {} }],
      ['cross-site', 403, { token: good, headers: { 'Sec-Fetch-Site': 'cross-site' } }],
      ['same-site', 403, { token: good, headers: { 'Sec-Fetch-Site': 'same-site' } }],
      ['a foreign origin', 403, { token: good, headers: { Origin: 'https://evil.test' } }],
      ['a sandboxed page', 403, { token: good, headers: { Origin: 'null' } }],
      ['our own name on another port', 403, { token: good, headers: { Origin: 'https://tawa.test:8443' } }],
    ]
    for (const [name, status, options] of tries) {
      const to =
        name === 'a token in the query' ? `${address}${address.includes('?') ? '&' : '?'}token=${good}&access_token=${good}` : address
      const reply = await call(to, options)
      expect([name, reply.status], reply.text).toEqual([name, status])
      if (status === 403) expect(reply.body.code).toBe('cross_site')
    }
    // An origin that CORS lets read is another site all the same.
    const listed = await configured({ CORS_ORIGINS: 'https://app.tawa.test' }, () =>
      call(address, { token: good, headers: { Origin: 'https://app.tawa.test', 'Sec-Fetch-Site': 'cross-site' } }),
    )
    expect(listed.status).toBe(403)
    expect((await call(address.replace('GET', 'HEAD'), { token: good })).status).toBe(404)
    expect(await state(own)).toBe(before)
  })

  it('works from our own page and from a program that is no browser', async () => {
    const own = await makeRestaurant()
    const before = await state(own)
    const page = { Origin: 'https://tawa.test', 'Sec-Fetch-Site': 'same-origin' }
    expect([200, 201]).toContain((await own.does('superuser', address, undefined, { headers: page })).status)
    const between = await state(own)
    expect(between).not.toBe(before)
    expect([200, 201]).toContain((await own.does('superuser', address)).status)
    expect(await state(own)).not.toBe(between)
  })
})
