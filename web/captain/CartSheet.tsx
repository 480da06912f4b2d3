import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Draft, DraftLine } from '#domain/ticket.ts'
import { Money } from '#web/app/Money.tsx'
import { ChangedNotice } from '#web/shared/order/ChangedNotice.tsx'
import type { Changes } from '#web/shared/order/changes.ts'
import { CartLine, type CartLineActions } from '#web/shared/order/CartLine.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'

export type CartSheetProps = CartLineActions & {
  label: string
  draft: Draft
  count: number
  /** In paise: this ticket, and the whole bill including it and taxes. */
  amount: number
  total: number | null
  /** Why a dish can't be sold, by its id. */
  trouble: ReadonlyMap<string, string>
  /** The server's refusal of the last send. */
  refusal: string | null
  itemOf: (line: DraftLine) => MenuItemShape | undefined
  onDropAndSend: () => void
  onDropOnly: () => void
  onSend: () => void
  sending: boolean
  /** What another device did to the order meanwhile. */
  changes: Changes | null
  /** Why it can't be sent now. */
  sendReason: string | null
  onClose: () => void
}

/** The unsent ticket: each line with its note. */
export function CartSheet(props: CartSheetProps) {
  const { label, draft, count, amount, total, trouble, refusal, sending, sendReason } = props
  const bad = draft.lines.filter((l) => trouble.has(l._id))
  const left = count - bad.reduce((n, l) => n + l.quantity, 0)
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : props.onClose())}
      side="bottom"
      title={`${label}: ${count} not sent`}
      bodyClassName="pb-2"
      footer={
        bad.length > 0 ? (
          left > 0 ? (
            <Button variant="primary" size={56} full loading={sending} disabledReason={sendReason} onClick={props.onDropAndSend}>
              Remove and send rest ({left})
            </Button>
          ) : (
            <Button variant="primary" size={56} full onClick={props.onDropOnly}>
              Remove unavailable items
            </Button>
          )
        ) : (
          <Button variant="primary" size={56} full loading={sending} disabledReason={sendReason} onClick={props.onSend}>
            Send KOT ({count})
          </Button>
        )
      }
    >
      <ChangedNotice changes={props.changes} />
      {bad.length > 0 ? (
        <Banner tone="danger" flush>
          {refusal ?? `${bad.map((l) => `${l.itemName}: ${(trouble.get(l._id) ?? '').toLowerCase()}`).join('; ')}.`} Nothing was sent; the
          other items are safe.
        </Banner>
      ) : null}
      <ul className="divide-y divide-hairline">
        {draft.lines.map((line) => (
          <CartLine key={line.key} line={line} item={props.itemOf(line)} reason={trouble.get(line._id) ?? null} on={props} />
        ))}
      </ul>
      <dl className="mx-4 border-t border-border pt-2 text-14">
        <div className="flex justify-between gap-3">
          <dt className="text-muted">These items</dt>
          <dd>
            <Money paise={amount} />
          </dd>
        </div>
        {total === null ? null : (
          <div className="flex justify-between gap-3 pt-1 text-16 font-semibold">
            <dt>New bill total, with tax</dt>
            <dd>
              <Money paise={total} />
            </dd>
          </div>
        )}
      </dl>
    </Sheet>
  )
}
