/** Instants are UTC. A business day is the restaurant's own: it begins at the KOT reset time in its zone (CONTRACT §1). */
export type BusinessClock = {
  /** IANA zone, `Asia/Kolkata` by default. */
  timezone: string
  /** `HH:mm` at which a business day begins. */
  resetTime: string
  /** A changed zone or reset time: it waits until its instant has come, and is in force after it (docs/decisions/018-next-clock.md). */
  next?: NextClock | null
}
type Setting = Pick<BusinessClock, 'timezone' | 'resetTime'>
export type NextClock = Setting & {
  /** UTC instant at which it takes over: the business day `after` ends. */
  from: string
  /** The last business date, `YYYY-MM-DD`, that follows the clock before the change. */
  after: string
  /** The latest calendar date, `YYYY-MM-DD`, that invoices of earlier clocks may have (`invoiceDate`); present only while it may be in the future. */
  invoiced?: string
}

export const DEFAULT_TIMEZONE = 'Asia/Kolkata'
/** The days of a week by their numbers, from 0 = Sunday. */
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** The days for people to choose from, Monday first: 0 is Sunday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: (DAYS[value] ?? '').slice(0, 3) }))

const STYLES = {
  wall: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
  weekday: { weekday: 'short' },
  day: { day: 'numeric', month: 'short' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  weekdayAndDay: { weekday: 'short', day: 'numeric', month: 'short' },
  weekdayAndDayOfYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  zone: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Style = keyof typeof STYLES

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter takes tens of microseconds, so there is one for each zone and style. */
function formatter(timezone: string, style: Style): Intl.DateTimeFormat {
  const key = `${style} ${timezone}`
  let f = formatters.get(key)
  if (!f) {
    // Only the en-IN locale gives India's zone its short name, IST.
    f = new Intl.DateTimeFormat(style === 'zone' ? 'en-IN' : 'en-GB', { timeZone: timezone, ...STYLES[style] })
    formatters.set(key, f)
  }
  return f
}

export type Wall = { date: string; time: string; hour: number; minutes: number }

/**
 * Before this date some zones differed from UTC by seconds (Monrovia until 7 January 1972). From here on a clock shows the same `HH:mm` throughout a UTC
 * minute.
 */
const WHOLE_MINUTES = Date.UTC(1973, 0)
/**
 * A cache of wall-clock times by zone and minute: a request asks for the same few minutes again and again, and each call of Intl takes some 10 microseconds.
 */
const walls = new Map<string, Wall>()

/** The wall clock of a zone at an instant: `{ date: 'YYYY-MM-DD', time: 'HH:mm', hour, minutes since midnight }`. */
export function wallClock(at: Date, timezone: string): Wall {
  const key = `${Math.floor(Number(at) / 60_000)} ${timezone}`
  const known = walls.get(key)
  if (known) return known
  const p: Record<string, string> = {}
  for (const { type, value } of formatter(timezone, 'wall').formatToParts(at)) p[type] = value
  const hour = Number(p.hour)
  const minute = Number(p.minute)
  const wall = Object.freeze({ date: `${p.year}-${p.month}-${p.day}`, time: `${p.hour}:${p.minute}`, hour, minutes: hour * 60 + minute })
  if (walls.size > 999) walls.clear()
  if (Number(at) >= WHOLE_MINUTES) walls.set(key, wall)
  return wall
}

/** `HH:mm` -> minutes since midnight. */
export function minutesOf(hhmm: string): number {
  const [h = '0', m = '0'] = hhmm.split(':')
  return Number(h) * 60 + Number(m)
}

/** `YYYY-MM-DD` plus n days. */
export function addDays(date: string, days: number): string {
  const d = new Date(`${date}T00:00:00Z`)
  d.setUTCDate(d.getUTCDate() + days)
  return d.toISOString().slice(0, 10)
}

/** Whole days from `a` to `b`, both `YYYY-MM-DD`. */
export const daysBetween = (a: string, b: string): number =>
  Math.round((Date.parse(`${b}T00:00:00Z`) - Date.parse(`${a}T00:00:00Z`)) / 86_400_000)

/** The zone and reset time in force at an instant. */
export const clockAt = (at: Date, clock: BusinessClock): Setting => (clock.next && at >= new Date(clock.next.from) ? clock.next : clock)

/** The zone in force at an instant. */
export const zoneAt = (at: Date, clock: BusinessClock): string => clockAt(at, clock).timezone

/** The zone and reset time that wait at `now`, and the UTC instant from which they count; null when none wait. */
export const nextClockAt = (now: Date, { next }: BusinessClock): Omit<NextClock, 'after'> | null =>
  next && now < new Date(next.from) ? { timezone: next.timezone, resetTime: next.resetTime, from: next.from } : null

/** When a date begins by one setting alone. */
const startOf = (date: string, { timezone, resetTime }: Setting): Date => instantOf(date, resetTime, timezone)

const later = (a: Date, b: Date): Date => (a > b ? a : b)

/** When a business date begins. */
function beginOf(date: string, clock: BusinessClock): Date {
  const { next } = clock
  return next && date > next.after ? later(startOf(date, next), new Date(next.from)) : startOf(date, clock)
}

/** The business date, `YYYY-MM-DD`, of an instant: the one whose `businessDayRange` contains it, also on days when the clock is put back. */
export function businessDate(at: Date, clock: BusinessClock): string {
  const setting = clockAt(at, clock)
  let { date } = wallClock(at, setting.timezone)
  // Twice after a day whose reset time the clock skips until after midnight.
  while (at < startOf(date, setting)) date = addDays(date, -1)
  // The day before a change lasts until the change, also where the clock before would have begun another.
  return clock.next && setting !== clock.next && date > clock.next.after ? clock.next.after : date
}

/** The instant at which a setting takes over when the business date `after` ends: not before `ends`, nor before the next date begins by the new setting. */
const takingOver = (setting: Setting, after: string, ends: Date): NextClock => ({
  timezone: setting.timezone,
  resetTime: setting.resetTime,
  from: later(ends, startOf(addDays(after, 1), setting)).toISOString(),
  after,
})

/** A clock whose zone or reset time changes after the business date `after`. */
export const clockChangedAfter = (clock: Setting, wanted: Partial<Setting>, after: string): BusinessClock => {
  const { timezone, resetTime } = clock
  const setting = { timezone: wanted.timezone ?? timezone, resetTime: wanted.resetTime ?? resetTime }
  return { timezone, resetTime, next: takingOver(setting, after, startOf(addDays(after, 1), clock)) }
}

/**
 * The clock after somebody asks, at `now`, for another zone or reset time (CONTRACT §9 "Clock"). The business day that runs stays the same; the change takes
 * over when it ends. It replaces a change that still waits, but keeps that change's value for a field that it does not name; asking for the settings in force
 * cancels the waiting change.
 */
export function changeClock(clock: BusinessClock, wanted: Partial<Setting>, now: Date): BusinessClock {
  const { timezone, resetTime } = clockAt(now, clock)
  const inForce = { timezone, resetTime }
  const waiting = clock.next && now < new Date(clock.next.from) ? clock.next : null
  const last = waiting ?? inForce
  const setting = { timezone: wanted.timezone ?? last.timezone, resetTime: wanted.resetTime ?? last.resetTime }
  const today = businessDate(now, clock)
  const ends = startOf(addDays(today, 1), inForce)
  // Only a waiting change makes a day longer than by the clock in force. Then that later end stays, because the day must not end in the past.
  const overdue = waiting !== null && now >= ends
  const shown = shownBefore(now, clock)
  const isAhead = shown > wallClock(now, timezone).date
  if (!overdue && setting.timezone === timezone && setting.resetTime === resetTime)
    // A past change to the same setting: it changes nothing and keeps what `invoiceDate` needs.
    return {
      ...inForce,
      next: isAhead ? { ...inForce, from: startOf(today, inForce).toISOString(), after: addDays(today, -1), invoiced: shown } : null,
    }
  return {
    ...inForce,
    next: { ...takingOver(setting, today, overdue ? new Date(waiting.from) : ends), ...(isAhead ? { invoiced: shown } : {}) },
  }
}

/** The instant at which a zone's clock shows `date` `hhmm`. For a time that daylight saving skips: the later instant. */
export function instantOf(date: string, hhmm: string, timezone: string): Date {
  const wanted = Date.parse(`${date}T${hhmm}:00Z`)
  let [guess, last] = [wanted, wanted]
  for (let i = 0; i < 3; i++) {
    const wall = wallClock(new Date(guess), timezone)
    const shown = Date.parse(`${wall.date}T${wall.time}:00Z`)
    if (shown === wanted) return new Date(guess)
    last = guess
    guess += wanted - shown
  }
  // No clock shows it: the guesses swing between the instants before and after the gap.
  return new Date(Math.max(guess, last))
}

/** The instant at which a zone's clock showed the same time that many days earlier, whatever daylight saving did in between. */
export function daysBefore(at: Date, days: number, timezone: string): Date {
  const { date, time } = wallClock(at, timezone)
  return new Date(instantOf(addDays(date, -days), time, timezone).getTime() + (at.getTime() % 60_000))
}

/**
 * The instants `[from, to)` of a business date. Two days follow each other without a gap. A date that a change of zone skips has an empty range. For days
 * before the last change but one, the range is computed by the later clock; bookings on those days keep their date.
 */
export const businessDayRange = (date: string, clock: BusinessClock): { from: Date; to: Date } => ({
  from: beginOf(date, clock),
  to: beginOf(addDays(date, 1), clock),
})

/** The instant at which the restaurant's clocks show `date` `hhmm`, in the zone in force then. A time that a change of zone skips is the instant of the change. */
export function instantBy(date: string, hhmm: string, clock: BusinessClock): Date {
  const at = instantOf(date, hhmm, clock.timezone)
  if (!clock.next || at < new Date(clock.next.from)) return at
  return later(instantOf(date, hhmm, clock.next.timezone), new Date(clock.next.from))
}

/** `2026-11-21` -> `20261121`, the form of a KOT's date (SPEC §9). */
export const kotDate = (date: string): string => date.replaceAll('-', '')

/** The Indian financial year of a date: `26-27` for 1 April 2026 to 31 March 2027 (CONTRACT §5, invoiceNumber). */
export function financialYear(date: string): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5) < '04-01' ? 1 : 0)
  return `${String(year % 100).padStart(2, '0')}-${String((year + 1) % 100).padStart(2, '0')}`
}

