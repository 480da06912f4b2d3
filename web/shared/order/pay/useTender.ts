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

/** What is about to be taken: how the bill is split, by which method, and how much of it now. Amounts in paise. */
export function useTender(order: OrderShape) {
  const methods = useProfile()?.paymentTypes
  const [split, setSplit] = useState<Split>(() => splitOf(order))
  /** Payments there were before this split. */
  const [before, setBefore] = useState(() => (splitOf(order) === 'amounts' ? order.payments.length : 0))
  const [chosen, choose] = useState<string | null>(null)
  /** null: what is due; `fresh` is replaced by the next digit. */
  const [typed, type] = useState<{ text: string; fresh: boolean } | null>(null)

  // The bill changed, here or on another device: what was typed was for the old amount.
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
    /** Those to come, the first of them now. */
    shares,
    due,
    /** What a press of Settle would record. */
    takes,
    /** Nothing is left after it. */
    last: takes.pays === left,
    /** 1, 2, 3; null when the bill isn't split evenly. */
    share,
    of: share === null ? 0 : done + shares.length,
  }
}
export type Tendering = ReturnType<typeof useTender>
