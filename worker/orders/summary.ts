import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { DaySummary } from '#domain/api/orders.ts'
import { conflict, forbidden } from '#domain/errors.ts'
import { toRupees } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { changedAfterPrint } from '#domain/printed.ts'
import { plural } from '#domain/text.ts'
import { readRollups, salesOf } from '../analytics/sales.ts'
import { type Context } from '../http/context.ts'
import { run } from '../db/index.ts'
import { counted, read } from '../db/reads.ts'
import { refuseCrossSite } from '../http/security.ts'
import { OPEN_ORDERS, pendingOrders, readOrdersByIds } from './store.ts'

/** May `resetKOT=true` be asked: owners (CONTRACT §2), never a key. */
const mayReset = (c: Context) =>
  !c.syncKey && (['superuser', 'managerialHead', 'admin', 'partner', 'backoffice'] as const).some((role) => role === c.principal.role)

/** The orders of a day that ended for less than their bill said in print, with their lines: `changedAfterPrint` tells what was changed. */
const readChangedAfterPrint = (restaurantId: string, date: string) => {
  const printed = sql`json_extract(last_printed, '$.highest.total')`
  const total = sql`CASE WHEN order_status = 'cancelled' THEN 0 ELSE grand_total END`
  return readOrdersByIds(
    sql`SELECT id FROM (SELECT id FROM orders INDEXED BY orders_ended
        WHERE restaurant_id = ${restaurantId} AND ended_date = ${date} AND last_printed IS NOT NULL AND ${printed} > ${total}
        ORDER BY ${printed} - (${total}) DESC, id LIMIT 200)`,
    sql`ORDER BY ${printed} - (${total}) DESC, id`,
  )
}

function changedJson(order: Order): z.input<typeof DaySummary>['changedAfterPrint'] {
  const changed = changedAfterPrint(order)
  if (!changed) return []
  const { printed, total, changes } = changed
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

/**
 * The day-end summary of a business date (SPEC §3), from rollups, so that it equals the reports. `resetKOT` starts KOT numbers anew, and is refused
 * while orders are open: 409 `open_orders`.
 */
export async function daySummary(c: Context, date: string, resetKOT: boolean): Promise<z.input<typeof DaySummary>> {
  if (resetKOT) {
    refuseCrossSite(c.request)
    if (!mayReset(c)) throw forbidden('Only the owner or a managerial head can reset the KOT counter.')
  }
  const { id } = c.restaurant
  const day = { startDate: date, endDate: date }
  const { booked, openOrders, pending, changed } = await read(c.db, {
    booked: readRollups(id, day),
    openOrders: counted(sql`SELECT count(*) AS n FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)}`),
    pending: counted(sql`SELECT count(*) AS n FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)} AND business_date = ${date}`),
    changed: readChangedAfterPrint(id, date),
  })
  if (resetKOT) {
    if (openOrders > 0) throw conflict('open_orders', plural(openOrders, 'open order'), { openOrders })
    await run(
      c.db,
      sql`INSERT INTO kot_epochs (restaurant_id, epoch, reset_at) VALUES (${id}, 1, ${c.at}) ON CONFLICT DO UPDATE SET epoch = epoch + 1, reset_at = ${c.at}`,
    )
  }
  const sales = salesOf(booked, day)
  return {
    date,
    totalOrders: sales.totalOrders + sales.cancelledOrders + pending,
    completedOrders: sales.totalOrders,
    cancelledOrders: sales.cancelledOrders,
    pendingOrders: pending,
    totalSales: sales.totalSales,
    refunds: sales.refunds,
    paymentMethods: sales.paymentMethods,
    receivedOnOpenOrders: sales.receivedOnOpenOrders,
    items: sales.items,
    openOrders,
    changedAfterPrint: changed.flatMap(changedJson),
    ...(resetKOT ? { kotReset: true } : {}),
  }
}
