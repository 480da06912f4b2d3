import { type SQL, sql } from '../db/sql.ts'
import type { Dashboard } from '#domain/api/analytics.ts'
import { averageBill } from '#domain/averageBill.ts'
import { toRupees } from '#domain/money.ts'
import { isUnprinted } from '#domain/printJob.ts'
import { orderTitle } from '#domain/table.ts'
import { type BusinessClock, businessDayRange, wallClock, zoneAt } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { menuItems, rollups, tickets } from '../db/outlets.ts'
import { map, type Read, read, rows } from '../db/reads.ts'
import { column, columns, pick, shape } from '../db/rows.ts'
import { readLowStock } from '../inventory/store.ts'
import { OPEN_ORDERS, ordersToCook, pendingOrders } from '../orders/store.ts'
import { readOpenJobs, unprintedJson } from '../printing/store.ts'
import { alerts } from '../realtime/publish.ts'
import { type Filter, type Previous, type Range, rangesOf } from './ranges.ts'
import { listsOf, tipsIn } from './sales.ts'
import { type Entry, soFar } from './soFar.ts'

/** A figure of a range in paise, and the parts of it that belong to days before `whole` and to the day `part`. */
const FIGURE = shape(pick(rollups, 'kind', 'key', 'amount', 'count'), {
  wholeAmount: column.number('whole_amount'),
  wholeCount: column.number('whole_count'),
  partAmount: column.number('part_amount'),
  partCount: column.number('part_count'),
})
type CutFigure = typeof FIGURE.row
type Figure = Pick<CutFigure, 'kind' | 'key' | 'amount' | 'count'>
/** Open orders: how many there are, how many tables and parcels still have to pay, and how much, in paise. A table whose guests have paid is not open money. */
const OPEN = columns({
  orders: column.number('orders'),
  tables: column.number('tables'),
  parcels: column.number('parcels'),
  tableValue: column.number('table_value'),
  parcelValue: column.number('parcel_value'),
})
/** `paid`: what was received for each order. */
const selectOpen = (paid: SQL): SQL => {
  const left = sql`max(0, grand_total - (${paid}))`
  return sql`SELECT count(*) AS orders, count(CASE WHEN ${left} > 0 THEN table_id END) AS tables,
                    count(CASE WHEN table_id IS NULL AND ${left} > 0 THEN 1 END) AS parcels, coalesce(sum(CASE WHEN table_id IS NULL THEN 0 ELSE ${left} END), 0) AS table_value,
                    coalesce(sum(CASE WHEN table_id IS NULL THEN ${left} ELSE 0 END), 0) AS parcel_value`
}
const LATE = shape(pick(tickets, 'kotId', 'kotNumber', 'orderId'), {
  since: column.text('since'),
  tableNumber: column.orNull(column.text('table_number')),
  orderType: column.text('order_type'),
  serialNumber: column.number('serial_number'),
})
/** When the kitchen got a ticket: a guest's when staff accepted it (web/kitchen/tickets.ts). */
const SINCE = sql.raw('max(k.created_at, coalesce(k.sent_at, k.created_at))')

/** For a statement that counts or sums and so always returns one row. */
const one = <T>(list: Read<T[]>): Read<T> => map(list, ([row]) => row!)

const readFigures = (restaurantId: string, r: Range, { whole, part }: Pick<Previous, 'whole' | 'part'>) =>
  rows(
    FIGURE,
    sql`SELECT kind, key, sum(amount) AS amount, sum(count) AS count, sum(amount * (business_date < ${whole})) AS whole_amount,
             sum(count * (business_date < ${whole})) AS whole_count, sum(amount * (business_date = ${part})) AS part_amount,
             sum(count * (business_date = ${part})) AS part_count FROM rollups
      WHERE restaurant_id = ${restaurantId} AND business_date BETWEEN ${r.startDate} AND ${r.endDate} AND kind <> 'dish'
      GROUP BY kind, key`,
  )

/** Figures of a range from its rollups. Sales are of completed orders, less what was refunded in the range. Amounts in paise come out as rupees. */
function figures(found: readonly Figure[]) {
  const of = (kind: string) => found.filter((r) => r.kind === kind)
  const sum = (kind: string) => of(kind).reduce((s, r) => s + r.amount, 0)
  const sales = sum('sales')
  const refunds = sum('refund')
  const orders = of('sales').reduce((s, r) => s + r.count, 0)
  return {
    sales: toRupees(sales),
    orders,
    averageOrderValue: toRupees(averageBill({ sales, refunds, orders })),
    refunds: toRupees(refunds),
    cancelledValue: toRupees(sum('cancelledOrder') + sum('cancelledItem')),
    paymentMethods: of('method')
      .sort((a, b) => b.amount - a.amount)
      .map((r) => ({ method: r.key, amount: toRupees(r.amount), orders: r.count })),
    tips: tipsIn(of('tip')),
    receivedOnOpenOrders: toRupees(sum('open')),
    hourly: of('hour')
      .map((r) => ({ hour: Number(r.key), sales: toRupees(r.amount), orders: r.count }))
      .sort((a, b) => a.hour - b.hour),
    topItems: of('item')
      .sort((a, b) => b.amount - a.amount)
      .slice(0, 10)
      .map((r) => ({ name: r.key, count: r.count, revenue: toRupees(r.amount) })),
  }
}

/**
 * Sales by hour of a comparison of several days, in paise: they add up to its sales, which end at `to`. Of the day that is cut, hours before the cut are whole, and the
 * hour of the cut has what is left of that day's sales until then. A day that begins at 04:30 also ends in hour 4, and rollups don't say which sales are of its end:
 * all of them count as before the cut, so the hour of the cut may have too little.
 */
