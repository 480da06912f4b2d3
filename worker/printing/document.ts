import { sql } from '../db/sql.ts'
import type { OrderShape } from '#domain/api/order.ts'
import {
  type BillDocument,
  cancellationDocument,
  kotDocument,
  type KotParts,
  moveDocument,
  type PrintDocument,
} from '#domain/print/document.ts'
import { DRAWER_MS } from '#domain/printJob.ts'
import { isOnPart } from '#domain/printing.ts'
import { diningTables } from '../db/outlets.ts'
import { read, rows } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import { orderJson, readOrdersByIds } from '../orders/store.ts'
import { type CancelledLines, IN_KITCHEN, type MovedFrom } from './make.ts'
import type { PrintJobRow } from './store.ts'

/** What a leased job prints (domain/print/document.ts). */

/** The kitchen's papers refer to a ticket; jobs of bills, days and test pages contain their document. */
export const refers = ({ kind }: PrintJobRow) => kind === 'kot' || kind === 'cancellation' || kind === 'move'

/**
 * The orders of the jobs' tickets, as they are now: a ticket may have moved to another order since; and of the jobs' bills. With the areas of their tables.
 */
async function ordersOf(db: D1Database, restaurantId: string, jobs: readonly PrintJobRow[]) {
  const kotIds = jobs.filter(refers).map((job) => job.kotId)
  const billed = jobs.filter(({ kind }) => kind === 'bill').map((job) => job.orderId)
  if (kotIds.length + billed.length === 0) return { orders: [], areas: new Map<string, string>() }
  const sent = sql`SELECT order_id FROM tickets WHERE restaurant_id = ${restaurantId} AND kot_id IN (SELECT value FROM json_each(${JSON.stringify(kotIds)}))`
  const ids = sql`${sent} UNION ALL SELECT value FROM json_each(${JSON.stringify(billed)})`
  const { orders, tables } = await read(db, {
    orders: readOrdersByIds(ids, sql`ORDER BY id`),
    tables: rows(
      pick(diningTables, 'id', 'area'),
      sql`SELECT id, area FROM dining_tables WHERE restaurant_id = ${restaurantId} AND id IN (SELECT table_id FROM orders WHERE id IN (${sent}))`,
    ),
  })
  return { orders: orders.map(orderJson), areas: new Map(tables.map(({ id, area }) => [id, area])) }
}

/**
 * The document that a job contains. A cash drawer must not open long after the payment, nor at another printer than the payment's, even with its bill: nobody
 * stands beside it. Then a drawer without a bill is null.
 */
function carried(job: PrintJobRow, orders: readonly OrderShape[], now: number): PrintDocument | null {
  const content = job.content as PrintDocument | null
  if (content === null) return null
  const closed = job.movedFrom !== null || Date.parse(job.createdAt) + DRAWER_MS <= now
  if (content.kind === 'drawer') return closed ? null : content
  if (content.kind !== 'bill') return content
  const bill = paidSince(
    content,
    orders.find(({ _id }) => _id === job.orderId),
  )
  return closed ? { ...bill, drawer: false } : bill
}

/**
 * A bill with the payments since it was ordered, because a delayed paper or a second copy must not ask a guest who has paid to scan and pay. If the total has
 * changed since, the bill stays as it was ordered.
 */
function paidSince(bill: BillDocument, order: OrderShape | undefined): BillDocument {
  if (!order || order.orderStatus === 'cancelled' || order.grandTotal !== bill.order.grandTotal) return bill
  const { payments, paymentStatus, paymentMethod, refund, orderStatus, biller, completedAt } = order
  return { ...bill, order: { ...bill.order, payments, paymentStatus, paymentMethod, refund, orderStatus, biller, completedAt } }
}

/** null: nothing is left to print, because all of it was cancelled or is served (SPEC §5 "nothing is printed when no items remain"). */
function documentOf(
  job: PrintJobRow,
  orders: readonly OrderShape[],
  areas: ReadonlyMap<string, string>,
  now: number,
): PrintDocument | null {
  if (!refers(job)) return carried(job, orders, now)
  const order = orders.find((o) => o.kots.some((k) => k.kotId === job.kotId))
  const ticket = order?.kots.find((k) => k.kotId === job.kotId)
  if (!order || !ticket) return null
  const items = ticket.items.filter((item) => isOnPart(item, job))
  // The lines of a cancelled order keep their status, but none of them is wanted.
  const ended = order.orderStatus === 'cancelled'
  const kot = { ...ticket, items: ended ? items.map((item) => ({ ...item, status: 'Cancelled' as const })) : items }
  const parts: KotParts = {
    area: areas.get(order.tableId ?? ''),
    station: job.station,
    part: job.parts > 1 ? { number: job.part, of: job.parts } : undefined,
  }
  if (job.kind === 'kot') return kotDocument(order, kot, parts)
  const done = { ...parts, at: job.createdAt, by: job.createdBy }
  if (job.kind === 'move') {
    const toMake = kot.items.filter((item) => IN_KITCHEN.includes(item.status))
    return moveDocument(order, { ...kot, items: toMake }, { ...done, wasTable: (job.content as MovedFrom).wasTable })
  }
  const { lines } = job.content as CancelledLines
  const cancelled = kot.items.flatMap((item) => {
    const line = lines.find(({ lineId }) => lineId === item.lineId)
    return line ? [{ item, quantity: line.quantity, reason: item.cancelReason ?? order.cancelReason ?? '' }] : []
  })
  return cancellationDocument(order, kot, cancelled, done)
}

/** The documents of jobs as of `now` (ms since 1970), by the job's id. */
export async function documentsOf(db: D1Database, restaurantId: string, jobs: readonly PrintJobRow[], now: number) {
  const { orders, areas } = await ordersOf(db, restaurantId, jobs)
  return new Map(jobs.map((job) => [job.id, documentOf(job, orders, areas, now)]))
}
