import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { to } from '#web/core/to.ts'
import type { Settled } from '#web/shared/order/pay/useSettle.tsx'
import { draftNow, freeParcelKey } from '#web/shared/order/drafts.ts'
import { keepTyped } from '#web/shared/order/typedAhead.ts'
import { usePayShown } from '#web/shared/order/usePayShown.ts'
import { useIsHere } from '#web/shared/order/useIsHere.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { closeSettled } from '#web/shared/order/settled.ts'
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
  /** The key whose payment opens once its KOT is sent: the counter may show another order meanwhile. */
  const [opening, setOpening] = useState<string | null>(null)
  const on = search.get('pay') === '1'
  const bill = usePayShown(on, key, order)
  const isHere = useIsHere(key)
  // By the order: the key goes with a parcel that its event has ended, and is another one after a merge.
  const isPaying = useIsHere(bill?._id ?? null)

  const withPay = (pay: boolean) => {
    const next = new URLSearchParams(search)
    if (pay) next.set('pay', '1')
    else next.delete('pay')
    return `${to.pos()}?${next}`
  }
  const open = () => {
    snack.close(`sent:${key}`)
    keepTyped()
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

  async function sendAndOpen() {
    setOpening(key)
    const keeping = keepTyped()
    const sent = await send()
    setOpening((now) => (now === key ? null : now))
    if (!sent || !keeping.mayOpen() || !isHere(key)) return keeping.end()
    // What was added meanwhile is not on the bill.
    if (draftNow(key)?.draft) return (keeping.end(), onUnsent())
    // A new parcel has its order only now.
    if (target.kind === 'parcel' && !target.orderId) go(to.pos({ order: sent._id, pay: true }), { free: true })
    else open()
  }
  /** A parcel is sent and its payment opened in one press. At a table, unsent items may be meant for later, so it is asked. What is being sent is waited for, and what was added since is asked about. */
  async function settle() {
    if (settleReason || opening === key) return
    if (count === 0 && !sending) return open()
    if (type === 'Dine In' && !sending) return onUnsent()
    await sendAndOpen()
  }

  return {
    on,
    /** Whether a late answer still finds the order open that had this key at the press. */
    isHere,
    /** The order in the pay panel; null while the panel is closed. */
    bill,
    open,
    close,
    sendAndOpen,
    settled: (settled: Settled) => {
      const { order: ended } = settled
      const unsent = closeSettled(settled, key)
      if (!isPaying(ended._id)) return
      if (unsent) return close()
      const parcel = ended.orderType === 'Delivery' ? 'Delivery' : 'Take Away'
      go(to.pos(ended.tableId ? { type: 'dine-in' } : { draft: freeParcelKey(parcel) }), {
        replace: true,
        free: true,
      })
      onSettled()
    },
    print: { run: print, reason: printReason, busy: printing !== null && printing === order?._id },
    settle: { run: () => void settle(), reason: settleReason, busy: opening === key },
  }
}
export type Paying = ReturnType<typeof usePaying>
