import type { Kot, OrderShape } from '#domain/api/order.ts'
import { queryClient, useCommand } from '#web/core/query.ts'
import { open, openPrint, printed } from './host.tsx'

/** Prints by the server's queue, or calls `preview` when that has no printer for it or can't be asked. */
export async function byQueue(print: (queue: typeof import('./queued.ts')) => Promise<boolean>, preview: () => void): Promise<void> {
  asking++
  try {
    const done = await import('./queued.ts').then(print, () => false)
    if (!done) preview()
  } finally {
    asking--
  }
}

/** How many papers are on their way to the queue or to a preview. */
let asking = 0

/**
 * `printBill(order)` numbers the bill and marks it printed, then calls `onPrinted`; `printKot(order, kot)` prints a ticket once more. Where a printer is registered
 * for it, the server's queue prints (docs/decisions/028-print-queue.md) and a snackbar says so; elsewhere the preview opens, and the browser prints. A second time
 * both say REPRINT. `printing` is the order whose bill is being prepared.
 */
export function usePrint() {
  const command = useCommand('POST /orders/:id/bill')
  return {
    printBill: (order: OrderShape, onPrinted?: () => void) =>
      command.mutate(
        { params: { id: order._id } },
        {
          onSuccess: ({ order: now }) => {
            const preview = () => openPrint({ kind: 'bill', order: now, reprint: order.billPrintedAt !== null || printed.has(order._id) })
            void byQueue((queue) => queue.bill(order, now), preview)
            onPrinted?.()
          },
        },
      ),
    printKot: (order: OrderShape, kot: Kot, reprint = true) => {
      const preview = () => openPrint({ kind: 'kot', order, kot, reprint })
      void byQueue((queue) => queue.kot(order, kot), preview)
    },
    printing: command.isPending ? (command.variables?.params.id ?? null) : null,
  }
}

/**
 * Is a bill on its way, or a preview open? Until it is closed, Enter belongs to it: Ctrl+P and then Enter must print, never settle. Asked as the key is pressed,
 * because what was drawn last may be a moment old.
 */
export const isPrintOpen = (): boolean =>
  open.get() !== null || asking > 0 || queryClient.isMutating({ mutationKey: ['POST /orders/:id/bill'] }) > 0