function hoursUntil(found: readonly CutFigure[], day: readonly Entry[], { to }: Previous, clock: BusinessClock): Figure[] {
  const end = new Date(to)
  /** A business day of 03:00 has the hours 3 to 2. */
  const since = (hour: number) => (hour - Number(clock.resetTime.slice(0, 2)) + 24) % 24
  const { hour: last, time } = wallClock(end, zoneAt(end, clock))
  const passed = since(last) || (time < clock.resetTime ? 24 : 0)
  const hours = new Map<number, { amount: number; count: number }>()
  const add = (hour: number, amount: number, count: number) => {
    const known = hours.get(hour) ?? { amount: 0, count: 0 }
    hours.set(hour, { amount: known.amount + amount, count: known.count + count })
  }
  for (const { key, wholeAmount, wholeCount, partAmount, partCount } of found) {
    const hour = Number(key)
    add(hour, wholeAmount, wholeCount)
    if (since(hour) >= passed) continue
    add(hour, partAmount, partCount)
    add(last, -partAmount, -partCount)
  }
  for (const { kind, amount, count } of day) if (kind === 'sales') add(last, amount, count)
  return [...hours].flatMap(([hour, sum]) =>
    sum.amount === 0 && sum.count === 0 ? [] : [{ kind: 'hour' as const, key: String(hour), ...sum }],
  )
}

const standing = ({ orders, tables, parcels, tableValue, parcelValue }: typeof OPEN.row) => ({
  openTables: tables,
  openValue: toRupees(tableValue),
  openParcels: parcels,
  openParcelValue: toRupees(parcelValue),
  pendingOrders: orders,
})

/** CONTRACT §4's dashboard. Its cost grows with the days asked for and with what is open now, not with orders. */
export async function dashboard(c: Context, filter: Filter): Promise<Dashboard> {
  const { id, kotSettings, timezone } = c.restaurant
  const { range, previous } = rangesOf(filter, c.now, c.clock)
  const lateBefore = new Date(c.now.getTime() - kotSettings.lateMinutes * 60_000).toISOString()
  const [{ now, before, open, late, off, wasOpen, lowStock, unprinted, day }, waiting] = await Promise.all([
    read(c.db, {
      now: readFigures(id, range, { whole: '', part: '' }),
      before: readFigures(id, previous, previous),
      open: one(
        rows(
          OPEN,
          sql`${selectOpen(sql`SELECT coalesce(sum(json_extract(value, '$.amount')), 0) FROM json_each(payments)`)} FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)}`,
        ),
      ),
      late: rows(
        LATE,
        sql`SELECT k.kot_id, k.kot_number, k.order_id, ${SINCE} AS since, o.table_number, o.order_type, o.serial_number
          FROM (SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)} UNION ALL ${ordersToCook(id, c.now)}) i
          CROSS JOIN orders o ON o.id = i.id CROSS JOIN tickets k ON k.order_id = o.id
          WHERE k.kot_number IS NOT NULL AND ${SINCE} < ${lateBefore}
            AND EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id AND l.kot_id = k.kot_id AND l.status = 'Preparing')
          ORDER BY since LIMIT 50`,
      ),
      off: rows(
        pick(menuItems, 'id', 'name'),
        sql`SELECT id, name FROM menu_items WHERE restaurant_id = ${id} AND (available = 0 OR remaining = 0) ORDER BY unavailable_since LIMIT 50`,
      ),
      wasOpen: one(
        rows(
          OPEN,
          sql`${selectOpen(sql`SELECT coalesce(sum(p.amount), 0) FROM payments p WHERE p.order_id = orders.id AND p.at <= ${previous.to} AND p.kind <> 'tip'`)}
          FROM orders WHERE restaurant_id = ${id} AND business_date = ${previous.part} AND created_at <= ${previous.to} AND completed_at > ${previous.to}`,
        ),
      ),
      lowStock: readLowStock(id),
      unprinted: readOpenJobs(id),
      day: soFar(id, previous),
    }),
    alerts(c.env, c.where),
  ])
  const days = {
    ...range,
    from: businessDayRange(range.startDate, c.clock).from.toISOString(),
    to: businessDayRange(range.endDate, c.clock).to.toISOString(),
    timezone,
  }
  const whole = before.map((r) => ({ ...r, amount: r.wholeAmount, count: r.wholeCount }))
  // The chart beside the cards compares the same time as they do. A day is drawn beside the whole of last week's, hour by hour.
  const isDay = previous.startDate === previous.endDate
  const isHour = ({ kind }: Figure) => kind === 'hour'
  const drawn = isDay ? before : [...before.filter((r) => !isHour(r)), ...hoursUntil(before.filter(isHour), day, previous, c.clock)]
  return {
    ...figures(now),
    ...standing(open),
    range: days,
    attention: {
      lateTickets: late.map(({ kotId, kotNumber, orderId, since, ...order }) => ({
        kotId,
        kotNumber,
        orderId,
        label: orderTitle(order),
        createdAt: since,
      })),
      alerts: waiting.filter((a) => !a.acknowledged),
      unavailableItems: off.map(({ id: _id, name }) => ({ _id, name })),
      lowStock,
      unprinted: unprinted
        .filter((job) => isUnprinted(job, c.now.getTime()))
        .slice(-100)
        .map(unprintedJson),
    },
    ...(filter.compare === false
      ? {}
      : {
          previous: {
            ...figures([...whole, ...day]),
            ...listsOf(figures(drawn)),
            openTables: wasOpen.tables,
            openParcels: wasOpen.parcels,
            pendingOrders: wasOpen.orders,
            range: { startDate: previous.startDate, endDate: previous.endDate, to: previous.to },
          },
        }),
  }
}
