import { invalidTransition } from './errors.ts'
import { randomId } from './ids.ts'
import { formatPaise } from './money.ts'
import { methodOf, moveOf, netOf, receivedBy, type Teller, withMoves } from './moves.ts'
import {
  emptyOrder,
  MERGE_TERMS,
  type Merged,
  type MergedPart as Part,
  type MergeTerms as Terms,
  mustBeOpen,
  type Order,
  paidSoFar,
  type Payment,
  type PaymentRow,
  type PaymentStatus,
  repriced,
} from './order.ts'
import { mustFitOrder, mustFitRow, mustFitTotal } from './orderSize.ts'
import { whyGstinStays } from './paid.ts'
import { withPrintsOf } from './printed.ts'
import { tableLabel } from './table.ts'

/** Merging the orders of tables, and undoing it (CONTRACT §5 "Tables", §9 "Merge and unmerge"). Pure; the caller raises the versions. */

type Seat = { tableId: string; tableNumber: string }

export type Merge = {
  /** The parent table's order after the merge. */
  order: Order
  /** The orders that were merged into it and ended. */
  ended: Order[]
}

/**
 * Merges the open orders of child tables into the parent table's. When the parent has none, the first child's order becomes the parent table's. Null when
 * there is no order at all.
 *
 * - Tickets are appended unchanged and keep the table they were sent from; notes are joined, discounts and guests added up.
 * - Money goes along as pairs of `transferred` rows, by net method: out of the child's order, into the parent's.
 * - Totals are calculated again with the parent's tax percentages and rounding. A service charge stays only if every order had agreed to it.
 * - The bill must be printed again.
 * - The order remembers what it took over (`merged`), so that the merge can be undone.
 * - **How the children's orders end**: `orderStatus: 'cancelled'`, cancelReason `Merged into T7`, no lines and no money left, all totals zero. So they are
 *   not sales, and `rollupOfCancel` doesn't count them as cancellations either. A bill number stays with its order, so none goes missing.
 *
 * `teller` is whoever merges, `rows` are the orders' payment rows, by which the transfers know from which day the money is. Throws 409 `invalid_transition` for an order that is over, when more has been received than the merged bill's total, and when an
 * order for which money was taken would get another offer or service charge; 409 `order_full` when the merged order would be too large or come to too much.
 */
export function mergeOrders(
  parent: Order | null,
  children: readonly Order[],
  into: Seat,
  teller: Teller,
  rows: ReadonlyMap<string, readonly PaymentRow[]> = new Map(),
): Merge | null {
  const base = parent ?? children[0]
  if (!base) return null
  const others = children.filter((c) => c !== base)
  const all = [base, ...others]
  all.forEach(mustBeOpen)
  if (others.length > 0) mustFitOrder(all.flatMap((o) => o.tickets))
  const bill = withTerms(
    {
      ...base,
      ...into,
      sittingId: firstOf(all.map((o) => o.sittingId)),
      billPrintedAt: others.length > 0 ? null : base.billPrintedAt,
      tickets: all.flatMap((o) => o.tickets.map((t) => ({ ...t, tableId: t.tableId ?? o.tableId }))),
    },
    joinTerms(all.map(termsOf), { discountBy: teller.by, serviceChargeBy: teller.by }),
  )
  if (others.length > 0) {
    mustFitRow(bill)
    mustFitTotal(bill)
  }
  all.forEach((o) => mustKeepTerms(o, bill))
  const joined = withMoves(
    bill,
    others.flatMap((o) => transfers(moneyOf(o, rows), 1, teller, `Merged from ${nameOf(o)}`)),
  )
  if (others.length > 0 && paidSoFar(joined) > joined.totals.grandTotal)
    throw invalidTransition(
      `${formatPaise(paidSoFar(joined))} has been received, more than the merged bill of ${formatPaise(joined.totals.grandTotal)}. Settle them one by one.`,
    )
  return {
    order: standing({ ...joined, merged: remembered(base, parent, children, teller.at, rows) }),
    ended: others.map((o) => ended(o, moneyOf(o, rows), into.tableNumber, teller)),
  }
}

function remembered(
  base: Order,
  parent: Order | null,
  children: readonly Order[],
  at: string,
  rows: ReadonlyMap<string, readonly PaymentRow[]>,
): Merged | null {
  if (children.length === 0) return base.merged
  const known =
    base.merged && base.merged.parts.length > 0
      ? base.merged
      : { own: parent && termsOf(parent), parts: [], payments: base.payments, undone: null }
  const parts = children.map((o): Part => ({
    tableId: o.tableId ?? '',
    tableNumber: o.tableNumber ?? '',
    kotIds: o.tickets.map((t) => t.kotId),
    payments: moneyOf(o, rows),
    was: termsOf(o),
    at,
    printed: o.lastPrinted,
  }))
  // What was received or given back since an earlier merge is not added: no table is known for that money, so it must go on refusing an unmerge.
  const payments = netOf([...known.payments, ...children.filter((o) => o !== base).flatMap((o) => o.payments)])
  return { ...known, parts: [...known.parts, ...parts], payments, undone: base.merged?.undone ?? null }
}

