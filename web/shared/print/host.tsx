import type { Kot, OrderShape } from '#domain/api/order.ts'
import type { PrintDocument } from '#domain/api/paper.ts'
import { revisionOf } from '#domain/printed.ts'
import { createPart } from '#web/app/part.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { createStore, useStore } from '#web/core/store.ts'

/** A bill or a KOT to print. Screen and paper are made from the same lines (SCREENS §1.2). */
export type PrintJob =
  /** `mark`: it is only looked at so far, and is marked as printed by a press on Print or PDF; then `start` begins that. */
  | { kind: 'bill'; order: OrderShape; reprint?: boolean; mark?: (() => void) | undefined; start?: 'print' | 'pdf' }
  | { kind: 'kot'; order: OrderShape; kot: Kot; reprint?: boolean }
  /** Anything else, such as the day-end report, with its name. */
  | { kind: 'document'; name: string; document: PrintDocument }

export const open = createStore<PrintJob | null>(null)
/** Opens the preview. A bill is marked as a copy if it is one (`isCopy`), unless the caller knows better. */
export const openPrint = (given: PrintJob): void => {
  const job = given.kind === 'bill' ? { reprint: isCopy(given.order), ...given } : given
  preview.fetch()
  open.set(job)
}

/**
 * Orders as they were when this device began to print their bill, by order, or one of their tickets, by ticket. Needed because an ended order no longer changes,
 * so the order itself can't record that its bill was printed, and no order says that the browser has printed a ticket.
 */
export const printed = new Map<string, OrderShape>()
/** Notes that the browser's print, or the file, of a preview was begun. Looking at it is not printing (docs/decisions/006). */
export const notePrinted = (job: PrintJob): void => {
  if (job.kind !== 'document') printed.set(job.kind === 'bill' ? job.order._id : job.kot.kotId, job.order)
}

/** Does the restaurant have a printer for tickets, which prints them by itself? undefined if that is not known here. */
export const hasKotPrinter = (): boolean | undefined =>
  queryClient.getQueryData(apiQuery('GET /print/printers').queryKey)?.printers.some(({ role }) => role === 'kot')

/** Ids of the tickets that this page has sent, as far as it knew to no printer. */
export const sentHere = new Set<string>()

/**
 * Is the next paper of this bill a copy? `paper`: the answer of the command that has just marked the bill as printed, whether the queue prints it. Otherwise it is one
 * if the bill was marked before, because whoever did that may have its paper, or if this device has printed it after its end.
 */
export const isCopy = ({ _id, billPrintedAt }: OrderShape, paper?: boolean): boolean =>
  paper ?? (billPrintedAt !== null || printed.get(_id)?.billPrintedAt === null)

const asked = new Map<string, number>()
/**
 * What to send to print a bill: the version at the first press for this revision of it. An event that shows the bill as printed raises the order's version, but a
 * person whose press had no answer has seen no paper: the next press is the same one (docs/decisions/016-keys-of-actions.md).
 */
export function billInput(order: OrderShape) {
  const bill = `${order._id} ${revisionOf(order)}`
  const version = asked.get(bill) ?? order.version
  asked.set(bill, version)
  return { params: { id: order._id }, body: { version } }
}

const preview = createPart(() => import('./PrintPreview.tsx'))

/** Shows the preview. Rendered once in every shell. */
export function PrintHost() {
  const job = useStore(open)
  return job ? <preview.Part job={job} onClose={() => open.set(null)} /> : null
}
