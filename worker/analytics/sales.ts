import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Sales } from '#domain/api/analytics.ts'
import { averageBill } from '#domain/averageBill.ts'
import { toRupees } from '#domain/money.ts'
import { cancellationOf, discountOf, rateOf } from '#domain/rollup.ts'
import { addDays, daysBetween } from '#domain/time.ts'
import { rollups } from '../db/outlets.ts'
import { none, read, rows } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import type { Restaurant } from '../access/session.ts'
import { type Filter, type Range, rangesOf } from './ranges.ts'
import { soFar } from './soFar.ts'

/** A day's figure: amounts in paise. */
const ROLLUP = pick(rollups, 'businessDate', 'kind', 'key', 'amount', 'count')
type Rollup = typeof ROLLUP.row
type SalesShape = z.input<typeof Sales>

/**
 * All figures of a range, added up: the cost is of days, not of orders, and a year's answer is little longer than a day's. `sales` alone are by day, for the series. What else
 * belongs to days from `whole` on has rows of its own; the date is the last of its days.
 */
export const readRollups = (restaurantId: string, r: Range & { whole?: string }) =>
  rows(
    ROLLUP,
    sql`SELECT max(business_date) AS business_date, kind, key, sum(amount) AS amount, sum(count) AS count FROM rollups
      WHERE restaurant_id = ${restaurantId} AND business_date BETWEEN ${r.startDate} AND ${r.endDate} AND kind <> 'dish'
      GROUP BY kind, key, iif(kind = 'sales', business_date, business_date < ${r.whole ?? '9'})`,
  )

const sumOf = (list: readonly { amount: number; count: number }[], key: 'amount' | 'count'): number =>
  list.reduce((sum, entry) => sum + entry[key], 0)
const byAmount = <T extends { revenue?: number; amount?: number; sales?: number }>(a: T, b: T) =>
  (b.revenue ?? b.amount ?? b.sales ?? 0) - (a.revenue ?? a.amount ?? a.sales ?? 0)

/** The lists among figures, without the totals. */
export const listsOf = <T extends object>(figures: T) =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => Array.isArray(figure))) as Partial<T>

/** Tips by method, in rupees: no row for those that were given back. */
export const tipsIn = (found: readonly { key: string; amount: number }[]) =>
  found.flatMap((e) => (e.amount === 0 ? [] : [{ method: e.key, amount: toRupees(e.amount) }])).sort(byAmount)

/**
 * CONTRACT §4's sales from rollups. Sales are net of what was refunded in the range; types, items and taxes add up to them, and so do methods less what
 * was received on open orders.
 */
