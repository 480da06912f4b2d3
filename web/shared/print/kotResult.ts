import type { PrinterShape, PrintJobShape } from '#domain/api/printJob.ts'
import { printLabel } from '#domain/printJob.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { onLive } from '#web/core/live.ts'
import { kotFailed, PrintProblem, withFix } from './problems.ts'

/** What isn't out by then stands in the tray as not printed. */
const PATIENCE_MS = 60_000

/**
 * Says how a ticket came out that a person asked to print again (SPEC §8 "KOT print result"), wherever it is printed. Listens before it is asked for, because the
 * printer may be faster than the answer; `follow` is called with that answer's jobs, and `stop` when there is none.
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

/** Says how a job ended; false while it has not. Whether an `unknown` one is on paper nobody knows, so it isn't said to have failed. */
function sayEnd(job: PrintJobShape, printers: readonly PrinterShape[]): boolean {
  const id = `print ${job._id}`
  const where = [printers.find(({ _id }) => _id === job.printerId)?.name, job.station].filter(Boolean).join(' · ')
  if (job.status === 'printed') snack.success('KOT printed successfully', { id, detail: where })
  else if (job.status === 'failed') snack.error(kotFailed(job.reason ?? new PrintProblem('unknown').message), { id, detail: where })
  else if (job.status === 'unknown')
    snack.error(`${printLabel(job)} may not be printed. ${withFix(job.reason ?? '')}`.trim(), { id, detail: where })
  else return false
  return true
}
