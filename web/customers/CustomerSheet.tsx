import { useState } from 'react'
import type { Customer } from '#domain/api/customers.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { DateField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { ApiError } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  customer: Customer | null
  onSaved?: (customer: Customer) => void
  onOpen: (customer: Customer) => void
  onClose: () => void
}

/** Adds a customer (null), or changes one. If somebody already has the mobile number, it leads to that customer. */
export function CustomerSheet({ customer, onSaved, onOpen, onClose }: Props) {
  const dates = useDates()
  const [today] = useState(() => dates.date(Date.now()))
  const [refused, setRefused] = useState<{ mobile: string; holder: Customer | null } | null>(null)
  const form = useCallForm({
    call: customer ? 'PUT /restaurant/customer' : 'POST /restaurant/customer',
    // An update names its customer in the body.
    query: undefined,
    defaults: {
      name: customer?.name ?? '',
      mobile_number: customer?.mobile_number ?? '',
      email: customer?.email ?? '',
      birthday: customer?.birthday ?? '',
      note: customer?.note ?? '',
    },
    toBody: ({ email, birthday, ...fields }) => ({
      ...(customer ? { _id: customer._id } : null),
      ...fields,
      email: email.trim() || null,
      birthday: birthday || null,
    }),
    onlyChanges: customer !== null,
    invalidates: ['GET /restaurant/customers'],
    onRefused: (error) => {
      if (!(error instanceof ApiError)) return false
      // Shown above the form, which has no such field.
      if (error.code === 'user_id_required') return error.message
      if (error.code !== 'duplicate') return false
      setRefused({ mobile: form.values.mobile_number, holder: (error.details.customer as Customer | undefined) ?? null })
      return true
    },
    onSaved: (answer) => {
      snack.success(`${answer.customer.name} was saved`)
      onSaved?.(answer.customer)
      onClose()
    },
  })
  const holder = refused?.mobile === form.values.mobile_number ? refused.holder : null
  return (
    <FormSheet form={form} title={customer?.name ?? 'Add customer'} submitLabel={customer ? 'Save' : 'Add customer'} onClose={onClose}>
      {holder ? (
        <Banner
          tone="warning"
          role="alert"
          action={
            <Button
              variant="link"
              onClick={() => {
                form.discard()
                onOpen(holder)
              }}
            >
              Open {holder.name}
            </Button>
          }
        >
          {holder.name} has this number already.
        </Banner>
      ) : null}
      <TextField form={form} name="mobile_number" label="Mobile" kind="tel" required maxLength={20} autoFocus={!customer} />
      <TextField form={form} name="name" label="Name" required maxLength={80} autoComplete="off" />
      <TextField form={form} name="email" label="Email" kind="email" optional maxLength={254} autoComplete="off" />
      <DateField form={form} name="birthday" label="Birthday" optional max={today} />
      <TextField
        form={form}
        name="note"
        label="Note"
        kind="multiline"
        optional
        rows={2}
        maxLength={500}
        hint="Shown when they book or call: allergies, a favourite table."
      />
    </FormSheet>
  )
}
