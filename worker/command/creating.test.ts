import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { FILES } from '#domain/test/files.ts'
import type { Env } from '../env.ts'
import { tokenOf } from '../test/callers.ts'
import { type AnyGiven, INPUTS } from '../test/calls.ts'
import { make } from '../test/requests.ts'
import { setStage, type Stage } from '../test/stage.ts'
import { makeRestaurant, signIn, testEnv, type Reply, type World } from '../test/world.ts'

/**
 * Every creating call without an event, through the Worker: one Idempotency-Key makes one thing (CONTRACT §9). `table` is where its row goes; `other` is a
 * field whose change makes it another request.
 */
type Made = { table: string; in: 'platform' | 'outlet'; other: string; parallel?: number }
const MADE = {
  'POST /restaurant/employees': { table: 'accounts', in: 'platform', other: 'name' },
  'POST /restaurant/offers/create': { table: 'offers', in: 'outlet', other: 'title' },
  'POST /restaurant/promotional-banner': { table: 'banners', in: 'outlet', other: 'banner.title' },
  'POST /restaurant/customer': { table: 'customers', in: 'outlet', other: 'name' },
  // At most ten an order, and an address: domain/limits.ts.
  'POST /feedback/submit': { table: 'feedback', in: 'outlet', other: 'comment', parallel: 7 },
  'POST /restaurant/:id/claim': { table: 'claims', in: 'platform', other: 'name', parallel: 7 },
  'POST /partner/restaurant': { table: 'restaurants', in: 'platform', other: 'address', parallel: 4 },
  'POST /backoffice/partners': { table: 'partners', in: 'platform', other: 'name' },
  'POST /backoffice/restaurants': { table: 'restaurants', in: 'platform', other: 'address' },
  'POST /backoffice/users': { table: 'accounts', in: 'platform', other: 'name' },
  'POST /menus/item/save': { table: 'saved_items', in: 'platform', other: 'menuItemId' },
} satisfies Partial<Record<Call, Made>>
const CREATING = Object.keys(MADE) as (keyof typeof MADE)[]

let w: World
let stage: Stage

beforeAll(async () => {
  w = await makeRestaurant()
  stage = await setStage(w)
})

const replayed = (reply: Reply) => reply.headers.get('Idempotency-Replayed')

async function rowsOf({ table, in: place }: Made): Promise<number> {
  const db = place === 'platform' ? testEnv.PLATFORM : w.db
  return (await db.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n ?? 0
}

/** An input that makes a thing of its own, and a way to send it. */
async function ready(call: Call, from: Stage = stage) {
  const fresh =
    call === 'POST /feedback/submit' || call === 'POST /menus/item/save' ? await setStage(await makeRestaurant({ shard: w.shard })) : from
  const given = INPUTS[call](fresh) as AnyGiven
  const token = (await tokenOf(call, fresh)) ?? undefined
  const key = randomId()
  return { given, key, token, send: (more: Parameters<typeof make>[2] = {}) => make(call, given, { token, key, ...more }) }
}

/** The same body with another text at a path. */
function changed(body: unknown, path: string): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy)
  holder[last] = `${String(holder[last] ?? '')}x`
  return copy
}

describe.each(CREATING)('%s with an Idempotency-Key', (call) => {
  const made: Made = MADE[call]

  it('returns the first answer when sent again, and creates nothing more', async () => {
    const { send } = await ready(call)
    const before = await rowsOf(made)
    const first = await send()
    const second = await send()
    expect([first.status, replayed(first), second.status, replayed(second)]).toEqual([201, null, 201, 'true'])
    expect(second.text).toBe(first.text)
    expect((await rowsOf(made)) - before).toBe(1)
  })

  it('creates one thing when sent many times at once', async () => {
    const { send } = await ready(call)
    const before = await rowsOf(made)
    const times = made.parallel ?? 20
    const replies = await Promise.all(Array.from({ length: times }, () => send()))
    expect(replies.map((r) => r.status)).toEqual(Array(times).fill(201))
    expect(new Set(replies.map((r) => r.text)).size).toBe(1)
    expect(replies.filter((r) => replayed(r) === 'true')).toHaveLength(times - 1)
    expect((await rowsOf(made)) - before).toBe(1)
  })

  it('is 422 when sent again with another body', async () => {
    const { given, key, token, send } = await ready(call)
    expect((await send()).status).toBe(201)
    const before = await rowsOf(made)
    const other = await make(call, { ...given, body: changed(given.body, made.other) }, { token, key })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await rowsOf(made)).toBe(before)
  })

  it('doesn’t store a refusal: the key can be used again', async () => {
    const { given, key, token, send } = await ready(call)
    const refused = await make(call, { ...given, body: {} }, { token, key })
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed'])
    const reply = await send()
    expect([reply.status, replayed(reply)]).toEqual([201, null])
  })
})