const latest = (...dates: (string | undefined)[]): string => dates.reduce<string>((a, b) => (b && b > a ? b : a), '')

/** The latest calendar date that the clocks before the one in force have shown. */
const shownBefore = (at: Date, { timezone, next }: BusinessClock): string =>
  latest(next?.invoiced, next && at >= new Date(next.from) ? wallClock(new Date(Date.parse(next.from) - 1), timezone).date : undefined)

/**
 * The date of an invoice that is issued at `at`: the calendar date, not that of a business day that goes on after midnight. It never goes back, so a later
 * number never has an earlier date (docs/decisions/024-kinds-of-document.md): an outlet that moves west, or whose zone puts its clocks back at midnight, keeps
 * the later date until the calendar reaches it again.
 */
export function invoiceDate(at: Date, clock: BusinessClock): string {
  const zone = zoneAt(at, clock)
  return latest(wallClock(at, zone).date, wallClock(new Date(Number(at) - 3_600_000), zone).date, shownBefore(at, clock))
}

/** An invoice's date and time as they stand on it, whatever zone the outlet is in later: `21-11-2026 20:14`. */
export function invoiceTime(at: Date, clock: BusinessClock): string {
  const [y, m, d] = invoiceDate(at, clock).split('-')
  return `${d}-${m}-${y} ${wallClock(at, zoneAt(at, clock)).time}`
}

