import { ORDER_TYPES, type OrderType } from '#domain/order.ts'
import type { Role } from '#domain/roles.ts'

/** What the address says of this page: tab, filters, page and the open order, so that a reload, a link and Back show the same. */
export const TABS = ['live', 'completed', 'cancelled'] as const
export type Tab = (typeof TABS)[number]
export const TYPES = ['all', 'dine-in', 'take-away', 'delivery', 'parcels'] as const
export type TypeFilter = (typeof TYPES)[number]

export type View = {
  tab: Tab
  q: string
  type: TypeFilter
  /** Business dates, `YYYY-MM-DD`; of what is over, for what is open has none. */
  from: string | null
  to: string | null
  page: number
  /** The id of the order in the drawer. */
  order: string | null
}

export const TYPE_WORDS: Record<TypeFilter, string> = {
  all: 'All types',
  'dine-in': 'Dine In',
  'take-away': 'Take Away',
  delivery: 'Delivery',
  parcels: 'Take Away and Delivery',
}
const ORDER_TYPES_OF: Record<TypeFilter, readonly OrderType[]> = {
  all: ORDER_TYPES,
  'dine-in': ['Dine In'],
  'take-away': ['Take Away'],
  delivery: ['Delivery'],
  parcels: ['Take Away', 'Delivery'],
}
export const typesOf = (type: TypeFilter): readonly OrderType[] => ORDER_TYPES_OF[type]

/** Who delivers begins with what is carried out of the house. */
export const presetOf = (role: Role): TypeFilter => (role === 'delivery' ? 'parcels' : 'all')

const isOneOf = <T extends string>(all: readonly T[], text: string | null): text is T => all.includes(text as T)
export const isDate = (text: string | null | undefined): text is string => {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Whatever the address holds that makes no sense is left out. */
export function readView(params: URLSearchParams, preset: TypeFilter): View {
  const text = (name: string) => params.get(name)
  const tab = text('tab')
  const type = text('type')
  const page = Number(text('page'))
  const from = isDate(text('from')) ? text('from') : null
  const to = isDate(text('to')) ? text('to') : null
  const turned = from !== null && to !== null && from > to
  return {
    tab: isOneOf(TABS, tab) ? tab : 'live',
    q: (text('q') ?? '').slice(0, 40),
    type: isOneOf(TYPES, type) ? type : preset,
    from: turned ? null : from,
    to: turned ? null : to,
    page: Number.isInteger(page) && page > 1 ? page : 1,
    order: text('order'),
  }
}

/** The address of a changed view: another list begins at its first page, another tab without an open order. */
export function writeView(params: URLSearchParams, change: Partial<View>, preset: TypeFilter): URLSearchParams {
  const before = readView(params, preset)
  const listed = (['tab', 'q', 'type', 'from', 'to'] as const).some((k) => k in change && change[k] !== before[k])
  const left = change.tab !== undefined && change.tab !== before.tab
  const next: View = { ...before, ...(listed ? { page: 1 } : null), ...(left ? { order: null } : null), ...change }
  const made = new URLSearchParams(params)
  const put = (name: string, value: string | null) => (value ? made.set(name, value) : made.delete(name))
  put('tab', next.tab === 'live' ? null : next.tab)
  put('q', next.q.trim())
  put('type', next.type === preset ? null : next.type)
  put('from', next.from)
  put('to', next.to)
  put('page', next.page > 1 ? String(next.page) : null)
  put('order', next.order)
  return made
}

/** `Fri 20 Nov`, or `14 Nov to 20 Nov`; null when no dates are asked for. */
export function datesText({ from, to }: Pick<View, 'from' | 'to'>): string | null {
  if (!from && !to) return null
  if (from && from === to) return dayText(from, true)
  if (!to) return `from ${dayText(from as string)}`
  if (!from) return `until ${dayText(to)}`
  return `${dayText(from)} to ${dayText(to)}`
}

export const dayText = (date: string, weekday = false): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...(weekday ? { weekday: 'short' } : null), day: 'numeric', month: 'short' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '')
