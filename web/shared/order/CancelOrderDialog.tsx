import type { OrderShape } from '#domain/api/order.ts'
import { MESSAGES } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { isCancelled, type OrderType } from '#domain/order.ts'
import { stillPreparing } from '#domain/tender.ts'
import { plural } from '#domain/text.ts'
import { CheckboxField } from '#web/app/form/fields.tsx'
import { ReasonFormDialog } from '#web/app/form/ReasonDialog.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useCommand } from '#web/core/query.ts'
import { markOwn } from './changes.ts'
import { orderLabel } from './label.ts'

const REASONS: Record<OrderType, readonly string[]> = {
  'Dine In': ['Guest left', 'Ordered twice', 'Took too long', 'Wrong table'],
  'Take Away': ['Not collected', 'Ordered twice', 'Took too long', 'Guest changed their mind'],
  Delivery: ['Nobody at the door', 'Ordered twice', 'Took too long', 'Guest changed their mind'],
}

/** "Cancel the order of T7?", with a reason, and whether what is still being prepared was cooked already. Check `why.cancel` before offering it. */
export function CancelOrderDialog({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const label = orderLabel(order)
  const portions = order.kots.flatMap((kot) => kot.items).reduce((sum, line) => sum + (isCancelled(line) ? 0 : line.quantity), 0)
  const cancel = useCommand('PUT /orders/status', {
    quiet: true,
    onSuccess: () => void snack.success(`Order of ${label} cancelled`),
  })
  const form = useForm({
    defaults: { reason: '', prepared: false },
    send: ({ reason, prepared }) => {
      markOwn({ kind: 'end', orderId: order._id })
      return cancel.mutateAsync({
        body: {
          ...{ orderId: order._id, orderStatus: 'cancelled', reason: reason.trim(), version: order.version },
          ...(prepared ? { prepared } : {}),
        },
      })
    },
    onSaved: onClose,
  })
  return (
    <ReasonFormDialog
      form={form}
      title={`Cancel the order of ${label}?`}
      body={`Order ${order.serialNumber}, ${plural(portions, 'item')}, ${formatRupees(order.grandTotal)}. The kitchen is notified${order.tableNumber ? ` and ${label} becomes free` : ''}. This can’t be undone.`}
      confirmLabel="Cancel order"
      reasons={REASONS[order.orderType]}
      missing={MESSAGES.reasonToCancelOrder}
      onClose={onClose}
      after={
        stillPreparing(order) > 0 ? (
          <CheckboxField form={form} name="prepared" label="It was already prepared" hint="Its ingredients count as waste" />
        ) : null
      }
    />
  )
}
