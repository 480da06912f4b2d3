import type { Kot, OrderShape } from '#domain/api/order.ts'
import { queryClient, useCommand } from '#web/core/query.ts'
import { billInput, hasKotPrinter, isCopy, open, openPrint, printed, sentHere } from './host.tsx'

/** Prints through the server's queue, or calls `preview` when the queue has no printer for it or can't be reached. */
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
 * `printBill(order)` numbers the bill and marks it printed, then calls `onPrinted`; where the browser prints, that waits for a press in the preview.
 * `printKot(order, kot)` prints a ticket once more. If a printer is registered
 * for it, the server's queue prints it (docs/decisions/028-print-queue.md) and a snackbar says so; otherwise the preview opens, and the browser prints. Printed again,
 * both are marked REPRINT. A ticket's first paper is none if this page has sent it and the restaurant had no printer for tickets, then and now: nothing else has printed
 * it. Of others nobody knows: another device, or this one before it was loaded anew, may have. `printing` is the order whose bill is being prepared.
 */
export function usePrint() {
  const command = useCommand('POST /orders/:id/bill')
  return {
    printBill: (order: OrderShape, onPrinted?: () => void) => {
      const print = () =>
        command.mutate(billInput(order), {
          onSuccess: ({ order: now, paper }) => {
            // Asked before the queue notes it as printed.
            const reprint = isCopy(now, paper)
            void byQueue(
              (queue) => queue.bill(now, paper),
              () => openPrint({ kind: 'bill', order: now, reprint }),
            )
            onPrinted?.()
          },
        })
      void byQueue(
        async (queue) => {
          if (await queue.isLookedAt(order)) return false
          print()
          return true
        },
        () => openPrint({ kind: 'bill', order, reprint: false, mark: onPrinted ?? (() => undefined) }),
      )
    },
    printKot: (order: OrderShape, kot: Kot) => {
      const preview = () =>
        openPrint({ kind: 'kot', order, kot, reprint: !sentHere.has(kot.kotId) || printed.has(kot.kotId) || hasKotPrinter() !== false })
      void byQueue((queue) => queue.kot(order, kot), preview)
    },
    printing: command.isPending ? (command.variables?.params.id ?? null) : null,
  }
}

/**
 * True while a bill is being prepared or a preview is open. Until that is closed, Enter belongs to it: Ctrl+P and then Enter must print, never settle. Call it when the
 * key is pressed, because the last render may be a moment old.
 */
export const isPrintOpen = (): boolean =>
  open.get() !== null || asking > 0 || queryClient.isMutating({ mutationKey: ['POST /orders/:id/bill'] }) > 0
