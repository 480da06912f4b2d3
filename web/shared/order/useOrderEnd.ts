import type { OrderShape } from '#domain/api/order.ts'
import { isOpen } from '#domain/order.ts'
import { useLive } from '#web/core/live.ts'
import { isMergedAway } from './label.ts'

/**
 * Calls the handler with each order of the restaurant that is completed or cancelled, by this device or another; `endedText` says how it ended. An order that
 * was merged into another has not ended for its guests.
 */
export function useOrderEnd(handler: (order: OrderShape) => void): void {
  useLive(['orderCompleted', 'orderUpdated', 'orderItemUpdated'], ({ order }) => {
    if (!isOpen(order) && !isMergedAway(order)) handler(order)
  })
}
