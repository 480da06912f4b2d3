import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { PAGES } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import { unreadable } from '#domain/unreadable.ts'
import { tokenOf } from './callers.ts'
import { type AnyGiven, CALLS, inputOf, operation } from './calls.ts'
import { leavesOf, make, NO_KEY, withLeaf } from './requests.ts'
import { setStage, type Stage } from './stage.ts'
import { type CallOptions, makeRestaurant } from './world.ts'
import { before, isError, LONG, people, refused, remember, send, shareStage, short, stage, unchanged } from './refusals.ts'

/** Whatever is sent, the answer is CONTRACT §1's error, and nothing has changed: every call of the contract, one wrong thing at a time. */

shareStage()

const isPublic = (address: Call) => operation(address).roles.includes('public')
const withJson = CALLS.filter((a) => operation(a).body && !operation(a).upload)
const withBody = CALLS.filter((a) => operation(a).body)
const withQuery = CALLS.filter((a) => operation(a).query)
const withParams = CALLS.filter((a) => operation(a).params || operation(a).query || operation(a).body)

const DEEP = 20_000

/** A value that the stage knows: an existing id, or a token that opens a row. */
const ID = /^[0-9a-z]{26}$/

/** Texts that people and attackers really type. */
const ODD = [
  '<script>alert(1)</script>',
  "'; DROP TABLE orders; --",
  '${jndi:ldap://x}',
  '🍛 extra तीखा',
  '"quoted" \\ back',
  '\u202eright to left',
  '=HYPERLINK("http://x")',
  '__proto__',
  'constructor',
  '0',
  ' ',
  '',
  0,
  -1,
  1e-9,
  0.005,
  0.1 + 0.2,
  999_999,
  99_999_999,
  -999_999,
  Number.MAX_SAFE_INTEGER,
  '1900-01-01',
  '2199-12-31',
  '2199-12-31T23:59:59-12:00',
  '00:00',
  '23:59',
]

describe.each(withJson)('%s', (address) => {
  afterAll(unchanged)

  it('malformed JSON is 400', async () => {
    for (const raw of ['{"a":', '{a:1}', 'undefined', '[1,]', '\u0000', '{"a":1}}', '[', '{"a":NaN}'])
      refused(raw, await send(address, { raw }), 400)
  })

  it('a body that isn’t UTF-8 is 400', async () => {
    for (const bytes of [
      [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d],
      [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
    ])
      refused('bytes', await send(address, { raw: new Uint8Array(bytes) as unknown as string }), 400)
  })

  it('another content type is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx', ''])
      refused(type, await send(address, { headers: { 'Content-Type': type } }), 415)
  })

  it('more than 1 MiB is 413, also without a declared length', async () => {
    const large = JSON.stringify({ ...(inputOf(address, stage).body as object), padding: 'x'.repeat(1024 * 1024) })
    refused('large', await send(address, { raw: large }), 413)
    const stream = new ReadableStream({
      start(out) {
        for (let i = 0; i < 20; i++) out.enqueue(new TextEncoder().encode('x'.repeat(64 * 1024)))
        out.close()
      },
    })
    refused('stream', await send(address, { raw: stream as unknown as string }), 413)
  })

  it('a body that isn’t an object is 422', async () => {
    const required = operation(address).body?.safeParse({}).success === false
    for (const body of [null, [], 'text', 5, true]) refused(JSON.stringify(body), await send(address, { raw: JSON.stringify(body) }), 422)
    if (required) {
      refused('nothing', await send(address, { raw: '' }), 422)
      refused('nothing', await send(address, { raw: '{}' }), 422)
      refused('of the prototype', await send(address, { raw: '{"__proto__":{"a":1},"constructor":{"prototype":{}}}' }), 422)
    }
  })

  it('a body nested deeper than any stack is 422', async () => {
    refused('lists', await send(address, { raw: '['.repeat(DEEP) + ']'.repeat(DEEP) }), 422)
    const given = inputOf(address, stage).body
    const [start, end = ''] = JSON.stringify(withLeaf(given, leavesOf(given)[0]?.path ?? '', 'HERE')).split('"HERE"')
    refused('objects', await send(address, { raw: `${start}${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}${end}` }), 422)
  })
})

