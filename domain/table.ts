import type { OrderShape } from './api/order.ts'
import type { AlertShape, TableShape } from './api/tables.ts'
import { invalidTransition } from './errors.ts'
import { formatPaise } from './money.ts'
import { mustFitOrder, mustFitRow } from './orderSize.ts'
import { methodOf, moveOf, type Teller, withMoves } from './moves.ts'
import { mustBeOpen, type Order, paidSoFar, type PaymentStatus, repriced } from './order.ts'
import { compareNaturally } from './text.ts'

export type TableStateName = 'free' | 'ordering' | 'running' | 'ready' | 'billed' | 'reserved'

export type TableState = {
  state: TableStateName
  /** What the card shows: colour and icon are always accompanied by a text (SCREENS §1.1). */
  word: string
  /** Portions that are ready and not served yet. */
  ready: number
  /** The oldest call that nobody has acknowledged; its bell is shown on top of any state. */
  alert: AlertShape | null
  /** UTC ISO: when the open order began. */
  elapsedFrom: string | null
  /** True after more than 60 minutes without a new KOT. */
  overdue: boolean
}

/** Calls for service that have a name of their own (CONTRACT §3); any other text is in the guest's own words. */
const ALERT_TYPES = ['callWaiter', 'water', 'bill', 'clean']

export const isOwnWords = (alertType: string): boolean => !ALERT_TYPES.includes(alertType)

/** A table has one open alert of each slot: each known type is one, and all free texts share one (CONTRACT §9 "Alerts"). */
export const alertSlot = (alertType: string): string => (isOwnWords(alertType) ? 'text' : alertType)

/** A diner's call that is repeated within this time, in milliseconds, is not announced again while the first is open. */
export const CALL_AGAIN_MS = 30_000

const OVERDUE_MS = 60 * 60_000

/**
 * A table's state (SCREENS §1.1 "Table states"). States that need somebody's action come first: unsent on this device, then ready, billed, running, reserved,
 * free. `order` is the table's open one (for a merged table its parent's), `unsent` this device's unsent portions, `now` milliseconds or a Date.
 */
export function tableState(
  table: Pick<TableShape, '_id' | 'status'>,
  order: Pick<OrderShape, 'orderStatus' | 'billPrintedAt' | 'paymentStatus' | 'createdAt' | 'kots'> | null,
  { unsent = 0, alerts = [], now }: { unsent?: number; alerts?: readonly AlertShape[]; now: number | Date },
): TableState {
  const open = order?.orderStatus === 'pending' ? order : null
  const ready = open?.kots.flatMap((kot) => kot.items).reduce((sum, i) => sum + (i.status === 'Ready' ? i.quantity : 0), 0) ?? 0
  const [alert = null] = alerts
    .filter((a) => a.tableId === table._id && !a.acknowledged)
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
  const lastKot = open ? Math.max(Date.parse(open.createdAt), ...open.kots.map((kot) => Date.parse(kot.sentAt ?? kot.createdAt))) : null
  const [state, word] = ((): [TableStateName, string] => {
    if (unsent > 0) return ['ordering', `${unsent} not sent`]
    if (ready > 0) return ['ready', `${ready} ready`]
    if (open && (open.billPrintedAt !== null || open.paymentStatus === 'paid')) return ['billed', 'Billed']
    if (open || table.status === 'occupied') return ['running', 'Running']
    return table.status === 'reserved' ? ['reserved', 'Reserved'] : ['free', 'Free']
  })()
  return {
    state,
    word,
    ready,
    alert,
    elapsedFrom: open?.createdAt ?? null,
    overdue: lastKot !== null && Number(now) - lastKot > OVERDUE_MS,
  }
}

/** T2 before T10, Bar 3 before Patio 1. */
export const compareTableNumbers = compareNaturally

/** What people call a table: T7 for 7; `Patio 3` stays as it is. */
export const tableLabel = (tableNumber: string): string =>
  /^\d+$/.test(tableNumber.trim()) ? `T${tableNumber.trim()}` : tableNumber.trim()

type Standing = Pick<TableShape, '_id' | 'status' | 'currentOrderId' | 'mergedInto'> & { mergedTables?: readonly string[] }

/** May an order move to this table? Only if it has no order and is not part of a merge; a booking doesn't prevent it (CONTRACT §5 "Tables"). */
export const canMoveTo = (table: Standing): boolean => table.status !== 'occupied' && !table.currentOrderId && !isMerged(table)

const isMerged = (table: Standing): boolean => !!table.mergedInto || (table.mergedTables?.length ?? 0) > 0

/** May `child` be merged into `parent`? Free tables may be merged too, but not a table that is part of another merge (409 `already_merged`). */
export const canMergeInto = (child: Standing, parent: Standing): boolean =>
  child._id !== parent._id && !parent.mergedInto && !isMerged(child)

export type Merge = {
  /** The parent table's order after the merge. */
  order: Order
  /** The orders that were merged into it and ended. */
  ended: Order[]
}