describe('an Idempotency-Key belongs to account × entered restaurant × call', () => {
  it.each(['POST /restaurant/offers/create', 'POST /restaurant/customer', 'POST /restaurant/promotional-banner'] as const)(
    '%s: another account has keys of its own',
    async (call) => {
      const { given, key, send } = await ready(call)
      const first = await send()
      const token = (await signIn('admin')).token
      const given2 = { ...given, body: call === 'POST /restaurant/customer' ? INPUTS[call](stage).body : given.body }
      const second = await make(call, given2, { token, key, headers: { 'X-Restaurant-Id': w.id } })
      expect([first.status, second.status, replayed(second)]).toEqual([201, 201, null])
      expect(second.text).not.toBe(first.text)
    },
  )

  it.each(['POST /restaurant/offers/create', 'POST /restaurant/customer', 'POST /restaurant/promotional-banner'] as const)(
    '%s: a partner who uses a key for a second outlet creates a second thing',
    async (call) => {
      const [one, two] = await Promise.all([makeRestaurant({ shard: w.shard }), makeRestaurant({ shard: w.shard })])
      const token = (await signIn('admin')).token
      const { restaurantId: _own, ...body } = INPUTS[call](stage).body as Record<string, unknown>
      const given: AnyGiven = { body }
      const key = randomId()
      const into = (id: string) => make(call, given, { token, key, headers: { 'X-Restaurant-Id': id } })
      const [first, second, again] = [await into(one.id), await into(two.id), await into(two.id)]
      expect([first.status, second.status, replayed(second), replayed(again)]).toEqual([201, 201, null, 'true'])
      expect(again.text).toBe(second.text)
      const { table } = MADE[call]
      for (const id of [one.id, two.id])
        expect(await w.rows(`SELECT count(*) AS n FROM ${table} WHERE restaurant_id = ?`, id)).toEqual([{ n: 1 }])
    },
  )

  it('a ticket sent to a second outlet is a second ticket', async () => {
    const [one, two] = await Promise.all([makeRestaurant({ shard: w.shard }), makeRestaurant({ shard: w.shard })])
    const token = (await signIn('admin')).token
    const key = randomId()
    const into = (at: World) =>
      make(
        'POST /tables/createTables',
        { body: { tables: [{ tableNumber: 'K1' }] } },
        { token, key, headers: { 'X-Restaurant-Id': at.id } },
      )
    const replies = [await into(one), await into(two)]
    expect(replies.map((r) => [r.status, replayed(r)])).toEqual([
      [201, null],
      [201, null],
    ])
  })

  it('one key for two calls counts as two keys', async () => {
    const key = randomId()
    const offer = await make('POST /restaurant/offers/create', INPUTS['POST /restaurant/offers/create'](stage), {
      token: await w.as('superuser'),
      key,
    })
    const customer = await make('POST /restaurant/customer', INPUTS['POST /restaurant/customer'](stage), {
      token: await w.as('superuser'),
      key,
    })
    expect([offer.status, customer.status, replayed(customer)]).toEqual([201, 201, null])
  })
})

describe('an upload with an Idempotency-Key', () => {
  const call = 'POST /media'
  const send = async (key: string, bytes: Uint8Array, purpose = 'menu', name = 'file.png') =>
    make(call, { body: { purpose }, files: [{ field: 'file', bytes, name }] }, { token: await w.as('superuser'), key })

  it('is the same request whatever its boundary; other bytes or fields are another request', async () => {
    const key = randomId()
    const first = await send(key, FILES.png())
    const again = await send(key, FILES.png())
    expect([first.status, again.status, replayed(again), again.text]).toEqual([201, 201, 'true', first.text])
    for (const other of [
      await send(key, FILES.webp()),
      await send(key, FILES.png(), 'banner'),
      await send(key, FILES.png(), 'menu', 'other.png'),
    ])
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })
})

describe('after a repeated or simultaneous call', () => {
  it('an invitation is mailed once', async () => {
    const { given, send } = await ready('POST /backoffice/restaurants')
    await Promise.all(Array.from({ length: 5 }, () => send()))
    await send()
    const { email } = given.body as { email: string }
    const mails = await (testEnv as Env).PLATFORM.prepare('SELECT count(*) AS n FROM dev_outbox WHERE "to" = ?')
      .bind(email)
      .first<{ n: number }>()
    expect(mails?.n).toBe(1)
  })

  it('two callers who use one address at once create one account, and one is refused', async () => {
    const { given, token } = await ready('POST /restaurant/employees')
    // Under two names, because a colleague's name is refused before the address is looked at.
    const people = [given, { ...given, body: { ...(given.body as object), name: 'Zoya Khan' } }]
    const replies = await Promise.all(people.map((one) => make('POST /restaurant/employees', one, { token, key: randomId() })))
    expect(replies.map((r) => r.body.code ?? r.status).sort()).toEqual([201, 'email_taken'])
  })
})
