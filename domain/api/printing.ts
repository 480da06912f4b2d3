import { z } from 'zod'
import { PRINT_STEPS } from '../printJob.ts'
import { MAX_PRINTERS, PRINTER_ROLES } from '../printing.ts'
import { MAX_STATIONS } from '../station.ts'
import { byId, DateOnly, Id, Instant, Message } from './common.ts'
import { OWNERS, POS, staff } from './contract.ts'
import { posPages } from './orderPages.ts'
import { PrintDocument } from './paper.ts'
import { PaperColumns, PrinterShape, PrintJobShape, StationName } from './printJob.ts'

const tags = ['Printing']

/** The roles of the pages that print (CONTRACT §2, `/cert`). */
const PRINTING = [...POS, 'kitchen', 'delivery'] as const
const pages = ['/restaurant/pos', '/restaurant/kitchen', '/restaurant/tables', '/restaurant/orders', '/restaurant/settings/print'] as const
/** Those that print, and those that only ask for papers. */
const askingPages = [...posPages, '/restaurant/kitchen', '/restaurant/settings/print'] as const
const settings = ['/restaurant/settings/print'] as const

const DeviceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'This is not the id of a device.')
const One = z.object({ job: PrintJobShape })
const pending = { '409 print_pending': 'A copy is waiting or being printed: `{ job }`' }
const step = {
  '409 lease_lost': 'Another page or device has it, or the lease has ended: `{ job }`',
  '409 invalid_transition': 'The job’s status doesn’t allow this step: `{ job }`',
}

