import type { Query, QueryClient } from '@tanstack/react-query'
import type { EventData, EventName } from '#domain/api/events.ts'
import type { Answer, Call } from './api.ts'

/**
 * How a resource is kept live: the mechanism behind the registry of liveCache.ts. Nothing older overwrites anything newer: `version` decides between
 * two states of one resource, `seq` between an event and a list that was being fetched meanwhile.
 */
type Versioned = { _id: string; version: number }
/** The last known state, and the seq of the latest event that carried it (0: it came in an answer). */
export type Known<T> = { value: T; seq: number }

/** The input of a cached query: the second part of its key. */
export type QueryInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: Record<string, unknown> }

/** How to read and change a cached answer that holds a resource. If nothing changes, the same `data` object is returned. */
type Holder<T, Data> = {
  /** Replaces each resource in the answer by what `change` returns; null removes it from a list. */
  each: (data: Data, change: (value: T) => T | null, input: QueryInput) => Data
  /** Adds a changed resource. By default it replaces its older state, if there is one. */
  put?: (data: Data, value: T, context: { input: QueryInput; client: QueryClient }) => Data
  /** True if an answer, by its own `seq`, includes every event up to this one. By default it may have missed some. */
  includes?: (data: Data, seq: number) => boolean
  /** Corrects a fetched answer by events that arrived meanwhile. By default each resource gets its newest known state. */
  correct?: (data: Data, learnt: { latest: (value: T) => T; all: Iterable<Known<T>> }) => Data
}

type LiveEvent<E extends EventName> = {
  client: QueryClient
  data: EventData<E>
  /** 0 for events without one (alerts). */
  seq: number
  /** Puts every resource of the event into the cache, which is the default for events without a handler. */
  put: () => void
}
export type EventHandlers = { [E in EventName]?: (event: LiveEvent<E>) => void }

type Entry<T extends Versioned> = {
  /** True if a value of an event or of a command's answer is this resource. */
  is: (value: unknown) => value is T
  /** The cached queries that hold it. */
  queries: { [K in Call]?: Holder<T, Answer<K>> }
  /** Events that do more than change the resources they hold. */
  on?: EventHandlers
  /** For two states with the same version: true if the one from event `seq` is older. By default false. */
  isOlder?: (known: Known<T>, seq: number) => boolean
}

export type Resource<T extends Versioned = Versioned> = {
  is: (value: unknown) => value is T
  addresses: readonly string[]
  on: EventHandlers
  /** True if a cached answer includes every event up to `seq`, so that it needs no second fetch. */
  includes: (address: unknown, data: unknown, seq: number) => boolean
  /** Updates one in every cached query. False when a newer state is known. */
  put: (client: QueryClient, value: T, seq?: number) => boolean
  /** Removes a deleted one from every list. A late older event does not bring it back. */
  drop: (client: QueryClient, value: T, seq?: number) => void
  /** The last known state, even of one that left all lists. */
  known: (client: QueryClient, id: string) => T | null
  /** Corrects a fetched answer by events that arrived while it was being fetched. */
  correct: (client: QueryClient, address: string, data: unknown) => unknown
  forget: (client: QueryClient) => void
}

/** How many states are remembered for each kind of resource. */
const LIMIT = 2000

export const newer = <T extends { version: number }>(a: T, b: T): T => (b.version >= a.version ? b : a)

/** `each` for a list; returns the same list when nothing changed. */
export function eachOf<T>(list: readonly T[], change: (value: T) => T | null): T[] {
  const next = list.flatMap((value) => change(value) ?? [])
  return next.length === list.length && next.every((value, i) => value === list[i]) ? (list as T[]) : next
}

/** Changes the cached answers of a call without marking an old answer as freshly fetched. */
function patch(client: QueryClient, address: string, change: (data: unknown, input: QueryInput) => unknown): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [address] }) as Query[]) {
    const old = query.state.data
    if (old === undefined || old === null) continue
    const next = change(old, (query.queryKey[1] ?? {}) as QueryInput)
    if (next === old) continue
    const invalid = query.state.isInvalidated
    client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
    if (invalid) query.invalidate()
  }
}

/** Builds a live resource from its entry. */
export function resource<T extends Versioned>({ is, queries, on = {}, isOlder }: Entry<T>): Resource<T> {
  const holders = Object.entries(queries) as unknown as [string, Holder<T, unknown>][]
  const memories = new WeakMap<QueryClient, Map<string, Known<T>>>()

  /** Remembers a state. False when a newer one is known. */
  function learn(client: QueryClient, value: T, seq: number): boolean {
    const memory = memories.get(client) ?? new Map<string, Known<T>>()
    memories.set(client, memory)
    const known = memory.get(value._id)
    if (known && known.value.version > value.version) return false
    if (known && known.value.version === value.version && isOlder?.(known, seq)) return false
    memory.delete(value._id)
    memory.set(value._id, { value, seq: Math.max(seq, known?.seq ?? 0) })
    const [oldest] = memory.keys()
    if (memory.size > LIMIT && oldest !== undefined) memory.delete(oldest)
    return true
  }

  return {
    is,
    on,
    includes: (address, data, seq) => holders.find(([held]) => held === address)?.[1].includes?.(data, seq) ?? false,
    addresses: holders.map(([address]) => address),
    put(client, value, seq = 0) {
      if (!learn(client, value, seq)) return false
      const swap = (old: T) => (old._id === value._id ? newer(old, value) : old)
      for (const [address, { each, put }] of holders)
        patch(client, address, (data, input) => (put ? put(data, value, { input, client }) : each(data, swap, input)))
      return true
    },
    drop(client, value, seq = 0) {
      learn(client, value, seq)
      for (const [address, { each }] of holders)
        patch(client, address, (data, input) => each(data, (old) => (old._id === value._id ? null : old), input))
    },
    known: (client, id) => memories.get(client)?.get(id)?.value ?? null,
    correct(client, address, data) {
      const memory = memories.get(client)
      const holder = holders.find(([held]) => held === address)?.[1]
      if (!memory || !holder) return data
      const latest = (value: T): T => {
        const known = memory.get(value._id)
        return known && known.value.version > value.version ? known.value : value
      }
      return holder.correct ? holder.correct(data, { latest, all: memory.values() }) : holder.each(data, latest, {})
    },
    forget: (client) => void memories.delete(client),
  }
}
