import { instantOf, wallClock } from '#domain/time.ts'

/** An instant as a DateTimeField holds it: `YYYY-MM-DDTHH:mm` by the clock of a zone; '' without one. */
export function wallText(instant: string | null | undefined, timezone: string): string {
  if (!instant) return ''
  const { date, time } = wallClock(new Date(instant), timezone)
  return `${date}T${time}`
}

/** The instant (UTC, ISO) that a DateTimeField holds; '' for an empty one. */
export function instantText(wall: string, timezone: string): string {
  const [date, time] = wall.split('T')
  return date && time ? instantOf(date, time.slice(0, 5), timezone).toISOString() : ''
}
