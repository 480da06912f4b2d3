import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { DaySummary } from '#domain/api/daySummary.ts'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { randomId } from '#domain/ids.ts'
import { isCancelled, type Line, type Order, type Ticket } from '#domain/order.ts'
import { type BillDocument, billDocument, dayEndDocument, type PrintDocument, type TestDocument } from '#domain/print/document.ts'
import { withPrint } from '#domain/printed.ts'
import { billPrinter, type Part, partsOf, type Printer, printersOf, type Renamed } from '#domain/printing.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { isCash } from '#domain/tender.ts'
import { orderTitle } from '#domain/table.ts'
import type { Issue } from '#domain/tax.ts'
import { invoiceTime } from '#domain/time.ts'
import { printJobs } from '../db/outlets.ts'
import { read, rows } from '../db/reads.ts'
import { insert, insertMany, pick } from '../db/rows.ts'
import { type SQL, sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import { orderJson } from '../orders/store.ts'
import { filled, type OutEvent } from '../realtime/events.ts'
import { jobsChanged, type PrintJobRow } from './store.ts'

/**
 * The jobs that a command's batch makes besides its own rows (docs/decisions/028-print-queue.md): one statement for the rows; their event is written with the
 * command’s other ones. Nothing is read for them, because the restaurant's row has its printers. If no printer fits, or printing is off, no jobs are made.
 */
export type Prints = { jobs: PrintJobRow[]; statements: SQL[]; events: OutEvent[] }
export const NO_PRINTS: Prints = { jobs: [], statements: [], events: [] }

/** What stations were called before (domain/stationList.ts). */
export const renamedIn = (c: Context): Renamed => (c.restaurant.printSettings.renamed ?? {}) as Renamed
export const printersIn = (c: Context) => printersOf(c.restaurant.printers, renamedIn(c))
const settingsIn = (c: Context) => printSettingsOf(c.restaurant.printSettings)
/** The owner's switch for all printing. */
export const isPrintingOn = (c: Context): boolean => settingsIn(c).enablePrint
/** Are tickets printed by themselves? */
const autoKots = (c: Context) => isPrintingOn(c) && settingsIn(c).autoPrintKOT

const WHOLE = { station: null, apart: [], part: 1, parts: 1 }
type Sketch = Pick<PrintJobRow, 'kind' | 'paper' | 'printerId'> & Partial<PrintJobRow>

/** A job's row as it is before the database has given it its place. */
export const newJob = (c: Context, sketch: Sketch): PrintJobRow => ({
  seq: 0,
  id: randomId(),
  version: 1,
  restaurantId: c.where.restaurantId,
  copy: 0,
  stamp: null,
  status: 'queued',
  movedFrom: null,
  orderId: null,
  kotId: null,
  number: null,
  title: '',
  ...WHOLE,
  content: null,
  fence: 0,
  leasedBy: null,
  leaseUntil: null,
  reason: null,
  waitingSince: c.at,
  createdAt: c.at,
  createdBy: c.principal.role === 'user' ? '' : c.by,
  deviceId: c.deviceId,
  closedAt: null,
  closedBy: null,
  ...sketch,
})

const rowOf = ({ seq: _, ...row }: PrintJobRow) => row

/** The rows and their event. `title`: of all of them, where only the batch knows it. */
export const made = (jobs: readonly PrintJobRow[], title?: SQL): Prints =>
  jobs.length === 0
    ? NO_PRINTS
    : {
        jobs: [...jobs],
        // The types of an insert don't know that the database fills in `place`.
        statements: [insertMany(printJobs, jobs.map(rowOf), undefined, title && { title })],
        events: jobsChanged(jobs, title && Object.fromEntries(jobs.map((_, i) => [`$.jobs[${i}].title`, title]))),
      }

/** The part's piece of the paper's name. Stations are compared in lower case. */
const partName = ({ station }: Pick<Part, 'station'>) => station?.toLowerCase() ?? ''
export const kotPaper = (kotId: string) => `kot:${kotId}:`
export const billPaper = (orderId: string) => `bill:${orderId}:`

/** A ticket's papers of one kind, one for each printer that its `lines` belong to. `paper` names them, without the station. */
const ticketPapers = (
  c: Context,
  order: Order,
  ticket: Ticket,
  { lines, paper, deviceId = c.deviceId, ...more }: Pick<Sketch, 'kind' | 'paper'> & Partial<PrintJobRow> & { lines: readonly Line[] },
): PrintJobRow[] =>
  partsOf(lines, printersIn(c), deviceId).map((part) =>
    newJob(c, {
      orderId: order.id,
      kotId: ticket.kotId,
      number: ticket.kotNumber,
      title: orderTitle(order),
      deviceId,
      ...part,
      ...more,
      paper: `${paper}${partName(part)}`,
    }),
  )

/** A ticket's papers, for the printers that are registered now. */
export const ticketJobs = (c: Context, order: Order, ticket: Ticket, more: Partial<PrintJobRow> = {}): PrintJobRow[] =>
  ticketPapers(c, order, ticket, {
    kind: 'kot',
    paper: kotPaper(ticket.kotId),
    lines: ticket.lines.filter((l) => !isCancelled(l)),
    ...more,
  })

/**
 * The jobs of tickets that have just gone to the kitchen. `serial` is the number that the batch gives to a new order, which is part of the name of an order
 * without a table.
 */
export const printTickets = (c: Context, order: Order, kotIds: readonly string[], serial?: SQL): Prints =>
  autoKots(c)
    ? made(
        order.tickets.filter((t) => kotIds.includes(t.kotId) && t.kotNumber !== null).flatMap((t) => ticketJobs(c, order, t)),
        serial && order.tableNumber === null ? sql`${`${order.orderType} `} || ${serial}` : undefined,
      )
    : NO_PRINTS

/** What is known of the tickets that a cancellation or a move is about. */
type Told = {
  /** Whose device's printers: notices come out where the ticket did. */
  deviceOf: (kotId: string) => string | null
  /** Does the kitchen get its notices on paper? */
  isOnPaper: (kotId: string) => boolean
}

/**
 * Where tickets don't print by themselves, those that somebody has printed, or that were printed while they did, still need their notices: a cook goes by the paper.
 * Only such a restaurant, and one with an `ownOnly` printer, looks up the tickets' papers.
 */
async function toldOf(c: Context, kotIds: readonly string[]): Promise<Told> {
  const kot = printersIn(c).filter(({ role }) => role === 'kot')
  const auto = autoKots(c)
  if (kotIds.length === 0 || kot.length === 0 || (auto && !kot.some(({ ownOnly }) => ownOnly)))
    return { deviceOf: () => c.deviceId, isOnPaper: () => true }
  // CROSS JOIN makes SQLite look up each ticket's papers.
  const { sent } = await read(c.db, {
    sent: rows(
      pick(printJobs, 'kotId', 'copy', 'deviceId', 'status', 'closedAt'),
      sql`SELECT j.kot_id, j.copy, j.device_id, j.status, j.closed_at FROM json_each(${JSON.stringify(kotIds)}) k
          CROSS JOIN print_jobs j ON j.restaurant_id = ${c.where.restaurantId} AND j.paper >= 'kot:' || k.value || ':' AND j.paper < 'kot:' || k.value || ';'`,
    ),
  })
  const devices = new Map(sent.flatMap(({ kotId, copy, deviceId }) => (copy === 0 ? [[kotId, deviceId] as const] : [])))
  // One that failed and was put away never came out.
  const onPaper = new Set(sent.flatMap(({ kotId, status, closedAt }) => (status === 'failed' && closedAt !== null ? [] : [kotId])))
  return {
    deviceOf: (kotId) => (devices.has(kotId) ? (devices.get(kotId) ?? null) : c.deviceId),
    isOnPaper: (kotId) => auto || onPaper.has(kotId),
  }
}

/** The cancelled portions of a line. */
export type CancelledLines = { lines: { lineId: string; quantity: number }[] }
/** The number of the table where the order was. */
export type MovedFrom = { wasTable: string }

/** For lines that the kitchen still has. */
export const IN_KITCHEN: readonly Line['status'][] = ['Preparing', 'Ready']

/**
 * A notice of each ticket whose lines were cancelled after the kitchen had got them, at the stations that make them. An order that is cancelled leaves its lines as
 * they are: those that were still being made are on the notice.
 */
export async function printCancellations(c: Context, prev: Order, next: Order): Promise<Prints> {
  if (!isPrintingOn(c)) return NO_PRINTS
  const before = new Map(prev.tickets.flatMap((t) => t.lines.map((l) => [l.lineId, l.status] as const)))
  const over = next.orderStatus === 'cancelled' && prev.orderStatus === 'pending'
  const gone = (l: Line) => (isCancelled(l) ? before.get(l.lineId) !== 'Cancelled' : over && IN_KITCHEN.includes(l.status))
  const held = new Set(prev.tickets.flatMap((t) => (t.held ? [t.kotId] : [])))
  const tickets = next.tickets.filter((t) => t.kotNumber !== null && !held.has(t.kotId) && t.lines.some(gone))
  const { deviceOf, isOnPaper } = await toldOf(
    c,
    tickets.map(({ kotId }) => kotId),
  )
  return made(
    tickets.flatMap((ticket) => {
      if (!isOnPaper(ticket.kotId)) return []
      const lines = ticket.lines.filter(gone)
      const content: CancelledLines = { lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity })) }
      return ticketPapers(c, next, ticket, {
        kind: 'cancellation',
        paper: `cancellation:${ticket.kotId}:${next.version}:`,
        deviceId: deviceOf(ticket.kotId),
        lines,
        content,
      })
    }),
  )
}

