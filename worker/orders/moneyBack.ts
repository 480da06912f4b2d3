import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { MoneyBack } from '#domain/api/analytics.ts'
import { toRupees } from '#domain/money.ts'
import { payments } from '../db/outlets/orders.ts'
import { map, type Read, rows } from '../db/reads.ts'
import { column, columns, pick, shape } from '../db/rows.ts'

/** Money that was given back or corrected, by the business day on which it moved (CONTRACT §9 "Payments"). */

type Days = { startDate: string; endDate: string }

const ROW = shape(pick(payments, 'id', 'orderId', 'kind', 'method', 'amount', 'at', 'by', 'reason'), {
  billNumber: column.orNull(column.number('bill_number')),
  tableNumber: column.orNull(column.text('table_number')),
})
const COUNT = columns({ count: column.number('count') })

/** Reads only these rows, however much was received. */
const BACK = sql`payments p INDEXED BY payments_back`
const within = (restaurantId: string, { startDate, endDate }: Days): SQL =>
  sql`p.restaurant_id = ${restaurantId} AND p.business_date BETWEEN ${startDate} AND ${endDate} AND p.kind IN ('returned', 'corrected')`

/** The latest 200 of them, with the bill and the table that they are of. Amounts in rupees, negative where money left its method. */
export const readMoneyBack = (restaurantId: string, days: Days): Read<z.input<typeof MoneyBack>[]> =>
  map(
    rows(
      ROW,
      sql`SELECT p.*, o.bill_number, o.table_number FROM ${BACK} CROSS JOIN orders o ON o.id = p.order_id
          WHERE ${within(restaurantId, days)} ORDER BY p.business_date DESC, p.at DESC, p.rowid DESC LIMIT 200`,
    ),
    (found) =>
      found.map(({ id: _id, kind, amount, ...row }) => ({ _id, kind: kind as MoneyBack['kind'], amount: toRupees(amount), ...row })),
  )

/** How many such rows there are. */
export const countMoneyBack = (restaurantId: string, days: Days): Read<number> =>
  map(rows(COUNT, sql`SELECT count(*) AS count FROM ${BACK} WHERE ${within(restaurantId, days)}`), ([row]) => row?.count ?? 0)
