import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '#domain/api/index.ts'
import { compareNaturally } from '#domain/text.ts'
import { type Answer, ApiError, type Input, request } from '#web/core/api.ts'
import { apiQuery } from '#web/core/query.ts'
import type { Column } from './columns.ts'
import type { ListView } from './useView.ts'
import { pageOf, pagesOf } from './view.ts'

/** SPEC §9. */
const PER_PAGE = 10
/** The largest page that a paged call returns. */
const MOST = 100

/** Rows that arrived after the list was shown. They wait behind a chip, so that rows don't move while somebody reads (SCREENS §2.2). */
export type Waiting = { count: number; show: () => void }
export type Failed = { error: unknown; refetch: () => unknown; isFetching?: boolean; errorUpdatedAt?: number }

/** What a ListPage shows: one page of rows and what is known about them. */
export type ListData<T> = {
  key: (row: T) => string
  rows: readonly T[]
  page: number
  pages: number
  perPage: number
  /** The number of rows on all pages; null until the first answer. */
  total: number | null
  /** There is nothing to show yet. */
  loading: boolean
  /** The rows belong to another page while this one is being fetched. */
  old: boolean
  /** The last fetch failed; rows that are here already stay. */
  failed: Failed | null
  /** When the rows were fetched, in milliseconds; 0 before that. */
  updatedAt: number
  waiting: Waiting | null
  /** More rows match than the pages can show. */
  cut: boolean
  /** A row by its key, from all loaded rows. */
  find: (key: string) => T | null
  /** What `keep` makes of all matching rows, for the CSV file. */
  all: <R>(keep: (row: T) => R, how?: Reading) => Promise<R[]>
  /** The file may have rows although the list has none. */
  hidesRows?: boolean
}
/** While all rows are read: `told` hears how many are there, `signal` ends it. */
export type Reading = { told?: (done: number) => unknown; signal?: AbortSignal }

type QueryState = {
  error: unknown
  isError: boolean
  isFetching: boolean
  dataUpdatedAt: number
  errorUpdatedAt: number
  refetch: () => unknown
}

// ------------------------------------------------------------ a call that returns all rows

type AllRowsOptions<T> = {
  key: (row: T) => string
  columns: readonly Column<T>[]
  /** The search; by default every word must be in some column's value, or in the text below it. */
  finds?: (row: T, search: string) => boolean
  /** The filters. */
  shows?: (row: T) => boolean
  /** Rows that wait behind the "2 new" chip, see `useArrivals`. */
  waiting?: { rows: readonly T[]; show: () => void }
  perPage?: number
}

/** A list whose call gives all rows: search, filters, order and pages happen here. `rows` undefined: not fetched yet. */
export function useAllRows<T>(
  query: QueryState,
  rows: readonly T[] | undefined,
  view: ListView,
  { key, columns, finds = findsIn(columns), shows = () => true, waiting, perPage = PER_PAGE }: AllRowsOptions<T>,
): ListData<T> {
  const fits = (row: T) => shows(row) && (view.q.trim() === '' || finds(row, view.q))
  const fitting = sorted((rows ?? []).filter(fits), columns, view)
  const pages = pagesOf(fitting.length, perPage)
  const page = Math.min(view.page, pages)
  return {
    key,
    rows: pageOf(fitting, page, perPage),
    page,
    pages,
    perPage,
    total: rows ? fitting.length : null,
    loading: rows === undefined && !query.isError,
    old: false,
    failed: query.isError ? query : null,
    updatedAt: query.dataUpdatedAt,
    waiting: waiting
      ? {
          count: waiting.rows.filter(fits).length,
          show() {
            waiting.show()
            view.change({ page: 1 })
          },
        }
      : null,
    cut: false,
    find: (wanted) => rows?.find((row) => key(row) === wanted) ?? null,
    all: async (keep) => fitting.map(keep),
  }
}

const findsIn =
  <T>(columns: readonly Column<T>[]) =>
  (row: T, search: string): boolean => {
    const text = columns
      .flatMap((c) => [c.value?.(row) ?? '', c.below?.(row)])
      .filter((shown) => typeof shown !== 'object')
      .join('\n')
      .toLowerCase()
    return search
      .toLowerCase()
      .trim()
      .split(/\s+/)
      .every((word) => text.includes(word))
  }

