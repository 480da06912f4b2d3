import { instantOf, wallClock } from '#domain/time.ts'

/** An instant as a DateTimeField shows it: `YYYY-MM-DDTHH:mm` by the clock of a zone; '' without one. */
export function wallText(instant: string | null | undefined, timezone: string): string {
  if (!instant) return ''
  const { date, time } = wallClock(new Date(instant), timezone)
  return `${date}T${time}`
}

const WALL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/

/** The instant (UTC, ISO) at which the clock of a zone shows `YYYY-MM-DDTHH:mm`; '' for an empty or unfinished text. */
export function instantText(wall: string, timezone: string): string {
  const [, date, time] = WALL.exec(wall) ?? []
  return date && time ? instantOf(date, time, timezone).toISOString() : ''
}
