import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hourRows } from '#domain/hours.ts'
import { TextField } from '#web/app/form/fields.tsx'
import { hoursOf, hoursSeen, newestHours } from '#web/shared/hours.ts'
import { HoursField } from '#web/app/form/HoursField.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { command } from '#web/core/attempt.ts'
import { equal } from '#web/core/equal.ts'
import { Button } from '#web/ui/Button.tsx'
import { badFssaiNumber, badGstin, badMobile } from './checks.ts'
import { keepCorrection, readCorrection } from './correction.ts'
import { Documents } from './Documents.tsx'
import { type Application, APPLICATION } from './useApplication.ts'

const pickedFrom = <T extends object>(values: T, isPicked: (name: keyof T & string) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name as keyof T & string))) as Partial<T>

/**
 * An application with what was sent: corrected while it waits, or corrected and sent again after a rejection (CONTRACT §2). Documents are saved at once, the
 * rest with the button.
 */
export function CorrectForm({ restaurant, onDone, onCancel }: { restaurant: Application; onDone: () => void; onCancel: () => void }) {
  const client = useQueryClient()
  const defaults = {
    establishment_name: restaurant.establishment_name,
    user_name: restaurant.user_name,
    user_contact_number: restaurant.user_contact_number,
    address: restaurant.address,
    opening_hours: hourRows(restaurant.opening_hours.periods),
    gstNumber: restaurant.gstNumber,
    fssaiNumber: restaurant.fssaiNumber,
  }
  const form = useForm({
    defaults,
    newest: newestHours(defaults),
    offline: 'You are offline. Sending needs a connection.',
    fieldOf: { 'opening_hours.periods': 'opening_hours' },
    // Only what was changed here, so that what another device, or the partner, corrected meanwhile stays.
    send: (values, _, saved) => {
      const { opening_hours, ...fields }: Partial<typeof values> = pickedFrom(values, (name) => !equal(values[name], saved[name]))
      const hours = opening_hours && { opening_hours: hoursOf(opening_hours), ...hoursSeen(opening_hours, saved.opening_hours) }
      const body = { ...fields, ...hours, resubmit: true }
      return command('PUT /restaurant/profile', { body })
    },
    onSaved: (answer) => {
      keepCorrection(restaurant, null)
      client.setQueryData(APPLICATION.queryKey, answer)
      onDone()
    },
  })
  const [left] = useState(() => readCorrection(restaurant))
  const { values, setValue } = form
  useEffect(() => {
    for (const name of Object.keys(values) as (keyof typeof values)[])
      if (left && name in left) setValue(name, left[name] as (typeof values)[typeof name])
    // Once, as the form opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const { changes, isChanged } = form
  useEffect(() => {
    if (changes > 0 || readCorrection(restaurant)) keepCorrection(restaurant, pickedFrom(values, isChanged))
    // `isChanged` is another function with every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [changes, values, restaurant])
  return (
    <>
      <FormBody form={form} className="grid grid-cols-1 gap-4">
        <TextField form={form} name="establishment_name" label="Restaurant name" maxLength={80} required />
        <TextField form={form} name="address" label="Address" kind="multiline" rows={2} maxLength={300} required />
        <HoursField form={form} />
        <TextField form={form} name="user_name" label="Your name" maxLength={80} required="Enter your name." />
        <TextField
          form={form}
          name="user_contact_number"
          label="Mobile number"
          kind="tel"
          maxLength={20}
          required="Enter your mobile number."
          check={badMobile}
        />
        <TextField form={form} name="gstNumber" label="GST number" kind="code" optional maxLength={20} check={badGstin} />
        <TextField form={form} name="fssaiNumber" label="FSSAI number" kind="code" optional maxLength={20} check={badFssaiNumber} />
      </FormBody>
      <Documents restaurant={restaurant} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form}>{restaurant.approvalStatus === 'rejected' ? 'Send again' : 'Save'}</SubmitButton>
        <Button
          size={44}
          variant="quiet"
          onClick={() => {
            keepCorrection(restaurant, null)
            onCancel()
          }}
        >
          Cancel
        </Button>
      </div>
      {form.blocked ? (
        <p role="status" className="text-14 text-muted">
          {form.blocked}
        </p>
      ) : null}
    </>
  )
}
