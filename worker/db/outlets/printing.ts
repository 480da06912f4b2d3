import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PrintKind, PrintStatus, Stamp } from '#domain/printJob.ts'
import { json, restaurantId } from './columns.ts'

/** The print queue (docs/decisions/028-print-queue.md). See outlets.ts. */

export const printJobs = sqliteTable(
  'print_jobs',
  {
    /** The order in which they are printed. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    /** Raised by each change. */
    version: integer('version').notNull().default(1),
    restaurantId: restaurantId(),
    kind: text('kind').$type<PrintKind>().notNull(),
    /** The name of what is printed: `kot:<kotId>:<station>`. There is one first copy of it, whoever asks. */
    paper: text('paper').notNull(),
    copy: integer('copy').notNull().default(0),
    stamp: text('stamp').$type<Stamp>(),
    status: text('status').$type<PrintStatus>().notNull().default('queued'),
    printerId: text('printer_id').notNull(),
    movedFrom: text('moved_from'),
    orderId: text('order_id'),
    kotId: text('kot_id'),
    /** The number of the KOT or of the bill. */
    number: integer('number'),
    /** The table or the order, as people call it. */
    title: text('title').notNull().default(''),
    /** Of a ticket's part (domain/printing.ts, `Part`). */
    station: text('station'),
    apart: json<string[]>('apart').notNull(),
    part: integer('part').notNull().default(1),
    parts: integer('parts').notNull().default(1),
    /** The content of the paper that can't be read from the order later. */
    content: json<unknown>('content'),
    fence: integer('fence').notNull().default(0),
    leasedBy: text('leased_by'),
    leaseUntil: text('lease_until'),
    reason: text('reason'),
    waitingSince: text('waiting_since').notNull(),
    createdAt: text('created_at').notNull(),
    /** The name of whoever asked for it, and the device. */
    createdBy: text('created_by').notNull(),
    deviceId: text('device_id'),
    closedAt: text('closed_at'),
    closedBy: text('closed_by'),
  },
  (t) => [
    uniqueIndex('print_jobs_id').on(t.restaurantId, t.id),
    // One first copy, and one copy for each press that asks for another. Also the index by which a ticket's and a bill's papers are found.
    uniqueIndex('print_jobs_paper').on(t.restaurantId, t.paper, t.copy),
    // A printer has at most one job leased or printing, even when two pages ask at once, so that jobs print in order.
    uniqueIndex('print_jobs_in_hand')
      .on(t.restaurantId, t.printerId)
      .where(sql`${t.status} IN ('leased', 'printing')`),
    index('print_jobs_open')
      .on(t.restaurantId, t.seq)
      .where(sql`${t.closedAt} IS NULL`),
    // For the purge, the only query across restaurants.
    index('print_jobs_created').on(t.createdAt),
  ],
)
