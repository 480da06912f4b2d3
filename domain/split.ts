import type { OrderItem, OrderShape } from './api/order.ts'
import { type Paise, toPaise } from './money.ts'

/** A bill split by items: who has which portions, and what each guest pays for them. Guests are numbered from 0. */

/** So many guests may share a bill. */
export const MAX_GUESTS = 20
/** The portions of a line are given to guests one by one; from more than this on, all together. */
const MOST_PORTIONS = 20

/** The fields that decide what a line costs with its taxes. */
type SplitLine = Pick<OrderItem, 'lineId' | 'quantity' | 'amount' | 'isAlcohol' | 'status' | 'gstRate' | 'taxIncluded'>
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

/** The portions without a guest who has left: whoever shared one has it alone, or it is nobody's. */
export const withoutGuest = (taken: Taken, guest: number): Taken =>
  Object.fromEntries(
    Object.entries(taken).map(([lineId, portions]) => [lineId, portions.map((takers) => takers.filter((g) => g !== guest))]),
  )

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

/** A payment since the bill was split, or before (`guest` null, as where it was none's share). `back`: what of it was given back; `amount` is what is still there. */
export type SharePaid = { guest: number | null; amount: Paise; method: string; back?: Paise }
/** A bill that is being paid by items. `amounts` are of those who have not paid; `lines` are the ones that they were told for. */
export type ItemSplit = {
  guests: number
  taken: Taken
  paid: readonly SharePaid[]
  amounts: readonly Paise[]
  rest: Paise
  lines: string
}
type Choice = Pick<ItemSplit, 'guests' | 'taken' | 'paid'>

const whoPaid = (paid: ItemSplit['paid']): number[] => paid.flatMap(({ guest }) => (guest === null ? [] : [guest]))

/** Has somebody who has this portion paid for it? Then it stays as it is. */
export const isPaidFor = ({ paid }: Pick<ItemSplit, 'paid'>, takers: readonly number[]): boolean =>
  takers.some((guest) => whoPaid(paid).includes(guest))

/** The lines that are paid for, in a few letters: other ones are shared anew. */
export const linesText = (order: SplitOrder): string =>
  paidLines(order)
    .map(({ lineId, quantity }) => `${lineId} ${quantity}`)
    .join()

/**
 * The choices for the lines as they are now. Of a line with fewer portions than before, what is nobody's goes first and what is paid for last; and one that had
 * too many portions to be given one by one may be given so now, each to those who had all.
 */
function fitted(order: SplitOrder, { taken, paid }: Pick<Choice, 'taken' | 'paid'>): Taken {
  const rank = (takers: readonly number[]) => (takers.length === 0 ? 0 : isPaidFor({ paid }, takers) ? 2 : 1)
  const fits = paidLines(order).flatMap((line) => {
    const had = taken[line.lineId] ?? []
    const [portions, all] = [portionsOf(line), had[0]]
    if (all && had.length === 1) return [[line.lineId, Array.from({ length: portions }, () => all)] as const]
    const byRank = had.map((takers, p) => ({ p, rank: rank(takers) })).sort((a, b) => b.rank - a.rank || a.p - b.p)
    const stay = new Set(byRank.slice(0, portions).map(({ p }) => p))
    return had.length > portions ? [[line.lineId, had.filter((_, p) => stay.has(p))] as const] : []
  })
  return { ...taken, ...Object.fromEntries(fits) }
}

/** The split with the amounts for what is left to pay now. What a guest got back of a payment is asked of no other guest: it comes with the rest. */
export function splitByItems(order: SplitOrder, { guests, taken, paid }: Choice, left: Paise): ItemSplit {
  const back = Math.min(
    left,
    paid.reduce((sum, one) => sum + (one.guest === null ? 0 : (one.back ?? 0)), 0),
  )
  const fits = fitted(order, { taken, paid })
  const { amounts, rest } = itemShares(order, { guests, taken: fits, paid: whoPaid(paid) }, left - back)
  return { guests, taken: fits, paid, amounts, rest: rest + back, lines: linesText(order) }
}

