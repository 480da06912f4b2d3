import type { PrinterShape, PrintJobShape } from '#domain/api/printJob.ts'
import { printLabel } from '#domain/printJob.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { onLive } from '#web/core/live.ts'
import { kotFailed, withFix } from './problems.ts'

/** What has not come out by then is reported as not printed. */
const PATIENCE_MS = 60_000

/**
 * Says how a ticket came out that a person asked to print again (SPEC §8 "KOT print result"), wherever it is printed. Begins before it is asked for, because the
 * printer may be faster than the answer; `follow` is called with that answer's jobs, and `stop` when there is none.
 */
export function watchKot(printers: readonly PrinterShape[]) {
  const seen = new Map<string, PrintJobShape>()
  let wanted: ReadonlySet<string> = new Set()
  const said = new Set<string>()
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
    for (const id of wanted) {
      const job = seen.get(id)
      if (!job || said.has(id) || !sayEnd(job, printers)) continue
      said.add(id)
    }
    if (wanted.size > 0 && said.size === wanted.size) stop()
  }
  return {
    stop,
    follow(jobs: readonly PrintJobShape[]) {
      wanted = new Set(jobs.map(({ _id }) => _id))
      if (wanted.size === 0) return stop()
      timer = setTimeout(stop, PATIENCE_MS)
      look()
    },
  }
}

/** Says how a job ended; false while it has not. */
function sayEnd(job: PrintJobShape, printers: readonly PrinterShape[]): boolean {
  const id = `print ${job._id}`
  const where = [printers.find(({ _id }) => _id === job.printerId)?.name, job.station].filter(Boolean).join(' · ')
  if (job.status === 'printed') snack.success('KOT printed successfully', { id, detail: where })
  else if (job.status === 'failed') snack.error(kotFailed(job.reason ?? 'Unknown printing error occurred.'), { id, detail: where })
  else if (job.status === 'unknown')
    snack.error(`${printLabel(job)} may not be printed. ${withFix(job.reason ?? '')}`.trim(), { id, detail: where })
  else return false
  return true
}
