import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { afterPayments, type ItemSplit, linesText, movedBetween, sharesToCome, splitByItems, type Taken } from '#domain/split.ts'
import { isCash, sharesLeft, type Split, splitOf, tenderOf, waysOf } from '#domain/tender.ts'
import { leftOf, receivedOf } from '#domain/paid.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { useProfile } from '#web/core/profile.ts'
import { readStored, readText, writeStored, writeText } from '#web/core/store.ts'
import { takeTyped, whileTyping } from '#web/core/typed.ts'
import { changesBetween } from '../changes.ts'

const LAST = 'tawa_last_method'
/** The method used last on this device, if the restaurant still takes it, else its first. */
const preselected = (methods: readonly string[]): string => methods.find((m) => m === readText(LAST)) ?? methods[0] ?? ''
export const rememberMethod = (method: string): void => writeText(LAST, method)

/** A tip that will come with the payment, in paise; `method` null: by the payment's. */
export type Tip = { amount: Paise; method: string | null }
type Typed = { text: string; fresh: boolean }
/** Who has which items, while it is being chosen. */
export type Draft = { guests: number; taken: Taken }
/** How the bill is split: `done` of the equal shares are paid. `items` says who pays what, also while it is split another way, so that nothing has to be chosen anew. */
type Parted = { split: Split; done: number; items: ItemSplit | null; draft: Draft | null }
type Amounts = { total: number; received: number }
type Entered = Amounts & Parted & { chosen: string | null; typed: Typed | null; tip: Tip | null }

/** The split whose payments don't tell it, kept on this device: who closes the panel or reloads it would choose all items again. */
const KEPT = 'tawa_split'
type Kept = Parted & { orderId: string; payments: OrderShape['payments'] }
const partedOf = (order: OrderShape): Parted => ({ ...splitOf(order), items: null, draft: null })

/** How many shares `more` is: several may have been paid meanwhile. Any other payment is one. */
function sharesIn(more: Paise, order: OrderShape, { split, done }: Parted): number {
  let sum = 0
  return (
    Math.max(
      0,
      sharesLeft(leftOf(order) + more, split, done).findIndex((share) => (sum += share) === more),
    ) + 1
  )
}

/** The split when the bill or the money changes. Money given back restarts an even split. */
function followed(parted: Parted, order: OrderShape, before: OrderShape['payments'], backTo: number | null = null): Parted {
  const moved = movedBetween(before, order.payments)
  const more = Object.values(moved).reduce((a, b) => a + b, 0)
  const items = parted.items && afterPayments(parted.items, order, leftOf(order), moved, backTo)
  if (parted.split === 'items' || more === 0) return { ...parted, items }
  return more > 0 ? { ...parted, items, done: parted.done + sharesIn(more, order, parted) } : { ...parted, items, ...splitOf(order) }
}

function keptSplit(order: OrderShape): Parted | null {
  const kept = readStored<Omit<Kept, 'payments'> & Partial<Kept>>(KEPT)
  // An earlier version kept no payments.
  if (kept?.orderId !== order._id || !kept.payments) return null
  const { split, done, items, draft } = kept
  const now = followed({ split, done, items, draft }, order, kept.payments)
  return split === 'items' || waysOf(split) > 3 ? now : { ...now, ...splitOf(order) }
}

/** A payment to come. */
type Share = { name: string; amount: Paise }
export const guestName = (guest: number | null): string => (guest === null ? 'The rest' : `Guest ${guest + 1}`)

