import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { PAGES, type Permissions } from '#domain/permissions.ts'
import { type Role, STAFF_ROLES } from '#domain/roles.ts'
import { batch } from '../../db/index.ts'
import { CALLS, inputOf } from '../calls.ts'
import { make } from '../requests.ts'
import { setStage, type Stage } from '../stage.ts'
import { makeRestaurant, signIn, testEnv } from '../world.ts'
import { unconsuming } from './ask.ts'
import { TABLE } from './table.ts'

/** A restaurant's permissions map narrows each staff call, never widens one, and doesn't apply to those who enter (CONTRACT §2, "Permissions map"). */

let stage: Stage
let partner: string
let guest: string

beforeAll(async () => {
  const w = await makeRestaurant()
  stage = await setStage(w)
  partner = stage.partner.token
  guest = (await w.guest(0)).token
  for (const role of STAFF_ROLES) await w.as(role)
}, 60_000)

const setMap = (permissions: Permissions | null) =>
  batch(testEnv.PLATFORM, [
    sql`UPDATE restaurants SET permissions = ${permissions && JSON.stringify(permissions)} WHERE id = ${stage.w.id}`,
  ])

type Asker = { name: string; token: string | null; headers?: Record<string, string> }
const asker = async (role: Role): Promise<Asker> => ({ name: role, token: await stage.w.as(role) })
const entering = async (): Promise<Asker[]> => {
  const headers = { 'X-Restaurant-Id': stage.w.id }
  const admins = await Promise.all(
    (['backoffice', 'admin'] as const).map(async (role) => ({ name: role, token: (await signIn(role)).token })),
  )
  return [{ name: 'partner', token: partner }, ...admins].map((a) => ({ ...a, headers }))
}

/** Makes the call as each role, and returns where the answer differs from `expected` (null: permitted). */
async function faults(call: Call, askers: readonly Asker[], expected: 'page_disabled' | 'forbidden' | null): Promise<string[]> {
  const wrong = await Promise.all(
    askers.map(async ({ name, token, headers }) => {
      const { given, options, expected: within } = unconsuming(call, TABLE[call], inputOf(call, stage))
      const reply = await make(call, given, { ...options, token, headers: { ...options.headers, ...headers } })
      const got = `${reply.status} ${reply.body?.code && reply.status >= 400 ? reply.body.code : ''}`
      const want = expected ? `403 ${expected}` : `${within.status} ${within.code ?? ''}`
      return got === want ? [] : [`${call} | ${name} | expected ${want} | got ${got}`]
    }),
  )
  return wrong.flat()
}

const all = (roles: readonly string[]): Permissions => Object.fromEntries(PAGES.map((page) => [page, [...roles]]))
const narrowed = CALLS.filter((call) => (TABLE[call].pages?.length ?? 0) > 0)

describe('a call whose pages are', () => {
  it.each(narrowed)('%s', async (call) => {
    const row = TABLE[call]
    const pages = row.pages ?? []
    const staff = STAFF_ROLES.filter((role) => row.roles.includes(role))
    // mobileAdmin sees every page of its restaurant.
    const bound = await Promise.all(staff.filter((role) => role !== 'mobileAdmin').map(asker))
    const free = [
      ...(row.roles.includes('mobileAdmin') ? [await asker('mobileAdmin')] : []),
      ...(row.roles.includes('user') && row.names?.['params.id'] === undefined ? [{ name: 'a guest', token: guest }] : []),
      ...(row.syncKey ? [{ name: 'a sync key', token: null, headers: { 'X-Sync-Key': stage.syncKeys.live } }] : []),
      ...(await entering()),
    ]
    const found: string[] = []
    const under = async (name: string, map: Permissions, ask: () => Promise<string[][]>) => {
      await setMap(map)
      found.push(...(await ask()).flat().map((fault) => `${name}: ${fault}`))
    }

    await under('all off', Object.fromEntries(pages.map((page) => [page, []])), async () => [
      await faults(call, bound, 'page_disabled'),
      await faults(call, free, null),
    ])
    // Each of its pages is enough, and is one of its pages.
    for (const page of pages)
      await under(`only ${page}`, { ...all([]), [page]: [...STAFF_ROLES] }, async () => [await faults(call, bound, null)])
    // No other page is.
    await under('every other one on', { ...all(STAFF_ROLES), ...Object.fromEntries(pages.map((page) => [page, []])) }, async () => [
      await faults(call, bound, 'page_disabled'),
    ])
    const [first, ...rest] = bound
    if (first)
      await under(
        `for ${first.name} alone`,
        { ...all(STAFF_ROLES), ...Object.fromEntries(pages.map((page) => [page, [first.name]])) },
        async () => [await faults(call, [first], null), await faults(call, rest, 'page_disabled')],
      )
    // The map never widens: who isn't let in by role isn't by any map.
    const others = await Promise.all(STAFF_ROLES.filter((role) => !row.roles.includes(role)).map(asker))
    await under('on for everybody', all(STAFF_ROLES), async () => [
      await faults(call, bound, null),
      await faults(call, others, 'forbidden'),
    ])
    expect(found).toEqual([])
  })
})

describe('with every page switched off, a call of no page', () => {
  it.each(CALLS.filter((call) => TABLE[call].to === 'staff' && !narrowed.includes(call)))('%s still works', async (call) => {
    await setMap(all([]))
    expect(await faults(call, await Promise.all(STAFF_ROLES.filter((role) => TABLE[call].roles.includes(role)).map(asker)), null)).toEqual(
      [],
    )
  })
})
