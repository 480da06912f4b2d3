import type { OrderShape } from '#domain/api/order.ts'
import { isOpen } from '#domain/order.ts'
import { useLive } from '#web/core/live.ts'

/** Calls the handler with each order of the restaurant that is completed or cancelled, by this device or another; `endedText` says how it ended. */
export function useOrderEnd(handler: (order: OrderShape) => void): void {
  useLive(['orderCompleted', 'orderUpdated', 'orderItemUpdated'], ({ order }) => {
    if (!isOpen(order)) handler(order)
  })
}
