import { sql } from '../db/sql.ts'
import { orders } from '#domain/api/orders.ts'
import type { printing as contract } from '#domain/api/printing.ts'
import { AppError, conflict, forbidden, invalidTransition, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { LIMITS } from '#domain/limits.ts'
import { isCancelled, type Order } from '#domain/order.ts'
import { again, asOf, dismissed, FALLBACK_MS, leases, stepped } from '#domain/printJob.ts'
import { mayCall } from '#domain/permissions.ts'
import type { BillDocument, DayEndDocument } from '#domain/print/document.ts'
import { whyNoCopy, whyNoPaper, withPrint } from '#domain/printed.ts'
import { canReplace, fallbackOf, MAX_PRINTERS, placeOf, type Printer } from '#domain/printing.ts'
import { distinctNames } from '#domain/looks.ts'
import { stationKey } from '#domain/station.ts'
import { arm, command, type Decision } from '../command/command.ts'
import { first } from '../db/index.ts'
import { counted, must, mustBeNone, read } from '../db/reads.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { limitCaller } from '../http/limit.ts'
import { seesDrawer } from '../orders/drawer.ts'
import { orderById, readOrders, readOrdersByIds } from '../orders/store.ts'
import { daySummary, mayCloseDay, mustHaveEnded } from '../orders/summary.ts'
import { counterValue } from '../realtime/events.ts'
import { announceSettings } from '../restaurant/announce.ts'
import { documentsOf, refers } from './document.ts'
import { billJob, billPaper, dayEndJob, isPrintingOn, kotPaper, made, newJob, printersIn, renamedIn, testJob, ticketJobs } from './make.ts'
import {
  type Change,
  changeOf,
  jobJson,
  jobsChanged,
  latestOf,
  printerJson,
  type PrintJobRow,
  readCopies,
  readJob,
  readNewest,
  readLiveJobs,
  readOpenJobs,
  readOpenTests,
  saveJobs,
} from './store.ts'

type Api = typeof contract

const noPrinter = () => conflict('no_printer', 'No printer is registered for this. Print in the browser, or show it on the screen.')
/** The owner's switch stops all papers but a test page. */
const isStopped = (c: Context, kind: PrintJobRow['kind']): boolean => kind !== 'test' && !isPrintingOn(c)
const printingOff = () => conflict('no_printer', 'Printing is switched off in Settings. Print in the browser, or show it on the screen.')
const SUMMARY = orders['GET /orders/daily-summary']
/** May the caller's role read a day's figures? Only then it leases or dismisses its report: a till prints what its owner has ordered. */
const seesDay = ({ principal: { role } }: Context): boolean => SUMMARY.roles.includes(role)
/** May the caller order a day's report, or a copy of one? Only who may make the call that reads it; with the drawer's cash, only who may see that (decision 033). */
const ordersDay = (c: Context, content?: unknown): boolean =>
  (c.syncKey !== null ||
    mayCall(SUMMARY, { role: c.principal.role, entered: c.session?.entered ?? false }, c.restaurant.permissions) === null) &&
  (seesDrawer(c) || (content as DayEndDocument | null | undefined)?.summary.cashTaken === undefined)
const MISSING = 'Print job not found'

/** Only callers who may read a day's report may take, reprint or dismiss it. Throws 403. */
function mayHandle(c: Context, { kind }: PrintJobRow): void {
  if (kind === 'dayEnd' && !seesDay(c)) throw forbidden()
}

/** Adds the current job to a 409, so that the tray can show it. */
function withJob<T>(job: PrintJobRow, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    if (error instanceof AppError && error.status === 409)
      throw new AppError(409, error.code, error.message, { ...error.details, job: jobJson(job) })
    throw error
  }
}

/** A decision that only changes jobs and makes copies. */
const decided = (c: Context, changes: readonly Change[], copies: readonly PrintJobRow[]): Pick<Decision, 'statements' | 'events'> => {
  const changed = changes.flatMap(([before, after]) => (before === after ? [] : [after]))
  const fresh = made(copies)
  return {
    statements: [...saveJobs(c.where.restaurantId, changes), ...fresh.statements],
    events: jobsChanged([...changed, ...copies]),
  }
}

/** The job as of now. A waiting job may belong to another printer than when it was made. */
function asNow(c: Context, job: PrintJobRow): PrintJobRow {
  const now = asOf(job, c.now.getTime())
  return now.status === 'queued' ? { ...now, printerId: placeOf(now, printersIn(c)) } : now
}

