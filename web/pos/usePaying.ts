import type { OrderShape } from '#domain/api/order.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { to } from '#web/core/to.ts'
import { freeParcelKey } from '#web/shared/order/drafts.ts'
import { useSettling } from '#web/shared/order/useSettling.ts'
import type { Ticket } from '#web/shared/order/useTicket.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import type { Opened } from './useOpened.ts'

/** Print bill, and Bill & settle with its pay panel. */
export function usePaying(
  opened: Opened,
  ticket: Ticket,
  { onUnsent, onSettled }: { onUnsent: (print?: true) => void; onSettled: () => void },
) {
  const { search, target, key, order, go } = opened
  const who = useWho()
  const { printBill, printing } = usePrint()

  const show = (pay: boolean, sent?: OrderShape) => {
    // A new parcel has its order only now.
    if (sent && target.kind === 'parcel' && !target.orderId) return go(to.pos({ order: sent._id, pay }), { free: true })
    const next = new URLSearchParams(search)
    if (pay) next.set('pay', '1')
    else next.delete('pay')
    go(`${to.pos()}?${next}`, { replace: !pay })
  }
  const settling = useSettling(opened, {
    on: search.get('pay') === '1',
    sending: ticket.sending,
    send: ticket.sendNow,
    show,
    onUnsent,
    onEnded: ({ orderType, tableId }) => {
      const parcel = orderType === 'Delivery' ? 'Delivery' : 'Take Away'
      go(to.pos(tableId ? { type: 'dine-in' } : { draft: freeParcelKey(parcel) }), { replace: true, free: true })
      onSettled()
    },
  })

  const reason = order ? why.bill(order, who) : 'Nothing has been sent yet'
  const print = () => {
    if (!order || reason) return
    if (opened.count > 0) return onUnsent(true)
    // The snackbar would cover the preview's buttons.
    snack.close(`sent:${key}`)
    printBill(order)
  }
  return { ...settling, print: { run: print, reason, busy: printing !== null && printing === order?._id } }
}
export type Paying = ReturnType<typeof usePaying>
