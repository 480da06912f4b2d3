import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { plural } from '#domain/text.ts'
import { orderLabel } from '#web/shared/order/label.ts'
import { messageOf } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'

const items = (n: number) => plural(n, 'item')

/** Unsent items are never left behind in silence: Send, Keep or Discard. Closing it stays. */
export function LeaveDialog({
  label,
  count,
  sending,
  onSend,
  onKeep,
  onDiscard,
  onStay,
}: {
  label: string
  count: number
  sending: boolean
  onSend: () => void
  onKeep: () => void
  onDiscard: () => void
  onStay: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onStay())}
      size="sm"
      title={`${label}: ${items(count)} not sent`}
      description={`The kitchen has not received ${count === 1 ? 'it' : 'them'}. Kept items stay on this device.`}
      footer={
        <>
          {/* The dialog begins at its first control, and Enter must not discard. */}
          <Button variant="primary" className="order-3" loading={sending} onClick={onSend}>
            Send
          </Button>
          <Button className="order-2" onClick={onKeep}>
            Keep
          </Button>
          <Button variant="danger-quiet" className="order-1" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    />
  )
}

/** A bill holds what was sent. */
export function UnsentDialog({
  count,
  hasOrder,
  sending,
  onSend,
  onWithout,
  onClose,
}: {
  count: number
  hasOrder: boolean
  sending: boolean
  onSend: () => void
  onWithout: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="sm"
      title={`${items(count)} not sent`}
      description={`The bill holds only what the kitchen has received. Send ${count === 1 ? 'it' : 'them'} first?`}
      footer={
        <>
          {hasOrder ? (
            <Button onClick={onWithout}>Settle without {count === 1 ? 'it' : 'them'}</Button>
          ) : (
            <Button onClick={onClose}>Not yet</Button>
          )}
          <Button variant="primary" loading={sending} onClick={onSend}>
            Send and settle
          </Button>
        </>
      }
    />
  )
}

export function CancelOrderDialog({ order, onClose }: { order: OrderShape; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const name = orderLabel(order)
  const portions = order.kots.flatMap((k) => k.items).reduce((sum, l) => sum + (l.status === 'Cancelled' ? 0 : l.quantity), 0)
  const command = useCommand('PUT /orders/status', {
    onSuccess: () => {
      snack.success(`Order of ${name} cancelled`)
      onClose()
    },
    onError: (error) => {
      setFailure(messageOf(error))
      return true
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Cancel the order of ${name}?`}
      body={`Order ${order.serialNumber}, ${items(portions)}. The kitchen is told${order.tableNumber ? ` and ${name} becomes free` : ''}. This can’t be undone.`}
      confirmLabel="Cancel order"
      tone="danger"
      loading={command.isPending}
      error={failure}
      onConfirm={() => {
        setAsked(true)
        if (reason.trim()) command.mutate({ body: { orderId: order._id, orderStatus: 'cancelled', reason: reason.trim() } })
      }}
    >
      <Field label="Reason" required error={asked && !reason.trim() ? 'A reason is needed to cancel an order.' : undefined}>
        <Input size={48} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  )
}
