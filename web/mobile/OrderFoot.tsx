import { orderCan } from '#domain/orderCan.ts'
import { plural } from '#domain/text.ts'
import { Slot } from '#web/app/shell/slots.tsx'
import { useRole } from '#web/core/session.ts'
import { TicketTotals } from '#web/shared/order/TicketTotals.tsx'
import type { Ticket } from '#web/shared/order/useTicket.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Current } from './useCurrent.ts'
import type { Paying } from './usePaying.ts'

/** The totals, Send KOT, which is the main button of who can't settle, and Bill & settle, which sends a parcel's items too. Below the page, so that a snackbar stands above it. */
export function OrderFoot({ current: { order, count, type }, ticket, paying }: { current: Current; ticket: Ticket; paying: Paying }) {
  const settles = orderCan.settle(useRole())
  return (
    <Slot name="cart">
      <div className="mx-auto max-w-240 px-4 pt-2 pb-3">
        <TicketTotals order={order} totals={ticket.totals} taxPercentages={ticket.taxPercentages} />
        <div className={cx('grid gap-2 pt-2', settles ? 'grid-cols-[auto_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)_auto]')}>
          <Button
            variant={settles ? 'outline' : 'primary'}
            size={64}
            className="px-3!"
            loading={ticket.sending}
            disabledReason={ticket.sendReason}
            onClick={() => void ticket.sendNow()}
          >
            {count > 0 ? `Send KOT (${count})` : 'Send KOT'}
          </Button>
          <Button
            variant={settles ? 'primary' : 'outline'}
            size={64}
            className="px-3!"
            loading={paying.settle.busy}
            disabledReason={paying.settle.reason}
            sub={count > 0 && type !== 'Dine In' ? `sends the ${plural(count, 'item')} too` : undefined}
            onClick={paying.settle.run}
          >
            Bill & settle
          </Button>
        </div>
      </div>
    </Slot>
  )
}
