import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { isCancelled, isOpen } from '#domain/order.ts'
import { endedText } from './label.ts'

export type Changes = {
  lineIds: string[]
  /** `+2 Beer`, `1 Cheesy Fries cancelled` */
  words: string[]
}

/** An action of this device. It is marked before its call is sent, because the event may arrive before the answer. */
type Doing =
  | { kind: 'ticket'; kotId: string }
  /** A line, or without `itemId` the whole ticket. */
  | { kind: 'cancel'; kotId: string; itemId?: string }
  /** Its offer or service charge. */
  | { kind: 'terms'; orderId: string }
  /** Settling, completing, cancelling the order. */
  | { kind: 'end'; orderId: string }
  /** Moving the table's order, merging the table, or taking tables out of a merge with it. */
  | { kind: 'move'; tableId: string }

/** How long to wait for the event after the call. Sent tickets are remembered for good. */
const OWN_MS = 20_000
const own = new Set<string>()
const keyOf = (doing: Doing): string =>
  doing.kind === 'ticket'
    ? `ticket ${doing.kotId}`
    : doing.kind === 'cancel'
      ? `cancel ${doing.kotId} ${doing.itemId ?? ''}`
      : `${doing.kind} ${doing.kind === 'move' ? doing.tableId : doing.orderId}`

/** Marks an action as this device's own, so that it isn't shown as a change by another device. */
export function markOwn(doing: Doing): void {
  const key = keyOf(doing)
  own.add(key)
  if (doing.kind !== 'ticket') setTimeout(() => own.delete(key), OWN_MS)
}
const isOwn = (doing: Doing): boolean => own.has(keyOf(doing))
const isOwnLine = (kot: Kot, line: OrderItem): boolean =>
  isCancelled(line)
    ? isOwn({ kind: 'cancel', kotId: kot.kotId }) || isOwn({ kind: 'cancel', kotId: kot.kotId, itemId: line._id })
    : isOwn({ kind: 'ticket', kotId: kot.kotId })

/**
 * What another device did to an order between two of its states (SCREENS G6): lines added and lines cancelled. A line's status in the
 * kitchen doesn't count as a change. Null when there was none.
 */
export function changesBetween(before: OrderShape, after: OrderShape): Changes | null {
  if (before._id !== after._id || after.version <= before.version) return null
  const old = new Map(before.kots.flatMap((kot) => kot.items).map((line) => [line.lineId, line]))
  const changed = after.kots.flatMap((kot) =>
    kot.items.filter((line) => {
      const was = old.get(line.lineId)
      return (was ? isCancelled(line) && !isCancelled(was) : true) && !isOwnLine(kot, line)
    }),
  )
  if (changed.length === 0) return null
  const sums = new Map<string, { line: OrderItem; quantity: number }>()
  for (const line of changed) {
    const key = `${isCancelled(line)} ${line.itemName}`
    sums.set(key, { line, quantity: (sums.get(key)?.quantity ?? 0) + line.quantity })
  }
  return {
    lineIds: changed.map((line) => line.lineId),
    words: [...sums.values()].map(({ line, quantity }) =>
      isCancelled(line) ? `${quantity} ${line.itemName} cancelled` : `+${quantity} ${line.itemName}`,
    ),
  }
}

/** True if this device has just changed the order's offer or service charge. */
export const changedTermsHere = (order: Pick<OrderShape, '_id'>): boolean => isOwn({ kind: 'terms', orderId: order._id })

/** True if this device has just moved the table's order, merged the table, or taken tables out of it. */
export const movedHere = (tableId: string): boolean => isOwn({ kind: 'move', tableId })

/** True if this device has ended the order. */
export const endedHere = (order: Pick<OrderShape, '_id'>): boolean => isOwn({ kind: 'end', orderId: order._id })

/** `Table 7 was billed`, if another device ended the order between the two states; otherwise null. */
export function endBetween(before: OrderShape, after: OrderShape): string | null {
  if (!isOpen(before) || isOpen(after) || endedHere(after)) return null
  return endedText(after)
}