/** The job after a step, and the copy that the step made. */
type Stepped = { job: PrintJobRow; copy?: PrintJobRow }
const copiesOf = ({ copy }: Stepped): PrintJobRow[] => (copy ? [copy] : [])

/** A call that takes one job a step further. */
const stepping = (c: Context, id: string, step: (job: PrintJobRow) => Stepped) =>
  command(c, {
    reads: { job: must(readJob(c.where.restaurantId, id), MISSING) },
    decide: ({ job }) => {
      mayHandle(c, job)
      const stepped = withJob(job, () => step(asOf(job, c.now.getTime())))
      const change = changeOf(job, stepped.job)
      return { ...decided(c, [change], copiesOf(stepped)), body: { job: jobJson(stepped.copy ?? change[1]) } }
    },
  })

const copyOf = (c: Context, job: PrintJobRow, more: Partial<PrintJobRow>): PrintJobRow =>
  newJob(c, {
    kind: job.kind,
    paper: job.paper,
    copy: job.copy + 1,
    printerId: job.printerId,
    orderId: job.orderId,
    kotId: job.kotId,
    number: job.number,
    title: job.title,
    station: job.station,
    apart: job.apart,
    part: job.part,
    parts: job.parts,
    content: job.content,
    ...more,
  })

/** `again`, with the copy that it makes. Throws 409 `no_printer`, `print_pending`. */
function askedAgain(c: Context, job: PrintJobRow, asked?: string): Stepped {
  // A drawer opens only with a payment: asking for a print again must not open it.
  if (job.kind === 'drawer') throw notFound(MISSING)
  if (job.kind === 'dayEnd' && !ordersDay(c, job.content)) throw forbidden()
  if (isStopped(c, job.kind)) throw printingOff()
  const printerId = asked ?? job.printerId
  if (!printersIn(c).some((p) => p.id === printerId)) throw asked === undefined ? noPrinter() : notFound('Printer not found')
  const next = again(job, { printerId, now: c.now.getTime(), by: c.by })
  return next.stamp ? { job: next.job, copy: copyOf(c, job, { printerId, stamp: next.stamp }) } : { job: next.job }
}

/**
 * Throws 409 `invalid_transition` for a paper with nothing left to print and for a bill that no longer agrees with its order, so that nobody waits for it.
 * `order`: of a bill.
 */
async function mustHavePaper(c: Context, job: PrintJobRow, order: Order | undefined): Promise<void> {
  const refused = order && whyNoCopy(order, (job.content as BillDocument).order.lastPrinted)
  if (refused) throw invalidTransition(refused)
  if (!refers(job)) return
  const documents = await documentsOf(c.db, c.where.restaurantId, [job], c.now.getTime())
  if (documents.get(job.id) === null) throw invalidTransition('Nothing is left of it to print: it was cancelled, or is served.')
}

/** Jobs are deleted after this time. A ticket or bill that is older may have been printed, so its print is treated as a second copy. */
const FORGOTTEN_MS = 6 * 86_400_000
const stampOf = (c: Context, at: string | null) =>
  at !== null && Date.parse(at) < c.now.getTime() - FORGOTTEN_MS ? { stamp: 'REPRINT' as const } : {}

/** Each revision of a bill is a paper of its own, named by the order's version. */
const versionOf = ({ paper }: PrintJobRow) => Number(paper.slice(paper.lastIndexOf(':') + 1))

/**
 * The papers of an order's bill, without those of an outdated bill: if settling prints none, a bill that changed and was then settled was never printed in its
 * present state.
 */
function billsAsTheyStand({ billPrintedAt, completedAt }: Order, copies: readonly PrintJobRow[]): readonly PrintJobRow[] {
  const last = Math.max(...copies.map(versionOf))
  const older = copies.some((job) => job.copy === 0 && versionOf(job) === last && job.createdAt < (completedAt ?? ''))
  return billPrintedAt === null && older ? [] : copies
}

/**
 * Prints the newest copies of a paper again, or its first ones, which are `fresh`. A ticket's parts that are under way already are left out of the answer; throws 409
 * `print_pending` if all of them are.
 */
