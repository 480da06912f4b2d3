import { whyNot } from './orderCan.ts'
import { isCancelled, isDeclined, type LastPrinted, type Line, linesOf, type Order, type PrintChange, repriced } from './order.ts'
import type { Paise } from './money.ts'
import type { Issue } from './tax.ts'

/** Bills that changed after they were printed. A guest may have paid by the paper, so a lower total names who made it lower (CONTRACT §9 "Printed"). */

/** When a bill was first printed, UTC ISO; bills that were printed before this was kept have their last print. */
export const issuedAt = (printed: LastPrinted | null): string | null =>
  printed && !printed.elsewhere ? (printed.issuedAt ?? printed.at) : null

/**
 * The order with its bill printed now, as it stands. One that was printed before has changed since, because nothing else is printed anew: it is the next
 * revision, and keeps the instant of its issue. `by`: a name; `at`: UTC ISO; `paperless`: printing is switched off.
 */
export function withPrint(order: Order, by: string, at: string, paperless = false): Order {
  const total = order.totals.grandTotal
  const print = { total, at, by }
  const before = order.lastPrinted?.highest
  const highest = before && before.total >= total ? before : highestOf(order, print)
  const revision = order.lastPrinted && !order.lastPrinted.elsewhere ? (order.lastPrinted.revision ?? 0) + 1 : 0
  const issued = issuedAt(order.lastPrinted) ?? at
  return { ...order, billPrintedAt: at, lastPrinted: { ...print, highest, revision, issuedAt: issued, ...(paperless && { paperless }) } }
}

/** The order as its bill gets its number, with what the invoice keeps of that moment. One that has a number stays as it is. */
export const withIssue = (order: Order, issued: Issue): Order =>
  order.billNumber === null ? { ...order, taxPercentages: { ...order.taxPercentages, issued } } : order

/**
 * Why a bill can't be printed by asking only for its paper, or null. Paper of a bill that was not marked as printed would show amounts that the books don't
 * have as printed, so later reductions would be recorded without a name. A completed bill never changes again.
 */
export function whyNoPaper(order: Order): string | null {
  if (order.orderStatus === 'cancelled') return 'A cancelled order has no bill.'
  if (order.billNumber === null) return 'This order has no bill yet. Print or settle it first.'
  const unmarked = whyNot.paper(order)
  return unmarked && `${unmarked}.`
}

/** Which revision the bill as it stands is, or will be with its next paper; 0 for the first. What happens to the order without changing its bill leaves it. */
export const revisionOf = ({
  lastPrinted,
  billPrintedAt,
}: {
  lastPrinted: Pick<LastPrinted, 'revision' | 'elsewhere'> | null
  billPrintedAt: string | null
}): number => (lastPrinted && !lastPrinted.elsewhere ? (lastPrinted.revision ?? 0) + (billPrintedAt === null ? 1 : 0) : 0)

/**
 * Why a bill's paper can't be printed again, or null: it must still be the current bill. `printed` is the last print as on the paper; null for a bill that got
 * its number by being settled.
 */
export function whyNoCopy(order: Order, printed: { revision?: number } | null): string | null {
  // Settled with other amounts than it was last printed with: its next paper is the next revision.
  const changed = (printed?.revision ?? 0) < revisionOf(order)
  return whyNoPaper(order) ?? (changed ? 'The bill has changed since. Print it as it stands.' : null)
}

/** May guests have a paper with dishes of this order: of its own bill, of one that it was merged with, or of one that was merged into it? */
export const isOnPaper = ({ billNumber, lastPrinted, merged }: Pick<Order, 'billNumber' | 'lastPrinted' | 'merged'>): boolean =>
  billNumber !== null || lastPrinted !== null || (merged?.parts.some((part) => part.printed) ?? false)

/**
 * The order of a table that leaves a merged bill, with the prints that its guests may pay by, so that what makes it cheaper than these is recorded and listed as on
 * any printed bill: that of its own bill before the merge (`own`), or the merged bill's (`joint`), on which its dishes stood at today's prices with the offer and the
 * service charge of the merged bill (`joint.order`). Its own terms come back with it: where they are cheaper, whoever takes it apart is named (`joint.by`).
 */
