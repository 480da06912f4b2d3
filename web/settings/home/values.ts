import { hourRows } from '#domain/hours.ts'
import { hoursOf, hoursSeen } from '#web/shared/hours.ts'
import { listText, parseList } from '#web/app/form/parse.ts'
import type { Form } from '#web/app/form/useForm.ts'
import { mix } from '#domain/contrast.ts'
import type { Profile } from '#web/shared/settings/profile.tsx'

/** `#fff` as `#ffffff`. */
const long = (colour: string): string => mix(colour, colour, 0)

/** The form's values: the profile's fields under their own names. */
export const valuesOf = (p: Profile) => ({
  establishment_name: p.establishment_name,
  user_name: p.user_name,
  designation: p.designation,
  user_contact_number: p.user_contact_number,
  international_phone_number: p.international_phone_number,
  url: p.url,
  address: p.address,
  types: listText(p.types),
  accessibility: listText(p.accessibility),
  image: p.image,
  userDashboardImageUrl: p.userDashboardImageUrl,
  gstNumber: p.gstNumber,
  fssaiNumber: p.fssaiNumber,
  vatNumber: p.vatNumber,
  invoicePrefix: p.invoicePrefix,
  opening_hours: hourRows(p.opening_hours.periods),
  timezone: p.nextClock?.timezone ?? p.timezone,
  currency: p.currency,
  pos_default_order_type: p.pos_default_order_type,
  maxSessionsPerUser: p.maxSessionsPerUser as number | null,
  accentColor: long(p.accentColor),
  secondaryAccentColor: long(p.secondaryAccentColor),
  buttonFontColor: long(p.buttonFontColor),
})
export type Values = ReturnType<typeof valuesOf>
export type HomeForm = Form<Values>

/** The form's values as the call's body: lists and hours in the contract's form. `saved` is the newest state that the form has seen. */
export function bodyOf({ opening_hours, types, accessibility, maxSessionsPerUser, ...fields }: Values, _version: unknown, saved: Values) {
  return {
    ...fields,
    types: parseList(types),
    accessibility: parseList(accessibility),
    maxSessionsPerUser: maxSessionsPerUser ?? 1,
    opening_hours: hoursOf(opening_hours),
    ...hoursSeen(opening_hours, saved.opening_hours),
    // A first picture is shown without a second step.
    ...(fields.image && !saved.image ? { showStoreImageOnQR: true } : null),
    ...(fields.userDashboardImageUrl && !saved.userDashboardImageUrl ? { showImageOnUserDashboard: true } : null),
  }
}
