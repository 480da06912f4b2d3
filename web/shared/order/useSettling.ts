import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { OrderType } from '#domain/statuses.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { draftNow } from './drafts.ts'
import type { Settled } from './pay/useSettle.tsx'
import { closeSettled } from './settled.ts'
import { keepTyped } from './typedAhead.ts'
import { useIsHere } from './useIsHere.ts'
import { usePayShown } from './usePayShown.ts'
import { useWho, why } from './why.ts'

/** What the page has open: `key` of its unsent ticket, which has `count` items, and the order. */
export type Settling = { key: string; type: OrderType; order: OrderShape | null; count: number }

/**
 * Bill & settle at the counter and on a phone, and the pay panel, which is in the address (`pay=1`) so that the browser's Back closes it. `show` writes the
 * address; `sent` is the order whose ticket was sent by the same press. `onUnsent` asks about the items that are not sent.
 */
export function useSettling(
  { key, type, order, count }: Settling,
  at: {
    on: boolean
    sending: boolean
    send: () => Promise<OrderShape | null>
    show: (pay: boolean, sent?: OrderShape) => void
    onUnsent: () => void
    onEnded: (order: OrderShape) => void
  },
) {
  const { on, sending, send, show, onUnsent, onEnded } = at
  const who = useWho()
  /** The key whose payment opens once its KOT is sent: the page may show another order meanwhile. */
  const [opening, setOpening] = useState<string | null>(null)
  const bill = usePayShown(on, key, order)
  const isHere = useIsHere(key)
  // By the order: the key goes with a parcel that its event has ended, and is another one after a merge.
  const isPaying = useIsHere(bill?._id ?? null)

  const open = (sent?: OrderShape) => {
    // The snackbar would cover Settle.
    snack.close(`sent:${key}`)
    keepTyped()
    show(true, sent)
  }
  const close = () => show(false)

  async function sendAndOpen() {
    setOpening(key)
    const keeping = keepTyped()
    const sent = await send()
    setOpening((now) => (now === key ? null : now))
    if (!sent || !keeping.mayOpen() || !isHere(key)) return keeping.end()
    if (!draftNow(key)?.draft) return open(sent)
    // What was added meanwhile is not on the bill.
    keeping.end()
    onUnsent()
  }

  const reason = order ? why.settle(order, who, { here: true }) : count > 0 ? why.settleNew(who) : 'Nothing to settle'
  /** A parcel is sent and its payment opened in one press. At a table, unsent items may be meant for later, so it is asked. What is being sent is waited for, and what was added since is asked about. */
  function settle() {
    if (reason || opening === key) return
    if (sending || (count > 0 && type !== 'Dine In')) void sendAndOpen()
    else if (count > 0) onUnsent()
    else open()
  }

  return {
    on,
    /** Whether a late answer still finds the order open that had this key at the press. */
    isHere,
    /** The order in the pay panel; null while the panel is closed. */
    bill,
    open: () => open(),
    close,
    sendAndOpen,
    /** `busy`: the panel opens as soon as the KOT is sent. `reason`: why it can't be settled now. */
    settle: { run: settle, reason, busy: opening === key },
    settled: (settled: Settled) => {
      const unsent = closeSettled(settled, key)
      if (!isPaying(settled.order._id)) return
      if (unsent) close()
      else onEnded(settled.order)
    },
  }
}
