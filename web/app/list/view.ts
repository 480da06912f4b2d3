import { isDate } from '#domain/time.ts'

/**
 * What the address says of a list: tab, search, filters, sort, page and the open row, so that a reload, a link and the Back button show the same.
 * A list describes its view once, as a `ViewSpec`; everything else follows from it.
 */
export type ViewSpec = {
  /** The first tab is the default and is left out of the address. */
  tabs?: readonly string[]
  /** The address's name for the tab, `tab` by default. */
  tabName?: string
  /** By their names in the address. A date range uses `from` and `to`, whatever its name. */
  filters?: Record<string, Filter>
  /** Keys of the columns that sort, as the headers offer them. */
  sorts?: readonly string[]
  /** The default order; `-createdAt` is descending. */
  sortedBy?: string
  /** The address's name for the open row, `row` by default. */
  row?: string
}

export type Option<V extends string = string> = {
  value: V
  label: string
  /** On the filter's button, where there is less room. */
  short?: string
  /** How many rows it would show. */
  count?: number
}
type Shown = {
  label: string
  /** `menu` (default): behind the one Filter button. `chips`: always in sight, above the list. */
  as?: 'menu' | 'chips'
  /** Tabs that have this filter; all without it. */
  tabs?: readonly string[]
}
/** One of several; `initial` stays out of the address and is what "Clear filters" goes back to. */
export type Choice<V extends string = string> = Shown & { kind: 'choice'; options: readonly Option<V>[]; initial: V }
/** Any number of several; none chosen means all. */
export type Choices<V extends string = string> = Shown & { kind: 'choices'; options: readonly Option<V>[] }
/** Business dates, `YYYY-MM-DD`, both ends included. */
export type Dates = Shown & { kind: 'dates' }
export type Filter = Choice | Choices | Dates
export type DateRange = { from: string | null; to: string | null }

export const choice = <V extends string>(filter: Omit<Choice<V>, 'kind'>): Choice<V> => ({ kind: 'choice', ...filter })
export const choices = <V extends string>(filter: Omit<Choices<V>, 'kind'>): Choices<V> => ({ kind: 'choices', ...filter })
export const dates = (filter: Omit<Dates, 'kind'>): Dates => ({ kind: 'dates', ...filter })

type ValueOf<F> =
  F extends Choice<infer V>
    ? V
    : F extends Choices<infer V>
      ? readonly V[]
      : F extends Dates
        ? DateRange
        : string | readonly string[] | DateRange
type FiltersOf<S extends ViewSpec> = { [N in keyof NonNullable<S['filters']>]: ValueOf<NonNullable<S['filters']>[N]> }
type TabOf<S extends ViewSpec> = S['tabs'] extends readonly (infer T)[] ? T : string

export type Sort = { by: string; descending: boolean }
export type View<S extends ViewSpec = ViewSpec> = {
  /** '' where the list has no tabs. */
  tab: TabOf<S>
  q: string
  filters: FiltersOf<S>
  sort: Sort | null
  /** From 1. */
  page: number
  /** The key of the row that is open beside the list. */
  row: string | null
}
export type ViewChange<S extends ViewSpec = ViewSpec> = Partial<Omit<View<S>, 'filters'>> & { filters?: Partial<FiltersOf<S>> }

const LONGEST_SEARCH = 40
const NO_DATES: DateRange = { from: null, to: null }

const sortOf = (text: string | null | undefined): Sort | null =>
  text ? { by: text.replace(/^-/, ''), descending: text.startsWith('-') } : null
/** An order as the address and the calls say it: `-added` is descending. */
export const sortText = (sort: Sort | null): string | null => (sort ? `${sort.descending ? '-' : ''}${sort.by}` : null)

const initialOf = (filter: Filter): unknown => (filter.kind === 'choice' ? filter.initial : filter.kind === 'choices' ? [] : NO_DATES)

/** A value that people have named may have a comma, which stands between two values in the address. */
const coded = (value: string) => value.replaceAll('%', '%25').replaceAll(',', '%2C')
const plain = (text: string) => text.replaceAll('%2C', ',').replaceAll('%25', '%')

function readFilter(params: URLSearchParams, name: string, filter: Filter): unknown {
  if (filter.kind === 'dates') {
    const [from = null, to = null] = ['from', 'to'].map((end) => params.get(end)).map((text) => (isDate(text) ? text : null))
    return from && to && from > to ? NO_DATES : { from, to }
  }
  const known = (value: string | null): value is string => filter.options.some((o) => o.value === value)
  if (filter.kind === 'choices') return (params.get(name) ?? '').split(',').map(plain).filter(known)
  const value = params.get(name)
  return known(value) ? value : filter.initial
}

function putFilter(put: (name: string, value: string | null) => void, name: string, filter: Filter, value: unknown): void {
  if (filter.kind === 'dates') {
    const { from, to } = value as DateRange
    put('from', from)
    put('to', to)
  } else if (filter.kind === 'choices') put(name, (value as string[]).map(coded).join(','))
  else put(name, value === filter.initial ? null : (value as string))
}

