import type { OrderItem, OrderShape } from './api/order.ts'
import { type Paise, toPaise } from './money.ts'

/** A bill split by items: who has which portions, and what each guest pays for them. Guests are numbered from 0. */

/** So many guests may share a bill. */
export const MAX_GUESTS = 20
/** The portions of a line are given to guests one by one; from more than this on, all together. */
const MOST_PORTIONS = 20

/** The fields that decide what a line costs with its taxes. Its own GST and whether its price has the tax in it are missing where the order's rates count. */
export type SplitLine = Pick<OrderItem, 'lineId' | 'quantity' | 'amount' | 'isAlcohol' | 'status'> & {
  gstRate?: number | undefined
  taxIncluded?: boolean | undefined
}
export type SplitOrder = Pick<OrderShape, 'discount' | 'taxPercentages' | 'serviceChargeAccepted' | 'orderType'> & {
  kots: readonly { items: readonly SplitLine[] }[]
}

/** By line and portion, the guests who have it; several share it in equal parts. What is missing or empty is nobody's. */
export type Taken = Readonly<Record<string, readonly (readonly number[])[]>>

/** The lines of an order that are paid for. */
export const paidLines = <L extends { status: string }>({ kots }: { kots: readonly { items: readonly L[] }[] }): L[] =>
  kots.flatMap((kot) => kot.items).filter((line) => line.status !== 'Cancelled')

/** How many parts of a line can be given to guests. */
export const portionsOf = ({ quantity }: Pick<OrderItem, 'quantity'>): number => (quantity > MOST_PORTIONS ? 1 : quantity)

/** Who has a portion of a line. */
export const takersOf = (taken: Taken, { lineId }: Pick<OrderItem, 'lineId'>, portion: number): readonly number[] =>
  taken[lineId]?.[portion] ?? []

type Portioned = Pick<OrderItem, 'lineId' | 'quantity'>
const withTakers = (taken: Taken, line: Portioned, portion: number, takers: readonly number[]): Taken => ({
  ...taken,
  [line.lineId]: Array.from({ length: portionsOf(line) }, (_, p) => (p === portion ? takers : takersOf(taken, line, p))),
})

/** A guest takes a portion, beside those who have it, or returns it. */
export function toggled(taken: Taken, line: Portioned, portion: number, guest: number): Taken {
  const has = takersOf(taken, line, portion)
  return withTakers(taken, line, portion, has.includes(guest) ? has.filter((g) => g !== guest) : [...has, guest].sort((a, b) => a - b))
}

/** These guests share a portion; if they do already, it is nobody's again. */
export const shared = (taken: Taken, line: Portioned, portion: number, guests: readonly number[]): Taken =>
  withTakers(taken, line, portion, takersOf(taken, line, portion).join() === guests.join() ? [] : guests)

/** Percent as thousandths, which are whole, and 100% as well. */
const thousandths = (percent: number): bigint => BigInt(Math.round(percent * 1000))
const WHOLE = 100_000n

/**
 * What each line weighs in the total: its amount less its part of the discount, with its own taxes, its part of the service charge, and the charges per portion
 * with theirs. What belongs to no line, a charge for the whole order or the rounding, follows these weights. Exact, so that equal lines are equal: no part of it is rounded.
 */
function weightsOf(order: SplitOrder, lines: readonly SplitLine[]): bigint[] {
  const { gst, vat, composition, serviceCharge, charges = [] } = order.taxPercentages
  const amounts = lines.map((line) => BigInt(toPaise(line.amount)))
  const subtotal = amounts.reduce((a, b) => a + b, 0n)
  const discounted = subtotal - BigInt(toPaise(order.discount))
  const service = order.serviceChargeAccepted ? thousandths(serviceCharge) : 0n
  const perPortion = charges
    .filter((c) => c.per === 'item' && c.set === undefined && c.orderTypes.some((type) => type === order.orderType))
    .reduce((sum, c) => sum + BigInt(toPaise(c.amount)), 0n)
  const weights = lines.map((line, i) => {
    const rate = line.isAlcohol ? vat : composition ? gst : (line.gstRate ?? gst)
    const taxed = line.taxIncluded ? WHOLE : WHOLE + thousandths(rate)
    const food = (amounts[i] ?? 0n) * (discounted * taxed + subtotal * service)
    return food + (subtotal || 1n) * perPortion * BigInt(line.quantity) * (WHOLE + thousandths(gst))
  })
  // Where no line costs anything, each portion weighs the same.
  return weights.some((w) => w > 0n) ? weights : lines.map((line) => BigInt(line.quantity))
}

