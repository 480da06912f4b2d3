import { sql } from '../db/sql.ts'
import { isCancelled } from '#domain/order.ts'
import { amountOf, type RollupKind, TAXES } from '#domain/rollup.ts'
import { lines, orders } from '../db/outlets.ts'
import { type Read, Results, rows, statementsOf } from '../db/reads.ts'
import { column, columns, pick, shape } from '../db/rows.ts'
import type { Previous } from './ranges.ts'

export type Entry = { kind: RollupKind; key: string; amount: number; count: number }

const SUMS = pick(orders, 'grandTotal', 'discount', ...TAXES)
const BOOKED = shape(SUMS, { count: column.number('count') })

const MOVED = columns({ amount: column.number('amount') })

const sums = sql.join(
  SUMS.columns.map(([, { name }]) => sql`coalesce(sum(${sql.identifier(name)}), 0) AS ${sql.identifier(name)}`),
  sql`, `,
)

/** Joins lines `l` to their tickets, and keeps those that were sent: neither waiting nor declined (`isDeclined`). */
const SENT = sql`JOIN tickets t ON t.restaurant_id = l.restaurant_id AND t.kot_id = l.kot_id AND t.held = 0
                 AND NOT (l.status = 'Cancelled' AND t.sent_at IS NOT NULL AND l.status_at < t.sent_at)`

/**
 * The totals of a day as its rollups stood at an instant: sales and taxes less what was refunded, discounts, refunds, cancellations, money received on open orders. Amounts
 * in paise. Five statements, which cost what was booked on one day; they find nothing where no day is cut.
 */
export function soFar(restaurantId: string, { part, to }: Pick<Previous, 'part' | 'to'>): Read<Entry[]> {
  const ended = sql`FROM orders INDEXED BY orders_ended WHERE restaurant_id = ${restaurantId} AND ended_date = ${part} AND completed_at <= ${to}`
  const reads = {
    sold: rows(BOOKED, sql`SELECT count(*) AS count, ${sums} ${ended} AND order_status = 'completed'`),
    refunded: rows(
      BOOKED,
      sql`SELECT count(*) AS count, ${sums} FROM orders INDEXED BY orders_refunded
          WHERE restaurant_id = ${restaurantId} AND refund_date = ${part} AND json_extract(refund, '$.at') <= ${to}`,
    ),
    moved: rows(
      MOVED,
      sql`SELECT coalesce(sum(amount), 0) AS amount FROM payments
          WHERE restaurant_id = ${restaurantId} AND business_date = ${part} AND at <= ${to} AND kind IN ('received', 'returned', 'corrected')`,
    ),
    // Only lines that were sent: an order that was merged into another, or declined, is not a cancellation (`rollupOfCancel`).
    cancelled: rows(
      lines,
      sql`SELECT l.* FROM (SELECT id ${ended} AND order_status = 'cancelled') o JOIN lines l ON l.order_id = o.id ${SENT}`,
    ),
    spoiled: rows(
      lines,
      sql`SELECT l.* FROM lines l INDEXED BY lines_booked ${SENT}
          WHERE l.restaurant_id = ${restaurantId} AND l.booked_date = ${part} AND l.status_at <= ${to}`,
    ),
  }
  return { statements: statementsOf(reads), value: (found) => entriesOf(new Results(reads, found).all()) }
}

type Booked = typeof BOOKED.row

type LineRow = typeof lines.$inferSelect

/** The first three are sums, which always are one row. */
function entriesOf(day: {
  sold: Booked[]
  refunded: Booked[]
  moved: (typeof MOVED.row)[]
  cancelled: LineRow[]
  spoiled: LineRow[]
}): Entry[] {
  const [sold, refunded, moved] = [day.sold[0]!, day.refunded[0]!, day.moved[0]!]
  const left = day.cancelled.filter((line) => !isCancelled(line))
  return [
    { kind: 'sales', key: '', amount: sold.grandTotal - refunded.grandTotal, count: sold.count },
    { kind: 'open', key: '', amount: moved.amount - sold.grandTotal + refunded.grandTotal, count: 0 },
    { kind: 'discount', key: '', amount: sold.discount - refunded.discount, count: 0 },
    ...TAXES.map((key): Entry => ({ kind: 'tax', key, amount: (sold[key] - refunded[key]) * (key === 'taxIncluded' ? -1 : 1), count: 0 })),
    { kind: 'refund', key: '', amount: refunded.grandTotal, count: refunded.count },
    {
      kind: 'cancelledOrder',
      key: '',
      amount: left.reduce((sum, line) => sum + amountOf(line), 0),
      count: new Set(day.cancelled.map((line) => line.orderId)).size,
    },
    ...day.spoiled.map((line): Entry => ({ kind: 'cancelledItem', key: line.itemName, amount: amountOf(line), count: line.quantity })),
  ]
}
