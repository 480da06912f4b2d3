import { addDays } from './time.ts'

/** A guest counts as lapsed after 60 days without a visit (SCREENS, customers). */
const LAPSED_DAYS = 60

export const SEGMENTS = ['new', 'regular', 'lapsed'] as const
export type Segment = (typeof SEGMENTS)[number]

/** The start of the 60 days: a guest whose last visit is before it counts as lapsed. */
export const lapsedBefore = (now: Date): string => `${addDays(now.toISOString().slice(0, 10), -LAPSED_DAYS)}${now.toISOString().slice(10)}`

/** New: at most one visit; regular: two or more; lapsed: the last one more than 60 days ago. */
export function segmentOf(customer: { visits: number; lastVisitAt: string | null }, now: Date): Segment {
  if (customer.lastVisitAt !== null && customer.lastVisitAt < lapsedBefore(now)) return 'lapsed'
  return customer.visits > 1 ? 'regular' : 'new'
}

/** The last ten digits, by which orders are searched, so that +91 and spaces don't matter. */
export const digitsOf = (mobile: string): string => mobile.replace(/\D/g, '').slice(-10)

/**
 * The number that identifies an account. Unlike the digits used for searching, it keeps a foreign country's code, because the same ten digits in another
 * country belong to somebody else.
 */
export function accountNumberOf(mobile: string): string {
  const all = mobile.replace(/\D/g, '')
  const digits = all.replace(/^0+/, '')
  if (digits.length === 12 && digits.startsWith('91')) return digits.slice(2)
  // Also in front of a bracket: `(+65) 9123 4567` has the digits of an Indian number.
  const abroad = /^\D*\+/.test(mobile) || all.startsWith('00')
  return abroad ? `+${digits}` : digits
}

/**
 * Where a code for an account's number is sent: with its country, so that no SMS service reads a country into ten digits. The code must reach the phone of the
 * account, and not whatever the text that was typed could mean.
 */
export const smsNumberOf = (accountNumber: string): string => (/^\d{10}$/.test(accountNumber) ? `+91${accountNumber}` : accountNumber)

/**
 * The digits that identify a customer and are searched, or the beginning of them: spaces and +91 don't matter (CONTRACT §4). Another country's code does,
 * because the same ten digits there belong to somebody else.
 */
export const customerNumberOf = (mobile: string): string => accountNumberOf(mobile.trim().replace(/^(\+|00)91/, '')).replace('+', '')

/**
 * Can be called as it stands: ten digits of this country (a landline with its area code has as many), or a country's code and the rest of at most 15 digits
 * (ITU-T E.164). Asked of people who give their own number; a cashier may note down any that identifies somebody.
 */
export const isWholeNumber = (mobile: string): boolean =>
  /^[+0-9 ()-]*$/.test(mobile.trim()) && /^(\d{10}|\+(?!91)\d{6,15})$/.test(accountNumberOf(mobile))

/** A number with fewer digits identifies nobody. */
export const isNumber = (digits: string): boolean => digits.length >= 6
