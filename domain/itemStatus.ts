import { conflict, invalid, invalidTransition, notFound, mustHaveReason } from './errors.ts'
import { randomId } from './ids.ts'
import { MESSAGES } from './messages.ts'
import { formatPaise } from './money.ts'
import { MAX_LINES } from './orderSize.ts'
import { isCancelled, type Line, linesOf, mustBeOpen, type Order, paidSoFar, refundInstead, repriced } from './order.ts'
import { isLateRecall } from './recall.ts'
import { isAt, stationOf, stationStates } from './station.ts'
import type { ItemStatus, OrderStatus } from './statuses.ts'

/** Steps forward and one step back (CONTRACT §3). Any status but Served may become Cancelled. */
const STEPS: Record<ItemStatus, readonly ItemStatus[]> = {
  'In Cart': ['Preparing', 'Cancelled'],
  Preparing: ['Ready', 'Served', 'Cancelled'],
  Ready: ['Served', 'Preparing', 'Cancelled'],
  Served: ['Ready'],
  Cancelled: [],
}
const BACK: Record<string, ItemStatus> = { Ready: 'Preparing', Served: 'Ready' }

export const isRecall = (from: ItemStatus, to: ItemStatus): boolean => BACK[from] === to || (from === 'Served' && to === 'Preparing')

/** May a line go from one status to another? With `readyStep` off, Served may go back to Preparing, its one step back. */
export const mayStep = (from: ItemStatus, to: ItemStatus, readyStep: boolean): boolean =>
  STEPS[from].includes(to) || (!readyStep && from === 'Served' && to === 'Preparing')

/**
 * Has the line's own station finished it while another station of the ticket is still cooking? It stays Preparing for waiters and guests until the whole ticket
 * is ready (docs/decisions/029-stations.md).
 */
export const isMade = (line: Pick<Line, 'status' | 'prepared'>): boolean => line.status === 'Preparing' && line.prepared
/** The status on the kitchen's screens: a line that its station has finished is Ready there. */
export const stageOf = (line: Pick<Line, 'status' | 'prepared'>): ItemStatus => (isMade(line) ? 'Ready' : line.status)
/** `mayStep` for a line. A line that its station has finished (`isMade`) may become Ready when the whole ticket is finished. */
const canStep = (line: Line, to: ItemStatus, readyStep: boolean): boolean =>
  mayStep(stageOf(line), to, readyStep) || (isMade(line) && to === 'Ready')

type Ended = { orderStatus: OrderStatus; completedAt: string | null }

/** How long after its completion an order's food is still cooked, in milliseconds. Later it was made without a press. */
export const COOK_WITHIN = 12 * 3_600_000
/** How long after its completion an order's food is still to be served, in milliseconds. Later it was served without a press. */
export const SERVE_WITHIN = 2 * 3_600_000
/** How long before its completion food may have become ready and still stand on the pass, in milliseconds. */
const ON_PASS = 5 * 60_000

/** Was it completed that many milliseconds before `now` (ms)? An open order never was. */
const isPast = ({ completedAt }: Ended, ms: number, now: number): boolean => now - Date.parse(String(completedAt)) >= ms

/**
 * Is this line of a completed order still being prepared? Then the kitchen still changes its status (CONTRACT §9 "Kitchen after settling"). Without `now` (ms)
 * however long ago it was.
 */
export const isToCook = (order: Ended, line: { status: ItemStatus }, now = 0): boolean =>
  order.orderStatus === 'completed' && line.status === 'Preparing' && !isPast(order, COOK_WITHIN, now)

/**
 * Did this line become ready after its order was completed, or just before? Then somebody still has to carry it to the table. What was ready long before is not
 * asked for again: many places never mark anything as served, and their lines go with the order. A completed parcel was handed over. Without `now` (ms) however
 * long ago it was.
 */
export const isToServe = (order: Ended & { tableId: string | null }, line: { status: ItemStatus; statusAt: string }, now = 0): boolean =>
  order.orderStatus === 'completed' &&
  order.tableId !== null &&
  line.status === 'Ready' &&
  isPast(order, -ON_PASS, Date.parse(line.statusAt)) &&
  !isPast(order, SERVE_WITHIN, now)

/**
 * May lines of this order still change their kitchen status or be served, at `now` (ms)? A completed order allows only that, as long as its food is cooked; a
 * cancelled order nothing.
 */
export const mayBeStepped = (order: Ended, now: number): boolean => order.orderStatus !== 'cancelled' && !isPast(order, COOK_WITHIN, now)

