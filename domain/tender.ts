import type { OrderShape } from './api/order.ts'
import { isMade } from './itemStatus.ts'
import { type Paise, splitEvenly, toPaise, toRupees } from './money.ts'
import type { Payment } from './order.ts'
import { leftOf, type Paid, receivedOf } from './paid.ts'

/** How a bill is paid: at once, in so many equal shares, in any amounts, or by items (split.ts). */
export type Split = 'whole' | `${number}` | 'amounts' | 'items'
/** The equal shares of a split: 2 to 20, and 1 for any other. */
export const waysOf = (split: Split): number => Number(split) || 1

/**
 * The shares that are still to be paid, in order: what is left, split evenly among those who have not paid since the split began (`done` have). What was
 * received plus these shares is always the total.
 */
export function sharesLeft(left: Paise, split: Split, done: number): Paise[] {
  if (left <= 0) return []
  return splitEvenly(left, Math.max(1, waysOf(split) - done)).filter((share) => share > 0)
}

/**
 * The split of a partly paid bill, and how many of its shares are paid: the equal split whose first shares add up to what was received, or else `amounts`. It
 * compares only sums, because `payments` are net by method: two shares in cash are one entry.
 */
export function splitOf(order: Paid): { split: Split; done: number } {
  const received = receivedOf(order)
  if (received === 0) return { split: 'whole', done: 0 }
  for (const split of ['2', '3'] as const) {
    let sum = 0
    const shares = splitEvenly(toPaise(order.grandTotal), waysOf(split)).slice(0, -1)
    for (const [i, share] of shares.entries()) {
      sum += share
      if (sum === received) return { split, done: i + 1 }
    }
  }
  return { split: 'amounts', done: 0 }
}

const BIG = [100, 500, 1000, 2000]
const SMALL = [10, 50, 100, 500]
/** Suggested cash: the next three rounded amounts above what is due. */
export function quickCash(due: Paise): Paise[] {
  const steps = due >= toPaise(500) ? BIG : SMALL
  const above = steps.map((step) => (Math.floor(due / toPaise(step)) + 1) * toPaise(step))
  return [...new Set(above)].sort((a, b) => a - b).slice(0, 3)
}

/** The keypad's amount, in paise; null when the text is not an amount. */
export function typedPaise(text: string): Paise | null {
  const plain = text.replace(/[,\s]/g, '')
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return null
  return toPaise(Number(plain))
}
export const typedText = (paise: Paise): string => (paise / 100).toFixed(2)

export type Tender = {
  /** The amount that is recorded. */
  pays: Paise
  /** The amount handed over; with cash it may be more than is recorded. */
  given: Paise
  change: Paise
  /** Why it can't be taken, in words for the button; null when it can. */
  problem: string | null
}

/**
 * What pressing "Settle" would record. A share is recorded exactly, even when more cash is handed over; in `amounts` the typed sum is recorded, and cash
 * above what is left is returned as change. `tip` is a tip in cash with a payment in cash: it is kept out of what was handed over,
 * which is the amount due with the tip until another is typed.
 */
export function tenderOf(at: { split: Split; due: Paise; left: Paise; typed: string | null; cash: boolean; tip?: Paise }): Tender {
  const { split, due, left, typed, cash, tip = 0 } = at
  const given = typed === null ? due + tip : typedPaise(typed)
  if (given === null) return { pays: 0, given: 0, change: 0, problem: typed === '' ? 'Enter an amount' : 'Not an amount' }
  if (split === 'amounts') {
    const rest = given - tip
    const pays = Math.max(0, Math.min(rest, left))
    const problem = rest < 0 || (pays === 0 && left > 0) ? 'Enter an amount' : given > left && !cash ? 'More than is left to pay' : null
    return { pays, given, change: Math.max(0, rest - pays), problem }
  }
  if (!cash) return { pays: due, given: due, change: 0, problem: null }
  const change = given - due - tip
  // Cash that was not handed over would be missing from the drawer.
  const problem = change < 0 ? `The cash is less than the amount due${tip > 0 ? ' with the tip' : ''}` : null
  return { pays: due, given, change: Math.max(0, change), problem }
}

/** A parcel that is paid before it is cooked stays open, because the kitchen still needs its ticket; it is completed when it is handed over. */
export const staysOpen = (order: Pick<OrderShape, 'orderType' | 'kots'>): boolean =>
  order.orderType !== 'Dine In' &&
  order.kots.some((kot) => kot.items.some((item) => item.status === 'Preparing' || item.status === 'In Cart'))

/** Portions that the kitchen still has to make when a Dine In order closes now. Lines that a station has finished don't count. */
export const stillPreparing = (order: Pick<OrderShape, 'kots'>): number =>
  order.kots.flatMap((kot) => kot.items).reduce((sum, item) => sum + (item.status === 'Preparing' && !isMade(item) ? item.quantity : 0), 0)

/**
 * The body of one payment. The last payment settles the order and completes it, unless it is a parcel that is still being prepared; any other is recorded as
 * a part payment.
 */
export function paymentBody(
  order: Pick<OrderShape, '_id' | 'version' | 'orderType' | 'kots'> & Paid,
  method: string,
  pays: Paise,
  tip: Payment | null = null,
) {
  const last = pays === leftOf(order)
  return {
    orderId: order._id,
    paymentStatus: last ? ('paid' as const) : ('partial' as const),
    payments: [{ method, amount: toRupees(pays) }],
    ...(tip ? { tip: { ...tip, amount: toRupees(tip.amount) } } : {}),
    ...(last && !staysOpen(order) ? { complete: true } : {}),
    version: order.version,
  }
}

/**
 * Are the amounts that the person saw still current? If so, a version conflict has another cause (e.g. a dish became ready) and the payment may be sent
 * again.
 */
export const sameMoney = (a: Paid & Pick<OrderShape, 'orderStatus'>, b: Paid & Pick<OrderShape, 'orderStatus'>): boolean =>
  a.orderStatus === b.orderStatus && a.grandTotal === b.grandTotal && receivedOf(a) === receivedOf(b)

export const isCash = (method: string): boolean => /\bcash\b/i.test(method)

/** How much of these amounts is cash, in rupees as they are. */
export const cashIn = (list: readonly { method: string; amount: number }[]): number =>
  list.reduce((sum, { method, amount }) => sum + (isCash(method) ? toPaise(amount) : 0), 0) / 100
