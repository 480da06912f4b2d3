import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { DaySummary } from '#domain/api/daySummary.ts'
import type { orders } from '#domain/api/orders.ts'
import { conflict, forbidden } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { asOf } from '#domain/printJob.ts'
import { plural } from '#domain/text.ts'
import { readRollups, salesOf } from '../analytics/sales.ts'
import { type Context } from '../http/context.ts'
import { arm, busy, PATIENCE } from '../command/command.ts'
import { batch, brokenConstraint } from '../db/index.ts'
import { counted, read } from '../db/reads.ts'
import { refuseCrossSite } from '../http/security.ts'
import { dayPaper, printDayEnd } from '../printing/make.ts'
import { jobJson, latestOf, readCopies } from '../printing/store.ts'
import { counterValue, outbox } from '../realtime/events.ts'
import { hintRoom } from '../realtime/publish.ts'
import { readChanged } from './changed.ts'
import { readNotes } from './dayNotes.ts'
import { drawerJson, readCash, readDrawer } from './drawer.ts'
import { OPEN_ORDERS, pendingOrders } from './store.ts'

/** May the caller close the day (`resetKOT=true`)? Owners may (CONTRACT §2), a sync key never. */
export const mayCloseDay = (c: Context): boolean =>
  !c.syncKey && (['superuser', 'managerialHead', 'admin', 'partner', 'backoffice'] as const).some((role) => role === c.principal.role)

/** Throws 409 `open_orders`: a day is closed once all orders have ended. */
export function mustHaveEnded(openOrders: number): void {
  if (openOrders > 0) throw conflict('open_orders', plural(openOrders, 'open order'), { openOrders })
}

/**
 * The day-end summary of a business date (SPEC §3), from rollups, so that it equals the reports. `resetKOT`: for closing the day, which is refused while orders are
 * open (409 `open_orders`) and for the running business day alone (422): past ones are only read (SCREENS §2.3).
 */
export async function daySummary(c: Context, date: string, resetKOT: boolean): Promise<z.input<typeof DaySummary>> {
  return (await readDay(c, date, resetKOT)).summary
}

/** The same, with the `seq` of the last event that it includes. */
async function readDay(c: Context, date: string, resetKOT: boolean): Promise<{ summary: z.input<typeof DaySummary>; seq: number }> {
  if (resetKOT) {
    refuseCrossSite(c.request)
    if (!mayCloseDay(c)) throw forbidden('Only the owner or a managerial head can reset the KOT counter.')
    // For another date, numbers would restart in the middle of today, and a report would close a day that nobody closed or that has not begun.
    if (date !== c.today) throw invalidFields([{ path: 'date', message: 'Only the day that runs is closed.' }])
  }
  const { id } = c.restaurant
  const day = { startDate: date, endDate: date }
  const { seq, booked, openOrders, changed, cash, moves, notes } = await read(c.db, {
    seq: counted(sql`SELECT coalesce(${counterValue(id, 'seq')}, 0) AS n`),
    booked: readRollups(id, day),
    openOrders: counted(sql`SELECT count(*) AS n FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)}`),
    changed: readChanged(id, day),
    cash: readCash(id, date),
    moves: readDrawer(id, date),
    notes: readNotes(id, date),
  })
  if (resetKOT) mustHaveEnded(openOrders)
  const sales = salesOf(booked, day)
  // All that is open now will be booked on the running day, or later, also what sits on past the reset time: a day that is over has none.
  const pending = date === c.today ? openOrders : 0
  const summary: z.input<typeof DaySummary> = {
    date,
    totalOrders: sales.totalOrders + sales.cancelledOrders + pending,
    completedOrders: sales.totalOrders,
    cancelledOrders: sales.cancelledOrders,
    pendingOrders: pending,
    totalSales: sales.totalSales,
    refunds: sales.refunds,
    discounts: sales.discounts,
    taxes: sales.taxes,
    roundOff: sales.roundOff,
    cancelledValue: sales.cancelledValue,
    paymentMethods: sales.paymentMethods,
    tips: sales.tips,
    ...drawerJson(c, moves, cash),
    receivedOnOpenOrders: sales.receivedOnOpenOrders,
    items: sales.items,
    openOrders,
    changedAfterPrint: changed,
    ...(resetKOT ? { kotReset: true } : {}),
    ...(notes.length > 0 && { notes }),
  }
  return { summary, seq }
}

type DayPaper = NonNullable<z.input<(typeof orders)['GET /orders/daily-summary']['returns']>['paper']> | null

/**
 * Closes the business day that runs: restarts KOT numbers, and prints the day's report. If anything happened in the restaurant since the read (a ticket sent,
 * money taken), it reads again, so that the day is not closed over an open order and the report lacks no sale. Returns the state of the report's print job.
 */
export async function closeDay(c: Context, date: string): Promise<{ summary: z.input<typeof DaySummary>; paper: DayPaper }> {
  for (let n = 0; ; n++) {
    const { summary, seq } = await readDay(c, date, true)
    const paper = await closeAsOf(c, summary, seq)
    if (paper !== 'changed') return { summary, paper }
    if (Date.now() - c.now.getTime() > PATIENCE) throw busy()
    await scheduler.wait(Math.random() * 100 * (n + 1))
  }
}

async function closeAsOf(c: Context, summary: z.input<typeof DaySummary>, seq: number): Promise<DayPaper | 'changed'> {
  const { id } = c.restaurant
  const { jobs, statements, events } = printDayEnd(c, summary)
  if (events.length > 0) await arm(c)
  let done: Awaited<ReturnType<typeof batch>>
  try {
    done = await batch(c.db, [
      sql`INSERT INTO guard (version) SELECT NULL WHERE coalesce(${counterValue(id, 'seq')}, 0) <> ${seq}`,
      sql`INSERT INTO kot_epochs (restaurant_id, epoch, reset_at, closed_at, closed_by) VALUES (${id}, 1, ${c.at}, ${c.at}, ${c.by})
        ON CONFLICT DO UPDATE SET epoch = epoch + 1, reset_at = ${c.at}, closed_at = ${c.at}, closed_by = ${c.by}`,
      ...statements,
      ...outbox(id, events, c.at),
      sql`SELECT ${counterValue(id, 'seq')} AS seq`,
    ])
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken === 'guard.version') return 'changed'
    // Closed already, with the same figures: the counter was reset and the report ordered then.
    if (!broken?.startsWith('print_jobs.')) throw error
    const { copies } = await read(c.db, { copies: readCopies(id, dayPaper(summary)) })
    const [newest] = latestOf(copies)
    return newest ? { ordered: false, job: jobJson(asOf(newest, c.now.getTime())) } : null
  }
  const [job] = jobs
  if (!job) return null
  c.waitUntil(hintRoom(c.env, c.where, Number(done.at(-1)?.[0]?.seq)))
  return { ordered: true, job: jobJson(job) }
}
