import type { OrderShape } from '#domain/api/order.ts'
import { isCancelled, isOpen } from '#domain/order.ts'
import { linesOf } from '#web/orders/list.ts'

export type Changes = {
  lineIds: string[]
  /** `+2 Beer`, `1 Cheesy Fries cancelled` */
  words: string[]
}

/** What another device did to the bill (SCREENS G6): lines that came and lines that were cancelled. Where a line stands in the kitchen is no change of it. */
export function changesBetween(before: OrderShape, after: OrderShape): Changes {
  const old = new Map(linesOf(before).map((line) => [line.lineId, line]))
  const changed = linesOf(after).filter((line) => {
    const was = old.get(line.lineId)
    return was ? isCancelled(line) && !isCancelled(was) : true
  })
  return {
    lineIds: changed.map((line) => line.lineId),
    words: changed.map((line) =>
      isCancelled(line) ? `${line.quantity} ${line.itemName} cancelled` : `+${line.quantity} ${line.itemName}`,
    ),
  }
}

/** `T7 was billed`, when it ended between the two. */
export function endBetween(before: OrderShape, after: OrderShape, label: string): string | null {
  if (!isOpen(before) || isOpen(after)) return null
  return `${label} was ${after.orderStatus === 'completed' ? 'billed' : 'cancelled'}`
}
