import { dayText, daysBetween } from '#domain/time.ts'
import { ApiError } from '#web/core/api.ts'
import { datesIn } from '#web/core/dates.ts'
import type { View } from '#web/shared/period/period.ts'
import type { Row } from './outlets.ts'

/** For `retry`: repeats once, but not after a timeout (20 s) or a refusal. */
export const notAtOnce = (failures: number, error: unknown): boolean =>
  failures < 1 && !(error instanceof ApiError && (error.code === 'timeout' || (error.status >= 400 && error.status < 500)))

type Range = { startDate: string; endDate: string; timezone: string }

/** `24 Oct to 22 Nov 2026, against the 30 days before, as of 21:40 IST`. `updatedAt` in ms. */
export function periodText({ startDate, endDate, timezone }: Range, { period }: View, updatedAt: number): string {
  const dates = datesIn(timezone)
  const asOf = `as of ${dates.clock(updatedAt)} ${dates.zone(updatedAt)}`
  const days = daysBetween(startDate, endDate) + 1
  if (days === 1) {
    const than =
      period === 'today' || startDate === dates.date(updatedAt) ? 'the same day last week to this time' : 'the same day of the week before'
    return `${dayText(startDate, { weekday: true, year: true })}, against ${than}, ${asOf}`
  }
  return `${dayText(startDate)} to ${dayText(endDate, { year: true })}, against the ${days} days before, ${asOf}`
}

/** Whose days and money the figures are: outlets in several zones each count by their own days. */
export function zonesText(rows: readonly Pick<Row, 'name' | 'timezone'>[]): string {
  const zones = [...new Set(rows.map(({ timezone }) => timezone))]
  const [only] = zones
  if (zones.length <= 1) return only ? `All amounts in rupees, business days in ${datesIn(only).zone()}.` : ''
  const each = rows.map(({ name, timezone }) => `${name} ${datesIn(timezone).zone()}`).join(', ')
  return `All amounts in rupees. Each outlet counts by its own business days: ${each}.`
}
