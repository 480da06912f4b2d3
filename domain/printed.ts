import { isCancelled, isDeclined, type LastPrinted, type Line, linesOf, type Order, type PrintChange, repriced } from './order.ts'
import type { Paise } from './money.ts'
import type { Issue } from './tax.ts'

/** Bills that changed after they were printed. A guest may have paid by the paper, so a lower total names who made it lower (CONTRACT §9 "Printed"). */

/** When a bill was first printed, UTC ISO; bills that were printed before this was kept have their last print. */
export const issuedAt = (printed: LastPrinted | null): string | null => printed && (printed.issuedAt ?? printed.at)

/**
 * The order with its bill printed now, as it stands. One that was printed before has changed since, because nothing else is printed anew: it is the next
 * revision, and keeps the instant of its issue. `by`: a name; `at`: UTC ISO.
 */
export function withPrint(order: Order, by: string, at: string): Order {
  const { grandTotal: total, discount, serviceCharge } = order.totals
  const print = { total, at, by }
  const before = order.lastPrinted?.highest
  const highest = before && before.total >= total ? before : { ...print, discount, offerId: order.offerId, serviceCharge, changes: [] }
  const revision = order.lastPrinted ? (order.lastPrinted.revision ?? 0) + 1 : 0
  return { ...order, billPrintedAt: at, lastPrinted: { ...print, highest, revision, issuedAt: issuedAt(order.lastPrinted) ?? at } }
}

/** The order as its bill gets its number, with what the invoice keeps of that moment. One that has a number stays as it is. */
export const withIssue = (order: Order, issued: Issue): Order =>
  order.billNumber === null ? { ...order, taxPercentages: { ...order.taxPercentages, issued } } : order

/**
 * Why a bill's paper can't be had by asking for paper alone, in words, or null. A paper of what was not marked as printed would say more than the books know was
 * printed, so nobody's name would stand on what is taken off afterwards. A completed bill never changes again.
 */
export function whyNoPaper({ billNumber, billPrintedAt, orderStatus }: Order): string | null {
  if (orderStatus === 'cancelled') return 'A cancelled order has no bill.'
  if (billNumber === null) return 'This order has no bill yet. Print or settle it first.'
  if (orderStatus === 'pending' && billPrintedAt === null) return 'The bill as it stands was not printed yet. Print it anew.'
  return null
}

/**
 * Why a bill's paper can't be printed again, in words, or null: what it says must still be the bill. `printed` is its last print as the paper has it; null on one that
 * got its number by being settled.
 */
export function whyNoCopy(order: Order, printed: { revision?: number } | null): string | null {
  const { lastPrinted, billPrintedAt } = order
  // Settled otherwise than it was printed last: its next paper is the next revision.
  const revision = lastPrinted ? (lastPrinted.revision ?? 0) + (billPrintedAt === null ? 1 : 0) : 0
  return whyNoPaper(order) ?? ((printed?.revision ?? 0) < revision ? 'The bill has changed since. Print it as it stands.' : null)
}

export type ChangedAfterPrint = { printed: LastPrinted['highest']; total: Paise; changes: PrintChange[] }

/**
 * `next` with what this change took off a bill that was printed, and who did it: `changedAfterPrint` tells it. Every change of an order is saved through this. It is
 * noted when it happens, because afterwards neither amounts nor instants tell: a smaller offer may have been exchanged for a larger one on fewer dishes, and of two
 * who act at once, either may be written first. `by`: a name.
 */
export function withActs(prev: Order, next: Order, by: string): Order {
  const printed = prev.lastPrinted?.highest
  // What a new, higher print says holds all that went before.
  if (!printed || !next.lastPrinted || next.lastPrinted.highest !== printed) return next
  const acts = actsOf(prev, next, printed, by)
  if (acts.length === 0) return next
  const changes = each([...(printed.changes ?? actsByTimes(prev, printed)), ...acts])
  return { ...next, lastPrinted: { ...next.lastPrinted, highest: { ...printed, changes } } }
}

function actsOf(prev: Order, next: Order, printed: LastPrinted['highest'], by: string): PrintChange[] {
  const { discount } = next.totals
  const before = new Set(goneFrom(prev).map((l) => l.lineId))
  const withFormerOffer = repriced({ ...next, offer: prev.offer, totals: { ...next.totals, discount: prev.totals.discount } })
  // An offer that the bill was too small for counts from now on: a dish for Rs. 20 may have taken Rs. 200 off.
  const nowCounts = prev.totals.discount === 0 && discount > printed.discount
  // An offer that took less off when it was exchanged, and takes more off now that dishes were added: whoever gave it is named, not whoever added them.
  const isOther = printed.offerId !== undefined && next.offerId !== printed.offerId && next.offerId === prev.offerId
  return [
    ...(goneFrom(next).some((l) => !before.has(l.lineId)) ? [{ what: 'cancellation' as const, by }] : []),
    ...(next.merged?.undone && next.merged.undone !== prev.merged?.undone ? [{ what: 'unmerge' as const, by }] : []),
    ...(nowCounts || discount > withFormerOffer.totals.discount ? [{ what: 'discount' as const, by }] : []),
    ...(prev.serviceChargeAccepted && !next.serviceChargeAccepted ? [{ what: 'serviceCharge' as const, by }] : []),
    ...(isOther && discount > printed.discount ? [{ what: 'discount' as const, by: next.discountBy }] : []),
  ]
}

/** The lines that were cancelled after they were sent. */
const goneFrom = (order: Order): Line[] => order.tickets.flatMap((t) => t.lines.filter((l) => isCancelled(l) && !isDeclined(t, l)))

/** As far as it can be told of a bill that was printed before its changes were kept. */
function actsByTimes(order: Order, printed: LastPrinted['highest']): PrintChange[] {
  const { discount, serviceCharge } = order.totals
  const { undone = null } = order.merged ?? {}
  const apart = undone ? [undone, ...(undone.before ?? [])] : []
  const open = order.orderStatus !== 'cancelled'
  return [
    ...goneFrom(order).flatMap((l) => (l.statusAt >= printed.at ? [{ what: 'cancellation' as const, by: l.cancelledBy }] : [])),
    ...apart.filter(({ at }) => at >= printed.at).map(({ by }) => ({ what: 'unmerge' as const, by })),
    ...(open && discount > printed.discount ? [{ what: 'discount' as const, by: order.discountBy }] : []),
    ...(open && serviceCharge < printed.serviceCharge ? [{ what: 'serviceCharge' as const, by: order.serviceChargeBy }] : []),
  ]
}

/** Each change once for each name. */
const each = (changes: readonly PrintChange[]): PrintChange[] =>
  changes.filter((c, i) => changes.findIndex((x) => x.what === c.what && x.by === c.by) === i)

/**
 * What became of an order that is over, if that is less than its bill ever said in print; else null. A cancelled order comes to nothing, and so does one that
 * was merged into another. Each change is there once for each name.
 */
export function changedAfterPrint(order: Order): ChangedAfterPrint | null {
  const printed = order.lastPrinted?.highest
  const cancelled = order.orderStatus === 'cancelled'
  const total = cancelled ? 0 : order.totals.grandTotal
  if (!printed || total >= printed.total) return null
  const end: PrintChange[] = cancelled ? [{ what: linesOf(order).length > 0 ? 'cancellation' : 'merge', by: order.cancelledBy }] : []
  return { printed, total, changes: each([...(printed.changes ?? actsByTimes(order, printed)), ...end]) }
}