/** Choices that were begun before somebody paid: what is paid for is as it was paid. */
export function withPaid({ guests, taken }: Pick<Choice, 'guests' | 'taken'>, split: ItemSplit | null): Pick<Choice, 'guests' | 'taken'> {
  if (!split) return { guests, taken }
  const lines = [...new Set([...Object.keys(taken), ...Object.keys(split.taken)])].map((lineId) => {
    const [now, had] = [taken[lineId] ?? [], split.taken[lineId] ?? []]
    const portions = Array.from({ length: Math.max(now.length, had.length) }, (_, p) => {
      const takers = had[p] ?? []
      return isPaidFor(split, takers) ? takers : (now[p] ?? []).filter((guest) => !isPaidFor(split, [guest]))
    })
    return [lineId, portions] as const
  })
  return { guests: Math.max(guests, ...whoPaid(split.paid).map((guest) => guest + 1)), taken: Object.fromEntries(lines) }
}

type Coming = { guest: number | null; amount: Paise }
/** The payments to come, in order: the guests with something to pay, then the rest (`guest` null). */
export function sharesToCome({ amounts, rest }: Pick<ItemSplit, 'amounts' | 'rest'>): Coming[] {
  return [...amounts.map((amount, guest) => ({ guest, amount })), { guest: null, amount: rest }].filter(({ amount }) => amount > 0)
}

/** So many sums are looked at to find payments in the difference of a sum. */
const MOST_SUMS = 5000
/** The fewest of these that come to `sum`, the first ones of several; none where none do. */
function summing<T extends { amount: Paise }>(list: readonly T[], sum: Paise): T[] {
  const ways = new Map<Paise, T[]>([[0, []]])
  for (const one of list)
    for (const [before, way] of [...ways]) {
      const now = before + one.amount
      const known = ways.get(now)
      if (now <= sum && (known ? known.length > way.length + 1 : ways.size < MOST_SUMS)) ways.set(now, [...way, one])
    }
  return ways.get(sum) ?? []
}

/** What an order has more by each method, in paise; below 0: less. `payments` are in rupees and net by method. */
export function movedBetween(before: readonly Payment[], now: readonly Payment[]): Record<string, Paise> {
  const moved: Record<string, Paise> = {}
  for (const { method, amount } of now) moved[method] = toPaise(amount)
  for (const { method, amount } of before) moved[method] = (moved[method] ?? 0) - toPaise(amount)
  return moved
}
type Payment = { method: string; amount: number }

/**
 * The split after so much `moved` by each method, perhaps several payments at once. What comes to shares that were told is these, and the others keep theirs to the paisa; any
 * other payment, by another device perhaps, is nobody's and lowers what all have left to pay. Who got the money back pays again; a payment corrected to another method stays its guest's.
 * `backTo`: of several payments that were given back or corrected perhaps, it is this guest's, else the newest.
 */
export function afterPayments(
  split: ItemSplit,
  order: SplitOrder,
  left: Paise,
  moved: Readonly<Record<string, Paise>>,
  backTo: number | null = null,
): ItemSplit {
  let paid = [...split.paid]
  let gone: SharePaid[] = []
  const takeOff = (one: SharePaid, off: Paise) => {
    paid = paid.flatMap((p) =>
      p !== one ? [p] : off < one.amount ? [{ ...one, amount: one.amount - off, back: (one.back ?? 0) + off }] : [],
    )
    if (off === one.amount) gone.push(one)
    else if (one.guest === null) gone.push({ ...one, amount: off })
  }
  for (const [method, more] of Object.entries(moved)) {
    if (more >= 0) continue
    const has = paid.filter((one) => one.method === method).reverse()
    if (backTo !== null) has.sort((a, b) => Number(b.guest === backTo) - Number(a.guest === backTo))
    const found = summing(has, -more)
    let back = -more
    // Not these payments, but some of one: of nobody's first, then of the newest.
    for (const one of found.length > 0 ? found : has.sort((a, b) => Number(a.guest !== null) - Number(b.guest !== null))) {
      const off = Math.min(back, one.amount)
      if (off > 0) takeOff(one, off)
      back -= off
    }
  }
  let coming = sharesToCome(split)
  for (const [method, more] of Object.entries(moved)) {
    if (more <= 0) continue
    const found = summing<Coming>([...gone, ...coming], more)
    paid.push(...(found.length > 0 ? found : [{ guest: null, amount: more }]).map((one) => ({ ...one, method })))
    gone = gone.filter((one) => !found.includes(one))
    coming = coming.filter((one) => !found.includes(one))
  }
  const amounts = split.amounts.map((_, guest) => coming.find((one) => one.guest === guest)?.amount ?? 0)
  const rest = coming.find((one) => one.guest === null)?.amount ?? 0
  const told = rest + amounts.reduce((a, b) => a + b, 0)
  return told === left && split.lines === linesText(order)
    ? { ...split, paid, amounts, rest }
    : splitByItems(order, { ...split, paid }, left)
}
