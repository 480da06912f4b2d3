import type { z } from 'zod'
import type { AnalyticsFilter } from '#domain/api/shapes.ts'
import { addDays, daysBetween } from '#domain/time.ts'

export type Filter = z.output<typeof AnalyticsFilter>
/** Business dates, both included. */
export type Range = { startDate: string; endDate: string }

/** The business dates that a filter means, and those it is compared with: the same weekday last week for one day, else the days just before. */
export function rangesOf(filter: Filter, today: string): { range: Range; previous: Range } {
  const range: Range =
    filter.period === 'custom' && filter.startDate && filter.endDate
      ? { startDate: filter.startDate, endDate: filter.endDate }
      : filter.period === 'yesterday'
        ? { startDate: addDays(today, -1), endDate: addDays(today, -1) }
        : { startDate: addDays(today, filter.period === '7d' ? -6 : filter.period === '30d' ? -29 : 0), endDate: today }
  const days = daysBetween(range.startDate, range.endDate) + 1
  const back = days === 1 ? 7 : days
  return { range, previous: { startDate: addDays(range.startDate, -back), endDate: addDays(range.endDate, -back) } }
}
