import type { Paise } from './money.ts'
import { isCancelled, isDeclined, type Line, linesOf, type Order, type PaymentRow, pricedLine } from './order.ts'
import { taxed, unitPriceOf } from './tax.ts'
import { type BusinessClock, businessDate, wallClock, zoneAt } from './time.ts'

export const ROLLUP_KINDS = [
  'sales',
  'hour',
  'item',
  'dish',
  'category',
  'method',
  'open',
  'tip',
  'type',
  'tax',
  'taxable',
  'taxed',
  'discount',
  'discounted',
  'cancelledOrder',
  'cancelledItem',
  'cancellation',
  'refund',
] as const
export type RollupKind = (typeof ROLLUP_KINDS)[number]

/** One figure of a business day. It is written by the batch that makes the money final, and every report reads it (DESIGN "Rollups"). */
export type RollupEntry = {
  /** The restaurant's business day, `YYYY-MM-DD`. */
  businessDate: string
  kind: RollupKind
  key: string
  amount: Paise
  count: number
}

/** A line's paise before discount, and before the tax that its price doesn't include. */
export const amountOf = (line: Pick<Line, 'price' | 'variants' | 'addonGroups' | 'quantity'>): Paise => unitPriceOf(line) * line.quantity

/** The keys of `tax`. */
export const TAXES = ['cgst', 'sgst', 'vat', 'serviceCharge', 'charges', 'taxIncluded', 'roundOff'] as const

/**
 * A completed order's figures; cancelled lines are not in any.
 * - `sales` '' and `hour` '00'..'23' and `type`: grand total, one order.
 * - `item`, `category`: portions, and revenue at their prices, before discount and the tax that these don't include.
 * - `dish`: portions by the menu item's id, amount 0, so that a dish stays a best seller when it is renamed, and another dish that takes its name does not
 *   become one.
 * - `open`: the total is taken out of the money received on open orders (`rollupsOfMoves`).
 * - `discounted`: the discount again, by the offer and whoever gave it (`discountOf`).
 * - `tax`: cgst, sgst, vat, serviceCharge, charges (for packing and delivery), taxIncluded (what of the taxes is within the prices, below 0) and roundOff. The last two are here so that sales = Σ item − discount + Σ tax, to the paisa.
 * - `taxable`, `taxed`: by tax and rate (`rateOf`), what it was charged on and what was charged, for the returns. Σ taxable = Σ item − discount + charges + taxIncluded, also at 0%.
 *
 * `hour` is the restaurant's own at completion, 0 to 23. Amounts of 0 make no entry, except for the sale itself.
 */
export function rollupOfSale(order: Order, hour: number, businessDate: string): RollupEntry[] {
  const { totals } = order
  const entry = (kind: RollupKind, key: string, amount: Paise, count = 1): RollupEntry => ({ businessDate, kind, key, amount, count })
  const lines = linesOf(order).filter((l) => !isCancelled(l))
  const taxes = TAXES.map((key) => entry('tax', key, key === 'taxIncluded' ? -totals[key] : totals[key]))
  return addUp([
    entry('sales', '', totals.grandTotal),
    entry('hour', String(hour).padStart(2, '0'), totals.grandTotal),
    entry('type', order.orderType, totals.grandTotal),
    ...lines.map((l) => entry('item', l.itemName, amountOf(l), l.quantity)),
    ...lines.map((l) => entry('dish', l.itemId, 0, l.quantity)),
    ...lines.map((l) => entry('category', l.categoryName, amountOf(l), l.quantity)),
    entry('open', '', 0 - totals.grandTotal, 0),
    ...[...taxes, ...ratesOf(order).flatMap((r) => [entry('taxable', r.key, r.taxable), entry('taxed', r.key, r.amount)])].filter(
      (e) => e.amount !== 0,
    ),
    ...(totals.discount > 0
      ? [
          entry('discount', '', totals.discount),
          entry('discounted', JSON.stringify([order.discountTitle ?? '', ...named(order.discountBy)]), totals.discount),
        ]
      : []),
  ])
}

/** What GST and VAT were charged on at each rate, and how much that was, in paise. */
const ratesOf = (order: Order) =>
  taxed(linesOf(order).map(pricedLine), order.taxPercentages, order.totals.discount, order.totals.charges).rates.map((r) => ({
    ...r,
    key: JSON.stringify([r.tax, r.rate]),
  }))

