import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { isCash, leftOf, receivedOf, sharesLeft, type Split, splitOf, tenderOf } from '#domain/tender.ts'
import { toPaise } from '#domain/money.ts'
import { useProfile } from '#web/core/profile.ts'
import { readText, writeText } from '#web/core/store.ts'

const LAST = 'tawa_last_method'
/** The method used last on this device, if the restaurant still takes it, else its first. */
const preselected = (methods: readonly string[]): string => methods.find((m) => m === readText(LAST)) ?? methods[0] ?? ''
export const rememberMethod = (method: string): void => writeText(LAST, method)

/** The payment being entered: how the bill is split, the method, and the amount. Amounts in paise. */
export function useTender(order: OrderShape) {
  const methods = useProfile()?.paymentTypes
  const [split, setSplit] = useState<Split>(() => splitOf(order))
  /** The number of payments made before this split. */
  const [before, setBefore] = useState(() => (splitOf(order) === 'amounts' ? order.payments.length : 0))
  const [chosen, choose] = useState<string | null>(null)
  /** null: the amount due; a `fresh` text is replaced by the next digit. */
  const [typed, type] = useState<{ text: string; fresh: boolean } | null>(null)

  // The bill changed, here or on another device: discard what was typed for the old amount.
  const money = `${order.grandTotal}:${order.payments.length}`
  const [seen, setSeen] = useState(money)
  if (seen !== money) {
    setSeen(money)
    type(null)
  }

  const method = chosen ?? preselected(methods ?? [])
  const cash = isCash(method)
  const left = leftOf(order)
  const done = order.payments.length - before
  const shares = split === 'amounts' ? [left] : sharesLeft(left, split, done)
  const due = shares[0] ?? 0
  const takes = tenderOf({ split, due, left, typed: typed?.text ?? null, cash })
  const share = split === '2' || split === '3' ? done + 1 : null
  return {
    methods,
    method,
    cash,
    choose,
    split,
    splitBy: (next: Split) => {
      setSplit(next)
      type(null)
      if (split === 'whole' || split === 'amounts') setBefore(order.payments.length)
    },
    before,
    typed,
    type,
    total: toPaise(order.grandTotal),
    received: receivedOf(order),
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
