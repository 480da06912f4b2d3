import { HandPlatter } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { useDates } from '#web/core/dates.ts'
import { cx } from '#web/ui/cx.ts'
import { HeldButtons } from './HeldButtons.tsx'
import { useHeldTicket } from './useHeldTicket.tsx'

export type HeldTicketProps = {
  order: OrderShape
  kot: Kot
  /** The order's name: `T7`, `Take Away 12`. */
  label: string
  /** Replaces the default confirmation. */
  onDecline?: () => void
  headClassName: string
  /** The ticket's lines. */
  children: ReactNode
}

/** A guest's ticket in a drawer, to accept or decline (SCREENS §6.8). Nothing once somebody has decided. */
export function HeldTicket({ order, kot, label, onDecline, headClassName, children }: HeldTicketProps) {
  const dates = useDates()
  const held = useHeldTicket(order, kot, label)
  if (!held) return null
  return (
    <section
      data-held=""
      aria-label="Guest’s order to accept"
      className="bg-warning-soft pb-3 text-on-warning-soft [--text-muted:currentColor]"
    >
      <div className={cx('flex items-center gap-2 px-4 text-14', headClassName)}>
        <HandPlatter aria-hidden="true" />
        <h3 className="font-semibold">Guest’s order</h3>
        <span className="num">{dates.clock(kot.createdAt)}</span>
      </div>
      <p className="px-4 text-14">The kitchen has not received it.</p>
      {children}
      <div className="flex gap-2 px-4 pt-1">
        <HeldButtons held={held} label={label} onDecline={onDecline} look="wide" />
      </div>
    </section>
  )
}