export type Unmerge = {
  /** The parent table's order; null when nothing is left there. A new one when the order went back to the child table that it came from. */
  order: Order | null
  /** The child tables' orders: new ones, but for the one that goes back. */
  children: Order[]
}

/**
 * Takes the orders of child tables out of the order that they were merged into, as long as that is not paid. A child gets back its tickets, its money by pairs
 * of `transferred` rows, and its own terms, in a new order without a bill number, which knows what was printed of its dishes (`withPrintsOf`). The parent keeps its
 * order with its offer and bill number, and what was sent since. Terms that are still as the merge made them (guests, notes, service charge …) become what they would
 * be without these children.
 *
 * When the parent table had no order of its own, the order is the first child's and goes back with it, with its bill number and prints. What stays at the parent, of other
 * children or sent there since, gets a new order (docs/decisions/037-parted-bills.md).
 *
 * `seats` are the child tables with the sittings that their orders get. Throws 409 `invalid_transition` for an order that is over or paid, when money was
 * received, corrected or given back since the merge, and when more was received for one of the bills than it would come to.
 */
export function unmergeOrders(order: Order, seats: readonly (Seat & { sittingId: string | null })[], teller: Teller): Unmerge {
  mustBeOpen(order)
  const merged = order.merged ?? { own: null, parts: [], payments: order.payments, undone: null }
  const leaving = merged.parts.flatMap((part) => seats.flatMap((seat) => (seat.tableId === part.tableId ? [{ seat, part }] : [])))
  if (leaving.length === 0) return { order, children: [] }
  if (order.paymentStatus === 'paid') throw invalidTransition('The merged bill is paid already.')
  if (!sameMoney(order.payments, merged.payments))
    throw invalidTransition(
      `Money was received or given back since the merge. Settle the bill as one${hasMore(order.payments, merged.payments) ? ', or give that money back first' : ''}.`,
    )
  const staying = merged.parts.filter((part) => !leaving.some((l) => l.part === part))
  const taken = new Set(leaving.flatMap(({ part }) => part.kotIds))
  const left = order.tickets.filter((t) => !taken.has(t.kotId))
  const goesBack = merged.own === null ? leaving.find(({ part }) => part === merged.parts[0]) : undefined
  const others = leaving.filter((l) => l !== goesBack)
  const out = [
    ...others.flatMap(({ part }) => transfers(part.payments, -1, teller, `Unmerged to ${tableLabel(part.tableNumber)}`)),
    ...(goesBack ? staying.flatMap((part) => transfers(part.payments, -1, teller, `Left at ${nameOf(order)}`)) : []),
  ]

  const own = goesBack ? goesBack.part.was : merged.own
  const before = joinTerms([...(merged.own ? [merged.own] : []), ...merged.parts.map((p) => p.was)], order)
  const nothing = termsOf(blank(order, order.createdAt))
  const after = joinTerms([own ?? nothing, ...(goesBack ? [] : staying.map((p) => p.was))], order)
  const rest = withMoves(
    withTerms(
      {
        ...order,
        ...(goesBack ? goesBack.seat : {}),
        tickets: goesBack ? order.tickets.filter((t) => goesBack.part.kotIds.includes(t.kotId)) : left,
        billPrintedAt: null,
        // A new token, because the guests of the tables that leave know the token of the whole bill.
        feedbackToken: randomId(Date.parse(teller.at)),
      },
      unchangedSince(order, before, after),
    ),
    out,
  )
  const undone = { at: teller.at, by: teller.by }
  const kept = standing({ ...rest, merged: { own, parts: goesBack ? [] : staying, payments: rest.payments, undone } })
  /** A new order with these tickets, terms and money. */
  const made = (
    { tableId, tableNumber, sittingId }: Pick<Order, 'tableId' | 'tableNumber' | 'sittingId'>,
    tickets: Order['tickets'],
    was: Terms,
    payments: Part['payments'],
  ): Order =>
    standing(
      withMoves(
        withTerms(
          { ...blank(order, was.createdAt), tableId, tableNumber, sittingId, businessDate: teller.businessDate, tickets },
          { ...was, taxPercentages: unissued(was.taxPercentages) },
        ),
        transfers(payments, 1, teller, `Unmerged from ${nameOf(order)}`),
      ),
    )
  /** What the merged bill said of the dishes that leave, if it was printed since they joined it. */
  const printedSince = (at: string | undefined, bill: Order) =>
    order.lastPrinted && at !== undefined && order.lastPrinted.at >= at
      ? { print: order.lastPrinted, order: onTheBillOf(order, bill), by: teller.by }
      : null
  const withPrints = (bill: Order, own: Order['lastPrinted'], at: string | undefined) => withPrintsOf(bill, own, printedSince(at, bill))
  const children = others.map(({ seat, part }) =>
    withPrints(
      made(
        seat,
        order.tickets.filter((t) => part.kotIds.includes(t.kotId)),
        part.was,
        part.payments,
      ),
      part.printed ?? null,
      part.at,
    ),
  )
  const parent = !goesBack
    ? kept
    : left.length + staying.length === 0
      ? null
      : withPrints(
          {
            ...made(
              order,
              left,
              joinTerms([nothing, ...staying.map((p) => p.was)], order),
              staying.flatMap((p) => p.payments),
            ),
            merged: { own: null, parts: staying, payments: netOf(staying.flatMap((p) => p.payments)), undone },
          },
          null,
          goesBack.part.at,
        )
  mustKeepGstin(order, kept)
  for (const bill of [kept, ...(goesBack && parent ? [parent] : []), ...children])
    if (paidSoFar(bill) > bill.totals.grandTotal)
      throw invalidTransition(
        `${formatPaise(paidSoFar(bill))} has been received for ${nameOf(bill)}, more than it would then come to. Settle the bill as one, or give money back first.`,
      )
  return { order: parent, children: goesBack ? [kept, ...children] : children }
}

