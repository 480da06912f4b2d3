import { isOpen, minuteOfWeek, type Period, WEEK } from './openAt.ts'
import { DAYS, wallClock } from './time.ts'

export { isOpen, type Period } from './openAt.ts'

/** Opening hours as people write them: days, opening and closing time (`HH:mm`). A closing time at or before the opening time is on the next day. */
export type HoursRow = { days: number[]; opens: string; closes: string }

const colon = (time: string) => `${time.slice(0, 2)}:${time.slice(2)}`
const bare = (time: string) => time.replace(':', '')
/** Does it close on the day after it opened? Equal times mean 24 hours. */
export const closesNextDay = ({ opens, closes }: Pick<HoursRow, 'opens' | 'closes'>): boolean => closes <= opens
/** Weeks are shown from Monday on. */
const fromMonday = (a: number, b: number) => ((a + 6) % 7) - ((b + 6) % 7)

/** One row for all days with the same times, in the order of the week. A period without a close, which is always open, is every day for 24 hours. */
export function hourRows(periods: readonly Period[]): HoursRow[] {
  if (periods.some(({ close }) => !close)) return [{ days: [1, 2, 3, 4, 5, 6, 0], opens: '00:00', closes: '00:00' }]
  const rows = new Map<string, HoursRow>()
  for (const { open, close } of [...periods].sort((a, b) => fromMonday(a.open.day, b.open.day) || a.open.time.localeCompare(b.open.time))) {
    const key = `${open.time} ${close?.time}`
    const row = rows.get(key) ?? { days: [], opens: colon(open.time), closes: colon(close?.time ?? '') }
    rows.set(key, { ...row, days: [...new Set([...row.days, open.day])] })
  }
  return [...rows.values()]
}

/** The periods that rows stand for, by day and time. */
export const periodsOf = (rows: readonly HoursRow[]): Period[] =>
  rows
    .flatMap(({ days, opens, closes }) =>
      days.map((day) => ({
        open: { day, time: bare(opens) },
        close: { day: closesNextDay({ opens, closes }) ? (day + 1) % 7 : day, time: bare(closes) },
      })),
    )
    .sort((a, b) => a.open.day - b.open.day || a.open.time.localeCompare(b.open.time))

/** SPEC §3's `weekday_text`: `Monday: 11:00 – 15:00, 18:00 – 02:00`, `Tuesday: Closed`; empty without hours. */
export function weekdayText(periods: readonly Period[]): string[] {
  if (periods.length === 0) return []
  const rows = hourRows(periods)
  return [1, 2, 3, 4, 5, 6, 0].map((day) => {
    const times = rows.filter(({ days }) => days.includes(day)).sort((a, b) => a.opens.localeCompare(b.opens))
    const spans = times.map(({ opens, closes }) => (opens === closes ? 'Open 24 hours' : `${opens} – ${closes}`))
    return `${DAYS[day]}: ${spans.join(', ') || 'Closed'}`
  })
}

/** Opening hours in one line: `Mon to Thu 11:00–23:00, Fri to Sun 11:00–00:30`; '' without hours. Days without hours are left out. */
export const hoursLine = (rows: readonly HoursRow[]): string =>
  rows
    .filter(({ days }) => days.length > 0)
    .map(({ days, opens, closes }) => `${daysLine(days)} ${opens === closes ? 'all day' : `${opens}–${closes}`}`)
    .join(', ')

/** `Mon to Thu`, `Mon, Wed to Fri`: three or more days in a row are a span. */
function daysLine(days: readonly number[]): string {
  const runs: number[][] = []
  for (const day of [...days].sort(fromMonday)) {
    const run = runs.at(-1)
    if (run && (run.at(-1) ?? 0) + 1 === (day || 7)) run.push(day || 7)
    else runs.push([day || 7])
  }
  const short = (day: number | undefined) => (DAYS[(day ?? 0) % 7] ?? '').slice(0, 3)
  return runs.map((run) => (run.length > 2 ? `${short(run[0])} to ${short(run.at(-1))}` : run.map(short).join(', '))).join(', ')
}

/** Is it an IANA zone that this runtime knows? `Asia/Kolkata` and `UTC` are; abbreviations and offsets are not. */
export function isTimeZone(zone: string): boolean {
  // `SystemV/…` are ICU's own: browsers don't know them.
  if (zone !== 'UTC' && !/^(?!SystemV)[A-Z][A-Za-z_]*(\/[A-Z][A-Za-z0-9_+-]*)+$/.test(zone)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** When it closes (`HH:mm`), if it is open at an instant and closes within the day; null when it is closed, or always open. Times as in `isOpen`. */
export function closesAt(periods: readonly Period[], at: Date, timezone: string): string | null {
  const wall = wallClock(at, timezone)
  const now = new Date(`${wall.date}T00:00:00Z`).getUTCDay() * 1440 + wall.minutes
  let last: { in: number; time: string } | null = null
  for (const { open, close } of periods) {
    if (!close) return null
    const from = minuteOfWeek(open.day, open.time)
    const length = (minuteOfWeek(close.day, close.time) - from + WEEK) % WEEK || WEEK
    const since = (now - from + WEEK) % WEEK
    if (since < length && (!last || length - since > last.in)) last = { in: length - since, time: colon(close.time) }
  }
  return last && last.in <= 1440 ? last.time : null
}

/** When it opens next: the time (`HH:mm`), the day (0 = Sunday) and in how many days; null when it is open, or has no hours. Times as in `isOpen`. */
export function opensNext(periods: readonly Period[], at: Date, timezone: string): { time: string; day: number; inDays: number } | null {
  if (isOpen(periods, at, timezone)) return null
  const wall = wallClock(at, timezone)
  const now = new Date(`${wall.date}T00:00:00Z`).getUTCDay() * 1440 + wall.minutes
  const [next] = periods
    .map(({ open }) => ({ open, wait: (minuteOfWeek(open.day, open.time) - now + WEEK) % WEEK }))
    .toSorted((a, b) => a.wait - b.wait)
  return next ? { time: colon(next.open.time), day: next.open.day, inDays: Math.floor((wall.minutes + next.wait) / 1440) } : null
}
