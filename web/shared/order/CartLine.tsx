import { CircleAlert, MessageSquareText, SlidersHorizontal, Trash2 } from 'lucide-react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { type DraftLine, lineAmount, modsOf } from '#domain/ticket.ts'
import { Money } from '#web/app/Money.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { NoteBand } from './KotLines.tsx'

export type CartLineActions = {
  onQuantity: (line: DraftLine, quantity: number) => void
  onRemove: (line: DraftLine) => void
  onCustomise: (line: DraftLine, item: MenuItemShape) => void
}

/** A line of the unsent ticket with its note and its controls. */
export function CartLine({
  line,
  item,
  reason,
  on,
}: {
  line: DraftLine
  /** Its dish on the menu; without one it can't be customised. */
  item: MenuItemShape | undefined
  /** Why it can't be sold. */
  reason: string | null
  on: CartLineActions
}) {
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
      <div className="mt-1 -ml-2 flex items-center justify-between gap-1">
        <span className="flex">
          {item ? (
            <Button
              variant="quiet"
              icon={choices ? <SlidersHorizontal /> : <MessageSquareText />}
              aria-label={`${choices ? 'Customise' : 'Note'} ${line.itemName}`}
              onClick={() => on.onCustomise(line, item)}
              className="px-2!"
            >
              {choices ? 'Customise' : 'Note'}
            </Button>
          ) : null}
          <Button
            variant="quiet"
            icon={<Trash2 />}
            aria-label={`Remove ${line.quantity} × ${line.itemName}`}
            onClick={() => on.onRemove(line)}
            className="px-2!"
          />
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
