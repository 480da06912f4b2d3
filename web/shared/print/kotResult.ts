import type { PrinterShape, PrintJobShape } from '#domain/api/printJob.ts'
import { printLabel } from '#domain/printJob.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { onLive } from '#web/core/live.ts'
import { kotFailed, PrintProblem, withFix } from './problems.ts'

/** How long the result is waited for, in ms. After that the tray shows the ticket as not printed. */
const PATIENCE_MS = 60_000

/**
 * Shows the result of a ticket that a person asked to print again (SPEC §8 "KOT print result"), on whichever device it is printed. Listening starts before the request,
 * because the printer may be faster than the answer. Call `follow` with the answer's jobs, or `stop` if there are none.
 */
export function watchKot(printers: readonly PrinterShape[]) {
  const seen = new Map<string, PrintJobShape>()
  /** The jobs that have not ended; null before the answer. */
  let waiting: Set<string> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const off = onLive('printJob', ({ jobs }) => {
    for (const job of jobs) seen.set(job._id, job)
    look()
  })
  const stop = () => {
    off()
    clearTimeout(timer)
  }
  function look() {
    for (const id of waiting ?? []) {
      const job = seen.get(id)
      if (job && sayEnd(job, printers)) waiting?.delete(id)
    }
    if (waiting?.size === 0) stop()
  }
  return {
    stop,
    follow(jobs: readonly PrintJobShape[]) {
      waiting = new Set(jobs.map(({ _id }) => _id))
      timer = setTimeout(stop, PATIENCE_MS)
      look()
    },
  }
}

/** Shows how a job ended; false while it has not. An `unknown` one may be on paper, so it isn't called failed. */
function sayEnd(job: PrintJobShape, printers: readonly PrinterShape[]): boolean {
  const id = `print ${job._id}`
  const where = [printers.find(({ _id }) => _id === job.printerId)?.name, job.station].filter(Boolean).join(' · ')
  if (job.status === 'printed') snack.success('KOT printed successfully', { id, detail: where })
  else if (job.status === 'failed') snack.error(kotFailed(job.reason ?? new PrintProblem('unknown').message), { id, detail: where })
  else if (job.status === 'unknown')
    snack.error(`${printLabel(job)} may not have been printed. ${withFix(job.reason ?? '')}`.trim(), { id, detail: where })
  else return false
  return true
}
