import type { z } from 'zod'
import type { AnalyticsFilter } from '#domain/api/analytics.ts'
import { addDays, type BusinessClock, businessDate, businessDayRange, daysBefore, daysBetween, zoneAt } from '#domain/time.ts'

export type Filter = z.output<typeof AnalyticsFilter>
/** From one business date to another, both included. */
export type Range = { startDate: string; endDate: string }
/**
 * The range that a range is compared with. If the range has not ended, the comparison is cut at the same point: whole days before `whole`, and the day `part`
 * until `to`.
 */
export type Previous = Range & {
  /** The first business date that does not count in full; after `endDate` if all of them do. */
  whole: string
  /** The business date that corresponds to today; '' when the range is over or has not begun. */
  part: string
  /** The comparison ends at this instant, UTC. */
  to: string
}

/**
 * The business dates that a filter means now, and those it is compared with: the same weekday last week for one day, else the days just before. Today is
 * compared only until the present time of day in the restaurant's zone, so that an unfinished day is not compared with a whole one.
 */
export function rangesOf(filter: Filter, now: Date, clock: BusinessClock): { range: Range; previous: Previous } {
  const today = businessDate(now, clock)
  const range: Range =
    filter.period === 'custom' && filter.startDate && filter.endDate
      ? { startDate: filter.startDate, endDate: filter.endDate }
      : filter.period === 'yesterday'
        ? { startDate: addDays(today, -1), endDate: addDays(today, -1) }
        : { startDate: addDays(today, filter.period === '7d' ? -6 : filter.period === '30d' ? -29 : 0), endDate: today }
  const days = daysBetween(range.startDate, range.endDate) + 1
  const back = days === 1 ? 7 : days
  const previous: Range = { startDate: addDays(range.startDate, -back), endDate: addDays(range.endDate, -back) }
  const [first, last] = [businessDayRange(previous.startDate, clock).from, businessDayRange(previous.endDate, clock).to]
  if (today > range.endDate)
    return { range, previous: { ...previous, whole: addDays(previous.endDate, 1), part: '', to: last.toISOString() } }
  if (today < range.startDate) return { range, previous: { ...previous, whole: previous.startDate, part: '', to: first.toISOString() } }
  const part = addDays(today, -back)
  const to = Math.min(daysBefore(now, back, zoneAt(now, clock)).getTime(), businessDayRange(part, clock).to.getTime())
  return { range, previous: { ...previous, whole: part, part, to: new Date(to).toISOString() } }
}
