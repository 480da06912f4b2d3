import { PackageX } from 'lucide-react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChangedNotice } from './ChangedNotice.tsx'
import type { Changes } from './changes.ts'
import { HeldNotice } from './HeldNotice.tsx'
import { SentKot } from './SentKot.tsx'

/** The part above the unsent items of an order: its note, changes by another device, its sent tickets, and why the last send was refused. */
export function OrderSent({
  order,
  note,
  changes,
  refused,
  sending,
  onRemoveAndSend,
  onCancelLine,
  onNoteLine,
}: {
  order: OrderShape | null
  /** For the whole order, also before its first ticket is sent */
  note: string
  changes: Changes | null
  /** 'Item "Coke" is unavailable.' */
  refused: string | null
  sending: boolean
  onRemoveAndSend: () => void
  onCancelLine: (kot: Kot, line: OrderItem) => void
  onNoteLine: (kot: Kot, line: OrderItem) => void
}) {
  return (
    <>
      {note ? (
        <p className="border-b border-hairline px-4 py-2 text-14 [overflow-wrap:anywhere]">
          <span className="text-muted">Order note: </span>
          {note}
        </p>
      ) : null}
      <ChangedNotice changes={changes} />
      {order ? <HeldNotice order={order} flush /> : null}
      {order?.kots.map((kot) => (
        <SentKot
          key={kot.kotId}
          order={order}
          kot={kot}
          highlighted={changes?.lineIds ?? []}
          onCancel={(line) => onCancelLine(kot, line)}
          onNote={(line) => onNoteLine(kot, line)}
        />
      ))}
      {refused ? (
        <Banner
          tone="danger"
          icon={<PackageX />}
          flush
          action={
            <Button variant="danger" size={40} loading={sending} onClick={onRemoveAndSend}>
              Remove and send rest
            </Button>
          }
        >
          {refused}
        </Banner>
      ) : null}
    </>
  )
}
