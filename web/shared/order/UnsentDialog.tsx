import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/**
 * Before settling, or printing the bill, with unsent items, because a bill has only what was sent. Enter sends them: who works by the keyboard presses it without
 * reading.
 */
export function UnsentDialog({
  count,
  print = false,
  hasOrder,
  sending,
  onSend,
  onWithout,
  onClose,
}: {
  count: number
  /** The bill is to be printed, not settled. */
  print?: boolean
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
            <Button onClick={onWithout}>
              {print ? 'Print' : 'Settle'} without {count === 1 ? 'it' : 'them'}
            </Button>
          ) : (
            <Button onClick={onClose}>Not yet</Button>
          )}
          <Button data-first="" variant="primary" loading={sending} onClick={onSend}>
            Send and {print ? 'print' : 'settle'}
          </Button>
        </>
      }
    />
  )
}
