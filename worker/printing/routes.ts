import { sql } from '../db/sql.ts'
import { orders } from '#domain/api/orders.ts'
import type { printing as contract } from '#domain/api/printing.ts'
import { AppError, conflict, forbidden, invalidTransition, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { isCancelled } from '#domain/order.ts'
import { again, asOf, dismissed, FALLBACK_MS, leases, needsCare, stepped } from '#domain/printJob.ts'
import { MAX_PRINTERS, type Printer } from '#domain/printing.ts'
import { distinctNames } from '#domain/text.ts'
import { arm, command, type Decision } from '../command/command.ts'
import { first } from '../db/index.ts'
import { counted, must, none, read } from '../db/reads.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { orderById, readOrders } from '../orders/store.ts'
import { daySummary } from '../orders/summary.ts'
import { counterValue } from '../realtime/events.ts'
import { announceSettings } from '../restaurant/announce.ts'
import { documentsOf } from './document.ts'
import { stationHandlers } from './stations.ts'
import { billJob, billPaper, dayEndJob, kotPaper, made, newJob, printersIn, testJob, ticketJobs } from './make.ts'
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
  readOpenJobs,
  saveJobs,
} from './store.ts'

type Api = typeof contract

const noPrinter = () => conflict('no_printer', 'No printer is registered for this. Print in the browser, or show it on the screen.')
/** A day's figures are printed for who may read them. */
const SEES_DAY = orders['GET /orders/daily-summary'].roles
const MISSING = 'Print job not found'

/** Adds the job as it is to a 409, for the tray that lost. */
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

/** What a step made of a job, and the copy that it made of it. */
type Stepped = { job: PrintJobRow; copy?: PrintJobRow }
const copiesOf = ({ copy }: Stepped): PrintJobRow[] => (copy ? [copy] : [])

