import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { batch, run } from '../db/index.ts'
import * as platform from '../db/platform.ts'
import { tokenOf } from './callers.ts'
import { type AnyGiven, CALLS, inputOf } from './calls.ts'
import { make } from './requests.ts'
import { setStage, type Stage } from './stage.ts'
import { withNewAllowance } from './limits.ts'
import { type CallOptions, makeRestaurant, type Reply, signIn, testEnv } from './world.ts'

/** Shared by all tests of refused calls: the restaurant, its callers, and the check that nothing has changed. */

export let stage: Stage
export let token: string
/** One person of each kind, and the right caller of each call: signed in before anything is looked at. */
export let people: Record<'superuser' | 'kitchen' | 'mobileAdmin' | 'partner' | 'backoffice' | 'user', string>
const callers = new Map<Call, string | null>()
/** The rows at the last check. */
export let before: unknown

const PLATFORM = Object.values(platform)
  .filter((t) => is(t, SQLiteTable))
  .map((t) => getTableName(t as SQLiteTable))
  // Refused calls count as attempts too.
  .filter((name) => name !== 'attempts')

/** All that a refused call must leave unchanged: the restaurant's rows, and of PLATFORM how many there are and those of the stage. */
export async function everything(): Promise<unknown> {
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

/**
 * Sets one restaurant for all tests of a file: refusals leave no trace, which every test checks. Call it once, at the top of the file.
 */
export function shareStage(): void {
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
  // No call here may be refused for being one too many. A diner is counted in memory, by its allowance.
  beforeEach(async () => {
    await run(testEnv.PLATFORM, sql`DELETE FROM attempts`)
    const diner = await withNewAllowance(stage.diner.token)
    for (const [address, caller] of callers) if (caller === people.user) callers.set(address, diner)
    people.user = diner
  })
}

export const isError = (reply: Reply) => {
  expect(reply.body).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
  })
  expect(reply.headers.get('X-Request-Id')).toMatch(/^[\w-]{10,}$/)
  if (reply.status === 422) isReadable(reply)
}
export const LONG = 'x'.repeat(10_000)

/** Words that give away a validator's own text. */
const RAW_WORDS = ['expected', 'received', 'Invalid input', 'Invalid string', 'regex', '"/^', 'undefined', 'NaN', 'Unrecognized', 'zod']
/** A 422 is shown beside fields, so each text is a short, whole sentence that repeats nothing of what was sent. */
function isReadable({ body, text }: Reply): void {
  for (const shown of [body.message, ...body.errors.map((e: { message: string }) => e.message)] as string[]) {
    expect(
      RAW_WORDS.filter((word) => shown.includes(word)),
      shown,
    ).toEqual([])
    expect(shown.length, shown).toBeLessThanOrEqual(160)
    expect(shown).toMatch(/^\p{Lu}.*\.$/u)
  }
  expect(text).not.toContain(LONG.slice(0, 100))
}
export function refused(what: string, reply: Reply, status: number | number[]): void {
  expect([status].flat(), `${what}: ${reply.status} ${reply.text.slice(0, 300)}`).toContain(reply.status)
  isError(reply)
}
/** Checks that nothing has been stored since the last check. Run once in each test, so that the test's name identifies the call. */
export async function unchanged(): Promise<void> {
  const was = before
  // So that the next test fails only for what it has changed itself.
  before = await everything()
  expect(before).toEqual(was)
}
/** Makes the present rows the reference of the next `unchanged`, after a test that has changed something on purpose. */
export async function remember(): Promise<void> {
  before = await everything()
}

/** Sends a call by its right caller with what the contract wants, but for `options` and `given`. */
export const send = (address: Call, options: CallOptions, given: AnyGiven = inputOf(address, stage)) =>
  make(address, given, { token: callers.get(address) ?? null, ...options })
export const short = (value: unknown) => JSON.stringify(value).slice(0, 200)
