import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { isCash, sharesLeft, type Split, splitOf, tenderOf } from '#domain/tender.ts'
import { leftOf, receivedOf } from '#domain/paid.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { useProfile } from '#web/core/profile.ts'
import { readText, writeText } from '#web/core/store.ts'
import { takeTyped, whileTyping } from '#web/core/typed.ts'

const LAST = 'tawa_last_method'
/** The method used last on this device, if the restaurant still takes it, else its first. */
const preselected = (methods: readonly string[]): string => methods.find((m) => m === readText(LAST)) ?? methods[0] ?? ''
export const rememberMethod = (method: string): void => writeText(LAST, method)

/** A tip that will come with the payment, in paise; `method` null: by the payment's. */
export type Tip = { amount: Paise; method: string | null }
type Typed = { text: string; fresh: boolean }
type Entered = { total: number; received: number; split: Split; done: number; chosen: string | null; typed: Typed | null; tip: Tip | null }

/** The payment being entered: how the bill is split, the method, and the amount. Amounts in paise. */
export function useTender(order: OrderShape) {
  const methods = useProfile()?.paymentTypes
  const [total, received] = [toPaise(order.grandTotal), receivedOf(order)]
  /** The split, and how many of its shares are paid. */
  const keptAs = `pay:${order._id}`
  // What was entered when the session ended, if it was for this amount.
  const [before] = useState(() => takeTyped<Entered>(keptAs))
  const again = before?.total === total && before.received === received ? before : null
  const [{ split, done }, setSplit] = useState(() => (again ? { split: again.split, done: again.done } : splitOf(order)))
  const [chosen, choose] = useState<string | null>(again?.chosen ?? null)
  /** null: the amount due; a `fresh` text is replaced by the next digit. */
  const [typed, type] = useState<Typed | null>(again?.typed ?? null)
  const [tip, setTip] = useState<Tip | null>(again?.tip ?? null)
  useEffect(
    () =>
      whileTyping(keptAs, () =>
        chosen === null && typed === null && tip === null && split === 'whole'
          ? null
          : ({ total, received, split, done, chosen, typed, tip } satisfies Entered),
      ),
    [keptAs, total, received, split, done, chosen, typed, tip],
  )

  // The bill changed, here or on another device: discard what was typed for the old amount.
  const [seen, setSeen] = useState({ total, received })
  if (seen.total !== total || seen.received !== received) {
    setSeen({ total, received })
    // Each payment is one share. Giving money back restarts the split.
    if (received > seen.received) setSplit({ split, done: done + 1 })
    else if (received < seen.received) setSplit(splitOf(order))
    type(null)
  }

  const method = chosen ?? preselected(methods ?? [])
  const cash = isCash(method)
  const left = leftOf(order)
  const shares = split === 'amounts' ? [left] : sharesLeft(left, split, done)
  const due = shares[0] ?? 0
  const tips = tip && { amount: tip.amount, method: tip.method ?? method }
  /** A cash tip that is handed over with a payment in cash. */
  const cashTip = cash && tips && isCash(tips.method) ? tips.amount : 0
  const takes = tenderOf({ split, due, left, typed: typed?.text ?? null, cash, tip: cashTip })
  const share = split === '2' || split === '3' ? done + 1 : null
  return {
    methods,
    method,
    cash,
    choose,
    split,
    splitBy: (next: Split) => {
      setSplit({ split: next, done: split === 'whole' || split === 'amounts' ? 0 : done })
      type(null)
    },
    typed,
    type,
    /** The tip with its method, and as it was entered. */
    tips,
    cashTip,
    tip,
    setTip,
    total,
    received,
    left,
    /** Shares paid since the split began. */
    done,
    /** The shares to come; the first one is being paid now. */
    shares,
    due,
    /** What pressing Settle records. */
    takes,
    /** This payment settles the bill. */
    last: takes.pays === left,
    /** The number of the current share (1, 2, 3); null when the bill isn't split evenly. */
    share,
    of: share === null ? 0 : done + shares.length,
  }
}
export type Tendering = ReturnType<typeof useTender>
