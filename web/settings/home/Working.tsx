import { useMemo } from 'react'
import { ORDER_TYPES } from '#domain/statuses.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { ComboboxField, NumberField, SegmentedField, TextField } from '#web/app/form/fields.tsx'
import { HoursField } from '#web/app/form/HoursField.tsx'
import { FormSection } from '#web/app/form/shells.tsx'
import { datesIn } from '#web/core/dates.ts'
import type { Profile } from '#web/shared/settings/profile.tsx'
import type { HomeForm } from './values.ts'

const TYPES = ORDER_TYPES.map((value) => ({ value, label: value }))

/** Opening hours. */
export function Hours({ form }: { form: HomeForm }) {
  return (
    <FormSection title="Opening hours">
      <div className="col-span-full">
        <HoursField form={form} label="When guests can come" />
      </div>
    </FormSection>
  )
}

/** How orders begin, the restaurant's clock and currency, and on how many devices a person may be signed in. */
export function Orders({ form, profile: { timezone, nextClock } }: { form: HomeForm; profile: Profile }) {
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
      <TextField
        form={form}
        name="currency"
        label="Currency"
        kind="code"
        maxLength={8}
        hint="For programs that read the profile. Prices are in rupees."
      />
      <NumberField
        form={form}
        name="maxSessionsPerUser"
        label="Devices at a time"
        unit="per person"
        required
        min={1}
        max={10}
        hint="One more sign-in ends all others, after asking."
      />
    </FormSection>
  )
}
