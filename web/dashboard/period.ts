import type { Dashboard } from '#domain/api/analytics.ts'
import { daysBetween, wallClock } from '#domain/time.ts'

/** Which days the page is about. It stands in the address, so that a reload and a link show the same. */
export const PERIODS = ['today', 'yesterday', '7d', '30d', 'custom'] as const
export type Period = (typeof PERIODS)[number]
export const PERIOD_WORDS: Record<Period, string> = { today: 'Today', yesterday: 'Yesterday', '7d': '7 d', '30d': '30 d', custom: 'Custom' }
export type View = { period: Period; from: string | null; to: string | null }

const isDate = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

export function readView(params: URLSearchParams): View {
  const period = PERIODS.find((p) => p === params.get('period')) ?? 'today'
  const [from, to] = [params.get('from'), params.get('to')]
  return period === 'custom' ? { period, from: isDate(from) ? from : null, to: isDate(to) ? to : null } : { period, from: null, to: null }
}

export function writeView({ period, from, to }: View): URLSearchParams {
  const made = new URLSearchParams()
  if (period !== 'today') made.set('period', period)
  if (period === 'custom' && from) made.set('from', from)
  if (period === 'custom' && to) made.set('to', to)
  return made
}

/** Why two days are no period; null when they are one. */
export function problemOf({ from, to }: Pick<View, 'from' | 'to'>): string | null {
  if (!from || !to) return 'Choose both days'
  if (from > to) return 'From must not be after To'
  // The server's own limit.
  return daysBetween(from, to) > 366 ? 'At most 366 days' : null
}

/** What the server is asked; null while a period of one's own is not complete. */
export function filterOf(view: View): { period: Period; startDate?: string; endDate?: string; compare: true } | null {
  if (view.period !== 'custom') return { period: view.period, compare: true }
  return problemOf(view) === null ? { period: 'custom', startDate: view.from as string, endDate: view.to as string, compare: true } : null
}

// ------------------------------------------------------------ words

type Ranged = Pick<Dashboard, 'range'> & { previous?: { range: { startDate: string; endDate: string; to: string } } }

export const daysOf = ({ range }: Pick<Dashboard, 'range'>): number => daysBetween(range.startDate, range.endDate) + 1

const dateText = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(`${date}T00:00:00Z`)).replace(',', '')
const day = (date: string, year = false) =>
  dateText(date, { weekday: 'short', day: 'numeric', month: 'short', ...(year ? { year: 'numeric' } : null) })
const short = (date: string, year = false) => dateText(date, { day: 'numeric', month: 'short', ...(year ? { year: 'numeric' } : null) })

/** `IST` */
export const zoneName = (timezone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone: timezone, timeZoneName: 'short' }).formatToParts(at).find((p) => p.type === 'timeZoneName')
    ?.value ?? timezone

/** `Today`, `Fri 20 Nov`, `These 7 days`: what the figures are of. */
export function nowWord(data: Ranged, isToday: boolean): string {
  if (isToday) return 'Today'
  return daysOf(data) === 1 ? day(data.range.startDate) : `These ${daysOf(data)} days`
}

/** `last Fri`, `Fri 13 Nov`, `7 days before`: what they are compared with. */
export function thenWord(data: Ranged, isToday: boolean): string {
  if (!data.previous) return ''
  if (daysOf(data) > 1) return `${daysOf(data)} days before`
  return isToday ? `last ${dateText(data.previous.range.startDate, { weekday: 'short' })}` : day(data.previous.range.startDate)
}

/** The same beside a figure, where there is room for no more than `before`; the caption names the days. */
export const thenShort = (data: Ranged, isToday: boolean): string =>
  daysOf(data) > 1 && data.previous ? 'before' : thenWord(data, isToday)

/** `Fri 21 Nov 2026, 00:00 to 19:42 IST, compared with Fri 14 Nov to 19:42`: every figure states its range and its zone. */
export function caption(data: Ranged, isToday: boolean, updatedAt: number): string {
  const { range, previous } = data
  const zone = zoneName(range.timezone, new Date(updatedAt))
  const clock = (at: string | number) => wallClock(new Date(at), range.timezone).time
  if (isToday) {
    const than = previous ? `, compared with ${day(previous.range.startDate)} to ${clock(previous.range.to)}` : ''
    return `${day(range.startDate, true)}, ${clock(range.from)} to ${clock(updatedAt)} ${zone}${than}`
  }
  if (daysOf(data) === 1)
    return `${day(range.startDate, true)}, ${zone}${previous ? `, compared with ${day(previous.range.startDate)}` : ''}`
  const these = `${short(range.startDate)} to ${short(range.endDate, true)}, ${zone}`
  if (!previous) return these
  const { startDate, endDate, to } = previous.range
  // Days that still run are compared with as much of those before: until a time of day, and not until a day ends.
  const end = clock(to) === clock(range.to) ? short(endDate) : `${short(wallClock(new Date(to), range.timezone).date)} ${clock(to)}`
  return `${these}, compared with ${short(startDate)} to ${end}`
}