/**
 * A notice for each ticket that is at another table now, at the stations that still have lines of it: for orders that were moved, merged or unmerged. `moves`
 * are pairs of the order before and the order that has its tickets now, with only those tickets. All are one statement and one event.
 */
export async function printMoves(c: Context, moves: readonly (readonly [prev: Order, next: Order])[]): Promise<Prints> {
  if (!isPrintingOn(c)) return NO_PRINTS
  const told = await toldOf(
    c,
    moves.flatMap(([, next]) => next.tickets.map(({ kotId }) => kotId)),
  )
  return made(moves.flatMap(([prev, next]) => moveJobs(c, prev, next, told)))
}

function moveJobs(c: Context, prev: Order, next: Order, { deviceOf, isOnPaper }: Told): PrintJobRow[] {
  if (prev.tableNumber === null || prev.tableNumber === next.tableNumber) return []
  const content: MovedFrom = { wasTable: prev.tableNumber }
  return next.tickets
    .filter((t) => t.kotNumber !== null && isOnPaper(t.kotId))
    .flatMap((ticket) =>
      ticketPapers(c, next, ticket, {
        kind: 'move',
        paper: `move:${ticket.kotId}:${next.id}:${next.version}:`,
        deviceId: deviceOf(ticket.kotId),
        lines: ticket.lines.filter((l) => IN_KITCHEN.includes(l.status)),
        content,
      }),
    )
}

