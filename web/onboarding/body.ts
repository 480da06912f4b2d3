import { periodsOf, weekdayText } from '#domain/hours.ts'
import type { Input } from '#web/core/api.ts'
import type { Values } from './progress.ts'

type Application = Input<'POST /auth/restaurant/signup'>['body']

/** One line, with city and state before the PIN code, as the back office reads it. */
export const addressOf = ({ street, city, state, pin }: Pick<Values, 'street' | 'city' | 'state' | 'pin'>): string =>
  `${[street, city, state].map((part) => part.trim()).join(', ')} ${pin.trim()}`.trim()

/** The restaurant of a sign-up; `who` is the account that will own it. */
export function applicationOf(values: Values, who: { email: string; password: string }): Application {
  const { latitude, longitude } = values.location
  const periods = periodsOf(values.opening_hours)
  return {
    ...who,
    establishment_name: values.establishment_name,
    user_name: values.name,
    user_contact_number: values.mobile,
    address: addressOf(values),
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    opening_hours: { periods, weekday_text: weekdayText(periods) },
    gstNumber: values.gstNumber,
    fssaiNumber: values.fssaiNumber,
  }
}

/** The part of an application that can be changed once it was sent: all but the account. */
export const profileOf = ({ email: _e, password: _p, ...profile }: Application): Omit<Application, 'email' | 'password'> => profile

/** True if the server stored a restaurant's name as one that was typed here; it drops the spaces around it. */
export const sameName = (stored: unknown, ...typed: string[]): boolean => typed.some((name) => stored === name.trim())

/** Names that differ between server and form. An error of the address belongs to the street, which can be made shorter. */
export const FIELD_OF = {
  user_name: 'name',
  user_contact_number: 'mobile',
  mobile_number: 'mobile',
  address: 'street',
  'opening_hours.periods': 'opening_hours',
} as const

/** The step in which each field stands. */
export const STEP_OF: Readonly<Record<string, number>> = {
  name: 0,
  email: 0,
  mobile: 0,
  password: 0,
  establishment_name: 1,
  street: 1,
  city: 1,
  state: 1,
  pin: 1,
  location: 1,
  opening_hours: 1,
  outletEmail: 1,
  outletPassword: 1,
  gstNumber: 2,
  fssaiNumber: 2,
}
