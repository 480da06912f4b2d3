import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isStaff } from '#domain/roles.ts'
import { ApiError, type Call } from './api.ts'
import { lastInTouch } from './live.ts'
import { isLive } from './liveCache.ts'
import { onBackOnline, onlineNow } from './online.ts'
import { sessionNow, subscribeToSession } from './session.ts'
import type { Change, Shelf } from './shelf.ts'
import { createStore, storedKeys, writeStored } from './store.ts'

/**
 * The last answers of a few calls, kept on this device for when Tawa can't be reached (docs/decisions/020-offline.md). They are shown only after a call has
 * failed because there was no network, never before or instead of the server's answer, and are fetched again as soon as it is back. One owner at a time:
 * an account with its role and restaurant. Whatever ends that (sign-out, an ended session, another role or restaurant) empties the shelf, and removes what pages have stored under a `keptKey`.
 */
const KEPT: ReadonlySet<unknown> = new Set<Call>([
  'GET /restaurant/profile',
  'GET /tables',
  'GET /tables/alerts',
  'GET /orders/restaurant/pending',
  'POST /menus/restaurant',
  'POST /menus/trending',
])
/** Older answers are not shown: a till that stayed off over a weekend begins with none. */
const MAX_AGE_MS = 48 * 3_600_000
/** Of one answer, in characters. 80 open orders take about 0.3 million, a menu of 500 dishes 0.5. */
const MAX_TEXT = 4_000_000
const SAVE_MS = 1000
/** How often the time of unchanged answers is renewed. */
const TOUCH_MS = 30_000
/** A single call can fail while Tawa can be reached: then its kept answer is replaced after this. */
const RETRY_MS = 5000

/** Who is signed in, as the shelf's owner; null for nobody, and for people who have no till. */
function ownerNow(): string | null {
  const { status, user } = sessionNow()
  return status === 'in' && user && user.restaurantId && isStaff(user.role) ? `${user._id} ${user.role} ${user.restaurantId}` : null
}

const STORED = 'tawa_kept:'
/** The key under which a page stores something for the present owner, which is wiped with the answers; null when nothing may be stored. */
export function keptKey(name: string): string | null {
  const owner = ownerNow()
  return owner && `${STORED}${name}:${owner}`
}
/** Removes what pages have stored for others than this owner. */
function wipeStored(owner: string | null): void {
  for (const key of storedKeys(STORED)) if (owner === null || !key.endsWith(`:${owner}`)) writeStored(key, null)
}

const idOf = (key: readonly unknown[]) => JSON.stringify(key)
/** The answers now shown from the shelf, and the time of each. */
const shown = createStore<ReadonlyMap<string, number>>(new Map())
let shelf: Shelf | null = null

/** True when Tawa itself did not answer: there is no connection, or something in front of it (a proxy) sent an error page. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.network || (error.status >= 500 && error.code.startsWith('http_')))

/** Resolves when it is known who is signed in. Before that no kept answer may be shown. */
const settled = () =>
  new Promise<void>((resolve) => {
    if (sessionNow().status !== 'loading') return resolve()
    const stop = subscribeToSession(() => {
      if (sessionNow().status === 'loading') return
      stop()
      resolve()
    })
  })

/** For a call that failed: its last answer on this device, or undefined. */
export async function keptAnswer(client: QueryClient, key: readonly unknown[], error: unknown): Promise<unknown> {
  if (!shelf || !KEPT.has(key[0]) || !isUnreachable(error)) return undefined
  const id = idOf(key)
  const known = client.getQueryData(key)
  if (known !== undefined) return shown.get().has(id) ? known : undefined
  await settled()
  const owner = ownerNow()
  const kept = owner === null ? null : await shelf.read(owner, id)
  // The session may have ended meanwhile.
  if (!kept || owner !== ownerNow() || Date.now() - kept.at > MAX_AGE_MS) return undefined
  try {
    const answer = JSON.parse(kept.text) as unknown
    shown.set((all) => new Map(all).set(id, kept.at))
    return answer
  } catch {
    return undefined
  }
}

/** The server has answered: what is shown is its state again. */
export function isAnswered(key: readonly unknown[]): void {
  const id = idOf(key)
  if (shown.get().has(id)) shown.set((all) => new Map([...all].filter(([other]) => other !== id)))
}

/** True while a query shows an answer from the shelf. */
export const isKept = (key: readonly unknown[]): boolean => shown.get().has(idOf(key))