/**
 * The order with its bill marked as printed, if it is settled and its present bill was never printed. Unchanged if no bill printer is registered, settling
 * prints no bill, or printing is off.
 */
export function settledWithPrint(c: Context, order: Order): Order {
  const { enablePrint, printBillOnSettle } = settingsIn(c)
  const prints = enablePrint && printBillOnSettle && billPrinter(printersIn(c), c.deviceId) !== null
  return prints && order.billPrintedAt === null && order.orderStatus !== 'cancelled' ? withPrint(order, c.by, c.at) : order
}

/** The facts of this moment that a bill keeps when it gets its number. */
export function issueBy(c: Context): Issue {
  const { establishmentName, profile } = c.restaurant
  const { address = '', gstNumber = '', fssaiNumber = '', vatNumber = '' } = profile as Partial<RestaurantShape>
  return { at: c.at, date: invoiceTime(c.now, c.clock), establishment_name: establishmentName, address, gstNumber, fssaiNumber, vatNumber }
}

/** A snapshot of the bill: the paper shows this even if the order changes before the printer is ready. */
const billContent = (order: Order): BillDocument => billDocument(orderJson(order))

/** A bill's job, if there is a printer for it. */
export function billJob(c: Context, order: Order, more: Partial<PrintJobRow> = {}): PrintJobRow | null {
  const printer = billPrinter(printersIn(c), c.deviceId)
  return (
    printer &&
    newJob(c, {
      kind: 'bill',
      paper: `${billPaper(order.id)}${order.version}`,
      printerId: printer.id,
      orderId: order.id,
      number: order.billNumber,
      title: orderTitle(order),
      content: billContent(order),
      ...more,
    })
  )
}

