import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Before settling with unsent items, because a bill has only what was sent. Enter sends them: who settles by the keyboard presses it without reading. */
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
      title={`${plural(count, 'item')} not sent`}
      description={`The bill holds only what the kitchen has received. Send ${count === 1 ? 'it' : 'them'} first?`}
      footer={
        <>
          {hasOrder ? (
            <Button onClick={onWithout}>Settle without {count === 1 ? 'it' : 'them'}</Button>
          ) : (
            <Button onClick={onClose}>Not yet</Button>
          )}
          <Button data-first="" variant="primary" loading={sending} onClick={onSend}>
            Send and settle
          </Button>
        </>
      }
    />
  )
}
