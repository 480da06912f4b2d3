import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { orderLabel } from '#web/shared/order/label.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { messageOf } from '#web/core/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'

/** The note of the whole order; a dish has its own. */
export function OrderNoteDialog({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const [note, setNote] = useState(order.additionalNote)
  const [error, setError] = useState<string | null>(null)
  const printed = useProfile()?.printSettings.showNotes ?? true
  const save = useCommand('PUT /pos/order', {
    onSuccess: onClose,
    onError: (failure) => {
      setError(messageOf(failure))
      return true
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="sm"
      title={`Note for ${orderLabel(order)}`}
      footer={
        <>
          {note ? (
            <Button variant="quiet" className="mr-auto" onClick={() => setNote('')}>
              Clear
            </Button>
          ) : null}
          <Button variant="primary" type="submit" form="order-note" loading={save.isPending}>
            Save note
          </Button>
        </>
      }
    >
      <form
        id="order-note"
        onSubmit={(event) => {
          event.preventDefault()
          setError(null)
          save.mutate({ body: { orderId: order._id, orderData: { additionalNote: note.trim() } } })
        }}
      >
        <Field
          label="Note"
          error={error ?? undefined}
          hint={
            printed
              ? 'The kitchen reads it on its next ticket; it stands on the bill too.'
              : 'The kitchen reads it on its next ticket. Bills leave notes out, as set in Settings.'
          }
        >
          <Textarea value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
