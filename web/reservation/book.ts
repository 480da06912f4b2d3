import type { ReservationShape } from '#domain/api/reservations.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { holds, lateBy, type ReservationStatus } from '#domain/reservation.ts'
import { compareTableNumbers } from '#domain/table.ts'
import { instantOf, minutesOf } from '#domain/time.ts'

/** Minutes since midnight of the day, in the restaurant's time; `to` may be after the next midnight. */
export type Span = { from: number; to: number }
/** A booking as the book shows it. */
export type Entry = ReservationShape & Span & { late: number | null; overlaps: boolean }

/** The form of a booking. */
export type BookingValues = {
  mobile_number: string
  customerName: string
  partySize: number
  date: string
  time: string
  /** As the select has it. */
  durationMinutes: string
  tableId: string
  note: string
}

/** The table and time of the booking being made, shown in the timeline. */
export type Proposal = Span & { tableId: string | null; customerName: string; partySize: number; date: string }
/** The pressed place of the timeline. */
export type Preset = { tableId?: string; time?: string }

export const spanOf = ({ time, durationMinutes }: { time: string; durationMinutes: number }): Span => {
  const from = minutesOf(time)
  return { from, to: from + durationMinutes }
}
/** `20:45`; after midnight the clock begins again. */
export const clockOf = (minutes: number): string => {
  const hour = Math.floor(minutes / 60) % 24
  return `${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const share = (a: Span, b: Span) => a.from < b.to && b.from < a.to

/** The bookings of the day that hold this table in this span. The server asks the same, also for those of the evening before (409 `table_taken`). */
export const clashing = <B extends ReservationShape>(bookings: readonly B[], tableId: string | null, span: Span, but?: string): B[] =>
  tableId === null ? [] : bookings.filter((b) => b.tableId === tableId && b._id !== but && holds(b.status) && share(spanOf(b), span))

/** A day's bookings, the earliest first, with what follows from the others and from the time. */
export const entriesOf = (bookings: readonly ReservationShape[], now: Date, timezone: string): Entry[] =>
  bookings.map((b) => {
    const span = spanOf(b)
    const startsAt = instantOf(b.date, b.time, timezone).toISOString()
    const overlaps = holds(b.status) && clashing(bookings, b.tableId, span, b._id).length > 0
    return { ...b, ...span, late: lateBy({ status: b.status, startsAt }, now), overlaps }
  })

/** The parts of the list, in its order. */
export const PARTS = {
  toCome: ['booked', 'arrived'],
  seated: ['seated'],
  closed: ['completed', 'cancelled', 'noShow'],
} as const satisfies Record<string, readonly ReservationStatus[]>
export type Part = keyof typeof PARTS
export const inPart = <E extends { status: ReservationStatus }>(entries: readonly E[], part: Part): E[] =>
  entries.filter(({ status }) => (PARTS[part] as readonly string[]).includes(status))

/** The number of guests of bookings that are not cancelled. */
export const guestsOf = (entries: readonly { partySize: number; status: string }[]): number =>
  entries.reduce((sum, e) => (e.status === 'cancelled' || e.status === 'noShow' ? sum : sum + e.partySize), 0)

/** True if a name, or the digits of a number, match the search. */
export function finds({ customerName, mobile_number }: Pick<Entry, 'customerName' | 'mobile_number'>, search: string): boolean {
  const text = search.trim().toLowerCase()
  const digits = text.replace(/\D/g, '')
  return customerName.toLowerCase().includes(text) || (digits.length > 0 && mobile_number.replace(/\D/g, '').includes(digits))
}

export const HALF_HOUR = 30
/** Guests who arrive in each half hour of a span, its first minute on the half hour (SCREENS "Covers per 30 min"). */
export const arrivals = (entries: readonly Entry[], { from, to }: Span): number[] =>
  Array.from({ length: Math.ceil((to - from) / HALF_HOUR) }, (_, i) => {
    const begins = from + i * HALF_HOUR
    return guestsOf(entries.filter((e) => e.from >= begins && e.from < begins + HALF_HOUR))
  })

/** Bookings of one table side by side where they overlap: each one's lane, and how many lanes the table needs. */
export function lanesOf<S extends Span>(entries: readonly S[]): { lanes: number; placed: { entry: S; lane: number }[] } {
  const ends: number[] = []
  const placed = entries
    .toSorted((a, b) => a.from - b.from)
    .map((entry) => {
      const free = ends.findIndex((end) => end <= entry.from)
      const lane = free < 0 ? ends.length : free
      ends[lane] = entry.to
      return { entry, lane }
    })
  return { lanes: Math.max(1, ends.length), placed }
}

/** The hours that the timeline shows: 11:00 to midnight, more when a booking or the present time is outside of them. */
export function hoursOf(entries: readonly Span[], now: number | null): Span {
  const all = [...entries, ...(now === null ? [] : [{ from: now, to: now }])]
  const down = (minutes: number) => Math.floor(minutes / 60) * 60
  return {
    from: Math.min(11 * 60, ...all.map((e) => down(e.from))),
    to: Math.max(24 * 60, ...all.map((e) => down(e.to + 59))),
  }
}

export type Suggestion = { table: TableShape; clash: ReservationShape | null; small: boolean; free: string; inUse: boolean }

/** All tables for a booking, the best first: free and large enough, and of those the smallest. */
export function suggestions(
  tables: readonly TableShape[],
  bookings: readonly ReservationShape[],
  { span, partySize, now, but }: { span: Span; partySize: number; now: number | null; but?: string },
): Suggestion[] {
  const all = tables.map((table): Suggestion => {
    const standing = bookings.filter((b) => b.tableId === table._id && b._id !== but && holds(b.status))
    const [clash = null] = clashing(standing, table._id, span)
    const next = standing.map(spanOf).filter((s) => s.from >= span.to)
    return {
      table,
      clash,
      small: table.capacity < partySize,
      // The table is in use and the booking begins within the hour.
      inUse: now !== null && (table.status === 'occupied' || table.seatedAt !== undefined) && span.from < now + 60,
      free: next.length > 0 ? `Free until ${clockOf(Math.min(...next.map((s) => s.from)))}` : 'Free from then on',
    }
  })
  const rank = (s: Suggestion) => (s.clash ? 4 : 0) + (s.small ? 2 : 0) + (s.inUse ? 1 : 0)
  const seats = (a: Suggestion, b: Suggestion) => (a.small ? b.table.capacity - a.table.capacity : a.table.capacity - b.table.capacity)
  return all.sort((a, b) => rank(a) - rank(b) || seats(a, b) || compareTableNumbers(a.table.tableNumber, b.table.tableNumber))
}

export const STEP = 15
/** How many times are offered at once, besides "Earlier" and "Later". */
const OFFERED = 10

/** The quarter hours that a day has, in minutes. */
const LAST = 24 * 60 - STEP

/** When guests come for dinner. */
const EVENING = 18 * 60 + 30

/** Whether the restaurant is open at a minute of the day. */
export type OpenAt = (minutes: number) => boolean
const always: OpenAt = () => true

/**
 * The first time that is offered: today the last quarter hour, on another day the evening, both within the opening hours if there are any; if a time is chosen,
 * one shortly before it.
 */
export const firstTime = (now: number | null, chosen: string | null, open = always): number => {
  const down = (minutes: number) => Math.floor(minutes / STEP) * STEP
  const opens = (from: number) => Array.from({ length: (LAST - from) / STEP + 1 }, (_, i) => from + i * STEP).find(open)
  const start = down(now ?? EVENING)
  const begin = chosen ? down(minutesOf(chosen) - 4 * STEP) : (opens(start) ?? (now === null ? opens(0) : undefined) ?? start)
  return Math.max(0, Math.min(begin, LAST - (OFFERED - 1) * STEP))
}

/**
 * The times from there on, and where the earlier and the later ones and the evening begin; null where there are none. `now`: the day is today, and past times
 * can't be chosen. A time at which the restaurant is closed can.
 */
export function timesFrom(first: number, now: number | null, open = always) {
  const begins = Math.max(0, Math.min(first, LAST - (OFFERED - 1) * STEP))
  const earliest = now === null ? 0 : Math.floor(now / STEP) * STEP
  const evening = begins + OFFERED * STEP <= EVENING && open(EVENING) ? EVENING : null
  // The button "Evening" takes the place of a time.
  const offered = evening === null ? OFFERED : OFFERED - 1
  return {
    times: Array.from({ length: offered }, (_, i) => begins + i * STEP).map((minutes) => ({
      time: clockOf(minutes),
      past: now !== null && minutes < now,
      closed: !open(minutes),
    })),
    earlier: begins > earliest ? Math.max(earliest, begins - OFFERED * STEP) : null,
    evening,
    later: begins + offered * STEP <= LAST ? begins + offered * STEP : null,
  }
}
