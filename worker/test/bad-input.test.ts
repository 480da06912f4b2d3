import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { PAGES } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import { unreadable } from '#domain/text.ts'
import { batch, run } from '../db/index.ts'
import * as platform from '../db/platform.ts'
import worker from '../index.ts'
import { type AnyGiven, CALLS, inputOf, leavesOf, make, NO_KEY, operation, setStage, type Stage, tokenOf, withLeaf } from './calls.ts'
import { FILES, type Part } from './upload.ts'
import { call, type CallOptions, makeRestaurant, type Reply, signIn, testEnv } from './world.ts'

/** Whatever is sent, the answer is CONTRACT §1's error, and nothing has changed: every call of the contract, one wrong thing at a time. */

// Refusals leave no trace, which every test looks at, so all of them share one restaurant.
let stage: Stage
let token: string
/** One person of each kind, and the right caller of each call: signed in before anything is looked at. */
let people: Record<'superuser' | 'kitchen' | 'mobileAdmin' | 'partner' | 'backoffice' | 'user', string>
const callers = new Map<Call, string | null>()
let before: unknown

const PLATFORM = Object.values(platform)
  .filter((t) => is(t, SQLiteTable))
  .map((t) => getTableName(t as SQLiteTable))
  // Attempts are counted also of what is refused.
  .filter((name) => name !== 'attempts')

/** All that a refused call must leave as it was: the restaurant's rows, and of PLATFORM how many there are and those of the stage. */
async function everything(): Promise<unknown> {
  const { w, diner, platform: ids } = stage
  const of = sql`restaurant_id = ${w.id}`
  const own = JSON.stringify(Object.values(ids))
  const [counts, ...rows] = await batch(testEnv.PLATFORM, [
    sql`SELECT ${sql.join(
      PLATFORM.map((name) => sql`(SELECT count(*) FROM ${sql.identifier(name)}) AS ${sql.identifier(name)}`),
      sql`, `,
    )}`,
    sql`SELECT * FROM accounts WHERE ${of} ORDER BY id`,
    sql`SELECT * FROM claims WHERE ${of} ORDER BY id`,
    sql`SELECT * FROM listings WHERE ${of}`,
    sql`SELECT id, label, revoked_at FROM sync_keys WHERE ${of} ORDER BY id`,
    sql`SELECT * FROM saved_items WHERE account_id = ${diner.accountId}`,
    sql`SELECT * FROM partners WHERE id = ${stage.partner.id} OR id IN (SELECT value FROM json_each(${own}))`,
    sql`SELECT * FROM restaurants WHERE id IN (SELECT value FROM json_each(${own}))`,
    sql`SELECT * FROM codes WHERE subject IN (${stage.signIn.forgets}, ${stage.signIn.mobile}, ${stage.signIn.staff})`,
  ])
  return { ...(await w.everything()), counts, platform: rows }
}

beforeAll(async () => {
  stage = await setStage(await makeRestaurant())
  const { w } = stage
  token = await w.as('superuser')
  people = {
    superuser: token,
    kitchen: await w.as('kitchen'),
    mobileAdmin: await w.as('mobileAdmin'),
    partner: (await signIn('partner', { partnerId: randomId() })).token,
    backoffice: await w.as('backoffice'),
    user: stage.diner.token,
  }
  await w.as('cashier')
  for (const address of CALLS) callers.set(address, await tokenOf(address, stage))
  before = await everything()
})
// What is refused here is not refused for its number.
beforeEach(() => run(testEnv.PLATFORM, sql`DELETE FROM attempts`))

const isError = (reply: Reply) => {
  expect(reply.body).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
  })
  expect(reply.headers.get('X-Request-Id')).toMatch(/^[\w-]{10,}$/)
  if (reply.status === 422) isReadable(reply)
}
const LONG = 'x'.repeat(10_000)

