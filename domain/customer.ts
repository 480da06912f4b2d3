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

/** The digits that orders are searched by: the last ten, so that +91 and spaces don't matter. */
export const digitsOf = (mobile: string): string => mobile.replace(/\D/g, '').slice(-10)

/**
 * The number an account is known by. Unlike the digits that a list is searched by it keeps a foreign country's code: whoever has the same ten digits
 * in another country is somebody else.
 */
export function accountNumberOf(mobile: string): string {
  const all = mobile.replace(/\D/g, '')
  const digits = all.replace(/^0+/, '')
  if (digits.length === 12 && digits.startsWith('91')) return digits.slice(2)
  const abroad = mobile.trim().startsWith('+') || all.startsWith('00')
  return abroad ? `+${digits}` : digits
}

/**
 * The digits that a customer is known and searched by, or the beginning of them: spaces and +91 don't matter (CONTRACT §4). Another country's code does:
 * the same ten digits there are somebody else's.
 */
export const customerNumberOf = (mobile: string): string => accountNumberOf(mobile.trim().replace(/^(\+|00)91/, '')).replace('+', '')

/** A number with fewer digits names nobody. */
export const isNumber = (digits: string): boolean => digits.length >= 6
