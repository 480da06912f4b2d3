import { StepperField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import type { DraftMeta } from '#web/shared/order/drafts.ts'

export type Customer = Required<Pick<DraftMeta, 'customer_name' | 'mobile_number' | 'additionalNote'>> & { guests: number | null }

/** The customer's details. For an open order they are saved at once, otherwise sent with the first ticket. */
export default function CustomerSheet({
  title,
  value,
  dineIn,
  onSave,
  onClose,
}: {
  title: string
  value: Customer
  dineIn: boolean
  onSave: (customer: Customer) => Promise<unknown> | void
  onClose: () => void
}) {
  const form = useForm({
    defaults: {
      mobile_number: value.mobile_number,
      customer_name: value.customer_name,
      guests: value.guests ?? 0,
      additionalNote: value.additionalNote,
    },
    send: async (typed) =>
      onSave({
        mobile_number: typed.mobile_number.trim(),
        customer_name: typed.customer_name.trim(),
        guests: typed.guests || null,
        additionalNote: typed.additionalNote.trim(),
      }),
    // Without an order nothing is sent yet: the details are kept on the device, so this works offline.
    offline: 'allowed',
    onSaved: onClose,
  })
  return (
    <FormSheet form={form} title="Customer" description={title} size={48} submitSize={56} onClose={onClose}>
      <TextField
        form={form}
        name="mobile_number"
        label="Mobile"
        optional
        kind="tel"
        autoFocus
        maxLength={20}
        check={(mobile) => (/^[+0-9 ()-]{0,20}$/.test(mobile.trim()) ? undefined : 'Digits only, at most 20')}
      />
      <TextField form={form} name="customer_name" label="Name" optional autoComplete="off" maxLength={80} />
      {dineIn ? <StepperField form={form} name="guests" label="Guests" optional size={56} max={99} /> : null}
      <TextField
        form={form}
        name="additionalNote"
        label="Note for the order"
        optional
        kind="multiline"
        rows={2}
        maxLength={500}
        hint="Printed on the ticket and, if notes are switched on, on the bill"
      />
    </FormSheet>
  )
}
