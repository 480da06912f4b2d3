import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '#domain/api/index.ts'
import { CALLS, inputOf, operation } from '../calls.ts'
import { leavesOf } from '../requests.ts'
import { ask } from './ask.ts'
import { countPlatform, type Evening, setEvening, stateOf } from './evening.ts'
import { cellsOf } from './judge.ts'
import { type Row, TABLE } from './table.ts'

/** Every call × every principal × own, foreign and mixed ids: who may make it, and which refusal others get, equals the table (CONTRACT §2). */

/** How many questions are under way at once. */
const AT_ONCE = 16
/** A busy machine is slow, and a call has some 150 questions. */
const PATIENCE = 120_000
/** The message of an assertion whose expected value was written by hand. */
const IN_TABLE = 'expected is the call’s row in worker/test/matrix/table.ts: change it if CONTRACT §2 says so'

let evening: Evening
let known: unknown
const logs: string[] = []

beforeAll(async () => {
  evening = await setEvening()
  known = await state()
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void logs.push(args.map(String).join(' ')))
}, 60_000)
afterAll(() => vi.restoreAllMocks())

const state = async () => Promise.all([...[evening.one, evening.two, evening.three].map(stateOf), countPlatform()])

describe('the table', () => {
  it('has a row for every call, and no other', () => {
    expect(Object.keys(TABLE).sort(), 'TABLE of worker/test/matrix/table.ts').toEqual([...CALLS].sort())
  })

  it.each(CALLS.filter((call) => TABLE[call]?.to !== 'platform'))('%s: lists each id that its input contains', (call) => {
    const held = leavesOf(inputOf(call, evening.one.stage)).filter(({ value }) => evening.one.ids.has(String(value)))
    const ids = held.filter(({ path }) => !/[tT]oken$/.test(path)).map(({ path }) => path)
    expect(ids.sort(), IN_TABLE).toEqual(Object.keys(TABLE[call].names ?? {}).sort())
  })
})

describe('the contract agrees with the table', () => {
  /** `x-roles`: the permitted roles, with `public` where no sign-in is needed. */
  const rolesOf = ({ to, roles }: Row): string[] => {
    if (to === 'staff') return [...roles, 'partner', 'backoffice', 'admin']
    return to === 'signedIn' ? [...roles] : [...roles, 'admin']
  }
  const SCOPES = {
    staff: ['restaurant'],
    signedIn: ['public'],
    public: ['public', 'restaurant'],
    diner: ['diner'],
    group: ['partner'],
    platform: ['platform'],
  }

  it.each(CALLS)('%s', (call) => {
    const row = TABLE[call]
    const op = operation(call)
    if (row.to === 'public') expect(op.roles, IN_TABLE).toContain('public')
    else expect([...op.roles].sort(), IN_TABLE).toEqual(rolesOf(row).sort())
    expect(SCOPES[row.to], IN_TABLE).toContain(op.scope)
    if (row.to !== 'public') expect([...op.pages].sort(), IN_TABLE).toEqual([...(row.pages ?? [])].sort())
    expect([op.syncKey === true, op.whilePending === true], IN_TABLE).toEqual([row.syncKey === true, row.limited === true])
  })
})

describe('who may call', () => {
  it.each(CALLS)(
    '%s',
    async (call) => {
      const row = TABLE[call as Call]
      const cells = evening.principals.flatMap((principal) => cellsOf(row, principal))
      const faults: string[] = []
      const todo = cells[Symbol.iterator]()
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const cell of todo) faults.push(...(await ask(call, row, cell, evening)))
        }),
      )
      const before = known
      known = await state()
      expect(faults).toEqual([])
      // Nothing was consumed: so nothing that was refused has changed anything.
      if (call !== 'POST /auth/logout') expect(known).toEqual(before)
    },
    PATIENCE,
  )

  it('no log contains a word of a restaurant, an address or a token', () => {
    const secret = logs.filter(
      (line) => evening.marks.some((mark) => line.toLowerCase().includes(mark)) || /eyJ[\w-]+\.|tawa_[\w-]{20}|@test\.test/.test(line),
    )
    expect(secret).toEqual([])
  })
})
