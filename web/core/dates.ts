import { useMemo } from 'react'
import * as time from '#domain/time.ts'
import { useTimezone } from './profile.ts'

type Instant = string | number | Date
const at = (instant: Instant): Date => (instant instanceof Date ? instant : new Date(instant))

/**
 * Formats every date and time that a screen shows, in one time zone. An instant is UTC: an ISO text, milliseconds or a Date; a
 * date is a business date, `YYYY-MM-DD`, and needs no zone (domain/time: dayText, rangeText; durations: durationText).
 */
export const datesIn = (timezone: string) => ({
  timezone,
  /** `19:42`; '' without an instant. */
  clock: (instant: Instant | null | undefined): string => (instant ? time.clockText(at(instant), timezone) : ''),
  /** `21 Nov 2026, 19:42` */
  full: (instant: Instant): string =>
    `${time.dayText(time.wallClock(at(instant), timezone).date, { year: true })}, ${time.clockText(at(instant), timezone)}`,
  /** `Fri 21 Nov, 19:42` */
  dayAndTime: (instant: Instant): string => time.dayAndTimeText(at(instant), timezone),
  /** `15:12` today, `20 Nov, 15:12` on another day; `–` without an instant. */
  when: (instant: Instant | null | undefined, now: Instant = Date.now()): string =>
    instant ? time.whenText(at(instant), at(now), timezone) : '–',
  /** `just now`, `4 min ago`, `today 09:12`, `20 Nov, 23:48` */
  ago: (instant: Instant, now: Instant = Date.now()): string => time.agoText(at(instant), at(now), timezone),
  /** The calendar date, `YYYY-MM-DD`. */
  date: (instant: Instant): string => time.wallClock(at(instant), timezone).date,
  /** `IST` */
  zone: (instant: Instant = Date.now()): string => time.zoneText(timezone, at(instant)),
})
export type Dates = ReturnType<typeof datesIn>

/** Dates in the restaurant's time zone (SCREENS G9). */
export function useDates(): Dates {
  const timezone = useTimezone()
  return useMemo(() => datesIn(timezone), [timezone])
}

/** Dates in this device's time zone, for pages where nobody is signed in yet. */
export const deviceDates = (): Dates => datesIn(Intl.DateTimeFormat().resolvedOptions().timeZone)