/**
 * Merges the open orders of child tables into the parent table's (CONTRACT §5 "Tables"). When the parent has none, the first child's order becomes the parent
 * table's. Null when there is no order at all.
 *
 * - Tickets are appended unchanged and keep the table they were sent from; notes are joined, discounts and guests added up.
 * - Money goes along as pairs of `transferred` rows, by net method: out of the child's order, into the parent's (CONTRACT §9).
 * - Totals are calculated again with the parent's tax percentages and rounding. A service charge stays only if every order had agreed to it.
 * - The bill must be printed again.
 * - **How the children's orders end**: `orderStatus: 'cancelled'`, cancelReason `Merged into T7`, no lines and no money left, all totals zero. So they are
 *   not sales, and `rollupOfCancel` doesn't count them as cancellations either. A bill number stays with its order, so none goes missing.
 *
 * Pure; `teller` is whoever merges; the caller raises the versions. Throws 409 `invalid_transition` for an order that is over, when more has been received than
 * the merged bill's total, and when an order for which money was taken would get another offer or service charge; 409 `order_full` when the merged order would
 * be too large.
 */
export function mergeOrders(
  parent: Order | null,
  children: readonly Order[],
  into: { tableId: string; tableNumber: string },
  teller: Teller,
): Merge | null {
  const base = parent ?? children[0]
  if (!base) return null
  const others = children.filter((c) => c !== base)
  const all = [base, ...others]
  all.forEach(mustBeOpen)
  if (others.length > 0) mustFitOrder(all.flatMap((o) => o.tickets))
  const offered = all.find((o) => o.offer)
  const offer = offered?.offer ?? null
  const bill = repriced({
    ...base,
    tableId: into.tableId,
    tableNumber: into.tableNumber,
    userId: firstOf(all.map((o) => o.userId)),
    sittingId: firstOf(all.map((o) => o.sittingId)),
    customerName: firstOf(all.map((o) => o.customerName)) ?? '',
    mobileNumber: firstOf(all.map((o) => o.mobileNumber)) ?? '',
    guests: all.some((o) => o.guests !== null) ? all.reduce((sum, o) => sum + (o.guests ?? 0), 0) : null,
    additionalNote: joinNotes(all.map((o) => o.additionalNote)),
    specialInstructions: joinNotes(all.map((o) => o.specialInstructions)),
    // A bill has one offer: the parent's, or else the first child's.
    offer,
    offerId: offer?.id ?? firstOf(all.map((o) => o.offerId)),
    discountBy: offered ? offered.discountBy : base.discountBy,
    discountTitle: offer?.title ?? (joinNotes(all.map((o) => o.discountTitle ?? '')) || null),
    serviceChargeAccepted: all.every((o) => o.serviceChargeAccepted),
    serviceChargeBy: base.serviceChargeAccepted && !all.every((o) => o.serviceChargeAccepted) ? teller.by : base.serviceChargeBy,
    billPrintedAt: others.length > 0 ? null : base.billPrintedAt,
    totals: { ...base.totals, discount: all.reduce((sum, o) => sum + o.totals.discount, 0) },
    tickets: all.flatMap((o) => o.tickets.map((t) => ({ ...t, tableId: t.tableId ?? o.tableId }))),
  })
  if (others.length > 0) mustFitRow(bill)
  all.forEach((o) => mustKeepTerms(o, bill))
  const joined = withMoves(
    bill,
    others.flatMap((o) => transfers(o, 1, teller, `Merged from ${nameOf(o)}`)),
  )
  const paid = paidSoFar(joined)
  if (others.length > 0 && paid > joined.totals.grandTotal)
    throw invalidTransition(
      `${formatPaise(paid)} has been received, more than the merged bill of ${formatPaise(joined.totals.grandTotal)}. Settle them one by one.`,
    )
  const status: PaymentStatus = paid === 0 ? 'unpaid' : paid < joined.totals.grandTotal ? 'partial' : 'paid'
  return {
    order: { ...joined, paymentStatus: status, paymentMethod: methodOf(joined.payments) },
    ended: others.map((o) => ended(o, into.tableNumber, teller)),
  }
}

const nameOf = (order: Order): string => (order.tableNumber === null ? `order ${order.serialNumber}` : tableLabel(order.tableNumber))

/** What was received for an order, as rows that bring it in (1) or take it out (-1). */
const transfers = (order: Order, sign: 1 | -1, teller: Teller, reason: string) =>
  order.payments.map((p) => moveOf(teller, 'transferred', { ...p, amount: sign * p.amount }, { reason }))

/** A bill for which money was taken keeps its discount and service charge (CONTRACT §9). Throws 409 `invalid_transition`. */
function mustKeepTerms(order: Order, bill: Order): void {
  if (paidSoFar(order) === 0) return
  if (order.serviceChargeAccepted === bill.serviceChargeAccepted && JSON.stringify(order.offer) === JSON.stringify(bill.offer)) return
  throw invalidTransition(
    `Money has been received for ${nameOf(order)}, and the merge would change its discount or service charge. Settle it by itself, or give the money back first.`,
  )
}

function ended(order: Order, tableNumber: string, teller: Teller): Order {
  const cancelReason = `Merged into ${tableLabel(tableNumber)}`
  return repriced({
    ...withMoves(order, transfers(order, -1, teller, cancelReason)),
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
