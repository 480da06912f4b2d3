import { Combine } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import { OrderStateChip } from '#web/shared/order/OrderStateChip.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { isMergedAway } from '#web/shared/order/label.ts'

/** The order's state in one chip. */
export function OrderStatus({ order, unsent }: { order: OrderShape; unsent: number }) {
  if (isMergedAway(order))
    return (
      <StatusChip tone="neutral" icon={<Combine aria-hidden="true" />}>
        Merged
      </StatusChip>
    )
  return <OrderStateChip order={order} unsent={unsent} />
}
