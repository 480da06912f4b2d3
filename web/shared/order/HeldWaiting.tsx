import { HandPlatter } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { useOverflows } from '#web/ui/hooks.ts'
import { AskedFor } from './AskedFor.tsx'
import { HeldButtons } from './HeldButtons.tsx'
import { heldWords } from './held.ts'
import { orderLabel } from './label.ts'
import { useHeldTicket } from './useHeldTicket.tsx'

/** Says that the order can't be billed yet, and shows one ticket of the guest's to accept or decline. */
export default function HeldWaiting({ order, kot, flush }: { order: OrderShape; kot: Kot; flush?: boolean }) {
  const label = orderLabel(order)
  const held = useHeldTicket(order, kot, label)
  const [dishes, overflows] = useOverflows<HTMLSpanElement>()
  // The notice disappears when the ticket is accepted or declined, so keep the focus near it.
  const buttons = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const here = buttons.current
    const near = here?.closest<HTMLElement>('[tabindex]')
    return () => (here?.contains(document.activeElement) ? near?.focus({ preventScroll: true }) : undefined)
  }, [])
  if (!held) return null
  return (
    <Banner
      tone="warning"
      icon={<HandPlatter />}
      flush={flush}
      className={flush ? 'border-b border-hairline px-4! pb-3' : 'pr-2.5! pb-2.5'}
      action={
        <span ref={buttons} className="flex gap-2">
          <HeldButtons held={held} label={label} />
        </span>
      }
    >
      {heldWords(order)}
      {/* A large ticket scrolls, so that what is below the notice stays in view. */}
      <span
        ref={dishes}
        role={overflows ? 'group' : undefined}
        aria-label={overflows ? 'What the guest asks for' : undefined}
        tabIndex={overflows ? 0 : undefined}
        className="scroll-quiet block max-h-25 overflow-y-auto font-semibold focus-visible:-outline-offset-2"
      >
        <AskedFor kot={kot} order={order} />
      </span>
    </Banner>
  )
}
