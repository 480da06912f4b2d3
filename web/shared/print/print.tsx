import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { PrintDocument } from '#domain/api/paper.ts'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { snack } from '#web/app/feedback/snack.tsx'
import { createPart } from '#web/app/part.ts'
import { ApiError, messageOf, wasShown } from '#web/core/api.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery, type CommandInput, useCommand } from '#web/core/query.ts'
import { billText } from '#web/shared/order/label.ts'
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

/**
 * `printBill(order)` numbers the bill and marks it printed, then calls `onPrinted`; `printKot(order, kot)` prints a ticket once more. Where a printer is registered
 * for it, the server's queue prints (docs/decisions/028-print-queue.md) and a snackbar says so; elsewhere the preview opens, and the browser prints. A second time
 * both say REPRINT. `printing` is the order whose bill is being prepared.
 */
export function usePrint() {
  const command = useCommand('POST /orders/:id/bill')
  const client = useQueryClient()
  const queue = useCommand('POST /print/jobs', { quiet: true })
  const mayQueue = useMay('POST /print/jobs').ok
  const hasPrinter = async (role: 'bill' | 'kot'): Promise<boolean> => {
    if (!mayQueue) return false
    const known = await client.fetchQuery(apiQuery('GET /print/printers')).catch(() => null)
    return known?.printers.some((printer) => printer.role === role) ?? false
  }
  /** Prints by the queue, or in the browser when no printer is registered for it. */
  const enqueue = async (body: CommandInput<'POST /print/jobs'>['body'], preview: () => void, done: string) => {
    try {
      await queue.mutateAsync({ body })
      snack.success(done)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'no_printer') return preview()
      if (!wasShown(error)) snack.error(messageOf(error))
    }
  }
  return {
    printBill: (order: OrderShape, onPrinted?: () => void) =>
      command.mutate(
        { params: { id: order._id } },
        {
          onSuccess: ({ order: now }) => {
            const preview = () => openPrint({ kind: 'bill', order: now, reprint: order.billPrintedAt !== null || printed.has(order._id) })
            const name = `Bill ${billText(now.billNumber)}`.trim()
            void hasPrinter('bill').then((has) => {
              if (!has) return preview()
              // The command that numbered the bill has ordered its paper; a bill that had one already is asked for again.
              if (now.billPrintedAt !== order.billPrintedAt) return snack.success(`${name} is being printed`)
              return enqueue({ kind: 'bill', orderId: now._id }, preview, `${name} is being printed again`)
            })
            onPrinted?.()
          },
        },
      ),
    printKot: (order: OrderShape, kot: Kot, reprint = true) => {
      const preview = () => openPrint({ kind: 'kot', order, kot, reprint })
      void hasPrinter('kot').then((has) =>
        has
          ? enqueue({ kind: 'kot', orderId: order._id, kotId: kot.kotId }, preview, `KOT ${kot.kotNumber ?? ''} is being printed`)
          : preview(),
      )
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