function printedOrAgain(c: Context, copies: readonly PrintJobRow[], fresh: readonly PrintJobRow[]) {
  const latest = latestOf(copies)
  if (latest.length === 0) {
    if (fresh.length === 0) throw noPrinter()
    return { ...decided(c, [], fresh), body: { jobs: fresh.map(jobJson) } }
  }
  const { kind } = latest[0]!
  // The last revision is printed, whichever was printed last; of a day's report, the one that notes the reset of the KOT counter, which is named last.
  const asked =
    kind === 'bill' ? latest.sort((a, b) => versionOf(a) - versionOf(b)).slice(-1) : kind === 'dayEnd' ? latest.slice(-1) : latest
  const forTickets = new Set(printersIn(c).flatMap((p) => (p.role === 'kot' ? p.id : [])))
  /** A bill prints where a first copy would print now, at the device that asks; a ticket where it was printed, if that printer still prints tickets. */
  const askedAt = ({ kind, paper, printerId }: PrintJobRow) =>
    kind === 'kot' && forTickets.has(printerId) ? printerId : (fresh.find((f) => f.paper === paper) ?? fresh[0])?.printerId
  const steps: { change: Change; copy?: PrintJobRow }[] = []
  let pending: AppError | undefined
  for (const job of asked) {
    const now = asNow(c, job)
    try {
      const { job: next, copy } = withJob(job, () => askedAgain(c, now, askedAt(now)))
      steps.push({ change: changeOf(job, next), copy })
    } catch (error) {
      // A part of a ticket that still waits for its printer must not keep the other parts from being printed again.
      if (!(error instanceof AppError && error.code === 'print_pending')) throw error
      pending ??= error
    }
  }
  if (pending && steps.length === 0) throw pending
  const again = steps.flatMap(({ copy }) => copy ?? [])
  const changes = steps.map(({ change }) => change)
  return { ...decided(c, changes, again), body: { jobs: steps.map(({ change, copy }) => jobJson(copy ?? change[1])) } }
}

/** Prints a ticket or a bill: its newest copies again, or its first. `firstOf` makes those; it throws what refuses them. */
function printPaper(
  c: Context,
  prefix: string,
  orderId: string,
  firstOf: (order: Order) => PrintJobRow[],
  copiesOf: (order: Order, printed: readonly PrintJobRow[]) => readonly PrintJobRow[] = (_, printed) => printed,
) {
  const { restaurantId } = c.where
  return command(c, {
    reads: { order: must(readOrders(orderById(restaurantId, orderId)), 'Order not found'), printed: readCopies(restaurantId, prefix) },
    decide: ({ order, printed }) => printedOrAgain(c, copiesOf(order, printed), firstOf(order)),
  })
}

/**
 * Stations of a printer as they are called now. The dialog that sends them may have been opened before a station was renamed: the printer, which has followed
 * since, would go back to a name that no dish has any more.
 */
function calledNow(c: Context, before: Printer | undefined, stations: readonly string[]): string[] {
  return stations.map((name) => {
    const now = renamedIn(c)[stationKey(name)]
    return now !== undefined && before?.stations.includes(now) && !stations.includes(now) ? now : name
  })
}

/** The printers whose jobs these printers may print: themselves, and those whose fallback they are. */
const servedBy = (own: readonly Printer[], printers: readonly Printer[]): string[] =>
  printers.flatMap(({ id }) => (own.some((p) => p.id === id || p.id === fallbackOf(printers, id)?.id) ? id : []))

