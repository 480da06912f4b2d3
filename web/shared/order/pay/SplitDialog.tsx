import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise } from '#domain/money.ts'
import { MAX_GUESTS } from '#domain/split.ts'
import { Money } from '#web/app/Money.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ItemChoice, useItemChoice } from './ItemChoice.tsx'
import type { Tendering } from './useTender.ts'

const WAYS = Array.from({ length: MAX_GUESTS - 1 }, (_, i) => `${i + 2}` as const)

/** More ways to split a bill than the pay panel has room for: among any number of guests, by items, or in any amounts. One dialog, so that the focus returns to its button. */
export function SplitDialog({
  order,
  tender,
  sending,
  onClose,
}: {
  order: OrderShape
  tender: Tendering
  /** A payment's share must not change while it is recorded. */
  sending: boolean
  onClose: () => void
}) {
  const [byItems, setByItems] = useState(tender.split === 'items' || (tender.split === 'whole' && tender.draft !== null))
  const choice = useItemChoice(order, tender)
  const { guests, taken, split, isGiven, hasAll } = choice
  const splitBy = (next: Parameters<Tendering['splitBy']>[0]) => {
    tender.splitBy(next)
    onClose()
  }
  const shell = { open: true, onOpenChange: (open: boolean) => (open ? undefined : onClose()) }
  if (!byItems)
    return (
      <Dialog {...shell} size="sm" title="Split the bill" description={`Left to pay ${formatPaise(tender.left)}`}>
        <h3 className="text-14 leading-5 font-medium text-muted">In equal shares</h3>
        <div role="group" aria-label="In equal shares" className="mt-1 flex flex-wrap gap-2">
          {WAYS.map((ways) => (
            <button
              key={ways}
              type="button"
              aria-label={`${ways} ways`}
              aria-pressed={tender.split === ways}
              onClick={() => splitBy(ways)}
              className="num size-12 rounded-control border border-border bg-surface font-medium select-none hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-on-accent-soft"
            >
              {ways}
            </button>
          ))}
        </div>
        <div className="mt-4 grid grid-cols-2 gap-2">
          <Button onClick={() => setByItems(true)}>By items</Button>
          <Button onClick={() => splitBy('amounts')}>Any amounts</Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      {...shell}
      size="lg"
      title="Split by items"
      description="Choose a guest, then the items. An item of several guests is shared in equal parts."
      footer={
        <>
          <p role="status" style={{ flex: '1 0 12rem' }} className="self-center text-14 leading-5 text-muted">
            {hasAll ? 'Everything is given to a guest' : 'Nobody’s yet: '}
            {hasAll ? null : <Money paise={split.rest} className="font-semibold text-text" />}
          </p>
          <Button onClick={() => setByItems(false)}>Other ways</Button>
          <Button
            variant="primary"
            disabledReason={sending ? 'A payment is being recorded' : isGiven ? null : 'Give an item to a guest first'}
            onClick={() => {
              tender.splitItems({ guests, taken })
              onClose()
            }}
          >
            Split
          </Button>
        </>
      }
    >
      <ItemChoice order={order} choice={choice} />
    </Dialog>
  )
}
