import { sql } from 'drizzle-orm'
import type { Dashboard } from '#domain/api/analytics.ts'
import { toRupees } from '#domain/money.ts'
import { tableLabel } from '#domain/table.ts'
import { businessDayRange } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { batch } from '../db/index.ts'
import { readLowStock } from '../inventory/store.ts'
import { OPEN_ORDERS, pendingOrders } from '../orders/store.ts'
import { alerts } from '../realtime/publish.ts'
import { type Filter, type Range, rangesOf } from './ranges.ts'
import { soFar, soFarOf } from './soFar.ts'

type Row = { kind: string; key: string; amount: number; count: number }
/** With the part of it that belongs to days before `whole`. */
type SplitRow = Row & { whole_amount: number; whole_count: number }

const rollupRows = (restaurantId: string, r: Range, whole: string) =>
  sql`SELECT kind, key, sum(amount) AS amount, sum(count) AS count, sum(CASE WHEN business_date < ${whole} THEN amount ELSE 0 END) AS whole_amount,
             sum(CASE WHEN business_date < ${whole} THEN count ELSE 0 END) AS whole_count FROM rollups
      WHERE restaurant_id = ${restaurantId} AND business_date BETWEEN ${r.startDate} AND ${r.endDate} AND kind IN ('sales', 'hour', 'item', 'method', 'cancelledOrder', 'cancelledItem')
      GROUP BY kind, key`

/** Figures of a range from its rollups. Sales are of completed orders, less what was refunded in the range. Amounts in paise come out as rupees. */
function figures(rows: readonly Row[]) {
  const of = (kind: string) => rows.filter((r) => r.kind === kind)
  const sum = (kind: string) => of(kind).reduce((s, r) => s + r.amount, 0)
  const sales = sum('sales')
  const orders = of('sales').reduce((s, r) => s + r.count, 0)
  const byAmount = (a: Row, b: Row) => b.amount - a.amount || a.key.localeCompare(b.key)
  return {
    sales: toRupees(sales),
    orders,
    averageOrderValue: orders === 0 ? 0 : toRupees(Math.round(sales / orders)),
    cancelledValue: toRupees(sum('cancelledOrder') + sum('cancelledItem')),
    paymentMethods: of('method')
      .sort(byAmount)
      .map((r) => ({ method: r.key, amount: toRupees(r.amount), orders: r.count })),
    hourly: of('hour')
      .map((r) => ({ hour: Number(r.key), sales: toRupees(r.amount), orders: r.count }))
      .sort((a, b) => a.hour - b.hour),
    topItems: of('item')
      .sort(byAmount)
      .slice(0, 10)
      .map((r) => ({ name: r.key, count: r.count, revenue: toRupees(r.amount) })),
  }
}

/** CONTRACT §4's dashboard. Its cost grows with the days asked for and with what is open now, not with orders. */
export async function dashboard(c: Context, filter: Filter): Promise<Dashboard> {
  const { id, kotSettings, timezone } = c.restaurant
  const { range, previous } = rangesOf(filter, c.now, c.clock)
  const lateBefore = new Date(c.now.getTime() - kotSettings.lateMinutes * 60_000).toISOString()
  const lowStock = readLowStock(id)
  const [[now, before, open, late, off, wasOpen, low, ...then], waiting] = await Promise.all([
    batch(c.db, [
      rollupRows(id, range, ''),
      rollupRows(id, previous, previous.whole),
      sql`SELECT count(*) AS orders, coalesce(sum(grand_total), 0) AS value, count(table_id) AS tables FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)}`,
      sql`SELECT k.kot_id, k.kot_number, k.order_id, k.created_at, o.table_number, o.order_type
          FROM orders o INDEXED BY orders_pending CROSS JOIN tickets k ON k.order_id = o.id
          WHERE o.restaurant_id = ${id} AND o.order_status = 'pending' AND k.kot_number IS NOT NULL AND k.created_at < ${lateBefore}
            AND EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id AND l.kot_id = k.kot_id AND l.status = 'Preparing')
          ORDER BY k.created_at LIMIT 50`,
      sql`SELECT id, name FROM menu_items WHERE restaurant_id = ${id} AND (available = 0 OR remaining = 0) ORDER BY unavailable_since LIMIT 50`,
      sql`SELECT count(table_id) AS tables, coalesce(sum(grand_total), 0) AS value, count(*) AS orders FROM orders
          WHERE restaurant_id = ${id} AND business_date = ${previous.part} AND created_at <= ${previous.to} AND completed_at > ${previous.to}`,
      ...lowStock.statements,
      ...soFar(id, previous),
    ]),
    alerts(c.env, c.where),
  ])
  const live = open?.[0] as { orders: number; value: number; tables: number }
  const days = {
    ...range,
    from: businessDayRange(range.startDate, c.clock).from.toISOString(),
    to: businessDayRange(range.endDate, c.clock).to.toISOString(),
    timezone,
  }
  const standing = { openTables: live.tables, openValue: toRupees(live.value), pendingOrders: live.orders }
  const rows = (before ?? []) as SplitRow[]
  const [sold, refunded, cancelled, spoiled] = then
  const whole = rows.map((r) => ({ ...r, amount: r.whole_amount, count: r.whole_count }))
  const { sales, orders, averageOrderValue, cancelledValue } = figures([...whole, ...soFarOf(sold, refunded, cancelled, spoiled)])
  const stood = wasOpen?.[0] as { tables: number; value: number; orders: number }
  return {
    ...figures((now ?? []) as Row[]),
    ...standing,
    range: days,
    attention: {
      lateTickets: (late ?? []).map((t) => ({
        kotId: String(t.kot_id),
        kotNumber: Number(t.kot_number),
        orderId: String(t.order_id),
        label: t.table_number ? tableLabel(String(t.table_number)) : String(t.order_type),
        createdAt: String(t.created_at),
      })),
      alerts: waiting.filter((a) => !a.acknowledged),
      unavailableItems: (off ?? []).map((i) => ({ _id: String(i.id), name: String(i.name) })),
      lowStock: lowStock.value([low ?? []]),
      unprinted: [],
    },
    ...(filter.compare === false
      ? {}
      : {
          previous: {
            ...figures(rows),
            sales,
            orders,
            averageOrderValue,
            cancelledValue,
            openTables: stood.tables,
            openValue: toRupees(stood.value),
            pendingOrders: stood.orders,
            range: { startDate: previous.startDate, endDate: previous.endDate, to: previous.to },
          },
        }),
  }
}
