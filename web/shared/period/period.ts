import type { Dashboard } from '#domain/api/analytics.ts'
import { datesIn } from '#web/core/dates.ts'
import { dayText, daysBetween, isDate, rangeProblem, weekdayText } from '#domain/time.ts'

/** The days the page shows. They are in the address, so that a reload and a shared link show the same. */
export const PERIODS = ['today', 'yesterday', '7d', '30d', 'custom'] as const
export type Period = (typeof PERIODS)[number]
export const PERIOD_WORDS: Record<Period, string> = { today: 'Today', yesterday: 'Yesterday', '7d': '7 d', '30d': '30 d', custom: 'Custom' }
/** `from` and `to` (business dates, both included) belong to `custom` and are null in every other period. */
export type View = { period: Period; from: string | null; to: string | null }

/** The view in an address; without one, the page's first period. Dates that don't exist are ignored. */
export function readView(params: URLSearchParams, first: Period = 'today'): View {
  const period = PERIODS.find((p) => p === params.get('period')) ?? first
  const [from, to] = [params.get('from'), params.get('to')]
  return period === 'custom' ? { period, from: isDate(from) ? from : null, to: isDate(to) ? to : null } : { period, from: null, to: null }
}

/** `others`: the address's other parameters, which stay. The page's `first` period is left out. */
export function writeView({ period, from, to }: View, others = new URLSearchParams(), first: Period = 'today'): URLSearchParams {
  const made = new URLSearchParams(others)
  for (const name of ['period', 'from', 'to']) made.delete(name)
  if (period !== first) made.set('period', period)
  if (period === 'custom' && from) made.set('from', from)
  if (period === 'custom' && to) made.set('to', to)
  return made
}

/** Why two dates are not a valid period; null when they are. */
export function problemOf({ from, to }: Pick<View, 'from' | 'to'>): string | null {
  if (!from || !to) return 'Choose both days'
  // The server has the same limit.
  return rangeProblem(from, to) ?? (daysBetween(from, to) > 366 ? 'At most 366 days' : null)
}

/** The body of the dashboard call; null while the two dates of a custom period are missing or invalid. */
export function filterOf(view: View): { period: Period; startDate?: string; endDate?: string; compare: true } | null {
  if (view.period !== 'custom') return { period: view.period, compare: true }
  return problemOf(view) === null ? { period: 'custom', startDate: view.from as string, endDate: view.to as string, compare: true } : null
}

// ------------------------------------------------------------ words

type Ranged = Pick<Dashboard, 'range'> & { previous?: { range: { startDate: string; endDate: string; to: string } } }

export const daysOf = ({ range }: Pick<Dashboard, 'range'>): number => daysBetween(range.startDate, range.endDate) + 1

/**
 * Are these figures of the business day that still runs, chosen as Today or by its date? Those they are compared with end at the present time of day.
 * `updatedAt` (ms) is when they were fetched.
 */
export function isRunning(data: Pick<Dashboard, 'range'> | undefined, view: View, updatedAt: number): boolean {
  if (view.period === 'today' || !data) return view.period === 'today'
  return daysOf(data) === 1 && Date.parse(data.range.from) <= updatedAt && updatedAt < Date.parse(data.range.to)
}

const day = (date: string, year = false) => dayText(date, { weekday: true, year })

/** `Today`, `Fri 20 Nov`, `These 7 days`: the days the figures belong to. */
export function nowWord(data: Ranged, isToday: boolean): string {
  if (isToday) return 'Today'
  return daysOf(data) === 1 ? day(data.range.startDate) : `These ${daysOf(data)} days`
}

/** `last Fri`, `Fri 13 Nov`, `7 days before`: the days they are compared with; '' without a comparison. */
export function thenWord(data: Ranged, isToday: boolean): string {
  if (!data.previous) return ''
  if (daysOf(data) > 1) return `${daysOf(data)} days before`
  return isToday ? `last ${weekdayText(data.previous.range.startDate)}` : day(data.previous.range.startDate)
}

/** The same beside a single figure, where several days are just `before`; the caption names them. */
export const thenShort = (data: Ranged, isToday: boolean): string =>
  daysOf(data) > 1 && data.previous ? 'before' : thenWord(data, isToday)

/**
 * `Fri 21 Nov 2026, 00:00 to 19:42 IST, compared with Fri 14 Nov to 19:42`: the range and the zone of all figures. `updatedAt` (ms) is when they were
 * fetched.
 */
export function caption(data: Ranged, isToday: boolean, updatedAt: number): string {
  const { range, previous } = data
  const dates = datesIn(range.timezone)
  const zone = dates.zone(updatedAt)
  if (isToday) {
    const than = previous ? `, compared with ${day(previous.range.startDate)} to ${dates.clock(previous.range.to)}` : ''
    return `${day(range.startDate, true)}, ${dates.clock(range.from)} to ${dates.clock(updatedAt)} ${zone}${than}`
  }
  if (daysOf(data) === 1)
    return `${day(range.startDate, true)}, ${zone}${previous ? `, compared with ${day(previous.range.startDate)}` : ''}`
  const these = `${dayText(range.startDate)} to ${dayText(range.endDate, { year: true })}, ${zone}`
  if (!previous) return these
  const { startDate, endDate, to } = previous.range
  // When the last day is not over, the comparison ends at the same time of day.
  const end = dates.clock(to) === dates.clock(range.to) ? dayText(endDate) : `${dayText(dates.date(to))} ${dates.clock(to)}`
  return `${these}, compared with ${dayText(startDate)} to ${end}`
}
