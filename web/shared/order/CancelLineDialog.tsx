import { useState } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { stageOf } from '#domain/itemStatus.ts'
import { MESSAGES } from '#domain/messages.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { CheckboxField, StepperField } from '#web/app/form/fields.tsx'
import { ReasonFormDialog } from '#web/app/form/ReasonDialog.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { ApiError } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { useCommand } from '#web/core/query.ts'
import { markOwn } from './changes.ts'
import { orderLabel } from './label.ts'
import { orderOfRefusal } from './refused.ts'

const CANCEL_REASONS = ['Ordered twice', 'Guest changed their mind', 'Wrong item', 'Took too long', 'Not available'] as const

export interface CancelLineDialogProps {
  order: OrderShape
  kot: Kot
  line: OrderItem
  onClose: () => void
}

/** "Cancel 1 × Paneer Tikka?": asks how many, why, and whether it was already prepared. Check `why.cancelLine` before offering it. */
export function CancelLineDialog({ order, kot, line: now, onClose }: CancelLineDialogProps) {
  const cancel = useCommand('PUT /orders/item/status', { quiet: true })
  /**
   * The line and its order's version as they were at the press, until an answer comes. After a lost answer it may already have fewer portions; counted by those, the
   * next press would be another command, which cancels the rest.
   */
  const [pressed, setPressed] = useState<{ line: OrderItem; version: number } | null>(null)
  const { line, version } = pressed ?? { line: now, version: order.version }
  /** Another device may have cancelled some of them while this was typed. */
  const atMost = (typed: number) => Math.min(typed, line.quantity)
  const form = useForm({
    defaults: { quantity: line.quantity, reason: '', prepared: stageOf(line) === 'Ready' },
    send: async ({ quantity, reason, prepared }, _version, saved) => {
      setPressed({ line, version })
      markOwn({ kind: 'cancel', kotId: kot.kotId, itemId: line._id })
      // Cancelling the last line ends the order.
      markOwn({ kind: 'end', orderId: order._id })
      const ask = (version: number) =>
        cancel.mutateAsync({
          body: {
            orderId: order._id,
            kotId: kot.kotId,
            lineId: line.lineId,
            status: 'Cancelled',
            reason: reason.trim(),
            // Left to the server unless the person has changed it: the dish may have become ready while the dialog was open.
            ...(prepared === saved.prepared ? {} : { prepared }),
            // By the version, "one more" is told from a repeat, and refused if the first has arrived without being seen here.
            ...(quantity < line.quantity ? { quantityChange: -quantity, version } : {}),
          },
        })
      try {
        return await ask(version).catch((error: unknown) => {
          // Something else of the order has changed: of this line there is as much as at the press, so nothing has arrived.
          const there = error instanceof ApiError && error.code === 'version_conflict' ? orderOfRefusal(error) : null
          const same = there?.kots.some(({ items }) => items.some((i) => i.lineId === line.lineId && i.quantity === line.quantity))
          if (there && same) return ask(there.version)
          throw error
        })
      } catch (error) {
        if (!leavesOpen(error)) setPressed(null)
        throw error
      }
    },
    onSaved: (answer, { quantity }) => {
      snack.success(answer.allItemsCancelled ? 'Order cancelled: no items left' : `Cancelled ${atMost(quantity)} × ${line.itemName}`)
      onClose()
    },
  })
  const quantity = atMost(form.values.quantity)
  return (
    <ReasonFormDialog
      form={form}
      title={`Cancel ${quantity} × ${line.itemName}?`}
      body={`KOT ${kot.kotNumber ?? ''}, ${orderLabel(order)}. The kitchen is notified. This can’t be undone.`}
      confirmLabel={quantity === 1 ? 'Cancel item' : `Cancel ${quantity} items`}
      reasons={CANCEL_REASONS}
      missing={MESSAGES.reasonToCancelItem}
      onClose={onClose}
      before={
        line.quantity > 1 ? (
          <StepperField
            form={form}
            name="quantity"
            label={`How many of ${line.quantity}`}
            stepperLabel={`${line.itemName} to cancel`}
            min={1}
            max={line.quantity}
          />
        ) : null
      }
      after={<CheckboxField form={form} name="prepared" label="It was already prepared" hint="Its ingredients count as waste" />}
    />
  )
}
