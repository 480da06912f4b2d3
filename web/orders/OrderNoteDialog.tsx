import type { OrderShape } from '#domain/api/order.ts'
import { TextField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { useProfile } from '#web/core/profile.ts'
import { orderLabel } from '#web/shared/order/label.ts'
import { Button } from '#web/ui/Button.tsx'

export const orderNoteKey = ({ _id }: Pick<OrderShape, '_id'>): string => `orderNote:${_id}`

/** Edits the note of the whole order; dishes have their own notes. */
export function OrderNoteDialog({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const printed = useProfile()?.printSettings.showNotes ?? true
  const form = useCallForm({
    call: 'PUT /pos/order',
    defaults: { additionalNote: order.additionalNote },
    toBody: ({ additionalNote }) => ({ orderId: order._id, orderData: { additionalNote: additionalNote.trim() } }),
    fieldOf: { 'orderData.additionalNote': 'additionalNote' },
    keptAs: orderNoteKey(order),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={`Note for ${orderLabel(order)}`}
      submitLabel="Save note"
      footerStart={
        form.values.additionalNote ? (
          <Button variant="quiet" className="mr-auto" onClick={() => form.setValue('additionalNote', '')}>
            Clear
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      <TextField
        form={form}
        name="additionalNote"
        label="Note"
        kind="multiline"
        maxLength={500}
        hint={
          printed
            ? 'Printed on the next kitchen ticket and on the bill.'
            : 'Printed on the next kitchen ticket. Notes on bills are switched off in Settings.'
        }
      />
    </FormDialog>
  )
}