export type ItemStatusChange = {
  kotId: string
  itemId?: string
  lineId?: string
  variants?: readonly { name: string }[]
  /** Only lines of the ticket (or the named line) that are cooked at these stations; set by a station's screen (`together`). */
  stations?: readonly string[]
  status: ItemStatus
  /** Only lines that still have this status: a press that arrives late must not undo what happened meanwhile. */
  from?: ItemStatus
  /** A negative whole number: cancel that many portions of the line and keep the rest. */
  quantityChange?: number
  reason?: string
  /** With Cancelled: it was already cooked. With Preparing: its station has finished it (`isMade`), as before it was served too early. */
  prepared?: boolean
  /** The name of whoever changes it. */
  by: string
}

export type ItemStatusOutcome = { order: Order; changed: Line[]; from: ItemStatus[]; allItemsCancelled: boolean }

const variantKey = (variants: readonly { name: string }[]) => variants.map((v) => v.name).join('\u0001')

/** The lines that a change names. Throws 404, or 409 `ambiguous_line` when several lines match `itemId` and `variants`. */
export function linesMeant(order: Order, change: Pick<ItemStatusChange, 'kotId' | 'itemId' | 'lineId' | 'variants' | 'stations'>): Line[] {
  const ticket = order.tickets.find((t) => t.kotId === change.kotId)
  if (!ticket) throw notFound('KOT not found')
  if (change.lineId) {
    const line = ticket.lines.find((l) => l.lineId === change.lineId)
    if (!line) throw notFound('Item not found')
    return [line]
  }
  if (!change.itemId) {
    const { stations } = change
    return ticket.lines.filter((l) => !isCancelled(l) && (!stations || isAt(l, stations)))
  }
  let found = ticket.lines.filter((l) => l.itemId === change.itemId)
  if (change.variants) found = found.filter((l) => variantKey(l.variants) === variantKey(change.variants ?? []))
  if (found.length === 0) throw notFound('Item not found')
  const live = found.filter((l) => !isCancelled(l))
  if (live.length === 1) return live
  if (found.length > 1) throw conflict('ambiguous_line', 'Several lines fit. Name the lineId.', { lineIds: found.map((l) => l.lineId) })
  return found
}

/**
 * The lines that a change will set: the named ones or, for a whole ticket, those that can take the step; with `from`, only those that still have that status. A
 * whole ticket goes back only when none of its lines can go forward. Throws like `linesMeant`.
 */
export function linesToChange(order: Order, change: Omit<ItemStatusChange, 'by'>, readyStep: boolean): Line[] {
  const meant = linesMeant(order, change).filter((l) => change.from === undefined || l.status === change.from)
  if (change.itemId || change.lineId) return meant
  const done = (l: Line) => change.stations !== undefined && isMade(l) && change.status !== 'Preparing'
  const able = meant.filter((l) => canStep(l, change.status, readyStep) && !done(l))
  const forward = able.filter((l) => !isRecall(stageOf(l), change.status))
  return forward.length > 0 ? forward : able
}

/**
 * Sets the status of a line, of a part of it, or of a whole ticket. Pure; `at` is UTC ISO. For a whole ticket, lines that already have the status stay as they
 * are. Lines of a completed order can only take kitchen steps (`mayBeStepped`), and back only soon after the last one (`isLateRecall`). `together`: where the
 * restaurant has stations, a station's screen first makes its lines `isMade`, and the whole ticket becomes Ready when its last station is done; a ticket with only
 * one station becomes Ready line by line. Throws 409 `invalid_transition`, 409 `order_full` when a cancelled part of a line would be one line too many, 422 for a
 * missing reason or a bad quantity, 404.
 */
