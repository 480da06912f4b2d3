import { Check } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import type { useHeldTicket } from './useHeldTicket.tsx'

type Props = {
  held: NonNullable<ReturnType<typeof useHeldTicket>>
  /** The order's name: `T7`, `Take Away 12`. */
  label: string
  /** Replaces the default confirmation. */
  onDecline?: () => void
  /** `wide`: Accept takes the remaining width. `counted`: it also shows how many items. */
  look?: 'wide' | 'counted'
}

/** Accept and Decline buttons for a guest's waiting ticket. Where some of it is sold out, the first says that it accepts the others. */
export function HeldButtons({ held, label, onDecline = held.decline, look }: Props) {
  const others = held.rest ? `Accept the other ${held.rest}` : null
  return (
    <>
      <Button
        variant="primary"
        className={look && 'min-w-0 flex-1'}
        icon={<Check />}
        loading={held.accepting}
        disabledReason={held.acceptRefusal}
        aria-label={`${others ?? `Accept ${held.items}`} for ${label}`}
        onClick={held.accept}
      >
        {others ?? (look === 'counted' ? `Accept ${held.items}` : 'Accept')}
      </Button>
      <Button variant="danger-outline" disabledReason={held.refusal} aria-label={`Decline ${held.items} for ${label}`} onClick={onDecline}>
        Decline
      </Button>
    </>
  )
}