/** The device's shelf. Its code is loaded separately, because nothing is read or written before the first answer or failure. */
function deviceShelf(): Shelf {
  const device = import('./shelf.ts').then((module) => module.deviceShelf())
  return {
    read: (owner, id) => device.then((on) => on.read(owner, id)).catch(() => null),
    write: (owner, changes) => device.then((on) => on.write(owner, changes)).catch(() => undefined),
    clear: () => device.then((on) => on.clear()).catch(() => undefined),
  }
}

/** Starts keeping answers. Called once, in main.tsx. Returns a function that stops it. */
export function watchKept(client: QueryClient, on: Shelf = deviceShelf()): () => void {
  shelf = on
  let owner: string | null = null
  /** What was written last, for each answer. */
  let written = new Map<string, unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function save(): void {
    clearTimeout(timer)
    timer = undefined
    if (owner === null || owner !== ownerNow()) return
    const changes = new Map<string, Change>()
    for (const query of client.getQueryCache().findAll({ predicate: (q) => KEPT.has(q.queryKey[0]) })) {
      const { data, dataUpdatedAt, isInvalidated } = query.state
      const id = idOf(query.queryKey)
      if (data === undefined || shown.get().has(id)) continue
      // The socket brings every change, so at its last message the answer was up to date.
      const at = isInvalidated ? dataUpdatedAt : Math.max(dataUpdatedAt, lastInTouch())
      if (written.get(id) === data) changes.set(id, { at })
      else {
        const text = JSON.stringify(data)
        if (text.length > MAX_TEXT) continue
        written.set(id, data)
        changes.set(id, { text, at })
      }
    }
    if (changes.size > 0) void on.write(owner, changes)
  }

  const changed = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !KEPT.has(query.queryKey[0])) return
    timer ??= setTimeout(save, SAVE_MS)
    // A kept answer keeps its own time, so that it counts as stale and the page's "as of" is right.
    const at = shown.get().get(idOf(query.queryKey))
    if (at !== undefined && query.state.status === 'success' && query.state.dataUpdatedAt !== at)
      client.setQueryData(query.queryKey, query.state.data, { updatedAt: at })
  })
  const touch = setInterval(save, TOUCH_MS)
  const leaving = () => save()
  addEventListener('pagehide', leaving)

  function follow(): void {
    const { status } = sessionNow()
    // It is not known yet who is signed in, so nothing is shown either.
    if (status === 'loading' || status === 'unreachable') return
    const now = ownerNow()
    if (now !== null && now === owner) return
    const before = owner
    owner = now
    written = new Map()
    shown.set(new Map())
    wipeStored(owner)
    // Not for the first person of this page: a shelf of somebody else empties itself at the first write.
    if (now === null || before !== null) void on.clear()
  }
  const session = subscribeToSession(follow)
  follow()
  let retry: ReturnType<typeof setTimeout> | undefined
  function replaceShown(): void {
    clearTimeout(retry)
    retry = undefined
    if (shown.get().size === 0) return
    if (onlineNow()) void client.invalidateQueries({ predicate: ({ queryKey }) => shown.get().has(idOf(queryKey)) })
    retry = setTimeout(replaceShown, RETRY_MS)
  }
  const back = onBackOnline(replaceShown)
  const shows = shown.subscribe(() => {
    if (shown.get().size > 0) retry ??= setTimeout(replaceShown, RETRY_MS)
  })

  return () => {
    for (const stop of [changed, session, back, shows]) stop()
    clearTimeout(timer)
    clearTimeout(retry)
    clearInterval(touch)
    removeEventListener('pagehide', leaving)
    shelf = null
    shown.set(new Map())
  }
}

// ------------------------------------------------------------ for the banner

/** The time (ms) of the oldest live answer on this page, when it isn't the server's present state; otherwise null. `offline` comes from useOnline. */
function asOf(client: QueryClient, offline: boolean): number | null {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: (q) => isLive(q.queryKey[0]) && q.state.data !== undefined })
    .flatMap((query) => shown.get().get(idOf(query.queryKey)) ?? (offline ? Math.max(lastInTouch(), query.state.dataUpdatedAt) : []))
  return times.length === 0 ? null : Math.min(...times)
}

/** `asOf`, followed as answers come and go. */
export function useAsOf(offline: boolean): number | null {
  const client = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => {
      // A query may be created during a render. Batching delays this notification until the render is over.
      const stops = [shown.subscribe(changed), client.getQueryCache().subscribe(notifyManager.batchCalls(changed))]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [client],
  )
  const read = () => asOf(client, offline)
  return useSyncExternalStore(subscribe, read, read)
}
