import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { MoneyBack } from '#domain/api/analytics.ts'
import { toRupees } from '#domain/money.ts'
import { payments } from '../db/outlets/orders.ts'
import { counted, type Read, Results, rows, statementsOf } from '../db/reads.ts'
import { column, pick, shape } from '../db/rows.ts'

/** Money and tips that were given back or corrected, by the business day on which it moved (CONTRACT §9 "Payments"). */

type Days = { startDate: string; endDate: string }

const ROW = shape(pick(payments, 'id', 'orderId', 'kind', 'method', 'of', 'amount', 'at', 'by', 'reason'), {
  billNumber: column.orNull(column.number('bill_number')),
  tableNumber: column.orNull(column.text('table_number')),
  orderType: column.text('order_type'),
  serialNumber: column.number('serial_number'),
})

type Kind = { from: SQL; which: SQL }
/** Reads only these rows, however much was received. */
const MONEY: Kind = { from: sql`payments p INDEXED BY payments_back`, which: sql`p.kind IN ('returned', 'corrected')` }
/** Reads only tips. */
const TIPS: Kind = {
  from: sql`payments p INDEXED BY payments_tips`,
  which: sql`p.kind = 'tip' AND (p.amount < 0 OR p.corrects IS NOT NULL)`,
}

const within = (restaurantId: string, { startDate, endDate }: Days, { which }: Kind): SQL =>
  sql`p.restaurant_id = ${restaurantId} AND p.business_date BETWEEN ${startDate} AND ${endDate} AND ${which}`

const MOST = 200

/** The latest 200 of them, with the bill and the order that they are of. Amounts in rupees, negative where money left its method. */
export function readMoneyBack(restaurantId: string, days: Days): Read<z.input<typeof MoneyBack>[]> {
  const latest = (kind: Kind) =>
    rows(
      ROW,
      sql`SELECT p.*, o.bill_number, o.table_number, o.order_type, o.serial_number FROM ${kind.from} CROSS JOIN orders o ON o.id = p.order_id
          WHERE ${within(restaurantId, days, kind)} ORDER BY p.business_date DESC, p.at DESC, p.rowid DESC LIMIT ${MOST}`,
    )
  const reads = { money: latest(MONEY), tips: latest(TIPS) }
  return {
    statements: statementsOf(reads),
    value: (results) => {
      const { money, tips } = new Results(reads, results).all()
      return [...money, ...tips]
        .sort((a, b) => b.at.localeCompare(a.at))
        .slice(0, MOST)
        .map(({ id: _id, amount, ...row }) => ({
          ...(row as typeof row & Pick<MoneyBack, 'kind' | 'orderType'>),
          _id,
          amount: toRupees(amount),
        }))
    },
  }
}

/** How many such rows there are. */
export function countMoneyBack(restaurantId: string, days: Days): Read<number> {
  const count = (kind: Kind) => sql`SELECT count(*) FROM ${kind.from} WHERE ${within(restaurantId, days, kind)}`
  return counted(sql`SELECT (${count(MONEY)}) + (${count(TIPS)}) AS n`)
}