/** The payment being entered: how the bill is split, the method, and the amount. Amounts in paise. */
export function useTender(order: OrderShape) {
  const methods = useProfile()?.paymentTypes
  const [total, received] = [toPaise(order.grandTotal), receivedOf(order)]
  const { payments } = order
  const keptAs = `pay:${order._id}`
  // What was entered when the session ended, if it was for this amount.
  const [before] = useState(() => takeTyped<Entered>(keptAs))
  const again = before?.total === total && before.received === received ? before : null
  const [parted, setSplit] = useState<Parted>(
    () =>
      (again && { split: again.split, done: again.done, items: again.items, draft: again.draft }) ?? keptSplit(order) ?? partedOf(order),
  )
  const { split, done, items, draft } = parted
  const isKept = items !== null || draft !== null || waysOf(split) > 3
  useEffect(() => {
    if (isKept) writeStored(KEPT, { ...parted, orderId: order._id, payments } satisfies Kept)
    else if (readStored<{ orderId: string }>(KEPT)?.orderId === order._id) writeStored(KEPT, null)
  }, [isKept, order._id, payments, parted])
  const [chosen, choose] = useState<string | null>(again?.chosen ?? null)
  /** null: the amount due; a `fresh` text is replaced by the next digit. */
  const [typed, type] = useState<Typed | null>(again?.typed ?? null)
  const [tip, setTip] = useState<Tip | null>(again?.tip ?? null)
  /** Whose payment is being given back or corrected here: the sums by method don't tell it from another guest's equal one. */
  const [backTo, giveBackTo] = useState<number | null>(null)
  /** The order when the panel opened, items were given out, or money came last. */
  const [since, setSince] = useState(order)
  useEffect(
    () =>
      whileTyping(keptAs, () =>
        chosen === null && typed === null && tip === null && split === 'whole'
          ? null
          : ({ total, received, ...parted, chosen, typed, tip } satisfies Entered),
      ),
    [keptAs, total, received, split, parted, chosen, typed, tip],
  )

  // The bill or its money changed, here or on another device. A dish may also take another's place at the same price.
  const lines = linesText(order)
  const [seen, setSeen] = useState({ total, received, payments, lines })
  const set = seen.lines !== lines
  if (set || seen.total !== total || Object.values(movedBetween(seen.payments, payments)).some((more) => more !== 0)) {
    setSeen({ total, received, payments, lines })
    setSplit((now) => followed(now, order, seen.payments, backTo))
    if (seen.received !== received) {
      // What was added together with a payment is still to be told.
      if (!set) setSince(order)
      // Cash that was handed over stays when only the bill changes.
      type(null)
    }
  }

  const method = chosen ?? preselected(methods ?? [])
  const cash = isCash(method)
  const left = leftOf(order)
  const byItems = split === 'items' ? items : null
  const shares: Share[] = byItems
    ? sharesToCome(byItems).map(({ guest, amount }) => ({ name: guestName(guest), amount }))
    : (split === 'amounts' ? [left] : sharesLeft(left, split, done)).map((amount, i) => ({ name: `Share ${done + i + 1}`, amount }))
  const due = shares[0]?.amount ?? 0
  const tips = tip && { amount: tip.amount, method: tip.method ?? method }
  /** A cash tip that is handed over with a payment in cash. */
  const cashTip = cash && tips && isCash(tips.method) ? tips.amount : 0
  const takes = tenderOf({ split, due, left, typed: typed?.text ?? null, cash, tip: cashTip })
  const name = (split === 'items' || waysOf(split) > 1) && shares[0] ? shares[0].name : null
  return {
    methods,
    method,
    cash,
    choose,
    split,
    splitBy: (next: Split) => {
      setSplit({ ...parted, split: next, done: waysOf(split) > 1 ? done : 0 })
      type(null)
    },
    /** The split by items, also while the bill is split another way; null while nothing was given out. */
    items,
    /** What is being chosen for it, also once its dialog is closed. */
    draft,
    setDraft: (draft: Draft) => setSplit({ ...parted, draft }),
    /** What other devices changed since, which the amounts already have. */
    changes: changesBetween(since, order),
    splitItems: (choice: Draft) => {
      // Payments from before the split are nobody's.
      const paid = items?.paid ?? payments.map(({ method, amount }) => ({ guest: null, amount: toPaise(amount), method }))
      setSplit({ split: 'items', done: 0, items: splitByItems(order, { ...choice, paid }, left), draft: null })
      setSince(order)
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
    /** The share that is being paid, `Share 2` or `Guest 2`, and the same of how many; null when the bill isn't split into shares. */
    share: name,
    shareOf: name && (byItems ? name : `${name} of ${done + shares.length}`),
    /** Says that the payment of the share with this name is being given back or corrected. */
    changesOf: (name: string) => giveBackTo(items?.paid.find(({ guest }) => guestName(guest) === name)?.guest ?? null),
    /** The names of shares that were paid, by the rows of the payments; '' where one was nobody's. */
    paidNames: (rows: readonly { method: string; paise: Paise }[]): string[] => {
      // Payments from before the bill was split evenly are no shares of it.
      const before = Math.max(0, rows.length - done)
      if (!byItems) return rows.map((_, i) => (waysOf(split) > 1 && i >= before ? `Share ${i - before + 1}` : ''))
      const paid = [...byItems.paid]
      return rows.map(({ method, paise }) => {
        const i = paid.findIndex((one) => one.method === method && one.amount === paise)
        const [{ guest = null } = {}] = i < 0 ? [] : paid.splice(i, 1)
        return guest === null ? '' : guestName(guest)
      })
    },
  }
}
export type Tendering = ReturnType<typeof useTender>
