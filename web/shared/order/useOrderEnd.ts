import type { OrderShape } from '#domain/api/order.ts'
import { isOpen } from '#domain/order.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useLive } from '#web/core/live.ts'
import { endedHere } from './changes.ts'
import { endedText, isMergedAway } from './label.ts'

/**
 * Calls the handler with each order of the restaurant that is completed or cancelled, by this device or another; `endedText` says how it ended. An order that
 * was merged into another has not ended for its guests.
 */
export function useOrderEnd(handler: (order: OrderShape) => void): void {
  useLive(['orderCompleted', 'orderUpdated', 'orderItemUpdated'], ({ order }) => {
    if (!isOpen(order) && !isMergedAway(order)) handler(order)
  })
}

/** Says that another device ended the open order. `quiet`: the page shows it itself, or a dialog asks about unsent items. */
export function useEndedElsewhere(order: OrderShape | null, quiet: boolean): void {
  useOrderEnd((ended) => {
    if (endedHere(ended)) return
    if (ended._id === order?._id && !quiet) snack.info(endedText(ended), { id: `over:${ended._id}` })
  })
}