/** The tax and its percentage in a key of `taxable` and `taxed`. */
export function rateOf(key: string): { tax: 'gst' | 'vat'; rate: number } {
  const [tax, rate] = JSON.parse(key) as ['gst' | 'vat', number]
  return { tax, rate }
}

/** The lines of an order that were sent: not those of a guest's ticket that waits or was declined, in whole or in part. */
const sentLines = (order: Pick<Order, 'tickets'>): Line[] =>
  order.tickets.flatMap((t) => (t.held ? [] : t.lines.filter((l) => !isDeclined(t, l))))

/**
 * A cancelled order's figures: the value before tax of the lines that were still on it. Lines cancelled earlier, one by one, are booked by
 * `rollupOfCancelledLines`, so the two kinds add up to the cancelled value. [] for an order without any line that was sent: it was merged into another
 * (`mergeOrders`) or declined, not cancelled.
 */
export function rollupOfCancel(order: Order, businessDate: string): RollupEntry[] {
  const lines = sentLines(order)
  if (lines.length === 0) return []
  const left = lines.filter((l) => !isCancelled(l))
  const amount = left.reduce((sum, l) => sum + amountOf(l), 0)
  return [
    { businessDate, kind: 'cancelledOrder', key: '', amount, count: 1 },
    ...cancellations(
      left.map((l) => ({ ...l, cancelReason: order.cancelReason, cancelledBy: order.cancelledBy })),
      businessDate,
    ),
  ]
}

/** The end of a key: the name of the person, if it was recorded. */
const named = (by: string | null): string[] => (by === null ? [] : [by])

/** The offer's title and the name in a key of `discounted`. */
export function discountOf(key: string): { title: string; by: string | null } {
  const [title = '', by = null] = JSON.parse(key) as string[]
  return { title, by }
}

/**
 * Which item was cancelled for which reason by whom: the key is the JSON of `[item, reason, name]`, without the name where none was recorded. Used only for the
 * list of cancellations; its sums equal those of the other two kinds.
 */
const cancellations = (lines: readonly Line[], businessDate: string): RollupEntry[] =>
  addUp(
    lines.map((l) => ({
      businessDate,
      kind: 'cancellation',
      key: JSON.stringify([l.itemName, l.cancelReason ?? '', ...named(l.cancelledBy)]),
      amount: amountOf(l),
      count: l.quantity,
    })),
  )

/**
 * The item, the reason and the name in such a key. Rows from before November 2026 have item and reason on two lines, which JSON never has;
 * `npm run rebuild` rewrites those.
 */
export function cancellationOf(key: string): { item: string; reason: string; by: string | null } {
  const [item = '', reason = '', by = null] = key.includes('\n') ? key.split('\n', 2) : (JSON.parse(key) as string[])
  return { item, reason, by }
}

/** Cancelled lines, or cancelled portions of a line (`changeItemStatus`' `changed`): the key is the item's name, the value is before tax. */
export const rollupOfCancelledLines = (lines: readonly Line[], businessDate: string): RollupEntry[] => [
  ...addUp(
    lines.map((l): RollupEntry => ({ businessDate, kind: 'cancelledItem', key: l.itemName, amount: amountOf(l), count: l.quantity })),
  ),
  ...cancellations(lines, businessDate),
]

/**
 * A refund, on the business day it was given, which may be later than the sale's. It subtracts the sale from every figure, so that on any day sales, hours,
 * types, items and taxes still add up; the order itself stays counted. `refund` is by order type. The amount by method is in its payment rows. [] for an order that was not refunded.
 */
export function rollupOfRefund(order: Order, hour: number, businessDate: string): RollupEntry[] {
  if (!order.refund) return []
  const portions = (kind: RollupKind) => kind === 'item' || kind === 'dish' || kind === 'category'
  const back = rollupOfSale(order, hour, businessDate).map((e) => ({ ...e, amount: -e.amount, count: portions(e.kind) ? -e.count : 0 }))
  return [...back, { businessDate, kind: 'refund', key: order.orderType, amount: order.refund.amount, count: 1 }]
}

