import { z } from 'zod'
import { PRINT_KINDS, PRINT_STATUSES, STAMPS } from '../printJob.ts'
import { PRINTER_ROLES } from '../printing.ts'
import { Id, Instant } from './common.ts'

/** Printers and print jobs in JSON. Their calls are in printing.ts. */

/** A station's name in the settings, and on dishes. */
export const StationName = z.string().trim().min(1).max(40)
export const PaperColumns = z.union([z.literal(32), z.literal(48)])

export const PrinterShape = z.object({
  _id: Id,
  deviceId: z.string().describe('the random id of the device whose print agent reaches it'),
  name: z.string().describe('exactly as the print agent calls it'),
  role: z.enum(PRINTER_ROLES),
  stations: z
    .array(z.string())
    .describe(
      'of a KOT printer: the stations and categories whose lines it prints; a line goes by its station, or else by its category; empty: all that no printer names',
    ),
  columns: PaperColumns.describe('characters a line'),
  fallbackId: Id.nullable().describe('its fallback: the printer that takes its jobs when it doesn’t print'),
  ownOnly: z.boolean().describe('prints its own device’s tickets and no others'),
  registeredAt: Instant,
})
export type PrinterShape = z.infer<typeof PrinterShape>

export const PrintJobShape = z.object({
  _id: Id,
  version: z.number().int(),
  kind: z.enum(PRINT_KINDS),
  status: z.enum(PRINT_STATUSES),
  printerId: Id,
  orderId: Id.nullable(),
  kotId: z.string().nullable(),
  number: z.number().int().nullable().describe('of the KOT or the bill'),
  title: z.string().describe('the table or the order, as people call it'),
  station: z.string().nullable(),
  part: z.number().int().describe('of a ticket that is split by station: `part` of `parts`'),
  parts: z.number().int(),
  stamp: z.enum(STAMPS).nullable().describe('the stamp on a second copy'),
  reason: z.string().nullable().describe('why it failed, or why nobody knows'),
  waitingSince: Instant.describe('when it began to wait; after 30 s it is reported'),
  createdAt: Instant,
  createdBy: z.string(),
  leasedBy: z.string().nullable().describe('the device that printed it last'),
  leaseUntil: Instant.nullable(),
  closed: z.boolean().describe('when it was printed, dismissed or replaced by another copy; from then on it needs no attention'),
})
export type PrintJobShape = z.infer<typeof PrintJobShape>

/** What the rail shows of a job. */
export const UnprintedJob = PrintJobShape.pick({
  _id: true,
  kind: true,
  number: true,
  title: true,
  orderId: true,
  kotId: true,
  waitingSince: true,
})
export type UnprintedJob = z.infer<typeof UnprintedJob>
export const UnprintedJobs = z
  .array(UnprintedJob)
  .describe('the jobs that have waited for more than 30 s, or whose print failed or is unknown: the newest 100, oldest first')
