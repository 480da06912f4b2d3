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
  if (job.kind !== 'document') printed.set(job.kind === 'bill' ? job.order._id : job.kot.kotId, job.order)
  preview.fetch()
  open.set(job)
}

/**
 * Orders as they were when this device printed their bill or opened it for printing, by order, or opened one of their tickets, by ticket. Needed because an ended
 * order no longer changes, so the order itself can't record that its bill was printed, and no order says that the browser has printed a ticket.
 */
export const printed = new Map<string, OrderShape>()

/** Ids of the tickets that this page has sent. */
export const sentHere = new Set<string>()

/** Has this device printed the bill as it stands? Not so a bill that has changed since: its next paper is the first of its revision. */
export const wasPrinted = ({ _id, billPrintedAt }: OrderShape): boolean => printed.get(_id)?.billPrintedAt === billPrintedAt

const preview = createPart(() => import('./PrintPreview.tsx'))

/** Shows the preview. Rendered once in every shell. */
export function PrintHost() {
  const job = useStore(open)
  return job ? <preview.Part job={job} onClose={() => open.set(null)} /> : null
}
