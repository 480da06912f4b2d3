import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useCommand } from '#web/core/query.ts'
import { NoteDialog } from '#web/shared/menu/NoteFields.tsx'
import { orderLabel } from './label.ts'

export type LineAsked = { order: OrderShape; kot: Kot; line: OrderItem }

/** Edits the note of a sent line. Check `why.lineNote` before offering it. */
export function LineNoteDialog({ order, kot, line, onClose }: LineAsked & { onClose: () => void }) {
  const save = useCommand('PUT /orders/note', {
    quiet: true,
    onSuccess: (_, { body }) => void snack.success(body.note ? 'Note saved: the kitchen sees it' : 'Note removed'),
  })
  return (
    <NoteDialog
      title={`Note for ${line.quantity} × ${line.itemName}, ${orderLabel(order)}`}
      value={line.additionalItemNote}
      keptAs={`note:${line.lineId}`}
      onSave={(note) => save.mutateAsync({ body: { orderId: order._id, kotId: kot.kotId, itemId: line._id, lineId: line.lineId, note } })}
      onClose={onClose}
    />
  )
}
