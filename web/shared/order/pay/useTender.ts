import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { afterPayment, type ItemSplit, paidLines, sharesToCome, splitByItems, type Taken } from '#domain/split.ts'
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
/** How the bill is split: `done` shares are paid. By items, `items` says who pays what. */
type Parted = { split: Split; done: number; items: ItemSplit | null }
type Amounts = { total: number; received: number }
type Entered = Amounts & Parted & { chosen: string | null; typed: Typed | null; tip: Tip | null }

/** The split whose payments don't tell it, kept on this device: who closes the panel or reloads it would choose all items again. */
const KEPT = 'tawa_split'
const partedOf = (order: OrderShape): Parted => ({ ...splitOf(order), items: null })

/** The split when the bill or the money changes; `more` was received, below 0: given back, which restarts an even split. Each payment is one share. */
function followed(parted: Parted, order: OrderShape, more: Paise): Parted {
  if (parted.items) {
    const left = leftOf(order)
    const items = more === 0 ? splitByItems(order, parted.items, left) : afterPayment(parted.items, order, left, more)
    return { ...parted, items, done: items.paid.length }
  }
  return more > 0 ? { ...parted, done: parted.done + 1 } : more < 0 ? partedOf(order) : parted
}

function keptSplit(order: OrderShape, received: Paise): Parted | null {
  const kept = readStored<Amounts & Parted & { orderId: string }>(KEPT)
  if (kept?.orderId !== order._id) return null
  const { split, done, items } = kept
  return followed({ split, done, items }, order, received - kept.received)
}

/** A payment to come. */
type Share = { name: string; amount: Paise }
export const guestName = (guest: number | null): string => (guest === null ? 'The rest' : `Guest ${guest + 1}`)

/** The payment being entered: how the bill is split, the method, and the amount. Amounts in paise. */
export function useTender(order: OrderShape) {
  const methods = useProfile()?.paymentTypes
  const [total, received] = [toPaise(order.grandTotal), receivedOf(order)]
  /** The split, and how many of its shares are paid. */
  const keptAs = `pay:${order._id}`
  // What was entered when the session ended, if it was for this amount.
  const [before] = useState(() => takeTyped<Entered>(keptAs))
  const again = before?.total === total && before.received === received ? before : null
  const [{ split, done, items }, setSplit] = useState<Parted>(
    () => (again && { split: again.split, done: again.done, items: again.items }) ?? keptSplit(order, received) ?? partedOf(order),
  )
  const isKept = split === 'items' || waysOf(split) > 3
  useEffect(() => {
    if (isKept) writeStored(KEPT, { orderId: order._id, total, received, split, done, items })
    else if (readStored<{ orderId: string }>(KEPT)?.orderId === order._id) writeStored(KEPT, null)
  }, [isKept, order._id, total, received, split, done, items])
  const [chosen, choose] = useState<string | null>(again?.chosen ?? null)
  /** null: the amount due; a `fresh` text is replaced by the next digit. */
  const [typed, type] = useState<Typed | null>(again?.typed ?? null)
  const [tip, setTip] = useState<Tip | null>(again?.tip ?? null)
  /** The order when items were given out, or paid for last. */
  const [since, setSince] = useState(order)
  useEffect(
    () =>
      whileTyping(keptAs, () =>
        chosen === null && typed === null && tip === null && split === 'whole'
          ? null
          : ({ total, received, split, done, items, chosen, typed, tip } satisfies Entered),
      ),
    [keptAs, total, received, split, done, items, chosen, typed, tip],
  )

  // The bill changed, here or on another device: discard what was typed for the old amount.
  // By items, a dish may also take another's place at the same price.
  const lines = items
    ? paidLines(order)
        .map(({ lineId, quantity }) => `${lineId} ${quantity}`)
        .join()
    : null
  const [seen, setSeen] = useState({ total, received, lines })
  if (seen.total !== total || seen.received !== received || seen.lines !== lines) {
    setSeen({ total, received, lines })
    // Not when items were just given out.
    if (seen.total !== total || seen.received !== received || seen.lines !== null)
      setSplit((now) => followed(now, order, received - seen.received))
    if (seen.received !== received) setSince(order)
    type(null)
  }

  const method = chosen ?? preselected(methods ?? [])
  const cash = isCash(method)
  const left = leftOf(order)
  const shares: Share[] = items
    ? sharesToCome(items).map(({ guest, amount }) => ({ name: guestName(guest), amount }))
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
      setSplit({ split: next, done: waysOf(split) > 1 ? done : 0, items: null })
      type(null)
    },
    /** The split by items; null while it is none. */
    items,
    /** What other devices changed since, which the shares already have. */
    changes: items && changesBetween(since, order),
    splitItems: (choice: { guests: number; taken: Taken }) => {
      const split = splitByItems(order, { ...choice, paid: items?.paid ?? [] }, left)
      setSplit({ split: 'items', done: split.paid.length, items: split })
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
    shareOf: name && (items ? name : `${name} of ${done + shares.length}`),
    /** The name of a share that was paid, by its place; '' where a payment was nobody's. */
    paidName: (n: number): string => {
      if (!items) return waysOf(split) > 1 ? `Share ${n + 1}` : ''
      const { guest = null } = items.paid[n] ?? {}
      return guest === null ? '' : guestName(guest)
    },
  }
}
export type Tendering = ReturnType<typeof useTender>