/** By which a validator's own words are known. */
const RAW_WORDS = ['expected', 'received', 'Invalid input', 'Invalid string', 'regex', '"/^', 'undefined', 'NaN', 'Unrecognized', 'zod']
/** A 422 is read beside fields: whole sentences, short ones, and nothing of what was sent. */
function isReadable({ body, text }: Reply): void {
  for (const said of [body.message, ...body.errors.map((e: { message: string }) => e.message)] as string[]) {
    expect(
      RAW_WORDS.filter((word) => said.includes(word)),
      said,
    ).toEqual([])
    expect(said.length, said).toBeLessThanOrEqual(160)
    expect(said).toMatch(/^\p{Lu}.*\.$/u)
  }
  expect(text).not.toContain(LONG.slice(0, 100))
}
function refused(what: string, reply: Reply, status: number | number[]): void {
  expect([status].flat(), `${what}: ${reply.status} ${reply.text.slice(0, 300)}`).toContain(reply.status)
  isError(reply)
}
/** Looked at once a test: its name tells the call, and the difference what was written. */
async function unchanged(): Promise<void> {
  const was = before
  // The next test has only itself to answer for.
  before = await everything()
  expect(before).toEqual(was)
}
const send = (address: Call, options: CallOptions, given: AnyGiven = inputOf(address, stage)) =>
  make(address, given, { token: callers.get(address) ?? null, ...options })
const short = (value: unknown) => JSON.stringify(value).slice(0, 200)

const isPublic = (address: Call) => operation(address).roles.includes('public')
const uploads = CALLS.filter((a) => operation(a).upload)
const withJson = CALLS.filter((a) => operation(a).body && !operation(a).upload)
const withBody = CALLS.filter((a) => operation(a).body)
const withQuery = CALLS.filter((a) => operation(a).query)
const withParams = CALLS.filter((a) => operation(a).params || operation(a).query || operation(a).body)

const DEEP = 20_000

