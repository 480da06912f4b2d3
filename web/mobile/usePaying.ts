import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { snack } from '#web/app/feedback/snack.tsx'
import { to } from '#web/core/to.ts'
import type { Settled } from '#web/shared/order/pay/useSettle.tsx'
import { draftNow } from '#web/shared/order/drafts.ts'
import { closeSettled } from '#web/shared/order/settled.ts'
import { keepTyped } from '#web/shared/order/typedAhead.ts'
import { usePayShown } from '#web/shared/order/usePayShown.ts'
import { useIsHere } from '#web/shared/order/useIsHere.ts'
import type { Ticket } from '#web/shared/order/useTicket.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { keep } from './kept.ts'
import type { Current } from './useCurrent.ts'

/** Bill & settle, and the pay panel, which is in the address (`pay=1`) so that the browser's Back closes it. */
export function usePaying({ key, type, order, count }: Current, ticket: Ticket, { onUnsent }: { onUnsent: () => void }) {
  const who = useWho()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [opening, setOpening] = useState<string | null>(null)
  const on = search.get('pay') === '1'
  const bill = usePayShown(on, key, order)
  const isHere = useIsHere(key)
  // By the order: the key goes with a parcel that its event has ended, and is another one after a merge.
  const isPaying = useIsHere(bill?._id ?? null)

  const show = (pay: boolean) => {
    // The snackbar would cover Settle.
    snack.close(`sent:${key}`)
    void navigate(to.mobileOrder({ draft: key, pay }), { replace: !pay })
  }
  const open = () => {
    keepTyped()
    show(true)
  }
  const close = () => show(false)
  async function sendAndOpen() {
    setOpening(key)
    const keeping = keepTyped()
    const sent = await ticket.sendNow()
    setOpening((now) => (now === key ? null : now))
    const mayOpen = sent && keeping.mayOpen() && isHere(key)
    // What was added meanwhile is not on the bill.
    if (mayOpen && !draftNow(key)?.draft) return open()
    keeping.end()
    if (mayOpen) onUnsent()
  }
  const reason = order ? why.settle(order, who, { here: true }) : count > 0 ? why.settleNew(who) : 'Nothing to settle'
  /** A parcel is sent and its payment opened in one press. At a table, unsent items may be meant for later, so it is asked. What is being sent is waited for, and what was added since is asked about. */
  function settle() {
    if (reason || opening === key) return
    if (ticket.sending) void sendAndOpen()
    else if (count === 0) open()
    else if (type === 'Dine In') onUnsent()
    else void sendAndOpen()
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
    settle,
    /** Whether the panel opens as soon as the KOT is sent. */
    opening: opening === key,
    /** Why it can't be settled now. */
    reason,
    settled: (settled: Settled) => {
      const unsent = closeSettled(settled, key)
      if (!isPaying(settled.order._id)) return
      if (unsent) return close()
      keep(null)
      void navigate(to.mobileOrders(), { replace: true })
    },
  }
}
export type Paying = ReturnType<typeof usePaying>
