import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { PAGES } from '#domain/permissions.ts'
import { STAFF_ROLES } from '#domain/roles.ts'
import worker from './index.ts'
import { addressOf, CALLS, inputOf, leavesOf, NO_KEY, operation, setStage, type Stage, withLeaf } from './test/calls.ts'
import { call, type CallOptions, makeRestaurant, type Reply, signIn, testEnv } from './test/world.ts'

/** Whatever is sent, the answer is CONTRACT §1's error, and nothing has changed: every call of the contract, one wrong thing at a time. */

// Refusals leave no trace, which every test looks at, so all of them share one restaurant.
let stage: Stage
let token: string
let dinerToken: string
let appToken: string
let before: unknown

beforeAll(async () => {
  stage = await setStage(await makeRestaurant())
  token = await stage.w.as('superuser')
  appToken = await stage.w.as('mobileAdmin')
  dinerToken = (await signIn('user')).token
  before = await stage.w.everything()
})

const unchanged = async (what: string) => expect(await stage.w.everything(), what).toEqual(before)
const isError = (reply: Reply) => {
  expect(reply.body).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
  })
  expect(reply.headers.get('X-Request-Id')).toMatch(/^[\w-]{10,}$/)
}
async function refused(what: string, reply: Reply, status: number | number[]): Promise<void> {
  expect([status].flat(), `${what}: ${reply.status} ${reply.text.slice(0, 300)}`).toContain(reply.status)
  isError(reply)
  await unchanged(what)
}
/** A diner's calls are made by one who has an account. */
const tokenOf = (address: (typeof CALLS)[number]) => {
  const { scope, roles } = operation(address)
  return roles.includes('superuser') ? token : scope === 'diner' ? dinerToken : roles.includes('mobileAdmin') ? appToken : token
}
/** Logins are limited by account, so they are asked by nobody. */
const isLogin = (address: string) => address.endsWith('/login')
const send = (address: (typeof CALLS)[number], options: CallOptions, given = inputOf(address, stage)) =>
  call(addressOf(address, given), { token: isLogin(address) ? null : tokenOf(address), body: given.body, ...options })

const withBody = CALLS.filter((a) => operation(a).body)
const withIds = CALLS.filter((a) => !operation(a).roles.every((r) => r === 'public'))

describe.each(withBody)('%s', (address) => {
  it('malformed JSON is 400', async () => {
    for (const raw of ['{"a":', '{a:1}', 'undefined', '[1,]', '\u0000', '{"a":1}}']) await refused(raw, await send(address, { raw }), 400)
  })

  it('what is not UTF-8 is 400', async () => {
    const reply = await call(addressOf(address, inputOf(address, stage)), {
      token: tokenOf(address),
      raw: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) as unknown as string,
    })
    await refused('bytes', reply, 400)
  })

  it('another content type is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx', ''])
      await refused(type, await send(address, { headers: { 'Content-Type': type } }), 415)
  })

  it('more than 1 MiB is 413, also when no length is told', async () => {
    const large = JSON.stringify({ ...(inputOf(address, stage).body as object), padding: 'x'.repeat(1024 * 1024) })
    await refused('large', await send(address, { raw: large }), 413)
    const stream = new ReadableStream({
      start(out) {
        for (let i = 0; i < 20; i++) out.enqueue(new TextEncoder().encode('x'.repeat(64 * 1024)))
        out.close()
      },
    })
    await refused('stream', await send(address, { raw: stream as unknown as string }), 413)
  })

  it('no object is 422', async () => {
    const required = operation(address).body?.safeParse({}).success === false
    for (const body of [null, [], 'text', 5, true])
      await refused(JSON.stringify(body), await send(address, { raw: JSON.stringify(body) }), 422)
    if (required) await refused('nothing', await send(address, { raw: '' }), 422)
  })

  it('each value of a wrong type is 422 and its path is named', async () => {
    const given = inputOf(address, stage)
    const [leaves, wrong] = [leavesOf(given.body), [{}, [], -1.5, null, `${'x'.repeat(2000)}\u0000`]]
    for (const { path, value } of leaves)
      for (const bad of wrong) {
        const body = withLeaf(given.body, path, bad)
        const parsed = operation(address).body?.safeParse(body)
        // What the schema takes (an optional null) is no mistake; a type that is not the value's own must be one.
        if (parsed?.success && (bad === null || typeof bad === typeof value)) continue
        const reply = await send(address, { body })
        await refused(`${path} = ${JSON.stringify(bad).slice(0, 20)}`, reply, 422)
        expect(reply.body.errors.map((e: { path: string }) => e.path)).toContain(path)
      }
  })
})

describe.each(withIds)('%s', (address) => {
  it('an id that is not there is 404, one that is no id 404 or 422', async () => {
    const given = inputOf(address, stage)
    const known = new Set<unknown>([stage.w.id, stage.dinerId, ...Object.values(stage.office), ...leavesOf(before).map((l) => l.value)])
    const ids = leavesOf(given).filter(
      (l) => /(^|\.)(_?id|\w+Ids?(\.\d+)?)$/.test(l.path) && known.has(l.value) && !NO_KEY[address]?.test(l.path),
    )
    for (const { path } of ids) {
      await refused(path, await send(address, {}, withLeaf(given, path, randomId())), /items\.\d+\._id$/.test(path) ? 422 : 404)
      for (const wrong of ['%2e%2e', "' OR 1=1 --", 'x'.repeat(41), 'ü'])
        await refused(`${path} ${wrong}`, await send(address, {}, withLeaf(given, path, wrong)), path.startsWith('params') ? 404 : 422)
    }
  })
})