/** A call that takes one job a step further. */
const stepping = (c: Context, id: string, step: (job: PrintJobRow) => Stepped) =>
  command(c, {
    reads: { job: must(readJob(c.where.restaurantId, id), MISSING) },
    decide: ({ job }) => {
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
  // A drawer opens by a payment alone: whoever may print can't open it by asking again.
  if (job.kind === 'drawer') throw notFound(MISSING)
  const printerId = asked ?? job.printerId
  if (!printersIn(c).some((p) => p.id === printerId)) throw asked === undefined ? noPrinter() : notFound('Printer not found')
  const next = again(job, { printerId, now: c.now.getTime(), by: c.principal.name })
  return next.stamp ? { job: next.job, copy: copyOf(c, job, { printerId, stamp: next.stamp }) } : { job: next.job }
}

/** Tickets and bills that were sent longer ago may have had a job that is deleted by now: what is printed then is a second copy for all anybody knows. */
const FORGOTTEN_MS = 6 * 86_400_000
const stampOf = (c: Context, at: string | null) =>
  at !== null && Date.parse(at) < c.now.getTime() - FORGOTTEN_MS ? { stamp: 'REPRINT' as const } : {}

/** Prints a ticket or a bill: its newest copies again, or its first. `first` makes those; it throws what refuses them. */
function printPaper(c: Context, prefix: string, orderId: string, firstOf: (order: Parameters<typeof billJob>[1]) => PrintJobRow[]) {
  const { restaurantId } = c.where
  return command(c, {
    reads: { order: must(readOrders(orderById(restaurantId, orderId)), 'Order not found'), printed: readCopies(restaurantId, prefix) },
    decide: ({ order, printed }) => {
      const fresh = firstOf(order)
      const latest = latestOf(printed)
      if (latest.length === 0) {
        if (fresh.length === 0) throw noPrinter()
        return { ...decided(c, [], fresh), body: { jobs: fresh.map(jobJson) } }
      }
      // A bill has a paper for each revision: the last one is asked for.
      const asked = latest[0]!.kind === 'bill' ? latest.sort((a, b) => a.seq - b.seq).slice(-1) : latest
      const steps = asked.map((job) => {
        const { job: next, copy } = withJob(job, () => askedAgain(c, asOf(job, c.now.getTime())))
        return { change: changeOf(job, next), copy }
      })
      const copies = steps.flatMap(({ copy }) => copy ?? [])
      const changes = steps.map(({ change }) => change)
      return { ...decided(c, changes, copies), body: { jobs: steps.map(({ change, copy }) => jobJson(copy ?? change[1])) } }
    },
  })
}

export const printingHandlers: Handlers<Api> = {
  'GET /print/printers': async (c) => ({ printers: printersIn(c).map(printerJson) }),
  'PUT /print/printers/:id': async (c, { params, body }) => {
    const { id: restaurantId } = c.restaurant
    const others = printersIn(c).filter((p) => p.id !== params.id)
    if (body.fallbackId !== null && !others.some((p) => p.id === body.fallbackId))
      throw invalidFields([{ path: 'fallbackId', message: 'Choose another registered printer.' }])
    const before = printersIn(c).find((p) => p.id === params.id)
    const printer: Printer = {
      id: params.id,
      ...body,
      stations: body.role === 'kot' ? distinctNames(body.stations) : [],
      registeredAt: before?.registeredAt ?? c.at,
    }
    const { id: _, ...stored } = printer
    // Patched in the database, so that what another device registers at the same time stays; counted there, so that two can't pass the limit.
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
    return { seq, jobs: jobs.filter(needsCare).map((job) => jobJson(asOf(job, c.now.getTime()))) }
  },
  ...stationHandlers,
  'POST /print/jobs': async (c, { body }) => {
    if (body.kind === 'kot')
      return printPaper(c, kotPaper(body.kotId), body.orderId, (order) => {
        const ticket = order.tickets.find((t) => t.kotId === body.kotId)
        if (!ticket) throw notFound('KOT not found')
        if (ticket.kotNumber === null || ticket.lines.every(isCancelled))
          throw invalidTransition('There is nothing to print: the ticket was not sent to the kitchen, or is cancelled.')
        return ticketJobs(c, order, ticket, stampOf(c, ticket.sentAt))
      })
    if (body.kind === 'bill')
      return printPaper(c, billPaper(body.orderId), body.orderId, (order) => {
        if (order.billNumber === null) throw invalidTransition('This order has no bill yet. Print or settle it first.')
        return [billJob(c, order, stampOf(c, order.billPrintedAt ?? order.completedAt)) ?? []].flat()
      })
    if (body.kind === 'dayEnd' && !SEES_DAY.includes(c.principal.role)) throw forbidden()
    const summary = body.kind === 'dayEnd' ? await daySummary(c, body.date, false) : null
    return command(c, {
      reads: { nothing: none },
      decide: () => {
        const printer = body.kind === 'test' ? printersIn(c).find((p) => p.id === body.printerId) : null
        if (body.kind === 'test' && !printer) throw notFound('Printer not found')
        const job = printer ? testJob(c, printer) : summary && dayEndJob(c, summary, { running: summary.date === c.today })
        if (!job) throw noPrinter()
        return { ...decided(c, [], [job]), body: { jobs: [jobJson(job)] } }
      },
    })
  },
  'POST /print/lease': async (c, { body: { deviceId, printerIds } }) => {
    const printers = printersIn(c)
    const own = [...new Set(printerIds)].map((id) => printers.find((p) => p.id === id && p.deviceId === deviceId))
    if (own.some((p) => p === undefined)) throw notFound('Printer not found')
    const { restaurantId } = c.where
    return command(c, {
      arms: false,
      reads: { jobs: readOpenJobs(restaurantId, { live: true }) },
      decide: async ({ jobs }) => {
        const now = c.now.getTime()
        let after = jobs.map((job) => asOf(job, now))
        let leased: PrintJobRow[]
        let documents: Awaited<ReturnType<typeof documentsOf>>
        for (;;) {
          leased = leases(after, own as Printer[], printers, { deviceId, now })
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
      job: stepped(job, { fence, step: status, reason }, { now: c.now.getTime(), by: c.principal.name, printers: printersIn(c) }),
    })),
  'POST /print/jobs/:id/again': async (c, { params, body }) =>
    command(c, {
      // Two tabs that ask for the same paper get one copy: the second finds the first one's.
      reads: { newest: must(readNewest(c.where.restaurantId, params.id), MISSING) },
      decide: ({ newest }) => {
        const asked = withJob(newest, () => askedAgain(c, asOf(newest, c.now.getTime()), body.printerId))
        const change = changeOf(newest, asked.job)
        return { ...decided(c, [change], copiesOf(asked)), body: { job: jobJson(asked.copy ?? change[1]) } }
      },
    }),
  'POST /print/jobs/:id/dismiss': async (c, { params }) =>
    stepping(c, params.id, (job) => ({ job: dismissed(job, { now: c.now.getTime(), by: c.principal.name }) })),
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
