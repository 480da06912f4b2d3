import { beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { ROLES } from '#domain/roles.ts'
import type { Env } from '../env.ts'
import { scrub } from './log.ts'
import { tokenOf } from '../test/callers.ts'
import { CALLS, inputOf } from '../test/calls.ts'
import { leavesOf, make, requestOf } from '../test/requests.ts'
import { setStage, type Stage } from '../test/stage.ts'
import { configured } from '../test/messages.ts'
import { openSocket, upgrade } from '../test/sockets.ts'
import { call, makeRestaurant, reach } from '../test/world.ts'

/** The log has enough to find a request, and no personal data. */

type Line = Record<string, unknown>

/** All that is written to the console meanwhile. */
async function heard(work: () => Promise<unknown>): Promise<{ text: string; lines: Line[] }> {
  const said: string[] = []
  for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace', 'dir'] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      said.push(words.map((word) => (word instanceof Error ? `${word.stack} ${String(word.cause)}` : String(word))).join(' '))
    })
  try {
    await configured({ LOG_LEVEL: 'info' }, work)
  } finally {
    vi.restoreAllMocks()
  }
  return { text: said.join('\n'), lines: said.map((line) => JSON.parse(line) as Line) }
}

const CANARY = `kanarie${randomId().slice(-8)}`
let stage: Stage
beforeAll(async () => {
  stage = await setStage(await makeRestaurant({ canary: CANARY }), { canary: CANARY })
})

const routes = new Set(Object.keys(api).map((address) => address.split(' ')[1]))
/** Of what is sent: whatever is a person's, a secret, or free text. Ids, words of the contract and figures may be anywhere. */
const PERSONAL = /name|email|mobile|phone|contact|address|password|otp|token|message|note|comment|reason|search|signature|request$/i
const personal = (given: unknown): string[] =>
  leavesOf(given).flatMap(({ path, value }) =>
    PERSONAL.test(path) && typeof value === 'string' && value.length > 5 && !(ROLES as readonly string[]).includes(value) ? [value] : [],
  )

describe('a request', () => {
  it('is logged as one line of JSON with its id, pattern, status, time, role and restaurant', async () => {
    const { w } = stage
    const token = await w.as('cashier')
    const { lines } = await heard(async () => {
      await call(`GET /menus/item/${w.items.plain}?restaurantId=${w.id}`, { token })
      await call('POST /feedback/submit', { body: { orderId: randomId(), rating: 5 } })
      await call('GET /orders')
      await call('GET /nowhere/at/all?x=y')
      await call('OPTIONS /orders')
    })
    const of = (more: Line) => ({
      level: 'info',
      what: 'request',
      requestId: expect.stringMatching(/^[\w-]{20,}$/),
      ms: expect.any(Number),
      ...more,
    })
    expect(lines).toEqual([
      of({ method: 'GET', route: '/menus/item/:id', status: 200, role: 'cashier', restaurantId: w.id }),
      of({ method: 'POST', route: '/feedback/submit', status: 404, role: null, restaurantId: null }),
      of({ method: 'GET', route: '/orders', status: 401, role: null, restaurantId: null }),
      of({ method: 'GET', route: null, status: 404, role: null, restaurantId: null }),
      // A preflight is the browser's, not a call.
    ])
  })

  it('for a socket is logged too, accepted or refused', async () => {
    const { w } = stage
    const token = await w.as('waiter')
    const { lines } = await heard(async () => {
      ;(await openSocket(w.id, token)).close()
      await upgrade(w.id, `${token}x`)
      await upgrade(randomId(), token)
    })
    expect(lines.map(({ route, status, role, restaurantId }) => [route, status, role, restaurantId])).toEqual([
      ['/realtime/:restaurantId', 101, 'waiter', w.id],
      ['/realtime/:restaurantId', 401, null, null],
      ['/realtime/:restaurantId', 403, null, null],
    ])
  })

  it('isn’t logged where LOG_LEVEL is `error`', async () => {
    const { lines } = await heard(() => configured({ LOG_LEVEL: 'error' }, () => call('GET /health')))
    expect(lines).toEqual([])
  })
})