describe.each(withJson)('%s', (address) => {
  afterAll(unchanged)

  it('malformed JSON is 400', async () => {
    for (const raw of ['{"a":', '{a:1}', 'undefined', '[1,]', '\u0000', '{"a":1}}', '[', '{"a":NaN}'])
      refused(raw, await send(address, { raw }), 400)
  })

  it('what is not UTF-8 is 400', async () => {
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

  it('more than 1 MiB is 413, also when no length is told', async () => {
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

  it('no object is 422', async () => {
    const required = operation(address).body?.safeParse({}).success === false
    for (const body of [null, [], 'text', 5, true]) refused(JSON.stringify(body), await send(address, { raw: JSON.stringify(body) }), 422)
    if (required) {
      refused('nothing', await send(address, { raw: '' }), 422)
      refused('nothing', await send(address, { raw: '{}' }), 422)
      refused('of the prototype', await send(address, { raw: '{"__proto__":{"a":1},"constructor":{"prototype":{}}}' }), 422)
    }
  })

  it('what is deeper than any stack is 422', async () => {
    refused('lists', await send(address, { raw: '['.repeat(DEEP) + ']'.repeat(DEEP) }), 422)
    const given = inputOf(address, stage).body
    const [start, end = ''] = JSON.stringify(withLeaf(given, leavesOf(given)[0]?.path ?? '', 'HERE')).split('"HERE"')
    refused('objects', await send(address, { raw: `${start}${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}${end}` }), 422)
  })
})

describe.each(withBody)('%s', (address) => {
  afterAll(unchanged)

  it('each value of a wrong type, without bounds or that can’t be read is 422, and its path is named', async () => {
    const given = inputOf(address, stage)
    const { body: schema, upload } = operation(address)
    for (const { path, value } of leavesOf(given.body)) {
      const texts = [LONG, 'a\u0000b', '\ud800']
      const asked = new Set<string>()
      for (const bad of upload ? texts : [...texts, {}, [], -1.5, 1e21, 1e308, true, null]) {
        const body = withLeaf(given.body, path, bad)
        const parsed = schema?.safeParse(body)
        const wrong = parsed?.success ? unreadable(parsed.data) : (parsed?.error.issues ?? []).map((i) => ({ path: i.path.join('.') }))
        // What the schema takes (an optional null, a negative amount) is no mistake; a type that is not the value's own must be one.
        if (wrong.length === 0 && (bad === null || typeof bad === typeof value)) continue
        expect(
          wrong.map((e) => e.path),
          `${path} = ${short(bad)}`,
        ).toContain(path)
        // The Worker is asked once for each way of being wrong: by the schema, and by what can't be read.
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

  it('a wrong value in the address is 422, and its name is told', async () => {
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

/** A value by which the stage is known: an id that is there, or a token that opens a row. */
const ID = /^[0-9a-z]{26}$/

describe.each(withParams)('%s', (address) => {
  afterAll(unchanged)

  it('an id that is not there is 404, one that is no id 404 or 422', async () => {
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

/** What people, and people of ill will, really type. */
const ODD = [
  '<script>alert(1)</script>',
  "'; DROP TABLE orders; --",
  '${jndi:ldap://x}',
  '🍛 extra तीखा',
  '"quoted" \\ back',
  '\u202eright to left',
  '=HYPERLINK("http://x")',
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

describe('odd values that the contract takes', () => {
  let odd: Stage
  beforeAll(async () => {
    odd = await setStage(await makeRestaurant())
  })
  afterAll(async () => void (before = await everything()))

  /** Inputs in which each place has each odd value that it takes once. */
  function* filled(address: Call): Generator<AnyGiven> {
    const schema = operation(address).body
    const takes = (body: unknown) => schema?.safeParse(body).success === true
    const sound = inputOf(address, odd).body
    const places = leavesOf(sound).flatMap(({ path, value }) => {
      const values = ODD.filter((o) => typeof o === typeof value && takes(withLeaf(sound, path, o)))
      return values.length > 0 ? [{ path, values }] : []
    })
    const most = Math.max(0, ...places.map((p) => p.values.length))
    // Passwords are dear to hash: there not each place takes every value.
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

  it.each(withBody)('%s: are stored, or refused, and never a failure', async (address) => {
    for (const given of filled(address)) {
      const reply = await make(address, given, { token: await tokenOf(address, odd) })
      // The contract's schema has looked at every answer (CHECK_ANSWERS): what it does not say is a 500.
      expect(reply.status, `${short(given.body)}: ${reply.text.slice(0, 300)}`).toBeLessThan(500)
      if (reply.status >= 400) isError(reply)
    }
  })

  it('and nothing of it keeps a call from answering', async () => {
    const reads = CALLS.filter((a) => a.startsWith('GET') || /analytics|\/menus\/(restaurant|trending|categories)/.test(a))
    for (const address of reads) {
      const reply = await make(address, inputOf(address, odd), { token: await tokenOf(address, odd) })
      expect([200, 201], `${address} ${reply.text.slice(0, 300)}`).toContain(reply.status)
    }
  })
})

describe('the contract', () => {
  type Schema = { [key: string]: unknown } & { type?: string; properties?: Record<string, Schema>; items?: Schema }

  /** Paths of what a schema leaves without an end: a text without a length, a number without a range, a list without a number. */
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

  it.each(CALLS)('%s takes no text, number or list without an end', (address) => {
    const { params, query, body } = operation(address)
    const open = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? endless(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, part) : [],
    )
    expect(open.filter((path) => !BY_HAND.includes(path))).toEqual([])
  })
})

describe('a form', () => {
  const form = (address: Call, files: Part[], fields: Record<string, string> = {}) => {
    const given = inputOf(address, stage)
    return send(address, {}, { ...given, files, body: { ...(given.body as Record<string, string>), ...fields } })
  }
  const fieldOf = (address: Call) => Object.entries(operation(address).upload ?? {})[0] ?? ['', 0]
  const fileOf = (address: Call, bytes: Uint8Array, more: Partial<Part> = {}): Part => ({ field: fieldOf(address)[0], bytes, ...more })
  const kept = async () => {
    const keys: string[] = []
    for (let cursor: string | undefined, more = true; more;) {
      const page = await testEnv.MEDIA.list({ cursor })
      keys.push(...page.objects.map((o) => o.key))
      more = page.truncated
      cursor = page.truncated ? page.cursor : undefined
    }
    return keys.sort()
  }

  describe.each(uploads)('%s', (address) => {
    let files: string[]
    beforeAll(async () => {
      files = await kept()
    })
    // Nothing of what is refused is kept, neither row nor file.
    afterAll(async () => {
      await unchanged()
      expect(await kept()).toEqual(files)
    })

    it('another content type is 415', async () => {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x', ''])
        refused(type, await send(address, { raw: '{}', headers: { 'Content-Type': type } }), 415)
    })

    it('what is no form is 400', async () => {
      for (const [type, raw] of [
        ['multipart/form-data; boundary=x', 'no form at all'],
        ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nnever ends'],
        ['multipart/form-data; boundary=x', '--x\r\n\r\nno name\r\n--x--\r\n'],
        ['multipart/form-data; boundary=x', ''],
      ] as const)
        refused(raw, await send(address, { raw, headers: { 'Content-Type': type } }), 400)
    })

    it('a form without its boundary is 415', async () => {
      refused('no boundary', await send(address, { raw: '--x--', headers: { 'Content-Type': 'multipart/form-data' } }), 415)
    })

    it('a file of another kind is 415, whatever its name and type say', async () => {
      for (const bytes of [FILES.html(), FILES.svg(), new TextEncoder().encode('MZ program'), new TextEncoder().encode('GIF89a')])
        for (const [name, type] of [
          ['a.png', 'image/png'],
          ['a.pdf', 'application/pdf'],
        ])
          refused(name ?? '', await form(address, [fileOf(address, bytes, { name, type })]), 415)
    })

    it('an empty file is 422', async () => {
      refused('empty', await form(address, [fileOf(address, new Uint8Array())]), 422)
    })

    it('a file of more than 10 MiB is 413', async () => {
      const huge = new Uint8Array(10 * 1024 * 1024 + 1)
      huge.set(FILES.png())
      refused('huge', await form(address, [fileOf(address, huge)]), 413)
    })

    it('too many files are 422', async () => {
      const [, most] = fieldOf(address)
      const many = Array.from({ length: Number(most) + 1 }, (_, i) => fileOf(address, FILES.png(String(i))))
      refused('many', await form(address, many), 422)
    })

    it('texts are held to their bounds', async () => {
      const given = inputOf(address, stage).body as Record<string, string>
      for (const name of Object.keys(given)) {
        refused(name, await form(address, [fileOf(address, FILES.png())], { [name]: LONG }), 422)
        const { [name]: _left, ...rest } = given
        if (operation(address).body?.safeParse(rest).success) continue
        const without = { ...inputOf(address, stage), body: rest }
        refused(`without ${name}`, await send(address, {}, without), 422)
        // A file in the place of a text is none.
        refused(`${name} as a file`, await send(address, {}, { ...without, files: [{ field: name, bytes: FILES.png() }] }), 422)
      }
    })
  })

  it('without its file POST /media is 422', async () => {
    for (const files of [[], [{ field: 'other', bytes: FILES.png() }]]) {
      const reply = await form('POST /media', files)
      refused('no file', reply, 422)
      expect(reply.body.errors[0].path).toBe('file')
    }
    await unchanged()
  })

  it('whatever a file calls itself, its name is told as a plain one', async () => {
    const names = [
      '../../etc/passwd.png',
      'C:\\windows\\system32\\a.png',
      'a\u202egnp.exe',
      '"><img src=x onerror=alert(1)>.png',
      `${'n'.repeat(500)}.png`,
      '.png',
      '',
      '.',
      '..',
      'a\u0000b\r\nSet-Cookie: x=1.png',
    ]
    const desk = people.backoffice
    for (const name of names) {
      const given = inputOf('POST /restaurant/:id/claim', stage)
      const reply = await make('POST /restaurant/:id/claim', {
        ...given,
        files: [{ field: 'documents', bytes: FILES.png(randomId()), name, type: 'image/png' }],
      })
      expect(reply.status, `${name}: ${reply.text}`).toBe(201)
      const { claims } = (await call('GET /backoffice/restaurants/claims?limit=100', { token: desk })).body
      const [document] = claims.find((c: { _id: string }) => c._id === reply.body.claim._id).documents
      expect(document.name, name).toMatch(/^[^\p{C}/\\]{1,120}$/u)
      expect(document.url).toMatch(/^\/v1\/media\/p-[0-9a-f]{64}\.png\?/)
    }
    before = await everything()
  })
})

describe('order of checks', () => {
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
      // A wrong body outranks an id that is not there, wherever it stands.
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
    before = await everything()
  })

  it('an Idempotency-Key of more than 64 characters is 422', async () => {
    for (const address of CALLS.filter((a) => operation(a).idempotent))
      for (const key of ['k'.repeat(65), 'k'.repeat(5000)]) refused(address, await send(address, { key }), 422)
    await unchanged()
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
      refused(address, await send(address, { body: withLeaf(given.body, path, line) }), 422)
    }
    await unchanged()
  })

  it('odd texts are stored as they came, what can’t be read is 422', async () => {
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
      refused(JSON.stringify(note), reply, 422)
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
      refused(address, await call(address, { token }), 404)
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
    const was = await everything()
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
    expect(await everything()).toEqual(was)
  })
})