/** The financial year of an invoice that is issued now. */
export const invoiceYear = (at: Date, clock: BusinessClock): string => financialYear(invoiceDate(at, clock))

/** `21-11-2026 20:14` in a zone, as printed. */
export function paperTime(at: Date, timezone: string): string {
  const { date, time } = wallClock(at, timezone)
  const [y, m, d] = date.split('-')
  return `${d}-${m}-${y} ${time}`
}

// ------------------------------------------------------------ as shown on screens

/** Is it a calendar date, `YYYY-MM-DD`, that exists? */
export function isDate(text: string | null | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const written = (at: Date, timezone: string, style: Style): string => formatter(timezone, style).format(at).replace(',', '')

/** A date `YYYY-MM-DD` in words: `20 Nov`, with the weekday `Fri 20 Nov`, with the year `20 Nov 2026`. */
export const dayText = (date: string, { weekday = false, year = false }: { weekday?: boolean; year?: boolean } = {}): string =>
  written(new Date(`${date}T00:00:00Z`), 'UTC', weekday ? (year ? 'weekdayAndDayOfYear' : 'weekdayAndDay') : year ? 'dayOfYear' : 'day')

/** `Fri` */
export const weekdayText = (date: string): string => written(new Date(`${date}T00:00:00Z`), 'UTC', 'weekday')

/** `Fri 20 Nov` for one day, `14 Nov to 20 Nov`, `from 14 Nov`, `until 20 Nov`; null without either. Both are `YYYY-MM-DD`. */
export function rangeText({ from, to }: { from: string | null; to: string | null }): string | null {
  if (from && from === to) return dayText(from, { weekday: true })
  if (from && to) return `${dayText(from)} to ${dayText(to)}`
  if (from) return `from ${dayText(from)}`
  return to ? `until ${dayText(to)}` : null
}

/** `19:42` in a zone. */
export const clockText = (at: Date, timezone: string): string => wallClock(at, timezone).time

/** `Fri 21 Nov, 19:42` in a zone. */
export function dayAndTimeText(at: Date, timezone: string): string {
  const { date, time } = wallClock(at, timezone)
  return `${dayText(date, { weekday: true })}, ${time}`
}

/** `15:12` today, `20 Nov, 15:12` on another day, with the year when that differs; in a zone. */
export function whenText(at: Date, now: Date, timezone: string): string {
  const [{ date, time }, today] = [wallClock(at, timezone), wallClock(now, timezone)]
  if (date === today.date) return time
  return `${dayText(date, { year: date.slice(0, 4) !== today.date.slice(0, 4) })}, ${time}`
}

/** A duration in whole minutes: `12m`, `74m`, `1h 40m`; with hours from `hoursFrom` minutes on. Never negative. */
export function durationText(ms: number, hoursFrom = 60): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return minutes < hoursFrom ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
}

/** `IST`: a zone's short name at an instant. */
export const zoneText = (timezone: string, at: Date): string =>
  formatter(timezone, 'zone')
    .formatToParts(at)
    .find((p) => p.type === 'timeZoneName')?.value ?? timezone

/** `just now`, `4 min ago`, `today 09:12`, `20 Nov, 23:48`: when somebody was last active, in a zone. */
export function agoText(at: Date, now: Date, timezone: string): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const text = whenText(at, now, timezone)
  return text.includes(',') ? text : `today ${text}`
}

/** The error for the second of two days (`YYYY-MM-DD`, or '' for an open end) that are not a range; null when they are. */
export const rangeProblem = (from: string, to: string): string | null =>
  from !== '' && to !== '' && to < from ? 'Must not be before the first day.' : null