/** Does this change take cash or give it back? A correction and a merge's transfer move no cash. */
const movesCash = ({ moves }: Order): boolean =>
  moves.some(({ kind, method, corrects }) => corrects === null && kind !== 'transferred' && isCash(method))

/**
 * The job of a bill that this change has printed (`withPrint`); the cash drawer opens with it when cash was taken or given back. Without a new bill the drawer
 * has a job of its own, at the printer of a bill. `fill` are the numbers that are known only inside the batch, by their path in `{ order }`.
 */
export function printBill(c: Context, prev: Order, next: Order, fill: Record<string, SQL>): Prints {
  if (!isPrintingOn(c)) return NO_PRINTS
  const drawer = settingsIn(c).openDrawer && movesCash(next)
  if (next.billPrintedAt === null || next.billPrintedAt === prev.billPrintedAt)
    return drawer ? printDrawer(c, `${next.id}:${next.version}`, { orderId: next.id, title: orderTitle(next) }) : NO_PRINTS
  const job = billJob(c, next, { content: { ...billContent(next), drawer } })
  if (!job) return NO_PRINTS
  const number = fill['$.order.billNumber']
  return {
    jobs: [job],
    statements: [insert(printJobs, { ...rowOf(job), content: filled(JSON.stringify(job.content), fill), ...(number ? { number } : {}) })],
    events: jobsChanged([job], number ? { '$.jobs[0].number': number } : {}),
  }
}

/** The job that opens the cash drawer, at the printer of a bill, where the outlet opens it on cash. `what` moved the cash: a name that is not used again. */
export function printDrawer(c: Context, what: string, more: Partial<PrintJobRow> = {}): Prints {
  const { enablePrint, openDrawer } = settingsIn(c)
  const printer = enablePrint && openDrawer && billPrinter(printersIn(c), c.deviceId)
  const content: PrintDocument = { kind: 'drawer' }
  return made(printer ? [newJob(c, { kind: 'drawer', paper: `drawer:${what}`, printerId: printer.id, content, ...more })] : [])
}

type Summary = z.infer<typeof DaySummary>

/**
 * The name of the report of an ended day: reports with the same figures are the same paper. So pressing Close day twice, or on two devices at once, violates
 * `UNIQUE (restaurant, paper, copy)` and prints once, and a report that is ordered again is stamped. Open orders are not among the figures. A report that notes a
 * reset of the KOT counter is another paper, whose name begins with that of the one without, so that `readCopies` of a day that is only read finds both. So is one
 * for who counts the drawer blind, which has nothing of its cash (decision 033).
 */
export function dayPaper({ openOrders: _, cashTaken, cashByPerson: people = [], kotReset, tips, ...rest }: Summary): string {
  // Of a person's cash the paper has no times. A report without tips or cash has the name that such a report always had.
  const cash = people.map(({ by, amount }) => [by, amount])
  const figures = { ...rest, ...(tips.length > 0 && { tips }), ...(cash.length > 0 && { cash }) }
  const blind = cashTaken === undefined ? 'blind:' : ''
  return `dayEnd:${rest.date}:${blind}${createHash('sha256').update(JSON.stringify(figures)).digest('hex')}:${kotReset ? 'reset:' : ''}`
}

/**
 * The job of a day's report, if there is a printer for it; of a day that is `running`, an X report. Each X report is a paper of its own, because the figures
 * change.
 */
export function dayEndJob(c: Context, summary: Summary, { running }: { running: boolean }): PrintJobRow | null {
  const printer = billPrinter(printersIn(c), c.deviceId)
  const content = dayEndDocument(summary, { running, at: c.at, by: c.by })
  const paper = running ? `dayEnd:${summary.date}:${randomId()}:` : dayPaper(summary)
  return printer && newJob(c, { kind: 'dayEnd', paper, printerId: printer.id, title: summary.date, content })
}

/** The report of a day that has just been closed. */
export function printDayEnd(c: Context, summary: Summary): Prints {
  const job = isPrintingOn(c) ? dayEndJob(c, summary, { running: false }) : null
  return made(job ? [job] : [])
}

export const testJob = (c: Context, { id, name }: Printer): PrintJobRow => {
  const content: TestDocument = { kind: 'test', printer: name, at: c.at, by: c.by }
  return newJob(c, { kind: 'test', paper: `test:${randomId()}`, printerId: id, title: name, content })
}
