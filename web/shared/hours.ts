import { type HoursRow, hourRows, type Period, periodsOf, weekdayText } from '#domain/hours.ts'
import { equal } from '#web/core/equal.ts'

/** A form's rows of opening hours as a call takes them. */
export function hoursOf(rows: readonly HoursRow[]) {
  const periods = periodsOf(rows)
  return { periods, weekday_text: weekdayText(periods) }
}

/**
 * For the body of a change: the hours as this form has last seen them, so that an older week replaces none that another device saved meanwhile
 * (docs/decisions/031-lists-saved-whole.md). Nothing while the hours are not changed here.
 */
export const hoursSeen = (rows: readonly HoursRow[], saved: readonly HoursRow[]) =>
  equal(rows, saved) ? null : { openingHoursBefore: periodsOf(saved) }

/** Reads the newest hours from a 409 `opening_hours_changed`, for the `newest` of a form that was opened with these values. */
export const newestHours =
  <V extends { opening_hours: HoursRow[] }>(defaults: V) =>
  ({ opening_hours }: Record<string, unknown>): { version: number; defaults: V } | null =>
    opening_hours
      ? { version: 0, defaults: { ...defaults, opening_hours: hourRows((opening_hours as { periods: Period[] }).periods) } }
      : null
