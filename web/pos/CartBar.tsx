import { ChevronRight, HandPlatter } from 'lucide-react'
import type { OrderShape } from '#domain/api/order.ts'
import type { Paise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { heldPortions, toAcceptText } from '#web/shared/order/held.ts'
import { useSettled } from '#web/shared/order/settled.ts'
import { Button } from '#web/ui/Button.tsx'

/** On a narrow screen the menu hides the order; this bar sums it up. */
export function CartBar({
  label,
  count,
  order,
  total,
  sending,
  reason,
  choose,
  onOpen,
  onSend,
}: {
  label: string
  count: number
  order: OrderShape | null
  total: Paise
  sending: boolean
  /** Why the ticket can't be sent now */
  reason: string | null
  choose: boolean
  onOpen: () => void
  onSend: () => void
}) {
  const empty = count === 0 && !order
  const change = useSettled()?.settled.change ?? 0
  const held = order ? heldPortions(order) : 0
  return (
    <div className="flex flex-none items-center gap-2 border-t border-hairline bg-surface py-2 pr-4 pl-2 pb-[max(8px,env(safe-area-inset-bottom))] @min-[40rem]:hidden">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left hover:bg-raised"
      >
        <span className="sr-only">
          {choose ? 'Choose table' : `Open the order of ${label}${held > 0 ? `, ${toAcceptText(held)}` : ''}`}
        </span>
        <span aria-hidden="true" className="min-w-0 flex-1">
          {empty && change > 0 ? (
            <span className="block text-on-success-soft [--money-unit:currentColor]">
              <span className="text-14 font-semibold">Change to give </span>
              <Money paise={change} className="text-24 leading-8 font-bold" />
            </span>
          ) : null}
          <span className="block truncate font-semibold">
            {choose ? 'Choose table' : label}
            {count > 0 ? ` · ${plural(count, 'item')}` : ''}
          </span>
          <span className="block truncate text-14 text-muted">
            {empty ? choose ? 'Or tap an item first' : 'Nothing ordered yet' : <Money paise={total} />}
          </span>
          {held > 0 ? (
            <span className="flex items-center gap-1.5 truncate text-14 font-semibold text-warning-icon [&>svg]:size-4 [&>svg]:flex-none">
              <HandPlatter />
              {toAcceptText(held)}
            </span>
          ) : null}
        </span>
        <ChevronRight className="text-muted" aria-hidden="true" />
      </button>
      <Button variant="primary" size={56} loading={sending} disabledReason={reason} onClick={onSend}>
        {count > 0 ? `Send KOT (${count})` : 'Send KOT'}
      </Button>
    </div>
  )
}
