import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '#domain/messages.ts'
import { refusal, type Reply, type Request, serve, signIn } from '#web/test/dom.tsx'
import { keptKey, useAsOf, watchKept } from './kept.ts'
import { apiQuery, queryClient } from './query.ts'
import { expire, sessionNow, signOut, verifySession } from './session.ts'
import type { Shelf } from './shelf.ts'
import { readStored, storedKeys, writeStored } from './store.ts'

/** A shelf in memory, whose content the tests read. */
function memory() {
  const held = new Map<string, { text: string; at: number }>()
  let owner: string | null = null
  return {
    held,
    owner: () => owner,
    read: async (whose, id) => (whose === owner ? (held.get(id) ?? null) : null),
    async write(whose, changes) {
      if (whose !== owner) held.clear()
      owner = whose
      for (const [id, { text, at }] of changes) held.set(id, { text: text ?? held.get(id)?.text ?? '', at })
    },
    async clear() {
      owner = null
      held.clear()
    },
  } satisfies Shelf & Record<string, unknown>
}

const TABLES = apiQuery('GET /tables')
const answers: Record<string, Reply> = {}
const other: Reply = { status: 200, body: {} }
const reply = ({ path }: Request): Reply => answers[path] ?? other
const tables = (number: string): Reply => ({
  status: 200,
  body: { tables: [{ _id: 't1', tableNumber: number, version: 1, mergedTables: [] }] },
})
const shownTable = () => queryClient.getQueryData(TABLES.queryKey)?.tables[0]?.tableNumber

let shelf: ReturnType<typeof memory>
let stop: () => void
const ID = JSON.stringify(TABLES.queryKey)

/** What is saved a second later otherwise. */
const saved = () => void dispatchEvent(new Event('pagehide'))

/** Asks for the floor, and waits until it is on the shelf. */
async function keepFloor(number = '7') {
  answers['/v1/tables'] = tables(number)
  await queryClient.fetchQuery({ ...TABLES, staleTime: 0 })
  saved()
  expect(shelf.held.get(ID)?.text).toContain(`"${number}"`)
}
/** The page is loaded again: what it knew is gone, what is on the device is there. */
function reload() {
  stop()
  queryClient.clear()
  stop = watchKept(queryClient, shelf)
}
const ask = () => queryClient.fetchQuery({ ...TABLES, staleTime: 0, retry: false })

beforeEach(async () => {
  for (const path of Object.keys(answers)) delete answers[path]
  serve(reply)
  shelf = memory()
  await signIn()
  stop = watchKept(queryClient, shelf)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the last answers on this device', () => {
  it('are shown after a reload without a network, with their time, and never before the server was asked', async () => {
    await keepFloor()
    const at = shelf.held.get(ID)!.at
    reload()
    answers['/v1/tables'] = tables('8')
    await ask()
    expect(shownTable()).toBe('8')

    shelf.held.set(ID, { text: JSON.stringify({ tables: [{ tableNumber: '7' }] }), at })
    reload()
    answers['/v1/tables'] = 'lost'
    const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    const { result } = renderHook(() => [useQuery(TABLES).data?.tables[0]?.tableNumber, useAsOf(true)], { wrapper })
    await waitFor(() => expect(result.current).toEqual(['7', at]))
    expect(queryClient.getQueryState(TABLES.queryKey)?.dataUpdatedAt).toBe(at)

    // It stays so until the server has answered.
    await act(() => queryClient.invalidateQueries({ queryKey: TABLES.queryKey }))
    expect(result.current).toEqual(['7', at])
    answers['/v1/tables'] = tables('9')
    await act(() => queryClient.invalidateQueries({ queryKey: TABLES.queryKey }))
    await waitFor(() => expect(result.current[0]).toBe('9'))
    const online = renderHook(() => useAsOf(false), { wrapper })
    expect(online.result.current).toBeNull()
  })

  it('are replaced soon when only one call failed and Tawa can be reached', async () => {
    await keepFloor()
    reload()
    vi.useFakeTimers()
    answers['/v1/tables'] = 'lost'
    const stopShowing = new QueryObserver(queryClient, TABLES).subscribe(() => undefined)
    await vi.waitFor(() => expect(shownTable()).toBe('7'))
    answers['/v1/tables'] = tables('8')
    await vi.advanceTimersByTimeAsync(5000)
    expect(shownTable()).toBe('8')
    stopShowing()
  })

  it.each([
    ['a refusal', refusal(403, 'forbidden', 'No')],
    ['an error of the server itself', { status: 500, body: { status: 'error', code: 'internal', message: 'Something failed' } }],
  ])('don’t stand in for %s', async (_, answer) => {
    await keepFloor()
    reload()
    answers['/v1/tables'] = answer
    await expect(ask()).rejects.toThrow()
    expect(shownTable()).toBeUndefined()
  })

  it('stand in for the server when something before it answers in its place', async () => {
    await keepFloor()
    reload()
    answers['/v1/tables'] = { status: 502, body: 'Bad gateway' }
    await ask()
    expect(shownTable()).toBe('7')
  })

  it('are not shown after two days', async () => {
    await keepFloor()
    const { text } = shelf.held.get(ID)!
    shelf.held.set(ID, { text, at: Date.now() - 49 * 3_600_000 })
    reload()
    answers['/v1/tables'] = 'lost'
    await expect(ask()).rejects.toThrow()
  })

  it('are those of a few calls, and none is larger than 4 million characters', async () => {
    answers['/v1/restaurant/employees'] = { status: 200, body: { users: [{ name: 'Asha' }] } }
    await queryClient.fetchQuery(apiQuery('GET /restaurant/employees'))
    await keepFloor()
    expect([...shelf.held.keys()]).toEqual([ID])
    answers['/v1/tables'] = tables('x'.repeat(4_000_001))
    await ask()
    answers['/v1/orders/restaurant/pending'] = { status: 200, body: { orders: [], seq: 1 } }
    await queryClient.fetchQuery(apiQuery('GET /orders/restaurant/pending'))
    saved()
    expect(shelf.held.size).toBe(2)
    expect(shelf.held.get(ID)?.text).toContain('"7"')
  })
})