describe.each(withBody)('%s', (address) => {
  afterAll(unchanged)

  it('each value of a wrong type, out of bounds or unreadable is 422, and its path is named', async () => {
    const given = inputOf(address, stage)
    const { body: schema, upload } = operation(address)
    for (const { path, value } of leavesOf(given.body)) {
      const texts = [LONG, 'a\u0000b', '\ud800']
      const asked = new Set<string>()
      for (const bad of upload ? texts : [...texts, {}, [], -1.5, 1e21, 1e308, true, null]) {
        const body = withLeaf(given.body, path, bad)
        const parsed = schema?.safeParse(body)
        const wrong = parsed?.success ? unreadable(parsed.data) : (parsed?.error.issues ?? []).map((i) => ({ path: i.path.join('.') }))
        // What the schema accepts (an optional null, a negative amount) is no mistake; a value of another type must be one.
        if (wrong.length === 0 && (bad === null || typeof bad === typeof value)) continue
        expect(
          wrong.map((e) => e.path),
          `${path} = ${short(bad)}`,
        ).toContain(path)
        // The Worker gets one request for each kind of fault: against the schema, and unreadable.
        const way = parsed?.success ? 'unreadable' : 'schema'
        if (asked.has(way)) continue
        asked.add(way)
        const reply = await send(address, {}, { ...given, body })
        refused(`${path} = ${short(bad)}`, reply, 422)
        expect(reply.body.errors.map((e: { path: string }) => e.path)).toContain(path)
      }
      expect(asked.size, path).toBeGreaterThan(0)
    }
  })
})

describe.each(withQuery)('%s', (address) => {
  afterAll(unchanged)

  it('a wrong value in the address is 422, and its name is given', async () => {
    const given = inputOf(address, stage)
    for (const name of Object.keys(operation(address).query?.shape ?? {}))
      for (const bad of [LONG, 'a\u0000b', '\u0007']) {
        const reply = await send(address, {}, { ...given, query: { ...(given.query as object), [name]: bad } })
        refused(`${name}=${short(bad)}`, reply, 422)
        expect(reply.body.errors.map((e: { path: string }) => e.path)).toContain(name)
      }
  })
})

describe.each(CALLS.filter((a) => operation(a).query?.shape.page))('%s', (address) => {
  it.each(['0', '-1', '1.5', 'x', 'NaN', '1e400', '99999999999999999999', '{}', "1' OR 1=1 --", '%31'])(
    'page %s is 422, and so is a limit',
    async (bad) => {
      for (const name of ['page', 'limit', 'pageSize'].filter((n) => operation(address).query?.shape[n])) {
        const reply = await send(address, {}, { query: { ...(inputOf(address, stage).query as object), [name]: bad } })
        refused(`${name}=${bad}`, reply, 422)
      }
    },
  )
})

describe.each(withParams)('%s', (address) => {
  afterAll(unchanged)

  it('an unknown id is 404, a malformed one 404 or 422', async () => {
    const given = inputOf(address, stage)
    const known = new Set<unknown>([stage.w.id, stage.dinerId, ...Object.values(stage.office), ...leavesOf(before).map((l) => l.value)])
    const { params, query, body } = given
    const ids = leavesOf({ params, query, body }).filter(
      (l) => ID.test(String(l.value)) && known.has(l.value) && !NO_KEY[address]?.test(l.path),
    )
    for (const { path } of ids) {
      const wrong = (value: string) => send(address, {}, { ...withLeaf({ params, query, body }, path, value), files: given.files })
      refused(path, await wrong(randomId()), /items\.\d+\._id$/.test(path) ? 422 : 404)
      for (const value of ['%2e%2e', "' OR 1=1 --", 'x'.repeat(41), 'ü'])
        refused(`${path} ${value}`, await wrong(value), path.startsWith('params') ? 404 : [404, 422])
    }
  })
})