const termsOf = (order: Order): Terms =>
  ({ ...Object.fromEntries(MERGE_TERMS.map((key) => [key, order[key]])), discount: order.totals.discount }) as Terms

/** A new, empty order of the same restaurant. */
const blank = ({ restaurantId, orderType, taxPercentages, roundOffEnabled, businessDate }: Order, createdAt: string): Order =>
  emptyOrder({ restaurantId, orderType, taxPercentages: unissued(taxPercentages), roundOffEnabled, businessDate, createdAt })

/** An order that was taken out of a merge has no bill yet. */
const unissued = ({ issued: _, ...taxes }: Order['taxPercentages']): Order['taxPercentages'] => taxes

const withTerms = (order: Order, { discount, ...terms }: Terms): Order =>
  repriced({ ...order, ...terms, totals: { ...order.totals, discount } })

/**
 * The first one's terms with what the others add. A bill has one offer: the first that there is. Orders without this offer get it, and orders lose their
 * service charge, by the act of the person who merges, whose name is recorded for it (`merger`; what stays merged keeps its names).
 */
function joinTerms(all: readonly Terms[], merger: Pick<Terms, 'discountBy' | 'serviceChargeBy'>): Terms {
  const [base] = all as [Terms, ...Terms[]]
  const offered = all.find((o) => o.offer)
  const offer = offered?.offer ?? null
  const serviceChargeAccepted = all.every((o) => o.serviceChargeAccepted)
  return {
    ...base,
    userId: firstOf(all.map((o) => o.userId)),
    customerName: firstOf(all.map((o) => o.customerName)) ?? '',
    mobileNumber: firstOf(all.map((o) => o.mobileNumber)) ?? '',
    customerGstin: firstOf(all.map((o) => o.customerGstin)) ?? '',
    guests: all.some((o) => o.guests !== null) ? all.reduce((sum, o) => sum + (o.guests ?? 0), 0) : null,
    additionalNote: joinNotes(all.map((o) => o.additionalNote)),
    specialInstructions: joinNotes(all.map((o) => o.specialInstructions)),
    offer,
    offerId: offer?.id ?? firstOf(all.map((o) => o.offerId)),
    discountBy: !offered ? base.discountBy : all.every((o) => isSameOffer(o.offer, offer)) ? offered.discountBy : merger.discountBy,
    discountTitle: offer?.title ?? (joinNotes(all.map((o) => o.discountTitle ?? '')) || null),
    discount: all.reduce((sum, o) => sum + o.discount, 0),
    serviceChargeAccepted,
    serviceChargeBy: !serviceChargeAccepted && all.some((o) => o.serviceChargeAccepted) ? merger.serviceChargeBy : base.serviceChargeBy,
  }
}

/** Groups of terms that change together. */
const GROUPS = [
  ['userId'],
  ['customerName'],
  ['mobileNumber'],
  ['customerGstin'],
  ['guests'],
  ['additionalNote'],
  ['specialInstructions'],
  ['offerId', 'offer', 'discountTitle', 'discountBy', 'discount'],
  ['serviceChargeAccepted', 'serviceChargeBy'],
] as const satisfies readonly (readonly (keyof Terms)[])[]