export const printing = {
  'GET /print/printers': staff({
    operationId: 'listPrinters',
    summary: 'The restaurant’s printers, of all its devices',
    tags,
    roles: [...PRINTING],
    reads: true,
    // Whoever asks for a bill must know whether a printer prints it, or the browser.
    pages: askingPages,
    returns: z.object({ printers: z.array(PrinterShape) }),
    failure: 'Failed to fetch printers',
  }),
  'PUT /print/printers/:id': staff({
    operationId: 'savePrinter',
    summary: 'Register a printer for a device, or change it. The caller makes the id, so that a repeat is harmless',
    tags,
    roles: [...OWNERS],
    pages: settings,
    params: byId,
    body: z.object({
      deviceId: DeviceId,
      name: z.string().trim().min(1).max(120),
      role: z.enum(PRINTER_ROLES),
      stations: z.array(StationName).max(MAX_STATIONS).default([]),
      columns: PaperColumns,
      fallbackId: Id.nullable().default(null),
      ownOnly: z.boolean().default(false),
    }),
    returns: z.object({ printer: PrinterShape }),
    failure: 'Failed to save the printer',
    errors: { '409 printers_full': 'A restaurant has 30 printers at most' },
  }),
  'DELETE /print/printers/:id': staff({
    operationId: 'removePrinter',
    summary:
      'Remove a printer. Its waiting jobs come out of the printer that would get them now; without one they are reported, and a person can print them elsewhere',
    tags,
    roles: [...OWNERS],
    pages: settings,
    params: byId,
    returns: Message,
    failure: 'Failed to remove the printer',
  }),
  'GET /print/jobs': staff({
    operationId: 'listPrintJobs',
    summary: 'The jobs that are not printed yet or need attention: the newest 200, oldest first',
    tags,
    roles: [...PRINTING],
    reads: true,
    pages,
    returns: z.object({ jobs: z.array(PrintJobShape), seq: z.number().int().describe('the last event that these jobs include') }),
    failure: 'Failed to fetch print jobs',
  }),
  'POST /print/jobs': staff({
    operationId: 'printPaper',
    summary:
      'Print a KOT, a bill, the summary of a day or a test page. What was printed before is stamped REPRINT, what may have been is stamped DUPLICATE. Of a KOT of several stations, the parts that are under way already are left out',
    tags,
    roles: [...PRINTING],
    pages: [...askingPages, '/restaurant/invoices', '/restaurant/settings/summary'],
    idempotent: true,
    status: 201,
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('kot'), orderId: Id, kotId: Id }),
      z.object({ kind: z.literal('bill'), orderId: Id }),
      z
        .object({
          kind: z.literal('dayEnd'),
          date: DateOnly,
          closed: z
            .boolean()
            .default(false)
            .describe(
              'of the day that runs: its report as for closing it without a reset of the KOT counter (owners); else it is printed as it stands',
            ),
        })
        .describe('managers and cashier'),
      z.object({ kind: z.literal('test'), printerId: Id }),
    ]),
    returns: z.object({ jobs: z.array(PrintJobShape).describe('several for a ticket that is split by station') }),
    failure: 'Failed to send print job to printer.',
    errors: {
      '404 not_found': 'No such order, ticket or printer',
      '409 no_printer':
        'No printer is registered for it, or printing is switched off in Settings: print in the browser, or show it on the screen',
      '409 open_orders': 'A day is closed once all orders have ended: `{ openOrders }`',
      '409 invalid_transition':
        'There is nothing to print: the ticket was not sent or is cancelled, the order was cancelled, the bill has no number yet or has changed since it was printed (`POST /orders/{id}/bill` prints it anew)',
      '429 rate_limited': 'Too many test pages; try again after `retryAfter` seconds',
      ...pending,
    },
  }),
  'POST /print/lease': staff({
    operationId: 'leasePrintJobs',
    summary:
      'Lease the next job for each of the device’s printers that has none in progress; only test pages while printing is switched off in Settings. Report `printing` and wait for the answer before handing the job to the print agent',
    tags,
    roles: [...PRINTING],
    pages,
    idempotent: true,
    body: z.object({
      deviceId: DeviceId.describe('the same as its `X-Device-Id`'),
      printerIds: z.array(Id).min(1).max(MAX_PRINTERS).describe('those that the agent reaches now'),
    }),
    returns: z.object({
      jobs: z.array(
        z.object({
          job: PrintJobShape,
          fence: z.number().int().describe('to be named with each step'),
          document: PrintDocument.describe('what to print, with the stamp of its job'),
        }),
      ),
      next: Instant.nullable().describe('when to ask again even without an event: a lease ends then, or a fallback printer may take over'),
    }),
    failure: 'Failed to fetch print jobs',
    errors: { '404 not_found': 'A printer that is not registered for this device' },
  }),
  'PUT /print/jobs/:id': staff({
    operationId: 'stepPrintJob',
    summary:
      'Report the state of a leased job, from the device that leased it (`X-Device-Id`): `printing`, then `printed`, `failed` or `unknown`; `queued` gives it back unprinted',
    tags,
    roles: [...PRINTING],
    pages,
    idempotent: true,
    params: byId,
    body: z.object({
      fence: z.number().int().min(1).max(1_000_000),
      status: z.enum(PRINT_STEPS),
      reason: z.string().trim().max(300).optional(),
    }),
    returns: One,
    failure: 'Failed to update the print job',
    errors: step,
  }),
  'POST /print/jobs/:id/again': staff({
    operationId: 'printAgain',
    summary:
      'Print a job again, here or on another printer. One that failed is queued as it was; a printed one becomes a copy stamped REPRINT, one that may be printed a copy stamped DUPLICATE. A day’s report: managers and cashier',
    tags,
    roles: [...PRINTING],
    pages,
    idempotent: true,
    params: byId,
    body: z.object({ printerId: Id.optional().describe('by default the job’s own') }),
    returns: One,
    failure: 'Failed to send print job to printer.',
    errors: {
      '409 no_printer': 'Its printer is no longer registered, or printing is switched off in Settings: `{ job }`',
      '409 invalid_transition': 'There is nothing left to print, or it is a bill that has changed since',
      ...pending,
    },
  }),
  'POST /print/jobs/:id/dismiss': staff({
    operationId: 'dismissPrintJob',
    summary: 'Dismiss a job: it is not printed and no longer reported',
    tags,
    roles: [...PRINTING],
    pages,
    idempotent: true,
    params: byId,
    returns: One,
    failure: 'Failed to update the print job',
    errors: pending,
  }),
} as const
