import { addDays, dayText, daysBetween } from '#domain/time.ts'
import type { Dates } from '#web/core/dates.ts'
import { type Period, type View } from '#web/shared/period/period.ts'

type Range = { startDate: string; endDate: string }
type Ranged = { range: Range & { timezone: string }; previous?: { range: Range & { to: string } } }

const weekday = (date: string, year = false) => dayText(date, { weekday: true, year })

/** `14 to 20 Nov 2026`, `Fri 20 Nov 2026` */
const daysText = ({ startDate, endDate }: Range, year = true): string =>
  startDate === endDate ? weekday(startDate, year) : `${weekday(startDate)} to ${weekday(endDate, year)}`

/**
 * The range and the zone that every figure of the page belongs to: `Sat 14 to Fri 20 Nov 2026, days from 04:00 IST, against Sat 7 to Fri 13 Nov`. `resetTime`
 * is when a business day begins; `now` (ms) is when the figures were fetched, which is the end of a day that still runs.
 */
export function captionOf(
  { range, previous }: Ranged,
  { dates, resetTime, today, now }: { dates: Dates; resetTime: string; today: string; now: number },
): string {
  const zone = dates.zone(now)
  const { startDate, endDate } = range
  const running = startDate <= today && today <= endDate
  // Days that are still to come are in the range, but what it is compared with ends where today does.
  const ahead = running ? daysBetween(today, endDate) : 0
  const hours =
    startDate === endDate
      ? running
        ? `${resetTime} to ${dates.clock(now)} ${zone}`
        : `from ${resetTime} ${zone}`
      : `days from ${resetTime} ${zone}${running ? `, until ${ahead > 0 ? `${weekday(today)} ` : ''}${dates.clock(now)}` : ''}`
  if (!previous) return `${daysText(range)}, ${hours}`
  const { startDate: first, endDate: last, to } = previous.range
  const until = running ? ` to ${dates.clock(to)}` : ''
  return `${daysText(range)}, ${hours}, against ${daysText({ startDate: first, endDate: addDays(last, -ahead) }, false)}${until}`
}

/** `14 Nov to 20 Nov`, for the legend of a chart. */
export const shortRange = ({ startDate, endDate }: Range): string =>
  startDate === endDate ? weekday(startDate) : `${dayText(startDate)} to ${dayText(endDate)}`

/** What a period is compared with, for the select, before any figures are loaded. */
export function comparedWith({ period, from, to }: View): string {
  const days: Record<Period, number> = { today: 1, yesterday: 1, '7d': 7, '30d': 30, custom: from && to ? daysBetween(from, to) + 1 : 0 }
  const n = days[period]
  return n === 1 ? 'Same day the week before' : n > 1 ? `The ${n} days before` : 'The days before'
}
