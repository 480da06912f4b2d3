import { ArrowRightLeft } from 'lucide-react'
import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Before leaving an order with unsent items: Send, Keep, Discard, or another type for them. Closing the dialog stays on the order. */
export function LeaveDialog({
  label,
  count,
  sending,
  sendReason,
  along,
  onSend,
  onKeep,
  onDiscard,
  onStay,
}: {
  label: string
  count: number
  sending: boolean
  /** Why it can't be sent now. */
  sendReason: string | null
  /** The items are for no order yet: the guest may want them as the other type. */
  along: { type: string; run: () => void } | null
  onSend: () => void
  onKeep: () => void
  onDiscard: () => void
  onStay: () => void
}) {
  const send = (
    <Button variant="primary" className="order-3" loading={sending} disabledReason={sendReason} onClick={onSend}>
      Send
    </Button>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onStay())}
      size="sm"
      title={`${label}: ${plural(count, 'item')} not sent`}
      description={`The kitchen has not received ${count === 1 ? 'it' : 'them'}. Kept items stay on this device.`}
      footer={
        <>
          {/* What Enter does is first in the DOM, because the dialog focuses its first control: it must not discard. */}
          {sendReason ? null : send}
          <Button className="order-2" onClick={onKeep}>
            Keep
          </Button>
          {sendReason ? send : null}
          <Button variant="danger-quiet" className="order-1" onClick={onDiscard}>
            Discard
          </Button>
          {along ? (
            <Button full className="order-first" icon={<ArrowRightLeft />} onClick={along.run}>
              Change {count === 1 ? 'it' : 'them'} to {along.type}
            </Button>
          ) : null}
        </>
      }
    />
  )
}
