import { type SQL, sql } from 'drizzle-orm'
import { amountOf, type RollupKind } from '#domain/rollup.ts'
import { lines } from '../db/outlets.ts'
import { decode } from '../db/rows.ts'
import type { Previous } from './ranges.ts'

type Entry = { kind: RollupKind; key: string; amount: number; count: number }
type Rows = readonly Record<string, unknown>[] | undefined

const TAXES = { cgst: 'cgst', sgst: 'sgst', vat: 'vat', serviceCharge: 'service_charge', roundOff: 'round_off' } as const

const sums = sql.join(
  ['grand_total', 'discount', ...Object.values(TAXES)].map(
    (column) => sql`coalesce(sum(${sql.identifier(column)}), 0) AS ${sql.identifier(column)}`,
  ),
  sql`, `,
)

/** The statements of `soFarOf`: four, whose cost is that of what was booked on one day; they find nothing where no day is cut. */
export const soFar = (restaurantId: string, { part, to }: Pick<Previous, 'part' | 'to'>): [SQL, SQL, SQL, SQL] => {
  const ended = sql`FROM orders INDEXED BY orders_ended WHERE restaurant_id = ${restaurantId} AND ended_date = ${part} AND completed_at <= ${to}`
  return [
    sql`SELECT count(*) AS count, ${sums} ${ended} AND order_status = 'completed'`,
    sql`SELECT count(*) AS count, ${sums} FROM orders INDEXED BY orders_refunded
        WHERE restaurant_id = ${restaurantId} AND refund_date = ${part} AND json_extract(refund, '$.at') <= ${to}`,
    // An order without lines was merged into another, which is not a cancellation (`rollupOfCancel`).
    sql`SELECT count(*) AS count, coalesce(sum(subtotal), 0) AS amount ${ended} AND order_status = 'cancelled'
        AND EXISTS (SELECT 1 FROM lines WHERE lines.order_id = orders.id)`,
    sql`SELECT * FROM lines INDEXED BY lines_booked WHERE restaurant_id = ${restaurantId} AND booked_date = ${part} AND status_at <= ${to}`,
  ]
}

/** The totals of a day as its rollups stood at an instant: sales and taxes less what was refunded, discounts, refunds, cancellations. Amounts in paise. */
export function soFarOf(sold: Rows, refunded: Rows, cancelled: Rows, spoiled: Rows): Entry[] {
  const of = (rows: Rows, name: string) => Number(rows?.[0]?.[name] ?? 0)
  const net = (name: string) => of(sold, name) - of(refunded, name)
  return [
    { kind: 'sales', key: '', amount: net('grand_total'), count: of(sold, 'count') },
    { kind: 'discount', key: '', amount: net('discount'), count: 0 },
    ...Object.entries(TAXES).map(([key, column]): Entry => ({ kind: 'tax', key, amount: net(column), count: 0 })),
    { kind: 'refund', key: '', amount: of(refunded, 'grand_total'), count: of(refunded, 'count') },
    { kind: 'cancelledOrder', key: '', amount: of(cancelled, 'amount'), count: of(cancelled, 'count') },
    ...(spoiled ?? []).map((row): Entry => {
      const line = decode(lines, row)
      return { kind: 'cancelledItem', key: line.itemName, amount: amountOf(line), count: line.quantity }
    }),
  ]
}