/**
 * Money by the day on which it was received or given back (CONTRACT §9). - `method`: the net amount by method, and the number of payments taken by it; a
 * correction moves both.
 * - `open`: money received on open orders, net. The sale takes its total out (`rollupOfSale`), and a refund puts it back, so that on any day Σ method = sales +
 *   open, where sales are less refunds.
 *
 * - `tip`: tips by method, in neither of the two.
 *
 * Transfers between orders move no money of the restaurant and make no entry.
 */
export function rollupsOfMoves(rows: readonly Pick<PaymentRow, 'kind' | 'method' | 'amount' | 'businessDate'>[]): RollupEntry[] {
  return addUp(
    rows.flatMap(({ kind, method, amount, businessDate }): RollupEntry[] =>
      kind === 'received' || kind === 'returned' || kind === 'corrected'
        ? [
            { businessDate, kind: 'method', key: method, amount, count: kind === 'returned' ? 0 : Math.sign(amount) },
            { businessDate, kind: 'open', key: '', amount, count: 0 },
          ]
        : kind === 'tip'
          ? [{ businessDate, kind, key: method, amount, count: 0 }]
          : [],
    ),
  )
}

/**
 * The order with the business days on which its final events are booked: its end, each cancelled line, its refund. A booked day never changes, even when the
 * restaurant's zone or reset time does, so the rollups can be rebuilt from the orders alone (DESIGN "Rollups").
 */
export function withBookings(order: Order, clock: BusinessClock): Order {
  const day = (at: string) => businessDate(new Date(at), clock)
  const hour = (at: string) => wallClock(new Date(at), zoneAt(new Date(at), clock)).hour
  const { completedAt, refund } = order
  const ended = order.orderStatus !== 'pending' && completedAt !== null && order.endedDate === null
  return {
    ...order,
    ...(ended ? { endedDate: day(completedAt), endedHour: hour(completedAt) } : {}),
    refund: refund && { ...refund, hour: refund.hour ?? hour(refund.at) },
    tickets: order.tickets.map((t) =>
      t.lines.some((l) => isCancelled(l) && l.bookedDate === null)
        ? { ...t, lines: t.lines.map((l) => (isCancelled(l) ? { ...l, bookedDate: l.bookedDate ?? day(l.statusAt) } : l)) }
        : t,
    ),
  }
}

/** All rollup entries of an order, except those of its payment rows. The order must have been through `withBookings`. */
export function rollupsOf(order: Order): RollupEntry[] {
  const { orderStatus, endedDate, endedHour, refund } = order
  const cancelled = sentLines(order).filter(isCancelled)
  return addUp([
    ...cancelled.flatMap((l) => (l.bookedDate === null ? [] : rollupOfCancelledLines([l], l.bookedDate))),
    ...(orderStatus === 'completed' && endedDate !== null ? rollupOfSale(order, endedHour ?? 0, endedDate) : []),
    ...(orderStatus === 'cancelled' && endedDate !== null ? rollupOfCancel(order, endedDate) : []),
    ...(refund ? rollupOfRefund(order, refund.hour ?? 0, refund.businessDate) : []),
  ])
}

const idOf = ({ businessDate: date, kind, key }: RollupEntry): string => JSON.stringify([date, kind, key])

/** The entries that a command adds: those that `next` has and `prev` did not have, and those of the payment rows that it adds. */
export function rollupsOfChange(prev: Order, next: Order): RollupEntry[] {
  const had = new Map(rollupsOf(prev).map((e) => [idOf(e), e]))
  const changed = rollupsOf(next).flatMap((e) => {
    const before = had.get(idOf(e))
    if (!before) return [e]
    const [amount, count] = [e.amount - before.amount, e.count - before.count]
    return amount === 0 && count === 0 ? [] : [{ ...e, amount, count }]
  })
  return addUp([...changed, ...rollupsOfMoves(next.moves)])
}

/** Merges entries of the same day, kind and key: amounts and counts are added, in the order of their first occurrence. */
export function addUp(entries: readonly RollupEntry[]): RollupEntry[] {
  const sums = new Map<string, RollupEntry>()
  for (const e of entries) {
    const id = idOf(e)
    const sum = sums.get(id)
    sums.set(id, sum ? { ...sum, amount: sum.amount + e.amount, count: sum.count + e.count } : { ...e })
  }
  return [...sums.values()]
}
