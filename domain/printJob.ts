import { conflict, invalidTransition } from './errors.ts'
import { fallbackOf, type Printer } from './printing.ts'
import { dayText } from './time.ts'

/**
 * A print job and its steps (docs/decisions/028-print-queue.md). Pure: `now` is in milliseconds since 1970, instants in rows are UTC ISO-8601. No rule here retries what may have been printed.
 */
export const PRINT_KINDS = ['kot', 'cancellation', 'move', 'bill', 'dayEnd', 'test', 'drawer'] as const
export type PrintKind = (typeof PRINT_KINDS)[number]
export const PRINT_STATUSES = ['queued', 'leased', 'printing', 'printed', 'failed', 'unknown'] as const
export type PrintStatus = (typeof PRINT_STATUSES)[number]
/** What a second copy says in print. */
export const STAMPS = ['REPRINT', 'DUPLICATE'] as const
export type Stamp = (typeof STAMPS)[number]

/** How long a page has, from the lease to the moment when it says that it begins to print. */
export const LEASE_MS = 15_000
/** How long a print may take before nobody knows what became of it. */
export const PRINTING_MS = 60_000
/** A job that no page has taken for this long may be taken by the printer's fallback. */
export const FALLBACK_MS = 15_000
/** A cash drawer opens within this time after the payment or not at all, because later nobody stands beside it. */
export const DRAWER_MS = 60_000
/** A job older than this is printed only when a person asks for it. */
export const STALE_MS = 6 * 3_600_000
/** A job that waits for so long is reported to the staff. */
export const UNPRINTED_MS = 30_000

export const STALE = 'It waited too long for its printer, so it no longer prints by itself.'
export const LOST = 'The page that printed it closed before the printer answered.'

/** What the steps need of a job's row. */
export type PrintJob = {
  id: string
  status: PrintStatus
  printerId: string
  /** The printer that it was meant for, once another one has taken it over. */
  movedFrom: string | null
  /** How often it was leased. A step must name the last number. */
  fence: number
  /** The device that leased it last. */
  leasedBy: string | null
  leaseUntil: string | null
  /** Why it failed, or why nobody knows. */
  reason: string | null
  /** Since when it waits for its printer: when it was made, or last asked for by a person. */
  waitingSince: string
  /** When it was printed, dismissed or replaced by another copy; null while somebody has to look after it. */
  closedAt: string | null
  closedBy: string | null
}

const iso = (ms: number) => new Date(ms).toISOString()
const isActive = ({ status }: Pick<PrintJob, 'status'>) => status === 'leased' || status === 'printing'

/**
 * The job as it is at `now`: a lease that has ended gives it back, or, when its printing had begun, leaves it unknown; one that waited too long has failed.
 * Returns the same object when nothing changed.
 */
export function asOf<J extends PrintJob>(job: J, now: number): J {
  const ended = job.leaseUntil !== null && Date.parse(job.leaseUntil) <= now
  if (job.status === 'printing' && ended) return { ...job, status: 'unknown', reason: LOST, leaseUntil: null }
  if (job.status === 'queued' || (job.status === 'leased' && ended)) {
    if (Date.parse(job.waitingSince) + STALE_MS <= now) return { ...job, status: 'failed', reason: STALE, leaseUntil: null }
    return job.status === 'queued' ? job : { ...job, status: 'queued', leaseUntil: null }
  }
  return job
}

type Leasing<J> = { deviceId: string; now: number; may?: (job: J) => boolean; place?: (job: J) => string }

/**
 * The jobs that a device gets, at most one for each of its printers: the oldest that waits for the printer, or for a printer whose fallback it is. None for a
 * printer that has a job leased or printing. `jobs` are all unfinished jobs of the restaurant as of `now`, oldest first; a job that the page's user may not
 * read (`may`) waits for another user's page. `place` returns the printer for which a job waits now.
 */
export function leases<J extends PrintJob>(
  jobs: readonly J[],
  own: readonly Printer[],
  printers: readonly Printer[],
  { deviceId, now, may = () => true, place = ({ printerId }) => printerId }: Leasing<J>,
): J[] {
  const taken = new Set<string>()
  return own.flatMap((printer) => {
    if (jobs.some((job) => job.printerId === printer.id && isActive(job))) return []
    const waits = (job: J) =>
      place(job) === printer.id ||
      (Date.parse(job.waitingSince) + FALLBACK_MS <= now && fallbackOf(printers, place(job))?.id === printer.id)
    const job = jobs.find((j) => j.status === 'queued' && !taken.has(j.id) && may(j) && waits(j))
    if (!job) return []
    taken.add(job.id)
    return [
      {
        ...job,
        ...movedTo({ ...job, printerId: place(job) }, printer.id),
        status: 'leased' as const,
        fence: job.fence + 1,
        leasedBy: deviceId,
        leaseUntil: iso(now + LEASE_MS),
        reason: null,
      },
    ]
  })
}

const movedTo = (job: Pick<PrintJob, 'printerId' | 'movedFrom'>, printerId: string): Pick<PrintJob, 'printerId' | 'movedFrom'> =>
  printerId === job.printerId ? { printerId, movedFrom: job.movedFrom } : { printerId, movedFrom: job.movedFrom ?? job.printerId }

export const PRINT_STEPS = ['printing', 'printed', 'failed', 'unknown', 'queued'] as const
export type PrintStep = (typeof PRINT_STEPS)[number]

/**
 * The statuses from which each step is allowed. `queued` gives the job back when certainly nothing was printed and another try makes sense; not from `unknown`,
 * because the printer may have printed the next job since.
 */