/** Rows by the view's column; empty values (null, '') come last in both directions. Equal rows keep their order. */
export function sorted<T>(rows: readonly T[], columns: readonly Column<T>[], { sort }: Pick<ListView, 'sort'>): readonly T[] {
  const value = columns.find((c) => c.key === sort?.by)?.value
  if (!sort || !value) return rows
  const isNothing = (v: unknown) => v === null || v === undefined || v === ''
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
    const by = typeof a === 'number' && typeof b === 'number' ? a - b : compareNaturally(String(a), String(b))
    return sort.descending ? -by : by
  })
}

/** Splits rows into those shown and those that arrived since; `show` shows them too. Rows present at first are not new. */
export function useArrivals<T>(rows: readonly T[] | undefined, key: (row: T) => string) {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null)
  const all = () => new Set((rows ?? []).map(key))
  if (known === null && rows) setKnown(all())
  return {
    shown: known && rows ? rows.filter((row) => known.has(key(row))) : rows,
    waiting: known && rows ? rows.filter((row) => !known.has(key(row))) : [],
    show: () => setKnown(all()),
  }
}

// ------------------------------------------------------------ a call that returns pages

type PagedRowsOptions<K extends Call, T> = {
  key: (row: T) => string
  /** The call's input. Several inputs are several lists shown as one, in `order`. */
  input: (page: number, limit: number) => Input<K> | readonly Input<K>[]
  rows: (answer: Answer<K>) => readonly T[]
  total: (answer: Answer<K>) => number
  /** The order of the rows; by default the call's. */
  order?: (a: T, b: T) => number
  perPage?: number
  enabled?: boolean
  refetchInterval?: number | false
}