describe('no personal data is in the log', () => {
  it('after every call made by someone who may make it', async () => {
    const secrets = new Set<string>([CANARY])
    const ids: (string | null)[] = []
    const { text, lines } = await heard(async () => {
      for (const address of CALLS) {
        const given = inputOf(address, stage)
        const token = await tokenOf(address, stage)
        const reply = await make(address, given, { token })
        // The description of the API is full of example names.
        const told = address === 'GET /openapi.json' ? [] : personal(reply.body)
        for (const secret of [...personal(given), ...told, ...(token ? [token] : [])]) secrets.add(secret)
        ids.push(reply.headers.get('X-Request-Id'))
      }
    })
    // What is looked for was there to be found.
    expect(secrets.size).toBeGreaterThan(CALLS.length)
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
    const requests = lines.filter((line) => line.what === 'request')
    expect(requests.map((line) => line.requestId)).toEqual(ids)
    for (const line of requests) {
      expect(Object.keys(line)).toEqual(['level', 'what', 'requestId', 'method', 'route', 'status', 'ms', 'role', 'restaurantId'])
      expect(routes).toContain(line.route)
    }
  })

  it('after every call refused for no token, a bad token or a malformed body', async () => {
    const secret = `${randomId()}@kanarie.test`
    let sent = 0
    const { text, lines } = await heard(async () => {
      for (const address of CALLS) {
        const given = inputOf(address, stage)
        const token = (await tokenOf(address, stage)) ?? undefined
        for (const options of [
          { headers: { 'X-Sync-Key': secret, Cookie: secret, 'User-Agent': secret, 'X-Restaurant-Id': secret } },
          { token: `${secret}.a.b` },
          ...(address.startsWith('GET')
            ? []
            : [
                { token, raw: `{"name":"${secret}",` },
                { token, raw: JSON.stringify({ name: secret, email: secret, items: { [secret]: secret } }) },
              ]),
        ]) {
          sent++
          await reach(requestOf(address, given, options))
        }
      }
      for (const path of [secret, `tables/${secret}`, `media/${secret}`, `orders?search=${secret}&token=${secret}`, `realtime/${secret}`])
        await call(`GET /${path}`)
    })
    expect(lines.filter((line) => line.what === 'request').length).toBe(sent + 5)
    expect(text).not.toContain('kanarie')
  })

  /** A database that fails as databases and libraries do, with what was asked of it in the error. */
  const FAILURES: [string, () => Error][] = [
    [
      'parameters after the statement',
      () => new Error(`Failed query: SELECT * FROM accounts WHERE email = ?\nparams: ${CANARY}@x.test,9876543210`),
    ],
    ['a value in quotes', () => new Error(`D1_TYPE_ERROR: Type 'object' not supported for value '${CANARY}'`)],
    ['an address', () => new Error(`no route to ${CANARY}@mail.test`)],
    ['a body that is no JSON', () => new SyntaxError(`Unexpected token 'k', "${CANARY} Rao" is not valid JSON`)],
    ['a cause', () => new Error('D1_ERROR', { cause: new Error(`params: ["${CANARY}"]`) })],
    ['a message of many lines', () => new Error(`one\n    at ${CANARY}@x.test (two)\nparams: ${CANARY}`)],
  ]
  it.each(FAILURES)('a failure is logged with its place, not its contents: %s', async (_name, failure) => {
    const { w } = stage
    const [token, platform] = [await w.as('superuser'), 'PLATFORM'] as const
    const failing = {
      prepare: () => {
        throw failure()
      },
    } as unknown as D1Database
    const { text, lines } = await heard(async () => {
      const reply = await configured({ [platform]: failing } as Partial<Env>, () => call(`GET /orders?search=${CANARY}`, { token }))
      expect([reply.status, reply.body.code]).toEqual([500, 'internal'])
      expect(reply.text).not.toContain(CANARY)
    })
    expect(text).not.toContain(CANARY)
    expect(text).not.toContain('9876543210')
    expect(lines).toMatchObject([
      {
        level: 'error',
        what: 'call',
        operation: 'listOrders',
        error: expect.stringMatching(/^(Syntax)?Error: ./),
        stack: expect.stringMatching(/^at .+session\.ts/m),
      },
      { level: 'info', what: 'request', status: 500 },
    ])
    expect(lines[0]?.requestId).toBe(lines[1]?.requestId)
  })

  it.each([
    ['UNIQUE constraint failed: accounts.email: SQLITE_CONSTRAINT', 'UNIQUE constraint failed: accounts.email: SQLITE_CONSTRAINT'],
    ['no such table: orders_x', 'no such table: orders_x'],
    ['the service answered 500', 'the service answered 500'],
    ['no account asha.rao@example.com here', 'no account …@… here'],
    ['call +91 98765 43210 back', 'call … back'],
    ['code 123456 is wrong', 'code … is wrong'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'Bearer …'],
    ['key tawa_AAAABBBBCCCCDDDDEEEE', 'key …'],
    ['GET https://mail.test/send?key=abc failed', 'GET https://mail.test/send?… failed'],
  ])('a message is scrubbed: %s', (message, said) => expect(scrub(message)).toBe(said))
})
