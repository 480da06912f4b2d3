/**
 * Instants are UTC; a business day is the restaurant's own: its zone and its KOT reset time decide when a day begins (CONTRACT §1).
 */
export type BusinessClock = {
  /** IANA zone, `Asia/Kolkata` by default. */
  timezone: string
  /** `HH:mm` at which a business day begins. */
  resetTime: string
  /** A changed reset time counts from the business day `from` on (CONTRACT §6, `reset-time`). */
  nextReset?: { resetTime: string; from: string } | null
}

export const DEFAULT_TIMEZONE = 'Asia/Kolkata'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timezone: string): Intl.DateTimeFormat {
  let f = formatters.get(timezone)
  if (!f) {
    f = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timezone, f)
  }
  return f
}

export type Wall = { date: string; time: string; hour: number; minutes: number }

/** The wall clock of a zone at an instant: `{ date: 'YYYY-MM-DD', time: 'HH:mm', hour, minutes since midnight }`. */
export function wallClock(at: Date, timezone: string): Wall {
  const p: Record<string, string> = {}
  for (const { type, value } of formatter(timezone).formatToParts(at)) p[type] = value
  const hour = Number(p.hour)
  const minute = Number(p.minute)
  return { date: `${p.year}-${p.month}-${p.day}`, time: `${p.hour}:${p.minute}`, hour, minutes: hour * 60 + minute }
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

/** `HH:mm` at which the business day `date` begins. */
const resetOn = (date: string, clock: BusinessClock): string =>
  clock.nextReset && date >= clock.nextReset.from ? clock.nextReset.resetTime : clock.resetTime

/** The business date, `YYYY-MM-DD`, that an instant belongs to: the one whose `businessDayRange` holds it, also where a clock is put back. */
export function businessDate(at: Date, clock: BusinessClock): string {
  const { date } = wallClock(at, clock.timezone)
  return at < instantOf(date, resetOn(date, clock), clock.timezone) ? addDays(date, -1) : date
}

/** The instant at which a zone's wall clock shows `date` `hhmm`. In a gap of daylight saving the later instant. */
export function instantOf(date: string, hhmm: string, timezone: string): Date {
  const wanted = Date.parse(`${date}T${hhmm}:00Z`)
  let guess = wanted
  for (let i = 0; i < 3; i++) {
    const wall = wallClock(new Date(guess), timezone)
    const shown = Date.parse(`${wall.date}T${wall.time}:00Z`)
    if (shown === wanted) break
    guess += wanted - shown
  }
  return new Date(guess)
}

/** The instant at which a zone's wall clock showed the same time so many days before, whatever daylight saving did between. */
export function daysBefore(at: Date, days: number, timezone: string): Date {
  const { date, time } = wallClock(at, timezone)
  return new Date(instantOf(addDays(date, -days), time, timezone).getTime() + (at.getTime() % 60_000))
}

/** `[from, to)` instants of a business date. */
export function businessDayRange(date: string, clock: BusinessClock): { from: Date; to: Date } {
  const next = addDays(date, 1)
  return { from: instantOf(date, resetOn(date, clock), clock.timezone), to: instantOf(next, resetOn(next, clock), clock.timezone) }
}

/** `2026-11-21` -> `20261121`, the form a KOT's date has (SPEC §9). */
export const kotDate = (date: string): string => date.replaceAll('-', '')

/** India's financial year of a date, `26-27` for 1 April 2026 to 31 March 2027 (CONTRACT §5, invoiceNumber). */
export function financialYear(date: string): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5) < '04-01' ? 1 : 0)
  return `${String(year % 100).padStart(2, '0')}-${String((year + 1) % 100).padStart(2, '0')}`
}

/** `21-11-2026 20:14` in a zone, as paper shows it. */
export function paperTime(at: Date, timezone: string): string {
  const { date, time } = wallClock(at, timezone)
  const [y, m, d] = date.split('-')
  return `${d}-${m}-${y} ${time}`
}
