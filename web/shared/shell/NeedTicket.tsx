import { Smartphone } from 'lucide-react'
import { AskedFor } from '#web/shared/order/AskedFor.tsx'
import { addPath } from '#web/shared/order/paths.ts'
import { useHeldTicket } from '#web/shared/order/useHeldTicket.tsx'
import { useWho } from '#web/shared/order/why.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Need } from './needs.ts'
import { Row } from './NeedRow.tsx'

/** A guest's ticket, accepted or declined in one press. Where some of it is sold out, the press accepts the others. */
export default function Ticket({ need, full, className }: { need: Extract<Need, { kind: 'ticket' }>; full?: boolean; className?: string }) {
  const { order, kot, label } = need
  const path = addPath(order, useWho())
  const held = useHeldTicket(order, kot, label)
  if (!held) return null
  const { items, rest } = held
  return (
    <Row
      look="bg-info-soft text-on-info-soft [&>svg]:text-info"
      icon={Smartphone}
      need={need}
      detail={full ? items : <AskedFor kot={kot} order={order} inline />}
      to={path}
      below={
        full ? (
          <b className="w-full pr-3 pb-2 text-14 font-semibold">
            <AskedFor kot={kot} order={order} />
          </b>
        ) : null
      }
      className={className}
    >
      <Button disabledReason={held.refusal} aria-label={`Decline ${label}, ${items}`} onClick={held.decline} className="px-3">
        Decline
      </Button>
      <Button
        variant="primary"
        disabledReason={held.acceptRefusal}
        loading={held.accepting}
        aria-label={rest ? `Accept ${rest} of ${items} for ${label}` : `Accept ${label}, ${items}`}
        onClick={held.accept}
        className="px-3"
      >
        {rest ? `Accept ${rest}` : 'Accept'}
      </Button>
    </Row>
  )
}