/** A list whose call gives one page: search, filters and order are the call's. On returning to it, the old rows are shown while they are fetched again. */
export function usePagedRows<K extends Call, T>(
  call: K,
  view: ListView,
  { key, input, rows, total, order, perPage = PER_PAGE, enabled = true, refetchInterval = false }: PagedRowsOptions<K, T>,
): ListData<T> {
  const asked = (page: number, limit: number) => [input(page, limit)].flat() as Input<K>[]
  const merged = asked(1, perPage).length > 1
  // The first rows of each list contain the first rows of all, as long as the call can return that many at once.
  const reach = merged ? Math.floor(MOST / perPage) : Infinity
  const lists = useQueries({
    queries: (merged ? asked(1, Math.min(view.page, reach) * perPage) : asked(view.page, perPage)).map((one) => ({
      // An input of a known call; its type depends on K, which TypeScript doesn't follow here.
      ...(apiQuery as (call: Call, input: unknown) => ReturnType<typeof apiQuery<Call>>)(call, one),
      enabled,
      refetchInterval,
      staleTime: 10_000,
    })),
  })
  const here = lists.flatMap((l) => (l.data === undefined ? [] : [l.data as Answer<K>]))
  const fresh = here.length === lists.length
  const failed = lists.find((l) => l.isError)
  // Until another page, order or search is here, the rows before it stay; `useQueries` doesn't keep them. Another tab's rows never stand for this one's.
  const [last, setLast] = useState<{ tab: unknown; answers: readonly Answer<K>[] }>({ tab: null, answers: [] })
  const isKnown = last.tab === view.tab && last.answers.length === here.length && here.every((answer, i) => answer === last.answers[i])
  if (enabled && fresh && !isKnown) setLast({ tab: view.tab, answers: here })
  const old = !fresh && !failed && last.tab === view.tab && last.answers.length > 0
  const answers = old ? last.answers : here
  const ready = fresh || old
  const inOrder = (answers: readonly Answer<K>[]) => {
    const all = answers.flatMap(rows)
    return order ? all.sort(order) : all
  }
  const sum = ready ? answers.reduce((n, a) => n + total(a), 0) : 0
  const shown = ready ? inOrder(answers) : []
  return {
    key,
    rows: merged ? pageOf(shown, view.page, perPage) : shown,
    page: view.page,
    pages: Math.min(reach, pagesOf(sum, perPage)),
    perPage,
    total: ready ? sum : null,
    loading: !ready && !failed,
    old,
    failed: failed
      ? {
          error: failed.error,
          errorUpdatedAt: failed.errorUpdatedAt,
          isFetching: lists.some((l) => l.isFetching),
          refetch: () => lists.filter((l) => l.isError).map((l) => l.refetch()),
        }
      : null,
    updatedAt: Math.min(...lists.map((l) => l.dataUpdatedAt)),
    waiting: null,
    cut: pagesOf(sum, perPage) > reach,
    find: (wanted) => shown.find((row) => key(row) === wanted) ?? null,
    async all(keep, how = {}) {
      const lists = asked(1, MOST).length
      let found: Kept<T, ReturnType<typeof keep>>[] = []
      for (let at = 0; at < lists; at++) {
        const { length } = found
        found = found.concat(await everything(at, keep, { ...how, told: (n) => how.told?.(length + n) }))
      }
      if (order) found.sort((a, b) => order(a.row!, b.row!))
      // A row may be in two lists.
      return [...new Map(found.map((one) => [one.key, one.kept])).values()]
    },
  }

  /**
   * Fetches all pages of one of the lists. What comes or moves meanwhile stands first, such as a new bill, or a customer who is here again: then the first pages are read once
   * more. If rows went, one may have been missed, and it starts over. Throws when the list keeps moving: no file may lack a row without a word.
   */
  async function everything<R>(at: number, keep: (row: T) => R, how: Reading): Promise<Kept<T, R>[]> {
    for (let tries = 1; tries <= 5; tries++) {
      const found = new Map<string, Kept<T, R>>()
      /** What came meanwhile, in its order. */
      const came: Kept<T, R>[] = []
      /** A page's number of rows, and of rows in all. */
      const take = async (page: number, again = false) => {
        const answer = await steadily(asked(page, MOST)[at], how.signal)
        for (const row of rows(answer)) {
          if (again && found.has(key(row))) continue
          // Of a long list, what the file needs is a small part of each row.
          const one = { key: key(row), row: order ? row : null, kept: keep(row) }
          found.set(one.key, one)
          if (again) came.push(one)
        }
        how.told?.(found.size)
        return [rows(answer).length, total(answer)] as const
      }
      let [got, sum] = await take(1)
      const first = sum
      for (let page = 2, more = got; more > 0 && got < sum; page++) {
        ;[more, sum] = await take(page)
        got += more
      }
      for (let page = 1, known = -1; found.size < sum && known < found.size && sum >= first; page++) {
        known = found.size
        sum = (await take(page, true))[1]
      }
      if (sum >= first && found.size >= sum) return [...new Set([...came, ...found.values()])]
    }
    throw new Error('The list kept changing while it was read. Please try again.')
  }

  /** A page. A dropped connection among hundreds of pages doesn't end the file: it is tried three times. */
  async function steadily(one: unknown, signal: AbortSignal | undefined): Promise<Answer<K>> {
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted()
      try {
        return (await request(call, { ...(one as object), signal } as object)) as Answer<K>
      } catch (error) {
        if (tries === 3 || signal?.aborted || (error instanceof ApiError && error.status >= 400 && error.status < 500)) throw error
        await new Promise((over) => setTimeout(over, tries * 500))
      }
    }
  }
}
type Kept<T, R> = { key: string; row: T | null; kept: R }

/**
 * New rows for a paged list: `add(key)` reports that a row which is not on the page belongs to the list. It waits behind the "2 new" chip, which
 * goes to the first page and fetches it again. Another tab, search or filter starts without new rows.
 */
export function useNews<T>(call: Call, view: ListView, list: ListData<T>): { list: ListData<T>; add: (key: string) => void } {
  const client = useQueryClient()
  const about = JSON.stringify([view.tab, view.q, view.filters])
  const [news, setNews] = useState<{ about: string; keys: ReadonlySet<string> }>({ about, keys: new Set() })
  const keysOf = (now: typeof news): ReadonlySet<string> => (now.about === about ? now.keys : new Set())
  // A row that is on the page meanwhile doesn't wait any more.
  const keys = new Set([...keysOf(news)].filter((key) => !list.find(key)))
  if (keys.size < keysOf(news).size) setNews({ about, keys })
  return {
    // From the newest state: one message may bring several rows.
    add: (key) => (list.find(key) ? undefined : setNews((now) => ({ about, keys: new Set([...keysOf(now), key]) }))),
    list: {
      ...list,
      waiting: {
        count: keys.size,
        show() {
          setNews({ about, keys: new Set() })
          void client.invalidateQueries({ queryKey: [call] })
          view.change({ page: 1 })
        },
      },
    },
  }
}