describe('odd values that the contract takes', () => {
  let odd: Stage
  beforeAll(async () => {
    odd = await setStage(await makeRestaurant())
  })
  afterAll(async () => void (await remember()))

  /** Inputs in which each place has once each odd value that it accepts. */
  function* filled(address: Call): Generator<AnyGiven> {
    const schema = operation(address).body
    const takes = (body: unknown) => schema?.safeParse(body).success === true
    const sound = inputOf(address, odd).body
    const places = leavesOf(sound).flatMap(({ path, value }) => {
      const values = ODD.filter((o) => typeof o === typeof value && takes(withLeaf(sound, path, o)))
      return values.length > 0 ? [{ path, values }] : []
    })
    const most = Math.max(0, ...places.map((p) => p.values.length))
    // Hashing passwords is slow, so not every place gets every value there.
    const rounds = leavesOf(sound).some((l) => /password$/i.test(l.path)) ? Math.min(4, most) : most
    for (let round = 0; round < rounds; round++) {
      const given = inputOf(address, odd)
      const body = places.reduce((all, { path, values }, i) => {
        const next = withLeaf(all, path, values[(round + i) % values.length])
        return takes(next) ? next : all
      }, given.body)
      yield { ...given, body }
    }
  }

  it.each(withBody)('%s: are stored or refused, and never cause a failure', async (address) => {
    for (const given of filled(address)) {
      const reply = await make(address, given, { token: await tokenOf(address, odd) })
      // Every answer was checked against the contract's schema (CHECK_ANSWERS); one that doesn't fit is a 500.
      expect(reply.status, `${short(given.body)}: ${reply.text.slice(0, 300)}`).toBeLessThan(500)
      if (reply.status >= 400) isError(reply)
    }
  })

  it('don’t keep any call from answering', async () => {
    const reads = CALLS.filter((a) => a.startsWith('GET') || /analytics|\/menus\/(restaurant|trending|categories)/.test(a))
    for (const address of reads) {
      const reply = await make(address, inputOf(address, odd), { token: await tokenOf(address, odd) })
      expect([200, 201], `${address} ${reply.text.slice(0, 300)}`).toContain(reply.status)
    }
  })
})

describe('the contract', () => {
  type Schema = { [key: string]: unknown } & { type?: string; properties?: Record<string, Schema>; items?: Schema }

  /** Paths of unlimited values in a schema: a text without a length, a number without a range, a list without a maximum. */
  function endless(s: Schema, path: string): string[] {
    const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((k) => ((s[k] as Schema[]) ?? []).flatMap((x) => endless(x, path)))
    const fixed = s.enum !== undefined || s.const !== undefined
    const whole = (pattern: unknown) => typeof pattern === 'string' && /^\^[^+*]*\$$/.test(pattern.replace(/\\./g, ''))
    const bound = (...keys: string[]) => keys.some((k) => typeof s[k] === 'number')
    const open =
      (s.type === 'string' && !fixed && s.maxLength === undefined && !whole(s.pattern)) ||
      (/^(number|integer)$/.test(s.type ?? '') &&
        !fixed &&
        !(bound('minimum', 'exclusiveMinimum') && bound('maximum', 'exclusiveMaximum'))) ||
      (s.type === 'array' && s.maxItems === undefined) ||
      (s.type === undefined && !fixed && !['anyOf', 'oneOf', 'allOf'].some((k) => k in s))
    const record = s.additionalProperties
    return [
      ...(open ? [path] : []),
      ...inner,
      ...(s.items ? endless(s.items, `${path}.*`) : []),
      ...Object.entries(s.properties ?? {}).flatMap(([key, value]) => endless(value, `${path}.${key}`)),
      ...(typeof record === 'object' && record !== null ? endless(record as Schema, `${path}.{}`) : []),
    ]
  }
  // Only known routes and roles pass, each once; a lot that names nonsense is a row that failed.
  const BY_HAND = ['body.permissions.{}', 'body.permissions.{}.*', 'body.stocks.*.stockQuantity']

  it.each(CALLS)('%s accepts no text, number or list without a limit', (address) => {
    const { params, query, body } = operation(address)
    const open = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? endless(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, part) : [],
    )
    expect(open.filter((path) => !BY_HAND.includes(path))).toEqual([])
  })
})

