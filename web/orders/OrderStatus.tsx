import { Combine, HandPlatter } from 'lucide-react'
import type { OrderShape } from '#domain/api/shapes.ts'
import { isOpen } from '#domain/order.ts'
import { OrderStateChip } from '#web/app/order/OrderStateChip.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { heldPortions, isMergedAway } from './list.ts'

/** The order's state in one chip. A diner's order that waits for a yes comes before everything but what this device has not sent. */
export function OrderStatus({ order, unsent }: { order: OrderShape; unsent: number }) {
  const held = isOpen(order) && unsent === 0 ? heldPortions(order) : 0
  if (held > 0)
    return (
      <StatusChip tone="warning" icon={<HandPlatter aria-hidden="true" />}>
        {held} to accept
      </StatusChip>
    )
  if (isMergedAway(order))
    return (
      <StatusChip tone="neutral" icon={<Combine aria-hidden="true" />}>
        Merged
      </StatusChip>
    )
  return <OrderStateChip order={order} unsent={unsent} />
}