export function withPrintsOf(order: Order, own: LastPrinted | null, joint: { print: LastPrinted; order: Order; by: string } | null): Order {
  const there = joint && highestOf(joint.order, joint.print)
  const last = own && (!joint || own.at > joint.print.at) ? own : there
  if (!last) return order
  const mine = own?.highest
  const highest =
    mine && (!there || mine.total >= there.total)
      ? { ...mine, changes: each([...(mine.changes ?? []), ...actsByTimes(order, mine)]) }
      : there!
  const parted = { ...order, lastPrinted: { total: last.total, at: last.at, by: last.by, highest, elsewhere: true } }
  return joint && highest === there ? withActs({ ...joint.order, lastPrinted: parted.lastPrinted }, parted, joint.by) : parted
}

/** A print of this order as it stands, as what later changes are measured by. */
const highestOf = (
  { totals, offerId }: Order,
  { at, by }: Pick<LastPrinted, 'at' | 'by'>,
): LastPrinted['highest'] & { changes: PrintChange[] } => ({
  ...{ total: totals.grandTotal, at, by, discount: totals.discount, offerId, serviceCharge: totals.serviceCharge },
  changes: [],
})

export type ChangedAfterPrint = { printed: LastPrinted['highest']; total: Paise; changes: PrintChange[] }

/**
 * `next` with a record of what this change took off a printed bill and who did it, for `changedAfterPrint`. Every change of an order is saved through this. It
 * is recorded at once, because later neither amounts nor times show it: an offer may have been exchanged for another one on fewer dishes, and of two
 * simultaneous requests either may be stored first. `by`: a name.
 */
export function withActs(prev: Order, next: Order, by: string): Order {
  const printed = prev.lastPrinted?.highest
  // A new, higher print already contains all earlier changes.
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
  const withFormerCharges = repriced({
    ...next,
    orderType: prev.orderType,
    taxPercentages: { ...next.taxPercentages, charges: prev.taxPercentages.charges },
  })
  // The bill has now reached the minimum of its offer: a dish for Rs. 20 may have taken Rs. 200 off.
  const nowCounts = prev.totals.discount === 0 && discount > printed.discount
  // An exchanged offer that takes more off now that dishes were added: the person who gave the offer is named, not the one who added the dishes.
  const isOther = printed.offerId !== undefined && next.offerId !== printed.offerId && next.offerId === prev.offerId
  // Parted tables take their dishes off the bill, but for those of a table to which the whole order goes back.
  const apart = next.merged?.undone && next.merged.undone !== prev.merged?.undone && next.totals.subtotal < prev.totals.subtotal
  return [
    ...(goneFrom(next).some((l) => !before.has(l.lineId)) ? [{ what: 'cancellation' as const, by }] : []),
    ...(apart ? [{ what: 'unmerge' as const, by }] : []),
    ...(nowCounts || discount > withFormerOffer.totals.discount ? [{ what: 'discount' as const, by }] : []),
    ...(prev.serviceChargeAccepted && !next.serviceChargeAccepted ? [{ what: 'serviceCharge' as const, by }] : []),
    ...(next.totals.charges < withFormerCharges.totals.charges ? [{ what: 'charges' as const, by }] : []),
    ...(isOther && discount > printed.discount ? [{ what: 'discount' as const, by: next.discountBy }] : []),
  ]
}

/** The lines that were cancelled after they were sent. */
const goneFrom = (order: Order): Line[] => order.tickets.flatMap((t) => t.lines.filter((l) => isCancelled(l) && !isDeclined(t, l)))

/** The changes of a bill that was printed before changes were recorded, as far as times show them. */
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

/** Each kind of change once for each name. */
const each = (changes: readonly PrintChange[]): PrintChange[] =>
  changes.filter((c, i) => changes.findIndex((x) => x.what === c.what && x.by === c.by) === i)

/**
 * For an order that has ended below the highest total ever printed on its bill: both totals and what lowered it; else null. A cancelled order, and one that was
 * merged into another, ends at zero. Each kind of change is listed once for each name.
 */
export function changedAfterPrint(order: Order): ChangedAfterPrint | null {
  const printed = order.lastPrinted?.highest
  const cancelled = order.orderStatus === 'cancelled'
  const total = cancelled ? 0 : order.totals.grandTotal
  if (!printed || total >= printed.total) return null
  const end: PrintChange[] = cancelled ? [{ what: linesOf(order).length > 0 ? 'cancellation' : 'merge', by: order.cancelledBy }] : []
  return { printed, total, changes: each([...(printed.changes ?? actsByTimes(order, printed)), ...end]) }
}
