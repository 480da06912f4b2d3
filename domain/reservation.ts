import { invalid, invalidTransition } from './errors.ts'
import { type BusinessClock, instantBy } from './time.ts'

export const RESERVATION_STATUSES = ['booked', 'arrived', 'seated', 'completed', 'noShow', 'cancelled'] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]

/** The statuses in which a booking still holds its table. */
export const HOLDING: readonly ReservationStatus[] = ['booked', 'arrived', 'seated']
export const holds = (status: string): boolean => (HOLDING as readonly string[]).includes(status)

/** Steps forward, one step back to undo a mistake, and back from no-show or cancelled when the guest comes after all (CONTRACT §3). */
const STEPS: Record<ReservationStatus, readonly ReservationStatus[]> = {
  booked: ['arrived', 'seated', 'noShow', 'cancelled'],
  arrived: ['seated', 'booked', 'noShow', 'cancelled'],
  seated: ['completed', 'arrived'],
  completed: [],
  noShow: ['booked', 'arrived'],
  cancelled: ['booked'],
}

/** May a booking's status change to this one? */
export const maySteps = (from: ReservationStatus, to: ReservationStatus): boolean => STEPS[from].includes(to)

/** Throws 409 `invalid_transition`. The status it already has is accepted and changes nothing. */
export function mustStep(from: ReservationStatus, to: ReservationStatus): void {
  if (from !== to && !maySteps(from, to)) throw invalidTransition(`A reservation that is ${from} can’t become ${to}.`)
}

export type Span = { startsAt: string; endsAt: string }

/** The instants of a booking. Its date and time are in the restaurant's zone that will be in force then. */
export function spanOf(at: { date: string; time: string; durationMinutes: number }, clock: BusinessClock): Span {
  const from = instantBy(at.date, at.time, clock)
  return { startsAt: from.toISOString(), endsAt: new Date(from.getTime() + at.durationMinutes * 60_000).toISOString() }
}

/** Two bookings of one table clash when they share a minute; one may begin as the other ends. */
export const overlap = (a: Span, b: Span): boolean => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** Why a table can't be deleted: the number of its upcoming bookings, and the date and time of the next one as the guest knows them. */
export const whyBooked = (tableNumber: string, count: number, { date, time }: { date: string; time: string }): string =>
  count === 1
    ? `Table ${tableNumber} is booked on ${date} at ${time}. Move or cancel the booking first.`
    : `Table ${tableNumber} has ${count} bookings to come, the next on ${date} at ${time}. Move or cancel them first.`

/** How far in the past a booking may begin: walk-ins are often entered a little late. */
const GRACE = 60 * 60_000

/** Throws 422 for a time in the past. */
export function mustLieAhead({ startsAt }: Span, now: Date): void {
  if (Date.parse(startsAt) < now.getTime() - GRACE)
    throw invalid('This time has passed.', [{ path: 'date', message: 'This time has passed.' }])
}

/** Guests who have not come this many minutes after their time are late (SCREENS "/restaurant/reservation"). */
const LATE_MINUTES = 15

/** How many minutes late the guests of a booking are, at `now`; null while they are not late, and once they have come. */
export function lateBy({ status, startsAt }: { status: string; startsAt: string }, now: Date): number | null {
  const late = Math.floor((now.getTime() - Date.parse(startsAt)) / 60_000)
  return status === 'booked' && late > LATE_MINUTES ? late : null
}

/** Is its table shown as reserved? Yes when the booking begins within 60 minutes, or has begun and the guests are not seated yet (CONTRACT §3). */
export const isDue = (r: Span & { status: string }, now: Date): boolean =>
  (r.status === 'booked' || r.status === 'arrived') && Date.parse(r.startsAt) <= now.getTime() + DUE_MS && r.endsAt > now.toISOString()
export const DUE_MS = 60 * 60_000
