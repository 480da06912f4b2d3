import { minutesOf, wallClock } from './time.ts'

/** A restaurant's opening hours (SPEC §3): periods on the week's clock in its own zone, days from 0 = Sunday, times `HHmm`. */
export type Period = { open: { day: number; time: string }; close?: { day: number; time: string } | null }

const WEEK = 7 * 24 * 60
const minuteOfWeek = (day: number, time: string): number => day * 1440 + minutesOf(`${time.slice(0, 2)}:${time.slice(2)}`)

/**
 * Is it open at an instant? A period may cross midnight and the end of the week; one without a close never ends. Without opening hours a restaurant counts as
 * open.
 */
export function isOpen(periods: readonly Period[], at: Date, timezone: string): boolean {
  if (periods.length === 0) return true
  const wall = wallClock(at, timezone)
  const now = new Date(`${wall.date}T00:00:00Z`).getUTCDay() * 1440 + wall.minutes
  return periods.some(({ open, close }) => {
    if (!close) return true
    const from = minuteOfWeek(open.day, open.time)
    const length = (minuteOfWeek(close.day, close.time) - from + WEEK) % WEEK || WEEK
    return (now - from + WEEK) % WEEK < length
  })
}

/** Is it an IANA zone that this runtime knows? `Asia/Kolkata` and `UTC` are; abbreviations and offsets are not. */
export function isTimeZone(zone: string): boolean {
  if (zone !== 'UTC' && !/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(zone)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