export const printingHandlers: Handlers<Api> = {
  'GET /print/printers': async (c) => ({ printers: printersIn(c).map(printerJson) }),
  'PUT /print/printers/:id': async (c, { params, body }) => {
    const { id: restaurantId } = c.restaurant
    if (body.fallbackId !== null && !printersIn(c).some((p) => p.id === body.fallbackId && canReplace(p, { ...params, ...body })))
      throw invalidFields([
        { path: 'fallbackId', message: `Choose another registered printer for ${body.role === 'kot' ? 'KOTs' : 'bills'}.` },
      ])
    const before = printersIn(c).find((p) => p.id === params.id)
    const printer: Printer = {
      id: params.id,
      ...body,
      stations: body.role === 'kot' ? distinctNames(calledNow(c, before, body.stations)) : [],
      registeredAt: before?.registeredAt ?? c.at,
    }
    const { id: _, ...stored } = printer
    // Changed in the database, so that another device's simultaneous registration is kept, and counted there, so that two can't exceed the limit.
    const saved = await first<{ id: string }>(
      c.env.PLATFORM,
      sql`UPDATE restaurants SET printers = json_set(printers, ${`$."${params.id}"`}, json(${JSON.stringify(stored)})), version = version + 1
          WHERE id = ${restaurantId} AND deleted_at IS NULL
            AND (json_extract(printers, ${`$."${params.id}"`}) IS NOT NULL OR (SELECT count(*) FROM json_each(restaurants.printers)) < ${MAX_PRINTERS})
          RETURNING id`,
    )
    if (!saved) throw conflict('printers_full', `A restaurant has ${MAX_PRINTERS} printers at most. Remove one first.`)
    await announceSettings(c, c.restaurant, 'profile')
    return { printer: printerJson(printer) }
  },
  'DELETE /print/printers/:id': async (c, { params }) => {
    const printer = printersIn(c).find((p) => p.id === params.id)
    if (!printer) throw notFound('Printer not found')
    await first(
      c.env.PLATFORM,
      sql`UPDATE restaurants SET printers = json_remove(printers, ${`$."${params.id}"`}), version = version + 1 WHERE id = ${c.restaurant.id}`,
    )
    await announceSettings(c, c.restaurant, 'profile')
    return { message: `${printer.name} was removed.` }
  },
  'GET /print/jobs': async (c) => {
    const { restaurantId } = c.where
    const { seq, jobs } = await read(c.db, {
      seq: counted(sql`SELECT ${counterValue(restaurantId, 'seq')} AS n`),
      jobs: readOpenJobs(restaurantId),
    })
    return { seq, jobs: jobs.map((job) => jobJson(asNow(c, job))) }
  },
  'POST /print/jobs': async (c, { body }) => {
    if (isStopped(c, body.kind)) throw printingOff()
    if (body.kind === 'kot')
      return printPaper(c, kotPaper(body.kotId), body.orderId, (order) => {
        const ticket = order.tickets.find((t) => t.kotId === body.kotId)
        if (!ticket) throw notFound('KOT not found')
        if (ticket.kotNumber === null || order.orderStatus === 'cancelled' || ticket.lines.every(isCancelled))
          throw invalidTransition('There is nothing to print: the ticket was not sent to the kitchen, or is cancelled.')
        return ticketJobs(c, order, ticket, stampOf(c, ticket.sentAt))
      })
    if (body.kind === 'bill')
      return printPaper(
        c,
        billPaper(body.orderId),
        body.orderId,
        (order) => {
          const refused = whyNoPaper(order)
          if (refused) throw invalidTransition(refused)
          // Settled with other amounts than last printed, so the paper is marked as the next revision.
          const bill = order.billPrintedAt === null && order.lastPrinted ? withPrint(order, c.by, c.at) : order
          // The command that marked it as printed made its first paper, unless no printer was for it: then the browser of the device that asked has printed it.
          const first = order.billPrintedAt === null || order.lastPrinted?.paperless
          return [billJob(c, bill, first ? stampOf(c, order.billPrintedAt ?? order.completedAt) : { stamp: 'REPRINT' }) ?? []].flat()
        },
        billsAsTheyStand,
      )
    if (body.kind === 'dayEnd') {
      if (!ordersDay(c)) throw forbidden()
      if (body.date > c.today) throw invalidFields([{ path: 'date', message: 'This day has not begun.' }])
      const summary = await daySummary(c, body.date, false)
      const runs = summary.date === c.today
      if (runs && body.closed) {
        if (!mayCloseDay(c)) throw forbidden('Only the owner or a managerial head can close the day.')
        mustHaveEnded(summary.openOrders)
      }
      const job = dayEndJob(c, summary, { running: runs && !body.closed })
      if (!job) throw noPrinter()
      return command(c, {
        reads: { printed: readCopies(c.where.restaurantId, job.paper) },
        decide: ({ printed }) => printedOrAgain(c, printed, [job]),
      })
    }
    await limitCaller(c, LIMITS.testPage)
    const waiting = readOpenTests(c.where.restaurantId, body.printerId)
    return command(c, {
      reads: { tests: waiting },
      decide: ({ tests }) => {
        const printer = printersIn(c).find((p) => p.id === body.printerId)
        if (!printer) throw notFound('Printer not found')
        const job = testJob(c, printer)
        // A printer has at most one open test page, so that many requests can't delay or hide tickets.
        const [now, by] = [c.now.getTime(), c.by]
        const replaced = tests.map((test) =>
          changeOf(
            test,
            withJob(test, () => dismissed(asOf(test, now), { now, by })),
          ),
        )
        const [closed, fresh] = [decided(c, replaced, []), decided(c, [], [job])]
        return {
          statements: [...closed.statements, mustBeNone('status', waiting), ...fresh.statements],
          events: [...closed.events!, ...fresh.events!],
          body: { jobs: [jobJson(job)] },
        }
      },
    })
  },
  'POST /print/lease': async (c, { body: { deviceId, printerIds } }) => {
    const printers = printersIn(c)
    if (deviceId !== c.deviceId) throw forbidden('Only the device that has these printers can take what they print.')
    const own = [...new Set(printerIds)].map((id) => printers.find((p) => p.id === id && p.deviceId === deviceId))
    if (own.some((p) => p === undefined)) throw notFound('Printer not found')
    const { restaurantId } = c.where
    return command(c, {
      arms: false,
      reads: { jobs: readLiveJobs(restaurantId, servedBy(own as Printer[], printers)) },
      decide: async ({ jobs }) => {
        const now = c.now.getTime()
        let after = jobs.map((job) => asOf(job, now))
        let leased: PrintJobRow[]
        let documents: Awaited<ReturnType<typeof documentsOf>>
        for (;;) {
          leased = leases(after, own as Printer[], printers, {
            deviceId,
            now,
            may: ({ kind }) => !isStopped(c, kind) && (kind !== 'dayEnd' || seesDay(c)),
            place: (job) => placeOf(job, printers),
          })
          documents = await documentsOf(c.db, restaurantId, leased, now)
          // All of a ticket may have been cancelled before it was printed: nothing is left of it (SPEC §5), and the next one has its turn.
          const empty = new Set(leased.filter((job) => documents.get(job.id) === null).map((job) => job.id))
          if (empty.size === 0) break
          after = after.map((job) =>
            empty.has(job.id)
              ? { ...job, status: 'failed' as const, reason: 'Nothing is left of it to print.', closedAt: c.at, closedBy: '' }
              : job,
          )
        }
        after = after.map((job) => leased.find((l) => l.id === job.id) ?? job)
        const changes = jobs.map((job, i) => changeOf(job, after[i]!))
        const written = changes.map(([, job]) => job)
        // Most pages ask when there is no job, so the room is told of a lease only when there is one.
        if (changes.some(([before, next]) => before !== next)) await arm(c)
        return {
          ...decided(c, changes, []),
          body: {
            jobs: leased.map(({ id, fence }) => ({
              job: jobJson(written.find((job) => job.id === id)!),
              fence,
              document: documents.get(id),
            })),
            next: nextLook(after, now),
          },
        }
      },
    })
  },
  'PUT /print/jobs/:id': async (c, { params, body: { fence, status, reason } }) =>
    stepping(c, params.id, (job) => ({
      job: stepped(job, { fence, step: status, reason }, { now: c.now.getTime(), by: c.by, deviceId: c.deviceId, printers: printersIn(c) }),
    })),
  'POST /print/jobs/:id/again': async (c, { params, body }) =>
    command(c, {
      // Two tabs that ask for the same paper get one copy: the second finds the first one's.
      reads: {
        newest: must(readNewest(c.where.restaurantId, params.id), MISSING),
        billed: readOrdersByIds(
          sql`SELECT order_id FROM print_jobs WHERE restaurant_id = ${c.where.restaurantId} AND id = ${params.id} AND kind = 'bill'`,
          sql`LIMIT 1`,
        ),
      },
      decide: async ({ newest, billed: [order] }) => {
        await mustHavePaper(c, newest, order)
        const asked = withJob(newest, () => askedAgain(c, asNow(c, newest), body.printerId))
        const change = changeOf(newest, asked.job)
        return { ...decided(c, [change], copiesOf(asked)), body: { job: jobJson(asked.copy ?? change[1]) } }
      },
    }),
  'POST /print/jobs/:id/dismiss': async (c, { params }) =>
    stepping(c, params.id, (job) => ({ job: dismissed(job, { now: c.now.getTime(), by: c.by }) })),
}

/** When a page should ask again by itself: a lease ends, or a fallback printer may take over. null: the next event is enough. */
function nextLook(jobs: readonly PrintJobRow[], now: number): string | null {
  const times = jobs.flatMap((job) => [
    ...(job.leaseUntil === null ? [] : [Date.parse(job.leaseUntil)]),
    ...(job.status === 'queued' ? [Date.parse(job.waitingSince) + FALLBACK_MS] : []),
  ])
  const ahead = times.filter((at) => at > now)
  return ahead.length === 0 ? null : new Date(Math.min(...ahead)).toISOString()
}
