import { minutesOf, wallClock } from './time.ts'

/** A restaurant's opening hours (SPEC §3): periods on the week's clock in its own zone, days from 0 = Sunday, times `HHmm`. */
export type Period = { open: { day: number; time: string }; close?: { day: number; time: string } | null }

/** Minutes of a week. */
export const WEEK = 7 * 24 * 60
/** The minute of the week, from Sunday 00:00. */
export const minuteOfWeek = (day: number, time: string): number => day * 1440 + minutesOf(`${time.slice(0, 2)}:${time.slice(2)}`)

/**
 * Is it open at an instant? A period may cross midnight and the end of the week; one without a close never ends. Without opening hours a restaurant counts as
 * open.
 */
export function isOpen(periods: readonly Period[], at: Date, timezone: string): boolean {
  const { date, minutes } = wallClock(at, timezone)
  return isOpenOn(periods, date, minutes)
}

/** The same at a minute of a date (`YYYY-MM-DD`) of the restaurant's own clock. */
export function isOpenOn(periods: readonly Period[], date: string, minutes: number): boolean {
  if (periods.length === 0) return true
  const now = new Date(`${date}T00:00:00Z`).getUTCDay() * 1440 + minutes
  return periods.some(({ open, close }) => {
    if (!close) return true
    const from = minuteOfWeek(open.day, open.time)
    const length = (minuteOfWeek(close.day, close.time) - from + WEEK) % WEEK || WEEK
    return (now - from + WEEK) % WEEK < length
  })
}
