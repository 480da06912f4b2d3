import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { to } from '#web/core/to.ts'
import type { Settled } from '#web/shared/order/pay/useSettle.tsx'
import { draftNow, forgetOrder, freeParcelKey } from '#web/shared/order/drafts.ts'
import { useOrder } from '#web/shared/order/useOpenOrders.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { keepSettled } from './settled.ts'
import type { Opened } from './useOpened.ts'

/** Print bill, Bill & settle, and the pay panel, which is in the address (`pay=1`) so that the browser's Back closes it. */
export function usePaying(
  { search, target, type, key, order, count, go }: Opened,
  {
    send,
    sending,
    onUnsent,
    onSettled,
  }: { send: () => Promise<OrderShape | null>; sending: boolean; onUnsent: () => void; onSettled: () => void },
) {
  const who = useWho()
  const { printBill, printing } = usePrint()
  const on = search.get('pay') === '1'
  // Keep showing the paid order after it has ended.
  const [paying, setPaying] = useState<string | null>(null)
  if (on && order && paying !== order._id) setPaying(order._id)
  if (!on && paying !== null) setPaying(null)
  const bill = useOrder(on ? (paying ?? order?._id) : null)

  const withPay = (pay: boolean) => {
    const next = new URLSearchParams(search)
    if (pay) next.set('pay', '1')
    else next.delete('pay')
    return `${to.pos()}?${next}`
  }
  const open = () => {
    snack.close(`sent:${key}`)
    go(withPay(true))
  }
  const close = () => go(withPay(false), { replace: true })

  const printReason = order ? why.bill(order, who) : 'Nothing has been sent yet'
  const print = () => {
    if (!order || printReason) return
    // The snackbar would cover the preview's buttons.
    snack.close(`sent:${key}`)
    printBill(order)
  }
  // The first ticket of an order can be sent and settled in one step.
  const settleReason = order ? why.settle(order, who) : count > 0 ? why.settleNew(who) : 'Nothing to settle'

  /** Opens the panel for an order that was just sent; a parcel's address is known only then. */
  const openFor = (sent: OrderShape) =>
    target.kind === 'parcel' && !target.orderId ? go(to.pos({ order: sent._id, pay: true }), { free: true }) : open()
  /** A parcel is sent and its payment opened in one press. At a table, unsent items may be meant for later, so it is asked. */
  async function settle() {
    if (settleReason || sending) return
    if (count === 0) return open()
    if (type === 'Dine In') return onUnsent()
    const sent = await send()
    if (sent) openFor(sent)
  }

  return {
    on,
    /** The order in the pay panel; null while the panel is closed. */
    bill: on ? bill : null,
    open,
    close,
    openFor,
    settled: (settled: Settled) => {
      const { order: ended } = settled
      keepSettled(settled)
      forgetOrder(ended._id)
      // Items are still unsent: the conflict dialog asks whether to keep them as a new order or discard them.
      if (draftNow(key)?.draft) {
        if (settled.change > 0) snack.success(`Change to give ${formatPaise(settled.change)}`, { seconds: 30 })
        return close()
      }
      const parcel = ended.orderType === 'Delivery' ? 'Delivery' : 'Take Away'
      go(to.pos(ended.tableId ? { type: 'dine-in' } : { draft: freeParcelKey(parcel) }), {
        replace: true,
        free: true,
      })
      onSettled()
    },
    print: { run: print, reason: printReason, busy: printing !== null && printing === order?._id },
    settle: { run: () => void settle(), reason: settleReason, busy: sending },
  }
}
export type Paying = ReturnType<typeof usePaying>
