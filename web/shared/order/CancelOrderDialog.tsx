import type { OrderShape } from '#domain/api/order.ts'
import { MESSAGES } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { isCancelled } from '#domain/order.ts'
import { plural } from '#domain/text.ts'
import { ReasonDialog } from '#web/app/form/ReasonDialog.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useCommand } from '#web/core/query.ts'
import { markOwn } from './changes.ts'
import { orderLabel } from './label.ts'

const REASONS = ['Guest left', 'Ordered twice', 'Took too long', 'Wrong table'] as const

/** "Cancel the order of T7?", with a reason. Check `why.cancel` before offering it. */
export function CancelOrderDialog({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const label = orderLabel(order)
  const portions = order.kots.flatMap((kot) => kot.items).reduce((sum, line) => sum + (isCancelled(line) ? 0 : line.quantity), 0)
  const cancel = useCommand('PUT /orders/status', {
    quiet: true,
    onSuccess: () => void snack.success(`Order of ${label} cancelled`),
  })
  return (
    <ReasonDialog
      title={`Cancel the order of ${label}?`}
      body={`Order ${order.serialNumber}, ${plural(portions, 'item')}, ${formatRupees(order.grandTotal)}. The kitchen is notified${order.tableNumber ? ` and ${label} becomes free` : ''}. This can’t be undone.`}
      confirmLabel="Cancel order"
      reasons={REASONS}
      missing={MESSAGES.reasonToCancelOrder}
      onClose={onClose}
      run={(reason) => {
        markOwn({ kind: 'end', orderId: order._id })
        return cancel.mutateAsync({ body: { orderId: order._id, orderStatus: 'cancelled', reason, version: order.version } })
      }}
    />
  )
}