export function salesOf(found: readonly Rollup[], range: Range): Omit<SalesShape, 'range' | 'previous'> {
  const sums = new Map<string, Map<string, { amount: number; count: number }>>()
  for (const { kind, key, amount, count } of found) {
    const of = sums.get(kind) ?? new Map<string, { amount: number; count: number }>()
    const known = of.get(key) ?? { amount: 0, count: 0 }
    of.set(key, { amount: known.amount + amount, count: known.count + count })
    sums.set(kind, of)
  }
  const list = (kind: string) => [...(sums.get(kind) ?? [])].map(([key, sum]) => ({ key, ...sum }))
  const total = (kind: string) =>
    list(kind).reduce((s, e) => ({ amount: s.amount + e.amount, count: s.count + e.count }), { amount: 0, count: 0 })
  const sales = total('sales')
  const refunds = total('refund').amount
  const tax = (key: string) => toRupees(sums.get('tax')?.get(key)?.amount ?? 0)
  const named = (kind: string) =>
    list(kind)
      .map((e) => ({ name: e.key, count: e.count, revenue: toRupees(e.amount) }))
      .sort(byAmount)
  const items = named('item')
  const discount = total('discount').amount
  const given = list('discounted').map((e) => ({ ...discountOf(e.key), orders: e.count, amount: toRupees(e.amount) }))
  // Days before November 2026 have no such rows until `npm run rebuild` writes them.
  const unnamed = discount - total('discounted').amount
  if (unnamed !== 0)
    given.push({ title: '', by: null, orders: total('discount').count - total('discounted').count, amount: toRupees(unnamed) })
  const taxed = list('taxed').map((e) => ({ ...e, ...rateOf(e.key) }))
  const rates = list('taxable').map((e) => ({
    ...rateOf(e.key),
    bills: e.count,
    taxable: toRupees(e.amount),
    amount: toRupees(sums.get('taxed')?.get(e.key)?.amount ?? 0),
  }))
  // As with discounts, days of an older version say how much was charged, and not by which rate.
  const unrated = (['gst', 'vat'] as const).flatMap((kind) => {
    const charged = list('tax').filter(({ key }) => (kind === 'gst' ? key === 'cgst' || key === 'sgst' : key === 'vat'))
    const known = taxed.filter(({ tax }) => tax === kind)
    const amount = sumOf(charged, 'amount') - sumOf(known, 'amount')
    // CGST and SGST are two entries of a bill, and a bill with two rates has one at each.
    const bills = Math.max(0, sumOf(charged, 'count') / (kind === 'gst' ? 2 : 1) - sumOf(known, 'count'))
    return amount === 0 ? [] : [{ tax: kind, rate: null, bills, taxable: null, amount: toRupees(amount) }]
  })
  const oneDay = range.startDate === range.endDate
  const daily = new Map<string, { sales: number; orders: number }>()
  const buckets = oneDay
    ? Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
    : Array.from({ length: daysBetween(range.startDate, range.endDate) + 1 }, (_, i) => addDays(range.startDate, i))
  for (const r of found) {
    if (r.kind !== (oneDay ? 'hour' : 'sales')) continue
    const bucket = oneDay ? r.key : r.businessDate
    const known = daily.get(bucket) ?? { sales: 0, orders: 0 }
    daily.set(bucket, { sales: known.sales + r.amount, orders: known.orders + r.count })
  }
  const [charges, taxIncluded] = [tax('charges'), -tax('taxIncluded')]
  return {
    totalSales: toRupees(sales.amount),
    totalOrders: sales.count,
    averageOrderValue: toRupees(averageBill({ sales: sales.amount, refunds, orders: sales.count })),
    cancelledOrders: total('cancelledOrder').count,
    cancelledValue: toRupees(total('cancelledOrder').amount + total('cancelledItem').amount),
    refunds: toRupees(refunds),
    discounts: toRupees(discount),
    taxes: {
      cgst: tax('cgst'),
      sgst: tax('sgst'),
      vat: tax('vat'),
      serviceCharge: tax('serviceCharge'),
      ...(charges !== 0 && { charges }),
      ...(taxIncluded !== 0 && { taxIncluded }),
    },
    taxRates: [...rates, ...unrated].sort((a, b) => a.tax.localeCompare(b.tax) || (b.rate ?? -1) - (a.rate ?? -1)),
    roundOff: tax('roundOff'),
    discountsGiven: given.sort(byAmount),
    series: buckets.map((bucket) => ({ bucket, sales: toRupees(daily.get(bucket)?.sales ?? 0), orders: daily.get(bucket)?.orders ?? 0 })),
    paymentMethods: list('method')
      .map((e) => ({ method: e.key, amount: toRupees(e.amount), orders: e.count }))
      .sort(byAmount),
    tips: tipsIn(list('tip')),
    receivedOnOpenOrders: toRupees(total('open').amount),
    orderTypes: list('type')
      .map((e) => ({
        type: e.key,
        sales: toRupees(e.amount),
        orders: e.count,
        refunds: toRupees(sums.get('refund')?.get(e.key)?.amount ?? 0),
      }))
      .sort(byAmount),
    items,
    topItems: items.slice(0, 10),
    categories: named('category'),
    cancellations: list('cancellation')
      .map((e) => ({ ...cancellationOf(e.key), count: e.count, value: toRupees(e.amount) }))
      .sort((a, b) => b.value - a.value),
  }
}

/**
 * Sales of one restaurant for a filter, from its shard, now. The comparison ends at the same point of its range: its totals cover the same time, its lists
 * whole days.
 */
export async function sales(db: D1Database, restaurant: Restaurant, filter: Filter, now: Date): Promise<SalesShape> {
  const { id, timezone } = restaurant
  const { range, previous } = rangesOf(filter, now, restaurant.clock)
  const { startDate, endDate, whole, part, to } = previous
  const { sold, before, day } = await read(db, {
    sold: readRollups(id, range),
    before: filter.compare ? readRollups(id, previous) : none,
    day: filter.compare ? soFar(id, previous) : none,
  })
  const figures = { ...salesOf(sold, range), range: { ...range, timezone } }
  if (!before || !day) return figures
  const cut = day.map((entry) => ({ ...entry, businessDate: part }))
  const until = salesOf([...before.filter((r) => r.businessDate < whole), ...cut], previous)
  return { ...figures, previous: { ...until, ...listsOf(salesOf(before, previous)), range: { startDate, endDate, to } } }
}
