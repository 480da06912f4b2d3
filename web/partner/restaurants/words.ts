import type { z } from 'zod'
import type { Outlet as OutletShape } from '#domain/api/partner.ts'
import { closesAt, hourRows, isOpen, opensNext, type Period } from '#domain/hours.ts'
import { DAYS } from '#domain/time.ts'

export type Outlet = z.infer<typeof OutletShape>

const short = (day: number) => (DAYS[day] ?? '').slice(0, 3)

/** `Open till 23:30`, `Open`, `Closed, opens 17:00`, `Closed, opens Mon 11:00`: now, in the outlet's zone. */
export function openText(periods: readonly Period[], at: Date, timezone: string): { open: boolean; text: string } {
  if (isOpen(periods, at, timezone)) {
    const until = closesAt(periods, at, timezone)
    return { open: true, text: until ? `Open till ${until}` : 'Open' }
  }
  const next = opensNext(periods, at, timezone)
  if (!next) return { open: false, text: 'Closed' }
  return { open: false, text: `Closed, opens ${next.inDays === 0 ? '' : `${short(next.day)} `}${next.time}` }
}

/** `Every day 11:00 to 23:30`, `Mon to Fri 12:00 to 23:00, Sat 11:00 to 01:00`; '' without hours. */
export const hoursText = (periods: readonly Period[]): string =>
  hourRows(periods)
    .map(({ days, opens, closes }) => `${daysText(days)} ${opens === closes ? 'all day' : `${opens} to ${closes}`}`)
    .join(', ')

const WEEK = [1, 2, 3, 4, 5, 6, 0]
function daysText(days: readonly number[]): string {
  const places = WEEK.flatMap((day, i) => (days.includes(day) ? [i] : []))
  if (places.length === 7) return 'Every day'
  const [first = 0] = places
  const last = places.at(-1) ?? 0
  const name = (place: number) => short(WEEK[place] ?? 0)
  if (places.length > 2 && last - first === places.length - 1) return `${name(first)} to ${name(last)}`
  return places.map(name).join(', ')
}
