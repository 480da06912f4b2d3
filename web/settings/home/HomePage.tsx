import { useMemo } from 'react'
import { hourRows, periodsOf, weekdayText } from '#domain/hours.ts'
import { ORDER_TYPES } from '#domain/statuses.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { ContrastNote } from '#web/app/form/ContrastNote.tsx'
import { ColourField, ComboboxField, ImageField, NumberField, SegmentedField, TextField } from '#web/app/form/fields.tsx'
import { HoursField } from '#web/app/form/HoursField.tsx'
import { listText, parseList } from '#web/app/form/parse.ts'
import { FormPage, FormSection } from '#web/app/form/shells.tsx'
import { type Form, useCallForm } from '#web/app/form/useForm.ts'
import { mix, themeTokens } from '#web/core/contrast.ts'
import { datesIn } from '#web/core/dates.ts'
import { type Profile, PROFILE, ProfileLoaded } from '#web/shared/settings/profile.tsx'
import { Checklist } from './Checklist.tsx'
import { Switches } from './Switches.tsx'
import { ThemePreview } from './ThemePreview.tsx'

/** The restaurant itself (SCREENS §2.3 "/settings"): what is set up, who it is, how it looks and works. */
export default function HomePage() {
  return <ProfileLoaded>{(profile) => <HomeForm profile={profile} />}</ProfileLoaded>
}

const TYPES = ORDER_TYPES.map((value) => ({ value, label: value }))
/** `#fff` as `#ffffff`. */
const long = (colour: string): string => mix(colour, colour, 0)

/** The form's values: the profile's fields under their own names. */
const valuesOf = (p: Profile) => ({
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
type Values = ReturnType<typeof valuesOf>
type Section = { form: Form<Values>; profile: Profile }

function HomeForm({ profile }: { profile: Profile }) {
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    defaults: valuesOf(profile),
    toBody: ({ opening_hours, types, accessibility, maxSessionsPerUser, ...fields }) => {
      const periods = periodsOf(opening_hours)
      return {
        ...fields,
        types: parseList(types),
        accessibility: parseList(accessibility),
        maxSessionsPerUser: maxSessionsPerUser ?? 1,
        opening_hours: { periods, weekday_text: weekdayText(periods) },
      }
    },
    onlyChanges: true,
    invalidates: PROFILE,
  })
  return (
    <FormPage form={form} above={<Checklist profile={profile} />} below={<Switches profile={profile} />}>
      <Identity form={form} />
      <FormSection title="Legal numbers" note="printed on bills">
        <TextField form={form} name="gstNumber" label="GST number" optional kind="code" maxLength={20} />
        <TextField form={form} name="fssaiNumber" label="FSSAI number" optional kind="code" maxLength={20} />
        <TextField form={form} name="vatNumber" label="VAT number" optional kind="code" maxLength={20} />
        <TextField
          form={form}
          name="invoicePrefix"
          label="Invoice prefix"
          required
          kind="code"
          maxLength={4}
          hint="Invoice numbers begin with it, from the next bill on."
        />
      </FormSection>
      <FormSection title="Opening hours">
        <div className="col-span-full">
          <HoursField form={form} label="When guests can come" />
        </div>
      </FormSection>
      <Orders form={form} profile={profile} />
      <Colours form={form} />
    </FormPage>
  )
}

function Identity({ form }: Pick<Section, 'form'>) {
  return (
    <FormSection title="Identity">
      <TextField form={form} name="establishment_name" label="Restaurant name" required maxLength={80} className="col-span-full" />
      <TextField form={form} name="address" label="Address" kind="multiline" rows={2} maxLength={300} className="col-span-full" />
      <TextField form={form} name="user_name" label="Contact person" required maxLength={80} />
      <TextField form={form} name="designation" label="Designation" optional maxLength={300} placeholder="Owner" />
      <TextField form={form} name="user_contact_number" label="Mobile" required kind="tel" maxLength={20} />
      <TextField form={form} name="international_phone_number" label="Phone for guests" optional kind="tel" maxLength={20} />
      <TextField form={form} name="url" label="Website" optional maxLength={500} placeholder="https://" className="col-span-full" />
      <TextField form={form} name="types" label="Kind of place" optional maxLength={300} hint="With commas: Restaurant, Bar" />
      <TextField
        form={form}
        name="accessibility"
        label="Accessibility"
        optional
        maxLength={300}
        hint="With commas: Step-free entrance, Braille menu"
      />
      <ImageField form={form} name="image" label="Logo" optional purpose="profile" />
      <ImageField form={form} name="userDashboardImageUrl" label="Picture above the guests’ menu" optional purpose="profile" />
    </FormSection>
  )
}

function Orders({ form, profile: { timezone, nextClock } }: Section) {
  const zones = useMemo(
    () => [...new Set([timezone, DEFAULT_TIMEZONE, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, label: value })),
    [timezone],
  )
  const waits = nextClock && nextClock.timezone !== timezone ? nextClock : null
  return (
    <FormSection title="Orders, time and money">
      <SegmentedField
        form={form}
        name="pos_default_order_type"
        label="New orders at the counter are"
        options={TYPES}
        className="col-span-full"
      />
      <ComboboxField
        form={form}
        name="timezone"
        label="Time zone"
        required
        options={zones}
        hint={
          waits
            ? `${timezone} until ${datesIn(timezone).dayAndTime(waits.from)}, when the business day ends.`
            : 'A change counts when the business day has ended.'
        }
      />
      <TextField form={form} name="currency" label="Currency" kind="code" maxLength={8} hint="In the app’s listing. Bills are in rupees." />
      <NumberField
        form={form}
        name="maxSessionsPerUser"
        label="Devices at a time"
        unit="per person"
        required
        min={1}
        max={10}
        hint="More sign-ins ask which one to end."
      />
    </FormSection>
  )
}

function Colours({ form }: Pick<Section, 'form'>) {
  const { accentColor, secondaryAccentColor, buttonFontColor } = form.values
  // Undefined for Tawa’s own second colour, which has its own for links.
  const links = themeTokens(form.values).light['--accent-strong']
  return (
    <FormSection title="Colours">
      <ColourField form={form} name="accentColor" label="Main colour" required />
      <ColourField form={form} name="secondaryAccentColor" label="Second colour" required />
      <ColourField form={form} name="buttonFontColor" label="Text on buttons" required />
      <div className="col-span-full grid gap-2">
        <ContrastNote label="Text on buttons" text={buttonFontColor} fill={accentColor} />
        {links ? <ContrastNote label="Links in the second colour" text={secondaryAccentColor} fill="#ffffff" instead={links} /> : null}
      </div>
      <div className="col-span-full">
        <ThemePreview colours={form.values} name={form.values.establishment_name} />
      </div>
    </FormSection>
  )
}
