import type { OrderShape } from '#domain/api/order.ts'
import { markOwn } from './changes.ts'

/** Marks the tickets of these tables as this device's own: it merges them into another table, where they must not show as another device's. */
export function markMerged(orders: readonly OrderShape[], tableIds: readonly string[]): void {
  for (const order of orders)
    if (order.tableId && tableIds.includes(order.tableId)) for (const { kotId } of order.kots) markOwn({ kind: 'ticket', kotId })
}