/** `total` in proportion to the weights, in whole paise, by largest remainder; of equal ones the later gets the paisa. All 0 without weights. */
function apportioned(total: Paise, weights: readonly bigint[]): Paise[] {
  const sum = weights.reduce((a, b) => a + b, 0n)
  if (sum === 0n) return weights.map(() => 0)
  const exact = weights.map((w) => BigInt(total) * w)
  const parts = exact.map((e) => Number(e / sum))
  const left = total - parts.reduce((a, b) => a + b, 0)
  const byRemainder = exact.map((e, i) => ({ i, remainder: e % sum })).sort((a, b) => Number(b.remainder - a.remainder) || b.i - a.i)
  for (const { i } of byRemainder.slice(0, left)) parts[i] = (parts[i] ?? 0) + 1
  return parts
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/**
 * What each of so many guests pays of `left`, the part of the bill that is not paid yet, and the rest for what nobody has. It is spread over the portions of those
 * who have not paid (`paid` have), by what these cost with discount, charges, taxes and rounding: so the amounts always add up to `left`, and a guest without items pays nothing.
 */
export function itemShares(
  order: SplitOrder,
  { guests, taken, paid = [] }: { guests: number; taken: Taken; paid?: readonly number[] },
  left: Paise,
): { amounts: Paise[]; rest: Paise } {
  const lines = paidLines(order)
  const weights = weightsOf(order, lines)
  const parts = lines.flatMap((line, i) =>
    Array.from({ length: portionsOf(line) }, (_, p) => {
      const takers = takersOf(taken, line, p).filter((guest) => guest < guests)
      return { weight: weights[i] ?? 0n, by: BigInt(portionsOf(line) * Math.max(1, takers.length)), takers }
    }),
  )
  const common = parts.reduce((all, { by }) => (all * by) / gcd(all, by), 1n)
  // The last one is nobody.
  const sums = Array.from({ length: guests + 1 }, () => 0n)
  for (const { weight, by, takers } of parts)
    for (const guest of takers.length > 0 ? takers : [guests])
      if (!paid.includes(guest)) sums[guest] = (sums[guest] ?? 0n) + weight * (common / by)
  const shares = apportioned(left, sums)
  const amounts = shares.slice(0, guests)
  return { amounts, rest: left - amounts.reduce((a, b) => a + b, 0) }
}

/** A bill that is being paid by items. `amounts` are of those who have not paid; `paid` are the payments since it was split, `guest` null where it was none's share. */
export type ItemSplit = {
  guests: number
  taken: Taken
  paid: readonly { guest: number | null; amount: Paise }[]
  amounts: readonly Paise[]
  rest: Paise
}

const whoPaid = (paid: ItemSplit['paid']): number[] => paid.flatMap(({ guest }) => (guest === null ? [] : [guest]))

/** Has somebody who has this portion paid for it? Then it stays as it is. */
export const isPaidFor = ({ paid }: Pick<ItemSplit, 'paid'>, takers: readonly number[]): boolean =>
  takers.some((guest) => whoPaid(paid).includes(guest))

/** The split with the amounts for what is left to pay now. */
export function splitByItems(
  order: SplitOrder,
  { guests, taken, paid }: Pick<ItemSplit, 'guests' | 'taken' | 'paid'>,
  left: Paise,
): ItemSplit {
  return { guests, taken, paid, ...itemShares(order, { guests, taken, paid: whoPaid(paid) }, left) }
}

/** The payments to come, in order: the guests with something to pay, then the rest (`guest` null). */
export function sharesToCome({ amounts, rest }: Pick<ItemSplit, 'amounts' | 'rest'>): { guest: number | null; amount: Paise }[] {
  return [...amounts.map((amount, guest) => ({ guest, amount })), { guest: null, amount: rest }].filter(({ amount }) => amount > 0)
}

/**
 * The split after `received` more was received; below 0: given back. The next share's amount is that share, and the others keep theirs to the paisa; any other payment, by
 * another device perhaps, is nobody's and lowers what all have left to pay. Money given back makes its guest pay again.
 */
export function afterPayment(split: ItemSplit, order: SplitOrder, left: Paise, received: Paise): ItemSplit {
  const [next] = sharesToCome(split)
  if (received > 0) {
    const isShare = next?.amount === received
    const paid = [...split.paid, { guest: isShare ? next.guest : null, amount: received }]
    if (!isShare) return splitByItems(order, { ...split, paid }, left)
    const { guest } = next
    const kept = {
      ...split,
      paid,
      amounts: split.amounts.map((amount, g) => (g === guest ? 0 : amount)),
      rest: guest === null ? 0 : split.rest,
    }
    const sum = kept.rest + kept.amounts.reduce((a, b) => a + b, 0)
    return sum === left ? kept : splitByItems(order, kept, left)
  }
  const back = split.paid.findLastIndex(({ amount }) => amount === -received)
  return splitByItems(order, { ...split, paid: split.paid.filter((_, i) => i !== back) }, left)
}