/** The order's terms with `after` for each group that is still as the merge made it (`before`); the group's first term decides. */
function unchangedSince(order: Order, before: Terms, after: Terms): Terms {
  const now = termsOf(order)
  const back = GROUPS.filter(([key]) => now[key] === before[key]).flat()
  return { ...now, ...Object.fromEntries(back.map((key) => [key, after[key]])) }
}

/** The bill with the offer and the service charge of the one that it was part of. */
const onTheBillOf = (joint: Order, bill: Order): Order => {
  const { offerId, offer, discountTitle, discountBy, discount, serviceChargeAccepted, serviceChargeBy } = termsOf(joint)
  return withTerms(bill, {
    ...termsOf(bill),
    ...{ offerId, offer, discountTitle, discountBy, discount, serviceChargeAccepted, serviceChargeBy },
  })
}

const isSameOffer = (a: Terms['offer'], b: Terms['offer']): boolean => JSON.stringify(a) === JSON.stringify(b)

const sameMoney = (a: readonly Payment[], b: readonly Payment[]): boolean =>
  netOf([...a, ...b.map((p) => ({ ...p, amount: -p.amount }))]).length === 0

/** Is all of `before` still there, and more was received since? Only then can giving money back lead to `before` again. */
const hasMore = (now: readonly Payment[], before: readonly Payment[]): boolean =>
  netOf([...now, ...before.map((p) => ({ ...p, amount: -p.amount }))]).every((p) => p.amount > 0)

/** The order with its payment status by what was received for it. */
function standing(order: Order): Order {
  const paid = paidSoFar(order)
  const paymentStatus: PaymentStatus = paid === 0 ? 'unpaid' : paid < order.totals.grandTotal ? 'partial' : 'paid'
  return { ...order, paymentStatus, paymentMethod: methodOf(order.payments) }
}

const nameOf = (order: Order): string => (order.tableNumber === null ? `order ${order.serialNumber}` : tableLabel(order.tableNumber))

/** Payment rows that bring money into an order (1) or take it out (-1). */
const transfers = (payments: Part['payments'], sign: 1 | -1, teller: Teller, reason: string) =>
  payments.map(({ method, amount, since = null }) => moveOf(teller, 'transferred', { method, amount: sign * amount }, { reason, since }))

/** What was received for an order by method, each with the business day of the first of it. */
const moneyOf = (order: Order, rows: ReadonlyMap<string, readonly PaymentRow[]>): Part['payments'] =>
  order.payments.map((p) => {
    const days = (rows.get(order.id) ?? []).filter((r) => r.kind !== 'tip' && r.amount > 0 && receivedBy(r) === p.method)
    return { ...p, since: days.map((r) => r.since ?? r.businessDate).toSorted()[0] ?? null }
  })

/** A bill for which money was taken keeps its GST number, discount and service charge (CONTRACT §9). Throws 409 `invalid_transition`. */
function mustKeepTerms(order: Order, bill: Order): void {
  mustKeepGstin(order, bill)
  if (paidSoFar(order) === 0) return
  if (order.serviceChargeAccepted === bill.serviceChargeAccepted && isSameOffer(order.offer, bill.offer)) return
  throw invalidTransition(
    `Money has been received for ${nameOf(order)}, and the merge would change its discount or service charge. Settle it by itself, or give the money back first.`,
  )
}

/** Throws 409 `invalid_transition`. */
function mustKeepGstin(order: Order, bill: Order): void {
  const renamed = order.customerGstin !== '' && order.customerName !== bill.customerName
  if ((renamed || order.customerGstin !== bill.customerGstin) && whyGstinStays(order) !== null)
    throw invalidTransition(
      `${nameOf(order)} has a bill for which money was received, and its GST number, or the name beside it, would change. Settle it by itself.`,
    )
}

function ended(order: Order, money: Part['payments'], tableNumber: string, teller: Teller): Order {
  const cancelReason = `Merged into ${tableLabel(tableNumber)}`
  return repriced({
    ...withMoves(order, transfers(money, -1, teller, cancelReason)),
    tickets: [],
    paymentStatus: 'unpaid',
    paymentMethod: null,
    orderStatus: 'cancelled',
    cancelReason,
    cancelledBy: teller.by,
    completedAt: teller.at,
  })
}

const firstOf = (values: readonly (string | null)[]): string | null => values.find((v) => !!v) ?? null
const joinNotes = (notes: readonly string[]): string => [...new Set(notes.map((n) => n.trim()).filter(Boolean))].join('; ')
