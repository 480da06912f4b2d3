import { useEffect, useEffectEvent, useState } from 'react'
import { type Answer, ApiError, type Call, type Input, request } from '#web/core/api.ts'
import { onBackOnline } from '#web/core/online.ts'
import { createStore, useStore } from '#web/core/store.ts'

/**
 * Answers of reading calls, kept while the page is open: a small cache for the diner's pages. The staff's cache with its live resources would be a fifth of
 * the diner's script (docs/decisions/025-diner-entry.md).
 */
type Entry = { data: unknown; at: number; error: Error | null; isFetching: boolean }
const EMPTY: Entry = { data: undefined, at: 0, error: null, isFetching: false }
/** As on the staff's pages (SPEC §9). */
const FRESH_MS = 300_000

const answers = createStore<ReadonlyMap<string, Entry>>(new Map())
const change = (key: string, to: Partial<Entry>) => answers.set((all) => new Map(all).set(key, { ...(all.get(key) ?? EMPTY), ...to }))
const keyOf = (address: Call, input: object) => `${address} ${JSON.stringify(input)}`
const underWay = new Map<string, Promise<void>>()

function load(address: Call, input: object): Promise<void> {
  const key = keyOf(address, input)
  const known = underWay.get(key)
  if (known) return known
  change(key, { isFetching: true })
  const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500
  const once = () => request(address, { ...input })
  const asked = once()
    // One retry, but not of a refusal.
    .catch((error: unknown) => (isRefused(error) ? Promise.reject(error as Error) : once()))
    .then(
      (data) => change(key, { data, at: Date.now(), error: null, isFetching: false }),
      (error: unknown) => change(key, { error: error as Error, isFetching: false }),
    )
    .finally(() => underWay.delete(key))
  underWay.set(key, asked)
  return asked
}

/** The answer of a reading call, if it has been fetched. */
export const fetchedNow = <K extends Call>(address: K, input: Input<K>): Answer<K> | undefined =>
  answers.get().get(keyOf(address, input as object))?.data as Answer<K> | undefined

/** Fetches it unless a fresh answer is there. */
export function fetchAhead<K extends Call>(address: K, input: Input<K>): void {
  const entry = answers.get().get(keyOf(address, input as object))
  if (!entry || Date.now() - entry.at > FRESH_MS) void load(address, input as object)
}

/** Fetches it again for all components that show it, because the server has just reported a change. */
export const fetchAgain = <K extends Call>(address: K, input: Input<K>): void => void load(address, input as object)

/** The answer of a reading call for a component: fetched when there is none, or none that is fresh, and again once Tawa can be reached after it could not. After a failure the last answer stays beside the error. */
export function useFetched<K extends Call>(address: K, input: Input<K>) {
  const key = keyOf(address, input as object)
  const entry = useStore(answers, (all) => all.get(key) ?? EMPTY)
  useEffect(() => {
    const [to, asked] = [key.slice(0, key.indexOf(' {')), key.slice(key.indexOf(' {') + 1)]
    const ask = () => fetchAhead(to as Call, JSON.parse(asked) as Input<Call>)
    ask()
    // An answer that a bad connection prevented is fetched by itself.
    return onBackOnline(ask)
  }, [key])
  return {
    data: entry.data as Answer<K> | undefined,
    error: entry.error,
    isFetching: entry.isFetching,
    refetch: () => load(address, input as object),
  }
}

type Pages<T> = { items: T[] | null; more: boolean; page: number; error: Error | null; isFetching: boolean }

/**
 * A list that is read page by page, from page 1. `load` answers a page and whether another follows. For another list give the component another `key`: the
 * loaded rows stay as long as it is mounted.
 */
export function usePages<T>(load: (page: number) => Promise<{ items: readonly T[]; more: boolean }>) {
  const [state, setState] = useState<Pages<T>>({ items: null, more: false, page: 0, error: null, isFetching: true })
  const ask = useEffectEvent((page: number) => load(page))
  const { page, isFetching } = state
  useEffect(() => {
    if (!isFetching) return
    ask(page + 1).then(
      ({ items, more }) =>
        setState((old) => ({ items: [...(old.items ?? []), ...items], more, page: page + 1, error: null, isFetching: false })),
      (error: unknown) => setState((old) => ({ ...old, error: error as Error, isFetching: false })),
    )
  }, [isFetching, page])
  return {
    ...state,
    /** Reads the next page, once; after a failure the same one again. */
    next: () => setState((old) => ({ ...old, isFetching: true, error: null })),
    change: (to: (items: T[]) => T[]) => setState((old) => (old.items ? { ...old, items: to(old.items) } : old)),
  }
}
