import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { PrintDocument } from '#domain/api/paper.ts'
import { createPart } from '#web/app/part.ts'
import { createStore, useStore } from '#web/core/store.ts'

/** A bill or a KOT to print. Screen and paper are made from the same lines (SCREENS §1.2). */
export type PrintJob =
  | { kind: 'bill'; order: OrderShape; reprint?: boolean }
  | { kind: 'kot'; order: OrderShape; kot: Kot; reprint?: boolean }
  /** Anything else, such as the day-end report, with its name. */
  | { kind: 'document'; name: string; document: PrintDocument }

export const open = createStore<PrintJob | null>(null)
export const openPrint = (job: PrintJob): void => {
  if (job.kind === 'bill') printed.set(job.order._id, job.order)
  preview.fetch()
  open.set(job)
}

/**
 * Bills that this device has printed or opened for printing, by order, as they were then. Needed because an ended order no longer changes on this device, so the
 * order itself can't record that its bill was printed.
 */
export const printed = new Map<string, OrderShape>()

const preview = createPart(() => import('./PrintPreview.tsx'))

/** Shows the preview. Rendered once in every shell. */
export function PrintHost() {
  const job = useStore(open)
  return job ? <preview.Part job={job} onClose={() => open.set(null)} /> : null
}
