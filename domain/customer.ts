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
 * The number to which a code for an account is sent. It includes the country code, so that an SMS service can't take the first of ten digits for one: the code
 * must reach the account's own phone.
 */
export const smsNumberOf = (accountNumber: string): string => (/^\d{10}$/.test(accountNumber) ? `+91${accountNumber}` : accountNumber)

/**
 * The digits (or the first of them) by which a customer is identified and searched: spaces and +91 don't matter (CONTRACT §4). Another country's code does
 * matter, because the same ten digits belong to somebody else there.
 */
export const customerNumberOf = (mobile: string): string => accountNumberOf(mobile.trim().replace(/^(\+|00)91/, '')).replace('+', '')

/**
 * Is this a complete phone number: ten digits of India (a landline with its area code also has ten), or a country code and the rest, at most 15 digits (ITU-T
 * E.164)? Required of people who enter their own number; a cashier may enter any number that identifies somebody.
 */
export const isWholeNumber = (mobile: string): boolean =>
  /^[+0-9 ()-]*$/.test(mobile.trim()) && /^(\d{10}|\+(?!91)\d{6,15})$/.test(accountNumberOf(mobile))

/** A number with fewer digits identifies nobody. */
export const isNumber = (digits: string): boolean => digits.length >= 6