/** Reads the view from the address; invalid values are ignored. */
export function readView<S extends ViewSpec>(params: URLSearchParams, spec: S): View<S> {
  const tab = params.get(spec.tabName ?? 'tab')
  const sort = sortOf(params.get('sort'))
  const page = Number(params.get('page'))
  return {
    tab: spec.tabs?.includes(tab ?? '') ? tab : (spec.tabs?.[0] ?? ''),
    q: (params.get('q') ?? '').slice(0, LONGEST_SEARCH),
    filters: Object.fromEntries(Object.entries(spec.filters ?? {}).map(([name, filter]) => [name, readFilter(params, name, filter)])),
    sort: sort && spec.sorts?.includes(sort.by) ? sort : sortOf(spec.sortedBy),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    row: params.get(spec.row ?? 'row'),
  } as View<S>
}

/**
 * The address of a changed view. Other rows (another tab, search, filter or order) begin at their first page, another tab without an open row.
 * Parameters that are not the list's stay.
 */
export function writeView<S extends ViewSpec>(params: URLSearchParams, spec: S, change: ViewChange<S>): URLSearchParams {
  const before = readView(params, spec) as View
  const { filters = {}, ...rest } = change as ViewChange
  const next: View = { ...before, ...rest, filters: { ...before.filters, ...filters } as View['filters'] }
  const otherRows = JSON.stringify({ ...next, page: 0, row: '' }) !== JSON.stringify({ ...before, page: 0, row: '' })
  if (otherRows && change.page === undefined) next.page = 1
  if (next.tab !== before.tab && change.row === undefined) next.row = null
  const made = new URLSearchParams(params)
  const put = (name: string, value: string | null) => (value ? made.set(name, value) : made.delete(name))
  put(spec.tabName ?? 'tab', next.tab === spec.tabs?.[0] ? null : (next.tab as string))
  put('q', next.q.trim())
  // A filter that isn't changed stays as the address has it: its options may still be loading.
  for (const [name, filter] of Object.entries(spec.filters ?? {})) if (name in filters) putFilter(put, name, filter, filters[name])
  const sort = sortText(next.sort)
  put('sort', sort === (spec.sortedBy ?? null) ? null : sort)
  put('page', next.page > 1 ? String(next.page) : null)
  put(spec.row ?? 'row', next.row)
  return made
}

/** The filters that the view's tab has. */
export const filtersIn = (spec: ViewSpec, view: Pick<View, 'tab'>): [name: string, filter: Filter][] =>
  Object.entries(spec.filters ?? {}).filter(([, { tabs }]) => !tabs || tabs.includes(view.tab as string))

/** The days that were chosen, as a file is named by them: `2026-11-01-2026-11-30`, or `from-2026-11-01`; null without any. */
export function daysIn(view: { spec: ViewSpec } & Pick<View, 'tab' | 'filters'>): string | null {
  for (const [name, { kind }] of filtersIn(view.spec, view)) {
    const { from, to } = kind === 'dates' ? (view.filters[name] as DateRange) : NO_DATES
    if (from && to) return `${from}-${to}`
    if (from || to) return from ? `from-${from}` : `to-${to}`
  }
  return null
}

const isInitial = (filter: Filter, value: unknown): boolean => JSON.stringify(value) === JSON.stringify(initialOf(filter))

/** True if rows are hidden by a search or by a filter of this tab. */
export const isNarrowed = (spec: ViewSpec, view: View): boolean =>
  view.q !== '' || filtersIn(spec, view).some(([name, filter]) => !isInitial(filter, view.filters[name]))

/** "Clear filters": no search and no filter. Tab and order of the rows stay. */
export const cleared = <S extends ViewSpec>(spec: S): ViewChange<S> =>
  ({
    q: '',
    filters: Object.fromEntries(Object.entries(spec.filters ?? {}).map(([name, filter]) => [name, initialOf(filter)])),
  }) as ViewChange<S>

/** A press on a header: ascending, and when it is pressed again descending (SPEC §3). */
export const sortedBy = (sort: Sort | null, by: string): Sort => ({ by, descending: sort?.by === by && !sort.descending })

/** A press on an option: a choice becomes it, of several it is chosen or taken out. */
export function toggled(spec: ViewSpec, filters: Record<string, unknown>, name: string, option: string): Record<string, unknown> {
  if (spec.filters?.[name]?.kind !== 'choices') return { [name]: option }
  const chosen = filters[name] as readonly string[]
  return { [name]: chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option] }
}

/** A filter's value as text; null if it hides nothing. */
export function filterText(filter: Filter, value: unknown, rangeText: (range: DateRange) => string | null): string | null {
  if (filter.kind === 'dates') return rangeText(value as DateRange)
  if (isInitial(filter, value)) return null
  const chosen = Array.isArray(value) ? value : [value]
  return filter.options
    .filter((o) => chosen.includes(o.value))
    .map((o) => o.label)
    .join(' or ')
}

export const pagesOf = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage))
export const pageOf = <T>(rows: readonly T[], page: number, perPage: number): T[] => rows.slice((page - 1) * perPage, page * perPage)
