import { Check } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import type { useHeldTicket } from './useHeldTicket.ts'

type Props = {
  held: NonNullable<ReturnType<typeof useHeldTicket>>
  /** What people call the order. */
  label: string
  refusal: string | null
  /** Replaces the ticket's own confirmation. */
  onDecline?: () => void
  /** Accept fills the free width. */
  wide?: boolean
}

/** Accept and Decline of a guest's ticket that waits, beside each other. */
export function HeldButtons({ held, label, refusal, onDecline = held.decline, wide }: Props) {
  return (
    <>
      <Button
        variant="primary"
        className={wide ? 'flex-1' : undefined}
        icon={<Check />}
        loading={held.accepting}
        disabledReason={refusal}
        aria-label={`Accept ${held.items} for ${label}`}
        onClick={held.accept}
      >
        Accept
      </Button>
      <Button variant="danger-outline" disabledReason={refusal} aria-label={`Decline ${held.items} for ${label}`} onClick={onDecline}>
        Decline
      </Button>
    </>
  )
}