export function changeItemStatus(
  order: Order,
  change: ItemStatusChange,
  at: string,
  readyStep: boolean,
  together = false,
): ItemStatusOutcome {
  const cancelling = change.status === 'Cancelled'
  if (cancelling || !mayBeStepped(order, Date.parse(at))) mustBeOpen(order)
  const meant = linesToChange(order, change, readyStep)
  if (meant.length === 0) {
    const [named] = change.itemId || change.lineId ? linesMeant(order, change) : []
    throw invalidTransition(named ? `${named.itemName} is ${named.status} now.` : `Nothing on this KOT can become ${change.status}.`)
  }
  if (cancelling && meant.some((l) => l.status !== 'In Cart')) mustHaveReason(change.reason, MESSAGES.reasonToCancelItem)
  const from: ItemStatus[] = []
  const changed: Line[] = []
  const replacements = new Map<string, Line[]>()
  const ticket = order.tickets.find((t) => t.kotId === change.kotId)
  // Of two simultaneous requests the earlier one may be stored last. What was cancelled after the ticket was accepted counts as cancelled, not as declined.
  const statusAt = ticket?.sentAt && ticket.sentAt > at ? ticket.sentAt : at
  const waits = together && change.stations !== undefined && stationStates((ticket?.lines ?? []).map(withStation)).length > 1
  for (const line of meant) {
    if (!canStep(line, change.status, readyStep))
      throw invalidTransition(`${line.itemName} is ${line.status} and can't become ${change.status}.`)
    if (isRecall(stageOf(line), change.status) && isLateRecall(order, line, Date.parse(at)))
      throw invalidTransition(`${line.itemName} was ${line.status} long ago and its bill is settled: send it on a new KOT.`)
    const n = quantityToCancel(line, change)
    const isBump = waits && line.status === 'Preparing' && (change.status === 'Ready' || change.status === 'Served')
    const prepared = cancelling
      ? (change.prepared ?? stageOf(line) === 'Ready')
      : isBump || (change.status === 'Preparing' && change.prepared === true)
    const set: Line = {
      ...line,
      status: isBump ? 'Preparing' : change.status,
      statusAt,
      prepared,
      cancelReason: cancelling ? (change.reason?.trim() ?? null) : line.cancelReason,
      cancelledBy: cancelling ? change.by : line.cancelledBy,
    }
    from.push(line.status)
    if (n < line.quantity) {
      const part = { ...set, lineId: randomId(), quantity: n }
      replacements.set(line.lineId, [{ ...line, quantity: line.quantity - n }, part])
      changed.push(part)
    } else {
      replacements.set(line.lineId, [set])
      changed.push(set)
    }
  }
  const finished = new Map<string, Line>()
  const tickets = order.tickets.map((t) => {
    if (t.kotId !== change.kotId) return t
    const lines = t.lines.flatMap((l) => replacements.get(l.lineId) ?? [l])
    // The last station is done, or its remaining lines were cancelled: now the whole ticket can be served.
    if (lines.every((l) => l.status !== 'Preparing' || isMade(l)))
      for (const l of lines)
        if (isMade(l)) finished.set(l.lineId, { ...l, status: readyStep ? 'Ready' : 'Served', statusAt, prepared: false })
    return { ...t, lines: lines.map((l) => finished.get(l.lineId) ?? l) }
  })
  // Each part that is cancelled becomes a line of its own, and a line may have 999 portions.
  const lineCount = tickets.reduce((sum, t) => sum + t.lines.length, 0)
  if (lineCount > linesOf(order).length && lineCount > MAX_LINES)
    throw conflict('order_full', `This order has ${MAX_LINES} lines already. Cancel all portions of the item instead.`)
  let next = cancelling ? repriced({ ...order, tickets, billPrintedAt: null }) : { ...order, tickets }
  if (cancelling && paidSoFar(next) > next.totals.grandTotal)
    throw invalidTransition(
      `${formatPaise(paidSoFar(next))} has been received for this order; cancelling would leave less to pay than that. ${refundInstead(order)}`,
    )
  const allItemsCancelled = cancelling && linesOf(next).every(isCancelled)
  if (allItemsCancelled)
    next = { ...next, orderStatus: 'cancelled', completedAt: at, cancelReason: change.reason?.trim() ?? null, cancelledBy: change.by }
  // Lines that only waited for other stations have changed too. A cancellation reports only its own lines.
  const waited = cancelling ? [] : [...finished.values()].filter((l) => !changed.some(({ lineId }) => lineId === l.lineId))
  const now = [...changed.map((l) => finished.get(l.lineId) ?? l), ...waited]
  return { order: next, changed: now, from: [...from, ...waited.map(() => 'Preparing' as const)], allItemsCancelled }
}

/** Of what a change did: the lines of a completed order that the kitchen has to cook once more. The day's summary names whoever did it (dayNotes.ts). */
export const cookedAgain = (
  { orderStatus }: Pick<Order, 'orderStatus'>,
  { changed, from }: Pick<ItemStatusOutcome, 'changed' | 'from'>,
): Line[] => (orderStatus === 'completed' ? changed.filter(({ status }, i) => status === 'Preparing' && from[i] !== 'Preparing') : [])

const withStation = (line: Line) => ({ ...line, station: stationOf(line) })

function quantityToCancel(line: Line, change: ItemStatusChange): number {
  if (change.quantityChange === undefined) return line.quantity
  if (change.status !== 'Cancelled')
    throw invalid('A change of quantity goes with status Cancelled.', [{ path: 'quantityChange', message: 'Only when cancelling.' }])
  const n = -change.quantityChange
  if (!Number.isInteger(n) || n < 1 || n > line.quantity)
    throw invalid(`The change of quantity must be between -${line.quantity} and -1.`, [
      { path: 'quantityChange', message: `Must be between -${line.quantity} and -1.` },
    ])
  return n
}
