import type { HoursRow } from '#domain/hours.ts'
import type { Place } from '#web/shared/listing/PlaceFields.tsx'
import { readStored, writeStored } from '#web/core/store.ts'
import { signupKey } from '#web/shared/keptSignup.ts'

export type Area = 'restaurant' | 'partner'

/** The fields of a sign-up's first three steps. A partner's outlet has a manager with a separate email and password. */
export type Values = {
  name: string
  email: string
  mobile: string
  password: string
  /** A partner adds the first outlet later. */
  outletLater: boolean
  establishment_name: string
  street: string
  city: string
  state: string
  pin: string
  location: Place
  opening_hours: HoursRow[]
  outletEmail: string
  outletPassword: string
  gstNumber: string
  fssaiNumber: string
}

export const BLANK: Values = {
  name: '',
  email: '',
  mobile: '',
  password: '',
  outletLater: false,
  establishment_name: '',
  street: '',
  city: '',
  state: '',
  pin: '',
  location: { latitude: null, longitude: null },
  opening_hours: [{ days: [1, 2, 3, 4, 5, 6, 0], opens: '11:00', closes: '23:00' }],
  outletEmail: '',
  outletPassword: '',
  gstNumber: '',
  fssaiNumber: '',
}

/** A sign-up that was sent with this email and as a restaurant of this name, and may have arrived. `isOpen`: its account is there for certain. */
export type Sent = { email: string; name: string; isOpen: boolean }
export type Progress = { step: number; values: Values; savedAt: string | null; sent: Sent | null }

const START: Progress = { step: 0, values: BLANK, savedAt: null, sent: null }

/** The sign-up as it was left on this device; passwords are never kept, so they are empty. */
export function readProgress(area: Area): Progress {
  const kept = readStored<Partial<Progress>>(signupKey(area))
  if (!kept?.values) return START
  return { ...START, ...kept, values: { ...BLANK, ...kept.values, password: '', outletPassword: '' } }
}

export function keepProgress(area: Area, progress: Progress): void {
  const { password: _p, outletPassword: _o, ...values } = progress.values
  writeStored(signupKey(area), { ...progress, values })
}

export const forgetProgress = (area: Area): void => writeStored(signupKey(area), null)
