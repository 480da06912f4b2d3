import { CircleAlert, MessageSquareText, SlidersHorizontal, Trash2 } from 'lucide-react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { type Draft, type DraftLine, lineAmount } from '#domain/ticket.ts'
import { Money } from '#web/app/Money.tsx'
import { NoteBand } from '#web/shared/order/KotLines.tsx'
import { modsOf } from '#web/shared/menu/menu.ts'
import { Button } from '#web/ui/Button.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'

export type CartSheetProps = {
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
  onQuantity: (line: DraftLine, quantity: number) => void
  onRemove: (line: DraftLine) => void
  onCustomise: (line: DraftLine, item: MenuItemShape) => void
  onDropAndSend: () => void
  onDropOnly: () => void
  onSend: () => void
  sending: boolean
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
      {bad.length > 0 ? (
        <Banner tone="danger" flush>
          {refusal ?? `${bad.map((l) => `${l.itemName}: ${(trouble.get(l._id) ?? '').toLowerCase()}`).join('; ')}.`} Nothing was sent; the
          other items are safe.
        </Banner>
      ) : null}
      <ul className="divide-y divide-hairline">
        {draft.lines.map((line) => (
          <Line key={line.key} line={line} item={props.itemOf(line)} reason={trouble.get(line._id) ?? null} on={props} />
        ))}
      </ul>
      <dl className="mx-4 border-t border-border pt-2 text-14">
        <div className="flex justify-between gap-3">
          <dt className="text-muted">These items, before tax</dt>
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

function Line({ line, item, reason, on }: { line: DraftLine; item: MenuItemShape | undefined; reason: string | null; on: CartSheetProps }) {
  const choices = (item?.variants.length ?? 0) > 0 || (item?.addonGroups.length ?? 0) > 0
  return (
    <li
      className={cx(
        'px-4 pt-3 pb-2',
        reason && 'border-l-4 border-l-danger bg-danger-soft pl-3 text-on-danger-soft [--text-muted:currentColor]',
      )}
    >
      <div className="flex items-start gap-3">
        <DietMark diet={line.dietType} isAlcohol={line.isAlcohol} className="mt-0.5" />
        <span className="min-w-0 flex-1 leading-5">
          <span className="block font-medium [overflow-wrap:anywhere]">{line.itemName}</span>
          {modsOf(line, { prices: true }).map((mod) => (
            <span key={mod} className="block text-14 text-muted">
              {mod}
            </span>
          ))}
          {line.additionalItemNote ? <NoteBand className="mt-1">{line.additionalItemNote}</NoteBand> : null}
          {reason ? (
            <StatusChip tone="danger" icon={<CircleAlert aria-hidden="true" />} className="mt-1">
              {reason}
            </StatusChip>
          ) : null}
        </span>
        <Money paise={lineAmount(line)} />
      </div>
      <div className="mt-1 -ml-3 flex items-center justify-between gap-1">
        <span className="flex">
          {item ? (
            <Button
              variant="quiet"
              icon={choices ? <SlidersHorizontal /> : <MessageSquareText />}
              aria-label={`${choices ? 'Customise' : 'Note'} ${line.itemName}`}
              onClick={() => on.onCustomise(line, item)}
              className="px-3"
            >
              {choices ? 'Customise' : 'Note'}
            </Button>
          ) : null}
          <Button
            variant="quiet"
            icon={<Trash2 />}
            aria-label={`Remove ${line.quantity} × ${line.itemName}`}
            onClick={() => on.onRemove(line)}
            className="px-3"
          >
            {choices ? null : 'Remove'}
          </Button>
        </span>
        <Stepper
          chosen
          label={`Quantity of ${line.itemName}`}
          value={line.quantity}
          decreaseLabel={`One less ${line.itemName}`}
          increaseLabel={`One more ${line.itemName}`}
          onChange={(quantity) => on.onQuantity(line, quantity)}
        />
      </div>
    </li>
  )
}
