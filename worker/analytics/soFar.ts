import { sql } from 'drizzle-orm'
import { amountOf, type RollupKind } from '#domain/rollup.ts'
import { lines, orders } from '../db/outlets.ts'
import { type Read, Results, rows, statementsOf } from '../db/reads.ts'
import { column, columns, pick, shape } from '../db/rows.ts'
import type { Previous } from './ranges.ts'

export type Entry = { kind: RollupKind; key: string; amount: number; count: number }

const TAXES = ['cgst', 'sgst', 'vat', 'serviceCharge', 'roundOff'] as const
const SUMS = pick(orders, 'grandTotal', 'discount', ...TAXES)
const BOOKED = shape(SUMS, { count: column.number('count') })
const CANCELLED = columns({ count: column.number('count'), amount: column.number('amount') })

const sums = sql.join(
  SUMS.columns.map(([, { name }]) => sql`coalesce(sum(${sql.identifier(name)}), 0) AS ${sql.identifier(name)}`),
  sql`, `,
)

/**
 * The totals of a day as its rollups stood at an instant: sales and taxes less what was refunded, discounts, refunds, cancellations. Amounts in paise. Four
 * statements, which cost what was booked on one day; they find nothing where no day is cut.
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
    // An order without lines was merged into another, which is not a cancellation (`rollupOfCancel`).
    cancelled: rows(
      CANCELLED,
      sql`SELECT count(*) AS count, coalesce(sum(subtotal), 0) AS amount ${ended} AND order_status = 'cancelled'
          AND EXISTS (SELECT 1 FROM lines WHERE lines.order_id = orders.id)`,
    ),
    spoiled: rows(
      lines,
      sql`SELECT * FROM lines INDEXED BY lines_booked WHERE restaurant_id = ${restaurantId} AND booked_date = ${part} AND status_at <= ${to}`,
    ),
  }
  return { statements: statementsOf(reads), value: (found) => entriesOf(new Results(reads, found).all()) }
}

type Booked = typeof BOOKED.row

/** The first three are sums, which always are one row. */
function entriesOf(day: {
  sold: Booked[]
  refunded: Booked[]
  cancelled: (typeof CANCELLED.row)[]
  spoiled: (typeof lines.$inferSelect)[]
}): Entry[] {
  const [sold, refunded, cancelled] = [day.sold[0]!, day.refunded[0]!, day.cancelled[0]!]
  return [
    { kind: 'sales', key: '', amount: sold.grandTotal - refunded.grandTotal, count: sold.count },
    { kind: 'discount', key: '', amount: sold.discount - refunded.discount, count: 0 },
    ...TAXES.map((key): Entry => ({ kind: 'tax', key, amount: sold[key] - refunded[key], count: 0 })),
    { kind: 'refund', key: '', amount: refunded.grandTotal, count: refunded.count },
    { kind: 'cancelledOrder', key: '', ...cancelled },
    ...day.spoiled.map((line): Entry => ({ kind: 'cancelledItem', key: line.itemName, amount: amountOf(line), count: line.quantity })),
  ]
}
