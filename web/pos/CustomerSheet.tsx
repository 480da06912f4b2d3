import { useState } from 'react'
import type { DraftMeta } from '#web/shared/order/drafts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'

export type Customer = Required<Pick<DraftMeta, 'customer_name' | 'mobile_number' | 'additionalNote'>> & { guests: number | null }

/** Who it is for. On an order that runs it is saved at once; else it goes along with the first ticket. */
export function CustomerSheet({
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
  const [name, setName] = useState(value.customer_name)
  const [mobile, setMobile] = useState(value.mobile_number)
  const [guests, setGuests] = useState(value.guests ?? 0)
  const [note, setNote] = useState(value.additionalNote)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const wrong = /^[+0-9 ()-]{0,20}$/.test(mobile.trim()) ? undefined : 'Digits only, at most 20'
  async function save() {
    if (wrong) return
    setSaving(true)
    try {
      await onSave({ customer_name: name.trim(), mobile_number: mobile.trim(), guests: guests || null, additionalNote: note.trim() })
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Order update failed')
      setSaving(false)
    }
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Customer"
      description={title}
      footer={
        <Button variant="primary" size={56} full type="submit" form="customer-form" loading={saving}>
          Save
        </Button>
      }
    >
      <form
        id="customer-form"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label="Mobile" optional error={wrong}>
          <Input
            size={48}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            autoFocus
            maxLength={20}
            value={mobile}
            onChange={(event) => setMobile(event.target.value)}
          />
        </Field>
        <Field label="Name" optional>
          <Input size={48} autoComplete="off" maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {dineIn ? (
          <Field label="Guests" optional group>
            <Stepper label="Guests" size={56} value={guests} max={99} onChange={setGuests} />
          </Field>
        ) : null}
        <Field label="Note for the order" optional hint="On the ticket and, if notes are printed, on the bill">
          <Textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {failure ? (
          <p role="alert" className="rounded-control bg-danger-soft px-3 py-2.5 text-14 font-medium text-on-danger-soft">
            {failure}
          </p>
        ) : null}
      </form>
    </Sheet>
  )
}