describe('the order of checks', () => {
  it.each(CALLS.filter((a) => !isPublic(a)))('%s: 401, 403, 400, 422, 404', async (address) => {
    const given = inputOf(address, stage)
    const op = operation(address)
    const nonsense: CallOptions = op.upload ? { raw: 'x', headers: { 'Content-Type': 'text/plain' } } : op.body ? { raw: '{' } : {}
    refused('no token', await send(address, { ...nonsense, token: null }), 401)
    refused('bad token', await send(address, { ...nonsense, token: 'nonsense' }), 401)
    for (const [role, theirs] of Object.entries(people) as [Role, string][])
      // Who may enter a restaurant has entered none here.
      if (!op.roles.includes(role) || (op.scope === 'restaurant' && ['partner', 'backoffice'].includes(role)))
        refused(role, await send(address, { ...nonsense, token: theirs }), 403)
    if (op.upload) refused('no form', await send(address, nonsense), 415)
    else if (op.body) {
      refused('malformed', await send(address, nonsense), 400)
      // A wrong body is reported before an unknown id, wherever it is.
      const first = leavesOf(given.body)[0]?.path
      if (op.params && first) {
        const wrong = withLeaf(withLeaf(given, `params.${Object.keys(given.params as object)[0]}`, 'not an id'), `body.${first}`, {})
        refused('422 before 404', await send(address, {}, wrong), 422)
      }
    }
    await unchanged()
  })

  it('a page that is switched off is 403 before the body is looked at', async () => {
    const w = await makeRestaurant({ settings: { permissions: Object.fromEntries(PAGES.map((p) => [p, []])) } })
    for (const address of withJson.filter(
      (a) => !isPublic(a) && operation(a).pages.length > 0 && operation(a).roles.includes('superuser'),
    )) {
      const reply = await make(address, inputOf(address, stage), { token: await w.as('superuser'), raw: '{' })
      expect([address, reply.status, reply.body.code]).toEqual([address, 403, 'page_disabled'])
    }
    await remember()
  })

  it('an Idempotency-Key of more than 64 characters is 422', async () => {
    for (const address of CALLS.filter((a) => operation(a).idempotent))
      for (const key of ['k'.repeat(65), 'k'.repeat(5000)]) refused(address, await send(address, { key }), 422)
    await unchanged()
  })
})

describe('lines that are sent', () => {
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
      refused(address, await send(address, { body: withLeaf(given.body, path, line) }), 422)
    }
    await unchanged()
  })

  it('odd texts are stored as they came; unreadable ones are 422', async () => {
    const w = await makeRestaurant()
    for (const note of [
      '<script>alert(1)</script>',
      "'; DROP TABLE orders; --",
      '${jndi:ldap://x}',
      '🍛 extra तीखा',
      'line\nbreak',
      '"quoted" \\ back',
    ]) {
      const order = await w.order([w.line('plain', 1, { additionalItemNote: note })], { orderType: 'Take Away' })
      expect(order.kots[0]?.items[0]?.additionalItemNote).toBe(note)
    }
    for (const note of ['\u0000', 'a\u0000b', '\ud800', '\u200b', '\u2800', '\u202eright to left']) {
      const reply = await w.send([w.line('plain', 1, { additionalItemNote: note })], { orderType: 'Take Away' })
      refused(JSON.stringify(note), reply, 422)
    }
  })

  it('unknown fields are not stored', async () => {
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