describe('order of checks', () => {
  it.each(CALLS.filter((a) => !operation(a).roles.includes('public') && operation(a).scope === 'restaurant'))(
    '%s: 401, 403, 400, 422, 404',
    async (address) => {
      const given = inputOf(address, stage)
      const op = operation(address)
      const nonsense = op.body ? { raw: '{' } : {}
      await refused('no token', await send(address, { ...nonsense, token: null }), 401)
      await refused('bad token', await send(address, { ...nonsense, token: 'nonsense' }), 401)
      const outside = STAFF_ROLES.find((role) => !op.roles.includes(role))
      if (outside) await refused(outside, await send(address, { ...nonsense, token: await stage.w.as(outside) }), 403)
      await refused(
        'another family',
        await send(address, { ...nonsense, token: (await signIn('partner', { partnerId: randomId() })).token }),
        403,
      )
      if (op.body) {
        await refused('malformed', await send(address, nonsense), 400)
        // A wrong body outranks an id that is not there, wherever it stands.
        if (op.params) {
          const first = leavesOf(given.body)[0]?.path ?? ''
          const wrong = withLeaf(withLeaf(given, `params.${Object.keys(given.params as object)[0]}`, 'not an id'), `body.${first}`, {})
          await refused('422 before 404', await send(address, {}, wrong), 422)
        }
      }
    },
  )

  it('a page that is switched off is 403 before the body is looked at', async () => {
    const w = await makeRestaurant({ settings: { permissions: Object.fromEntries(PAGES.map((p) => [p, []])) } })
    for (const address of withBody.filter(
      (a) => !operation(a).roles.includes('public') && operation(a).pages.length > 0 && operation(a).roles.includes('superuser'),
    )) {
      const reply = await call(addressOf(address, inputOf(address, stage)), { token: await w.as('superuser'), raw: '{' })
      expect([address, reply.status, reply.body.code]).toEqual([address, 403, 'page_disabled'])
    }
  })

  it('an Idempotency-Key of more than 64 characters is 422', async () => {
    for (const address of CALLS.filter((a) => operation(a).idempotent))
      await refused(address, await send(address, { key: 'k'.repeat(65) }), 422)
  })
})

describe('sent lines', () => {
  it.each([
    ['no quantity', { quantity: undefined }],
    ['a quantity of zero', { quantity: 0 }],
    ['a negative one', { quantity: -2 }],
    ['a fraction', { quantity: 0.5 }],
    ['more than 999', { quantity: 1000 }],
    ['not a number', { quantity: '2' }],
    ['a number beyond all counting', { quantity: Number.MAX_VALUE }],
    ['an unknown variant', { variants: [{ name: 'Gold' }] }],
    ['an unknown addon group', { addonGroups: [{ name: 'Gold', addons: [{ name: 'Leaf' }] }] }],
    ['an addon of no quantity', { addonGroups: [{ name: 'Gold', addons: [{ name: 'Leaf', quantity: 0 }] }] }],
    ['a note too long', { additionalItemNote: 'x'.repeat(281) }],
  ])('%s is 422', async (_name, change) => {
    const line = { ...stage.w.line('plain'), ...change }
    for (const address of ['POST /pos/order', 'POST /orders', 'PUT /pos/order'] as const) {
      const given = inputOf(address, stage) as { body: unknown }
      const path =
        address === 'POST /pos/order' ? 'kots.0.items.0' : address === 'POST /orders' ? 'order.kots.0.items.0' : 'orderData.kots.0.items.0'
      await refused(address, await send(address, { body: withLeaf(given.body, path, line) }), 422)
    }
  })

  it('odd texts are stored as they came, or refused, but never a failure', async () => {
    const w = await makeRestaurant()
    for (const note of [
      '<script>alert(1)</script>',
      "'; DROP TABLE orders; --",
      '${jndi:ldap://x}',
      '🍛 extra तीखा',
      'line\nbreak',
      '"quoted" \\ back',
      '\u202eright to left',
    ]) {
      const order = await w.order([w.line('plain', 1, { additionalItemNote: note })], { orderType: 'Take Away' })
      expect(order.kots[0]?.items[0]?.additionalItemNote).toBe(note)
    }
    for (const note of ['\u0000', 'a\u0000b', '\ud800']) {
      const reply = await w.send([w.line('plain', 1, { additionalItemNote: note })], { orderType: 'Take Away' })
      expect([201, 422], JSON.stringify(note)).toContain(reply.status)
    }
  })

  it('fields that nobody asked for are not stored', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 1, { price: 0.01, itemName: 'Free Lunch', status: 'Served' })], {
      grandTotal: 0,
      billNumber: 99,
      paymentStatus: 'paid',
      orderStatus: 'completed',
      __proto__: { admin: true },
      constructor: 'x',
      version: 77,
      taxPercentages: { gst: 0 },
    })
    expect(order).toMatchObject({ grandTotal: 105, billNumber: null, paymentStatus: 'unpaid', orderStatus: 'pending', version: 1 })
    expect(order.kots[0]?.items[0]).toMatchObject({ itemName: 'Peri Peri Fries', price: 100, status: 'Preparing' })
  })
})

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

  it('has a request id of its own', async () => {
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

  it('to an unknown path or method is 404', async () => {
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
      await refused(address, await call(address, { token }), 404)
  })

  it('that fails says nothing of what is inside', async () => {
    const secret = 'SQLITE_ERROR no such column in /srv/secret/place.ts'
    const broken = new Proxy(
      {},
      {
        get: () => () => {
          throw new Error(secret)
        },
      },
    )
    const told: string[] = []
    const { error } = console
    console.error = (text: string) => void told.push(String(text))
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
        expect(told.join()).toContain(requestId)
      }
    } finally {
      console.error = error
    }
    await unchanged('broken')
  })
})
