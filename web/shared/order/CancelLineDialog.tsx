import { useState } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { messageOf } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { markOwn } from './changes.ts'

export const CANCEL_REASONS = ['Ordered twice', 'Guest changed their mind', 'Wrong item', 'Took too long', 'Not available'] as const

export interface CancelLineDialogProps {
  order: OrderShape
  kot: Kot
  line: OrderItem
  onClose: () => void
}

/** "Cancel 1 × Paneer Tikka?": how many, why, and whether it had been cooked. Ask `why.cancelLine` before offering it. */
export function CancelLineDialog({ order, kot, line, onClose }: CancelLineDialogProps) {
  const [quantity, setQuantity] = useState(line.quantity)
  const [reason, setReason] = useState('')
  const [prepared, setPrepared] = useState(line.status === 'Ready')
  const [asked, setAsked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const command = useCommand('PUT /orders/item/status', {
    onSuccess: (answer) => {
      snack.success(answer.allItemsCancelled ? 'Order cancelled: nothing is left on it' : `Cancelled ${quantity} × ${line.itemName}`)
      onClose()
    },
    onError: (error) => {
      setFailure(messageOf(error))
      return true
    },
  })
  const what = `${quantity} × ${line.itemName}`
  const confirm = () => {
    setAsked(true)
    if (!reason.trim()) return
    setFailure(null)
    markOwn({ kind: 'cancel', kotId: kot.kotId, itemId: line._id })
    // With its last line the order ends.
    markOwn({ kind: 'end', orderId: order._id })
    command.mutate({
      body: {
        orderId: order._id,
        kotId: kot.kotId,
        lineId: line.lineId,
        status: 'Cancelled',
        reason: reason.trim(),
        prepared,
        ...(quantity < line.quantity ? { quantityChange: -quantity } : {}),
      },
    })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Cancel ${what}?`}
      body={`KOT ${kot.kotNumber ?? ''}${order.tableNumber ? `, table ${order.tableNumber}` : ''}. The kitchen is told. This can’t be undone.`}
      confirmLabel={quantity === 1 ? 'Cancel item' : `Cancel ${quantity} items`}
      cancelLabel="Keep"
      tone="danger"
      loading={command.isPending}
      error={failure}
      onConfirm={confirm}
    >
      <div className="grid gap-4">
        {line.quantity > 1 ? (
          <Field label={`How many of ${line.quantity}`} group>
            <Stepper label={`Quantity of ${line.itemName} to cancel`} value={quantity} min={1} max={line.quantity} onChange={setQuantity} />
          </Field>
        ) : null}
        <Field label="Reason" required error={asked && !reason.trim() ? 'A reason is needed to cancel a sent item.' : undefined}>
          <Input
            size={48}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={200}
            placeholder="Choose below, or write"
          />
        </Field>
        <FilterChips
          label="Common reasons"
          size={32}
          options={CANCEL_REASONS.map((value) => ({ value, label: value }))}
          value={CANCEL_REASONS.find((r) => r === reason) ?? null}
          onToggle={(value) => setReason(value === reason ? '' : value)}
        />
        <Checkbox
          label="It was already prepared"
          description="Its ingredients are booked as waste"
          checked={prepared}
          onCheckedChange={setPrepared}
        />
      </div>
    </ConfirmDialog>
  )
}