const FROM: Record<PrintStep, readonly PrintStatus[]> = {
  printing: ['leased'],
  printed: ['printing', 'unknown'],
  failed: ['leased', 'printing', 'unknown'],
  unknown: ['printing'],
  queued: ['leased', 'printing'],
}

/**
 * A step that the page which leased the job reports, on the device (`deviceId`) that leased it. The same step again changes nothing: the same object is
 * returned. A job that certainly failed goes to the fallback printer, once. Throws 409 `lease_lost` when the lease is another's by now or has ended, and 409
 * `invalid_transition`.
 */
export function stepped<J extends PrintJob>(
  job: J,
  { fence, step, reason }: { fence: number; step: PrintStep; reason?: string },
  { now, by, deviceId, printers }: { now: number; by: string; deviceId: string | null; printers: readonly Printer[] },
): J {
  // The fencing number is easy to guess, so without this check another device could report on a print that it knows nothing about.
  if (deviceId === null || deviceId !== job.leasedBy)
    throw conflict('lease_lost', 'Another device has this print. Only the device that took it can say what became of it.')
  if (fence !== job.fence) throw conflict('lease_lost', 'Another page prints this by now.')
  if (job.status === step) return job
  // It was given back, by the page or by the end of its lease, and nobody has taken it yet.
  if (job.status === 'queued') throw conflict('lease_lost', 'The time to print this has passed. Ask for it again.')
  if (!FROM[step].includes(job.status) || job.closedAt !== null)
    throw invalidTransition(`A print that is ${job.status} can’t become ${step}.`)
  const at = iso(now)
  if (step === 'printing') return { ...job, status: step, leaseUntil: iso(now + PRINTING_MS) }
  const idle = { ...job, leaseUntil: null, reason: reason?.trim() || null }
  if (step === 'printed') return { ...idle, status: step, reason: null, closedAt: at, closedBy: by }
  const standIn = step === 'failed' && job.movedFrom === null ? fallbackOf(printers, job.printerId) : null
  return standIn ? { ...idle, ...movedTo(job, standIn.id), status: 'queued' } : { ...idle, status: step }
}

/** A copy is waiting or printing, so a person who asks for another one would get two. */
const pending = (job: PrintJob) =>
  conflict('print_pending', job.status === 'queued' ? 'It is waiting for its printer already.' : 'It is being printed right now.')

/**
 * A person asks for the paper again, or on another printer. A job that was certainly not printed is queued again unchanged. For one that was printed, or may
 * have been, a stamped copy is made: `stamp` is its stamp, and `job` is the old job, closed. Throws 409 `print_pending` while a copy is under way.
 */
export function again<J extends PrintJob>(
  job: J,
  { printerId = job.printerId, now, by }: { printerId?: string; now: number; by: string },
): { job: J; stamp: Stamp | null } {
  const at = iso(now)
  if (isActive(job) || (job.status === 'queued' && printerId === job.printerId)) throw pending(job)
  if (job.status === 'queued' || job.status === 'failed')
    return {
      job: { ...job, ...movedTo(job, printerId), status: 'queued', reason: null, waitingSince: at, closedAt: null, closedBy: null },
      stamp: null,
    }
  const closed = job.closedAt === null ? { ...job, closedAt: at, closedBy: by } : job
  return { job: closed, stamp: job.status === 'printed' ? 'REPRINT' : 'DUPLICATE' }
}

/** A person says that the paper isn't needed. One that waits is not printed any more. Throws 409 `print_pending` while it is being printed. */
export function dismissed<J extends PrintJob>(job: J, { now, by }: { now: number; by: string }): J {
  if (job.closedAt !== null) return job
  if (isActive(job)) throw pending(job)
  return { ...job, status: job.status === 'queued' ? 'failed' : job.status, closedAt: iso(now), closedBy: by }
}

/** Does the job need attention? Not a drawer: the person in front of it sees that it is closed and opens it with its key. */
export const needsCare = ({ closedAt, kind }: Pick<PrintJob, 'closedAt'> & { kind?: PrintKind }): boolean =>
  closedAt === null && kind !== 'drawer'

type Waiting = Pick<PrintJob, 'status' | 'waitingSince'> & { kind?: PrintKind }
/**
 * From when on an open job is reported to the staff, in ms since 1970: at once when its print failed or nobody knows, else when it has waited for 30 s; a drawer
 * never.
 */
export const unprintedFrom = ({ kind, status, waitingSince }: Waiting): number =>
  kind === 'drawer' ? Infinity : Date.parse(waitingSince) + (status === 'failed' || status === 'unknown' ? 0 : UNPRINTED_MS)
/**
 * Must an open job be reported to the staff? The one rule for the print tray, the rail and the dashboard. A failed job is reported whatever `now` is: a page's
 * time moves only every 15 s, and a device's clock may be late.
 */
export const isUnprinted = (job: Waiting, now: number): boolean =>
  job.kind !== 'drawer' && (job.status === 'failed' || job.status === 'unknown' || unprintedFrom(job) <= now)

/** What a job is about, as people call it: the table, the order, `23 Nov 2026`. */
export const printTitle = ({ kind, title }: { kind: PrintKind; title: string }): string =>
  kind === 'dayEnd' ? dayText(title, { year: true }) : title

/** What a job is called in the tray and the rail: `KOT 12`, `Bill 0042`. */
export function printLabel({ kind, number, title }: { kind: PrintKind; number: number | null; title: string }): string {
  const kot = number === null ? 'KOT' : `KOT ${number}`
  return {
    kot,
    cancellation: `${kot} cancelled`,
    move: `${kot} moved to ${title}`,
    bill: number === null ? 'Bill' : `Bill ${String(number).padStart(4, '0')}`,
    drawer: 'Cash drawer',
    dayEnd: 'Day-end report',
    test: 'Test page',
  }[kind]
}
