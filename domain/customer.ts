import { addDays } from './time.ts'

/** A guest counts as lapsed after 60 days without a visit (SCREENS, customers). */
const LAPSED_DAYS = 60

export const SEGMENTS = ['new', 'regular', 'lapsed'] as const
export type Segment = (typeof SEGMENTS)[number]

/** The instant before which a last visit is too long ago. */
export const lapsedBefore = (now: Date): string => `${addDays(now.toISOString().slice(0, 10), -LAPSED_DAYS)}${now.toISOString().slice(10)}`

/** New: at most one visit; regular: two or more; lapsed: the last one more than 60 days ago. */
export function segmentOf(customer: { visits: number; lastVisitAt: string | null }, now: Date): Segment {
  if (customer.lastVisitAt !== null && customer.lastVisitAt < lapsedBefore(now)) return 'lapsed'
  return customer.visits > 1 ? 'regular' : 'new'
}

/** The digits a number is known by: the last ten, so that spaces and +91 don't matter (CONTRACT §4). */
export const digitsOf = (mobile: string): string => mobile.replace(/\D/g, '').slice(-10)

/** A number with fewer digits names nobody. */
export const isNumber = (digits: string): boolean => digits.length >= 6