describe('nothing is left of them', () => {
  const me = (change: object) => {
    answers['/v1/auth/me'] = { status: 200, body: { user: { ...sessionNow().user, ...change }, permissions: {} } }
    return verifySession()
  }
  beforeEach(async () => {
    await keepFloor()
    writeStored(keptKey('bumps') ?? '', ['of this person'])
    expect(storedKeys('tawa_kept:')).toHaveLength(1)
  })
  const gone = () => {
    expect([shelf.owner(), shelf.held.size]).toEqual([null, 0])
    expect(storedKeys('tawa_kept:')).toEqual([])
  }
  it('but for what a page stored for the same person, after a reload', () => {
    reload()
    expect(readStored(keptKey('bumps') ?? '')).toEqual(['of this person'])
  })

  it('after a sign-out', async () => {
    await signOut()
    gone()
  })

  it('after an ended session', () => {
    expire()
    gone()
  })

  it('after an ended session that the server reports after a reload', async () => {
    reload()
    answers['/v1/auth/me'] = { status: 401, body: { status: 'error', code: 'session_expired', message: MESSAGES.sessionExpired } }
    await verifySession()
    gone()
  })

  it('after a change of role', async () => {
    await me({ role: 'captain' })
    gone()
  })

  it('after a change of restaurant', async () => {
    await me({ restaurantId: 'r2' })
    gone()
  })

  it('when another account signs in, although the first has not signed out', async () => {
    await signIn({ _id: 'u2' })
    gone()
  })

  it('when the shelf belongs to another account: nothing is shown, and the first new answer empties it', async () => {
    stop()
    queryClient.clear()
    await signIn({ _id: 'u2' })
    stop = watchKept(queryClient, shelf)
    expect(storedKeys('tawa_kept:')).toEqual([])
    answers['/v1/tables'] = 'lost'
    await expect(ask()).rejects.toThrow()
    answers['/v1/orders/restaurant/pending'] = { status: 200, body: { orders: [], seq: 1 } }
    await queryClient.fetchQuery(apiQuery('GET /orders/restaurant/pending'))
    saved()
    expect([...shelf.held.keys()]).toEqual([JSON.stringify(['GET /orders/restaurant/pending', {}])])
  })

  it('and nothing is kept of a partner', async () => {
    await signIn({ role: 'partner', partnerId: 'p1' })
    await ask()
    saved()
    gone()
  })
})
