import { type SQL, sql } from '../db/sql.ts'
import type { PrinterShape, PrintJobShape, UnprintedJob } from '#domain/api/printJob.ts'
import { needsCare } from '#domain/printJob.ts'
import type { Printer } from '#domain/printing.ts'
import { printJobs } from '../db/outlets.ts'
import { map, type Read, rows } from '../db/reads.ts'
import { mustHaveChanged } from '../db/rows.ts'
import type { OutEventOf } from '../realtime/events.ts'

/** Print jobs as rows and as JSON. */
export type PrintJobRow = typeof printJobs.$inferSelect

export const printerJson = ({ id, formerly: _, ...printer }: Printer): PrinterShape => ({ _id: id, ...printer })

export const jobJson = (job: PrintJobRow): PrintJobShape => ({
  _id: job.id,
  version: job.version,
  kind: job.kind,
  status: job.status,
  printerId: job.printerId,
  orderId: job.orderId,
  kotId: job.kotId,
  number: job.number,
  title: job.title,
  station: job.station,
  part: job.part,
  parts: job.parts,
  stamp: job.stamp,
  reason: job.reason,
  waitingSince: job.waitingSince,
  createdAt: job.createdAt,
  createdBy: job.createdBy,
  leasedBy: job.leasedBy,
  leaseUntil: job.leaseUntil,
  closed: !needsCare(job),
})

/** What the rail and the dashboard show of a job. */
export const unprintedJson = ({ id, kind, number, title, orderId, kotId, waitingSince }: PrintJobRow): UnprintedJob => ({
  _id: id,
  kind,
  number,
  title,
  orderId,
  kotId,
  waitingSince,
})

export const jobsChanged = (jobs: readonly PrintJobRow[], fill: Record<string, SQL> = {}): OutEventOf<'printJob'>[] =>
  jobs.length === 0 ? [] : [{ event: 'printJob', tableId: null, data: { jobs: jobs.map(jobJson) }, fill }]

/** The most jobs that one call looks at. */
export const MOST_JOBS = 200

/**
 * Jobs that nobody has closed, oldest first; no cash drawers, which nobody looks after (`needsCare`). Of more than `MOST_JOBS`, the newest: a printer that nobody
 * uses any more must not hide what fails now.
 */
export const readOpenJobs = (restaurantId: string): Read<PrintJobRow[]> =>
  map(
    rows(
      printJobs,
      sql`SELECT * FROM print_jobs INDEXED BY print_jobs_open WHERE restaurant_id = ${restaurantId} AND closed_at IS NULL AND kind <> 'drawer' ORDER BY seq DESC LIMIT ${MOST_JOBS}`,
    ),
    (newestFirst) => newestFirst.reverse(),
  )

/**
 * Jobs that may still print automatically: first those of these printers, oldest first, so that jobs of a printer that is off can't block others; then the
 * rest, because every look also ends expired leases.
 */
export const readLiveJobs = (restaurantId: string, printerIds: readonly string[]): Read<PrintJobRow[]> =>
  rows(
    printJobs,
    sql`SELECT * FROM print_jobs INDEXED BY print_jobs_open WHERE restaurant_id = ${restaurantId} AND closed_at IS NULL
          AND status IN ('queued', 'leased', 'printing')
        ORDER BY printer_id NOT IN (SELECT value FROM json_each(${JSON.stringify(printerIds)})), seq LIMIT ${MOST_JOBS}`,
  )

/** Open test pages of a printer, also those that its fallback has taken over. */
export const readOpenTests = (restaurantId: string, printerId: string): Read<PrintJobRow[]> =>
  rows(
    printJobs,
    sql`SELECT * FROM print_jobs INDEXED BY print_jobs_open WHERE restaurant_id = ${restaurantId} AND closed_at IS NULL
          AND kind = 'test' AND coalesce(moved_from, printer_id) = ${printerId} ORDER BY seq`,
  )

export const readJob = (restaurantId: string, id: string): Read<PrintJobRow[]> =>
  rows(printJobs, sql`SELECT * FROM print_jobs WHERE restaurant_id = ${restaurantId} AND id = ${id}`)

/** The newest copy of the paper that a job prints. */
export const readNewest = (restaurantId: string, id: string): Read<PrintJobRow[]> =>
  rows(
    printJobs,
    sql`SELECT * FROM print_jobs WHERE restaurant_id = ${restaurantId}
          AND paper = (SELECT paper FROM print_jobs WHERE restaurant_id = ${restaurantId} AND id = ${id}) ORDER BY copy DESC LIMIT 1`,
  )

/** All copies of the papers whose names begin with this, newest copies last. `prefix` ends with `:`. */
export const readCopies = (restaurantId: string, prefix: string): Read<PrintJobRow[]> =>
  rows(
    printJobs,
    sql`SELECT * FROM print_jobs WHERE restaurant_id = ${restaurantId} AND paper >= ${prefix} AND paper < ${`${prefix.slice(0, -1)};`} ORDER BY paper, copy`,
  )

/** The newest copy of each paper. */
export const latestOf = (copies: readonly PrintJobRow[]): PrintJobRow[] => copies.filter((job, i) => copies[i + 1]?.paper !== job.paper)

export type Change = readonly [before: PrintJobRow, after: PrintJobRow]

/** A job after a step, with the next version if the step changed it. */
export const changeOf = (before: PrintJobRow, after: PrintJobRow): Change => [
  before,
  after === before ? before : { ...after, version: before.version + 1 },
]

/**
 * Writes changed jobs with a guard, so that the command decides again when another page was first. Unchanged jobs are left out. Jobs that leave their printer
 * are written first, because SQLite checks after each row that a printer has only one leased or printing job.
 */
export function saveJobs(restaurantId: string, changes: readonly Change[]): SQL[] {
  const changed = changes.filter(([before, after]) => before !== after)
  const inHand = changed.filter(([, { status }]) => status === 'leased' || status === 'printing')
  return [
    ...writeJobs(
      restaurantId,
      changed.filter((change) => !inHand.includes(change)),
    ),
    ...writeJobs(restaurantId, inHand),
  ]
}

function writeJobs(restaurantId: string, changed: readonly Change[]): SQL[] {
  if (changed.length === 0) return []
  const values = changed.map(([before, after]) => [
    before.seq,
    before.version,
    after.version,
    after.status,
    after.fence,
    after.printerId,
    after.movedFrom,
    after.leasedBy,
    after.leaseUntil,
    after.reason,
    after.waitingSince,
    after.closedAt,
    after.closedBy,
  ])
  const v = (i: number) => sql`json_extract(v.value, ${sql.raw(`'$[${i}]'`)})`
  return [
    // By `place`, because otherwise SQLite would scan an index of the restaurant's jobs.
    sql`UPDATE print_jobs SET version = ${v(2)}, status = ${v(3)}, fence = ${v(4)}, printer_id = ${v(5)}, moved_from = ${v(6)}, leased_by = ${v(7)}, lease_until = ${v(8)},
          reason = ${v(9)}, waiting_since = ${v(10)}, closed_at = ${v(11)}, closed_by = ${v(12)}
        FROM json_each(${JSON.stringify(values)}) v
        WHERE print_jobs.seq = ${v(0)} AND +restaurant_id = ${restaurantId} AND print_jobs.version = ${v(1)}`,
    mustHaveChanged('version', changed.length),
  ]
}
