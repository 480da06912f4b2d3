import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { PrintDocument } from '#domain/api/paper.ts'
import { useIsMutating } from '@tanstack/react-query'
import { createPart } from '#web/app/part.ts'
import { useCommand } from '#web/core/query.ts'
import { createStore, useStore } from '#web/core/store.ts'

/** A bill or a KOT to print. Screen and paper are made from the same lines (SCREENS §1.2). */
export type PrintJob =
  | { kind: 'bill'; order: OrderShape; reprint?: boolean }
  | { kind: 'kot'; order: OrderShape; kot: Kot; reprint?: boolean }
  /** Anything else, such as the day-end report, with its name. */
  | { kind: 'document'; name: string; document: PrintDocument }

const open = createStore<PrintJob | null>(null)
export const openPrint = (job: PrintJob): void => {
  if (job.kind === 'bill') printed.add(job.order._id)
  preview.fetch()
  open.set(job)
}

/** Bills that this device has opened for printing. Needed because an order that has ended no longer changes, so it can't record that its bill was printed. */
const printed = new Set<string>()

/** Prints by the server's queue, or calls `preview` when that has no printer for it or can't be asked. */
export async function byQueue(print: (queue: typeof import('./queued.ts')) => Promise<boolean>, preview: () => void): Promise<void> {
  const done = await import('./queued.ts').then(print, () => false)
  if (!done) preview()
}

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

/** Is a bill on its way, or a preview open? Until it is closed, Enter belongs to it: Ctrl+P and then Enter must print, never settle. */
export function usePrintOpen(): boolean {
  const asked = useIsMutating({ mutationKey: ['POST /orders/:id/bill'] }) > 0
  return useStore(open) !== null || asked
}

const preview = createPart(() => import('./PrintPreview.tsx'))

/** Shows the preview. Rendered once in every shell. */
export function PrintHost() {
  const job = useStore(open)
  return job ? <preview.Part job={job} onClose={() => open.set(null)} /> : null
}
