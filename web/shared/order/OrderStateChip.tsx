import { Ban, Check, CheckCheck, ChefHat, ConciergeBell, HandPlatter, type LucideIcon, X } from 'lucide-react'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { ItemStatus } from '#domain/order.ts'
import { tableState } from '#domain/table.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import { paidLook, STATES } from '#web/shared/floor/states.ts'
import { heldPortions, toAcceptText } from './held.ts'

type Look = { tone: Tone; icon: LucideIcon }

/**
 * The chip of an open order, or of one not started (null): "2 ready", "5 not sent", "Billed", "Paid". A diner's ticket to accept comes before
 * everything except this device's unsent items, as on the floor.
 */
export function openLook(order: OrderShape | null, unsent: number): Look & { word: string } {
  const held = order && unsent === 0 ? heldPortions(order) : 0
  if (held > 0) return { tone: 'warning', icon: HandPlatter, word: toAcceptText(held) }
  const { state, word } = tableState({ _id: '', status: 'available' }, order, { unsent, now: 0 })
  if (state === 'billed' && (order?.paymentStatus === 'paid' || order?.paymentStatus === 'partial'))
    return { ...STATES.billed, ...paidLook(order.paymentStatus === 'paid') }
  return { ...STATES[state], word }
}

/** The words beside the chip about money received: "paid" or "part paid". Null if nothing was received or the chip itself says it. */
export function paidBeside(order: OrderShape, unsent: number): string | null {
  const { paymentStatus } = order
  const text = paymentStatus === 'paid' ? 'paid' : paymentStatus === 'partial' ? 'part paid' : null
  return text && openLook(order, unsent).word.toLowerCase() !== text ? text : null
}

/** An order's state as colour, icon and word: "2 ready", "6 to accept", "Completed". */
export function OrderStateChip({
  order,
  unsent = 0,
  size,
  className,
}: {
  order: OrderShape | null
  unsent?: number
  size?: 20 | 24
  className?: string
}) {
  if (order?.orderStatus === 'completed') {
    const refunded = order.paymentStatus === 'refunded'
    return (
      <StatusChip tone={refunded ? 'warning' : 'success'} icon={<CheckCheck aria-hidden="true" />} size={size} className={className}>
        {refunded ? 'Refunded' : 'Completed'}
      </StatusChip>
    )
  }
  if (order?.orderStatus === 'cancelled')
    return (
      <StatusChip tone="danger" icon={<Ban aria-hidden="true" />} size={size} className={className}>
        Cancelled
      </StatusChip>
    )
  const { tone, icon: Icon, word } = openLook(order, unsent)
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden="true" />} size={size} className={className}>
      {word}
    </StatusChip>
  )
}

const ITEM_LOOKS: Record<ItemStatus, Look> = {
  'In Cart': { tone: 'warning', icon: HandPlatter },
  Preparing: { tone: 'running', icon: ChefHat },
  Ready: { tone: 'success', icon: ConciergeBell },
  Served: { tone: 'neutral', icon: Check },
  Cancelled: { tone: 'danger', icon: X },
}

export function ItemStatusChip({ status, size, className }: { status: ItemStatus; size?: 20 | 24; className?: string }) {
  const { tone, icon: Icon } = ITEM_LOOKS[status]
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden="true" />} size={size} className={className}>
      {status === 'In Cart' ? 'To accept' : status}
    </StatusChip>
  )
}

/** The status of a collapsed ticket: the one that needs attention first. */
export function kotStatus(kot: Pick<Kot, 'items'>): ItemStatus {
  const live = kot.items.filter((i) => i.status !== 'Cancelled')
  for (const status of ['In Cart', 'Ready', 'Preparing'] as const) if (live.some((i) => i.status === status)) return status
  return live.length > 0 ? 'Served' : 'Cancelled'
}
