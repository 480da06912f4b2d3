import { randomId } from '#domain/ids.ts'
import { plural } from '#domain/text.ts'
import { type Draft, draftCount } from '#domain/ticket.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { changeDraft, discardDraft, draftNow, freeParcelKey, isNumbered, moveDraft, ownerNow, useAllDrafts } from './drafts.ts'
import { endedText } from './label.ts'
import { answered, askAbout, type Conflict, useConflict } from './sending.tsx'
import { PARCEL, parcelTypeOf } from './target.ts'
import { useOrderEnd } from './useOrderEnd.ts'

const whatHappened = ({ order, message }: Conflict): string => {
  if (!order) return message
  return endedText(order)
}

/**
 * "Table 7 was billed. Keep your 3 unsent items as a new order / Discard" (SCREENS G6). A page shows it for the draft it has open: when a send
 * comes too late, and as soon as another device ends the order.
 */
export function ConflictDialog({
  draftKey,
  onKeep,
  onDiscard,
}: {
  draftKey: string
  /** Gets the key that the items have now. */
  onKeep?: (key: string) => void
  onDiscard?: () => void
}) {
  const conflict = useConflict(draftKey)
  // The ticket may go while the dialog is open.
  useAllDrafts()
  useOrderEnd((order) => {
    const stored = draftNow(draftKey)
    if (!stored?.draft || stored.meta.orderId !== order._id) return
    askAbout({ key: draftKey, owner: ownerNow(), message: '', order })
  })
  const stored = conflict ? draftNow(draftKey, conflict.owner) : null
  const count = draftCount(stored?.draft ?? null)
  const keep = () => {
    // Unlinked from its order, the ticket starts a new one. Without an order an earlier version of it was sent, whose id it can't have.
    const own = (draft: Draft): Draft => (conflict?.order ? draft : { ...draft, kotId: randomId() })
    changeDraft(
      draftKey,
      (s) => ({ ...s, draft: s.draft && own(s.draft), failed: null, meta: { ...s.meta, orderId: null } }),
      conflict?.owner,
    )
    answered(draftKey)
    // A parcel's key that was made from the ended order's id would lead back to that order.
    const isOfOrder = PARCEL.test(draftKey) && !isNumbered(draftKey)
    const key = isOfOrder ? freeParcelKey(parcelTypeOf(draftKey)) : draftKey
    moveDraft(draftKey, key)
    onKeep?.(key)
  }
  const discard = () => {
    discardDraft(draftKey)
    answered(draftKey)
    onDiscard?.()
  }
  if (!conflict || count === 0 || stored?.draft?.kotId !== conflict.kotId) return null
  const items = plural(count, 'unsent item')
  const happened = whatHappened(conflict)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : keep())}
      size="sm"
      title={happened}
      description={`${happened.replace(/\.$/, '')}. Keep your ${items} as a new order, or discard ${count === 1 ? 'it' : 'them'}?`}
      footer={
        <>
          {/* First in the DOM, because the dialog focuses its first control and Enter must not discard. */}
          <Button variant="primary" className="order-2" onClick={keep}>
            Keep
          </Button>
          <Button variant="danger-outline" className="order-1" onClick={discard}>
            Discard
          </Button>
        </>
      }
    />
  )
}
