import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kot, OrderItem } from '#domain/api/order.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useUnsold } from './unsold.ts'

/** Why a dish that a guest asks for can't be sold: "Sold out". Nothing where it can. */
export const UnsoldMark = ({ why }: { why: string | undefined }) =>
  why ? (
    <StatusChip tone="danger" icon={<CircleAlert aria-hidden="true" />} size={20}>
      {why}
    </StatusChip>
  ) : null

/** The same for a line of a guest's ticket, in place of what stands there otherwise. */
export function LineUnsold({ kot, line, children }: { kot: Kot; line: OrderItem; children?: ReactNode }) {
  const why = useUnsold(kot).unsold.get(line.lineId)?.why
  return why ? <UnsoldMark why={why} /> : children
}
