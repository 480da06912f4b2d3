import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { isCancelled, isOpen } from '#domain/order.ts'
import { endedText } from './label.ts'

export type Changes = {
  lineIds: string[]
  /** `+2 Beer`, `1 Cheesy Fries cancelled` */
  words: string[]
}

/** What this device is doing itself. Noted before the call goes out, because its event may arrive before its answer. */
export type Doing =
  | { kind: 'ticket'; kotId: string }
  /** A line, or (no `itemId`) the whole ticket. */
  | { kind: 'cancel'; kotId: string; itemId?: string }
  /** Settling, completing, cancelling the order. */
  | { kind: 'end'; orderId: string }

/** How long an event may take after the call. Tickets are never forgotten. */
const OWN_MS = 20_000
const own = new Set<string>()
const keyOf = (doing: Doing): string =>
  doing.kind === 'ticket'
    ? `ticket ${doing.kotId}`
    : doing.kind === 'cancel'
      ? `cancel ${doing.kotId} ${doing.itemId ?? ''}`
      : `end ${doing.orderId}`

/** Notes that this device does it, so that it is not shown as changed on another device. */
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
 * What another device did to an order between two states of it (SCREENS G6): lines that came and lines that were cancelled. Where a line stands in the
 * kitchen is no change of the order. Null when nothing did.
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

/** `Table 7 was billed`, when another device ended it between the two. */
export function endBetween(before: OrderShape, after: OrderShape): string | null {
  if (!isOpen(before) || isOpen(after) || isOwn({ kind: 'end', orderId: after._id })) return null
  return endedText(after)
}
