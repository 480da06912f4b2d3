import type { OrderShape } from './api/order.ts'
import type { AlertShape, TableShape } from './api/tables.ts'
import { compareNaturally } from './text.ts'

export type TableStateName = 'free' | 'ordering' | 'running' | 'ready' | 'billed' | 'reserved'

export type TableState = {
  state: TableStateName
  /** The text on the card: colour and icon are always accompanied by a text (SCREENS §1.1). */
  word: string
  /** Portions that are ready and not served yet. */
  ready: number
  /** The oldest call that nobody has acknowledged; its bell is shown on top of any state. */
  alert: AlertShape | null
  /** UTC ISO: when the open order began, or without one when the guests of a booking sat down. */
  elapsedFrom: string | null
  /** True after more than 60 minutes without a new KOT. */
  overdue: boolean
}

/** Calls for service that have a name of their own (CONTRACT §3); any other text is in the guest's own words. */
const ALERT_TYPES = ['callWaiter', 'water', 'bill', 'clean']

export const isOwnWords = (alertType: string): boolean => !ALERT_TYPES.includes(alertType)

/** A table has one open alert of each slot: each known type is one, and all free texts share one (CONTRACT §9 "Alerts"). */
export const alertSlot = (alertType: string): string => (isOwnWords(alertType) ? 'text' : alertType)

/** A diner's call that is repeated within this time, in milliseconds, is not announced again while the first waits for the staff. */
export const CALL_AGAIN_MS = 30_000

const OVERDUE_MS = 60 * 60_000

/** A booking whose guests nobody marked as gone: after this time, in milliseconds, its table counts as free again. */
const SEATED_MS = 12 * 60 * 60_000

/** Since when the guests of a booking sit at a table, as UTC ISO; null when nobody was seated there, or so long ago that they must have left. `now` in milliseconds. */
const seatedSince = ({ seatedAt }: Pick<TableShape, 'seatedAt'>, now: number): string | null =>
  seatedAt && now - Date.parse(seatedAt) < SEATED_MS ? seatedAt : null

/** A host may mark a booking as seated only after the waiter has sent the first ticket: so long before that, in milliseconds, an order may still be theirs. */
const SEATED_LATE_MS = 15 * 60_000

/**
 * Is this the order of those who sat at a table before the guests of a booking sat down there (`seatedAt`, UTC ISO)? It began well before them, and nothing was
 * sent since. When it ends or moves away, they still sit there (decision 011).
 */
export const isOfEarlierGuests = (
  { createdAt, tickets }: { createdAt: string; tickets: readonly { createdAt: string; sentAt: string | null }[] },
  seatedAt: string,
): boolean =>
  Date.parse(seatedAt) - Date.parse(createdAt) > SEATED_LATE_MS &&
  tickets.every((ticket) => Date.parse(ticket.sentAt ?? ticket.createdAt) < Date.parse(seatedAt))

type Seat = { id: string; sittingId: string; mergedInto: string | null }
/**
 * The table of a merged group, if the guests of this sitting may name it: their own table, the parent of their table, or one of its children. If both had an
 * order before the merge, each keeps its sitting. `group` holds the table with its parent and children.
 */
export function seatAt<T extends Seat>(group: readonly T[], tableId: string, sittingId: string): T | null {
  const table = group.find(({ id }) => id === tableId)
  const isTheirs = (t: T) => t.sittingId === sittingId && (t === table || t.id === table?.mergedInto || t.mergedInto === tableId)
  return table && group.some(isTheirs) ? table : null
}

/**
 * A table's state (SCREENS §1.1 "Table states"). States that need somebody's action come first: unsent on this device, then ready, billed, running, reserved,
 * free. A table whose booking is seated is running, with the word "Seated", until its first ticket (decision 011). `order` is the table's open one (for a merged table its parent's), `unsent` this device's unsent portions, `now` milliseconds or a Date.
 */
export function tableState(
  table: Pick<TableShape, '_id' | 'status' | 'seatedAt'>,
  order: Pick<OrderShape, 'orderStatus' | 'billPrintedAt' | 'paymentStatus' | 'createdAt' | 'kots'> | null,
  { unsent = 0, alerts = [], now }: { unsent?: number; alerts?: readonly AlertShape[]; now: number | Date },
): TableState {
  const open = order?.orderStatus === 'pending' ? order : null
  const ready = open?.kots.flatMap((kot) => kot.items).reduce((sum, i) => sum + (i.status === 'Ready' ? i.quantity : 0), 0) ?? 0
  const [alert = null] = alerts
    .filter((a) => a.tableId === table._id && !a.acknowledged)
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
  const seated = open ? null : seatedSince(table, Number(now))
  const lastKot = Math.max(
    ...[open?.createdAt ?? seated ?? '', ...(open?.kots.map((kot) => kot.sentAt ?? kot.createdAt) ?? [])].map((at) => Date.parse(at)),
  )
  const [state, word] = ((): [TableStateName, string] => {
    if (unsent > 0) return ['ordering', `${unsent} not sent`]
    if (ready > 0) return ['ready', `${ready} ready`]
    if (open && (open.billPrintedAt !== null || open.paymentStatus === 'paid')) return ['billed', 'Billed']
    if (open || table.status === 'occupied') return ['running', 'Running']
    if (seated) return ['running', 'Seated']
    return table.status === 'reserved' ? ['reserved', 'Reserved'] : ['free', 'Free']
  })()
  return {
    state,
    word,
    ready,
    alert,
    elapsedFrom: open?.createdAt ?? seated,
    // NaN without an order or guests: not overdue.
    overdue: Number(now) - lastKot > OVERDUE_MS,
  }
}

/** T2 before T10, Bar 3 before Patio 1. */
export const compareTableNumbers = compareNaturally

/** What people call a table: T7 for 7; `Patio 3` stays as it is. */
export const tableLabel = (tableNumber: string): string =>
  /^\d+$/.test(tableNumber.trim()) ? `T${tableNumber.trim()}` : tableNumber.trim()

/** What people call an order: T7, Patio 3, `Take Away 105`. */
export const orderTitle = (order: { tableNumber: string | null; orderType: string; serialNumber: number }): string =>
  order.tableNumber
    ? tableLabel(order.tableNumber)
    : [order.orderType, order.serialNumber > 0 ? order.serialNumber : null].filter((part) => part !== null).join(' ')

type Standing = Pick<TableShape, '_id' | 'status' | 'currentOrderId' | 'mergedInto'> & { mergedTables?: readonly string[] }

/** May an order move to this table? Only if it has no order and is not part of a merge; a booking doesn't prevent it (CONTRACT §5 "Tables"). */
export const canMoveTo = (table: Standing): boolean => table.status !== 'occupied' && !table.currentOrderId && !isMerged(table)

const isMerged = (table: Standing): boolean => !!table.mergedInto || (table.mergedTables?.length ?? 0) > 0

/** May `child` be merged into `parent`? Free tables may be merged too, but not a table that is part of another merge (409 `already_merged`). */
export const canMergeInto = (child: Standing, parent: Standing): boolean =>
  child._id !== parent._id && !parent.mergedInto && !isMerged(child)
