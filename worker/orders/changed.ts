import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { ChangedBill } from '#domain/api/analytics.ts'
import { toRupees } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { changedAfterPrint } from '#domain/printed.ts'
import { map, type Read, rows } from '../db/reads.ts'
import { column, columns } from '../db/rows.ts'
import { readOrdersByIds } from './store.ts'

/** Bills that ended below the highest total ever printed on them, by the day on which their order ended (CONTRACT §9 "Printed"). */

type Days = { startDate: string; endDate: string }

/** The highest total that was ever printed, as `orders_changed` has it. */
const PRINTED = sql`last_printed ->> '$.highest.total'`
const TOTAL = sql`CASE WHEN order_status = 'cancelled' THEN 0 ELSE grand_total END`
const LARGEST_FIRST = sql`ORDER BY ${PRINTED} - ${TOTAL} DESC, id`
/** Reads only the changed bills, however much else was sold. */
const changed = (restaurantId: string, { startDate, endDate }: Days): SQL =>
  sql`FROM orders INDEXED BY orders_changed
      WHERE restaurant_id = ${restaurantId} AND ended_date BETWEEN ${startDate} AND ${endDate} AND ended_date IS NOT NULL AND ${PRINTED} > ${TOTAL}`

/** Those bills with their lines, the largest difference first: at most 200. */
export const readChanged = (restaurantId: string, days: Days): Read<z.input<typeof ChangedBill>[]> =>
  map(readOrdersByIds(sql`SELECT id FROM (SELECT id ${changed(restaurantId, days)} ${LARGEST_FIRST} LIMIT 200)`, LARGEST_FIRST), (found) =>
    found.flatMap(billJson),
  )

const SUM = columns({ count: column.number('count'), difference: column.number('difference') })

/** The number of such bills, and the sum of the differences in paise. */
export const sumChanged = (restaurantId: string, days: Days): Read<typeof SUM.row> =>
  map(
    rows(SUM, sql`SELECT count(*) AS count, coalesce(sum(${PRINTED} - ${TOTAL}), 0) AS difference ${changed(restaurantId, days)}`),
    ([sum]) => sum!,
  )

function billJson(order: Order): z.input<typeof ChangedBill>[] {
  const found = changedAfterPrint(order)
  if (!found) return []
  const { printed, total, changes } = found
  const { id: orderId, billNumber, tableNumber } = order
  return [
    {
      orderId,
      billNumber,
      tableNumber,
      printedTotal: toRupees(printed.total),
      printedAt: printed.at,
      printedBy: printed.by,
      total: toRupees(total),
      changes,
    },
  ]
}
