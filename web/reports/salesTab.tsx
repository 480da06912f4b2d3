import type { Answer } from '#web/core/api.ts'
import { averageBill } from '#domain/averageBill.ts'
import { changePercent, changeText } from '#domain/change.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { Money } from '#web/app/Money.tsx'
import { beforeRefunds, refundsNote } from '#web/shared/period/figures.ts'
import { delta, type Delta } from '#web/shared/period/delta.ts'
import type { ChartCardProps } from '#web/ui/chart/ChartCard.tsx'
import { shortNumber } from '#web/ui/chart/scale.ts'
import { shortRange } from './caption.ts'
import { type Figure, type Section, section, shares, sumOf } from './figures.tsx'

export type Changed = Answer<'POST /api/analytics/changed-after-print'>['changed']
export type Sales = Answer<'POST /api/analytics/sales'>['sales']
export type Kpi = { label: string; value: number; money?: boolean; note?: string | null; delta?: Delta; before?: string }

/** The content of a tab: key figures, a chart, tables beside and below it. `csv`: the tables of the file, if they differ. */
export type Report = { kpis?: Kpi[]; chart?: ChartCardProps; main: Section[]; side?: Section[]; csv?: Section[] }

export function kpi(label: string, now: number, before: number | undefined, better: 'more' | 'less' | null, isMoney = true): Kpi {
  const text = (n: number) => (isMoney ? formatRupees(n) : counted(n))
  return {
    label,
    value: now,
    money: isMoney,
    ...(before === undefined ? {} : { delta: delta(now, before, better), before: `from ${text(before)}` }),
  }
}

export const salesKpis = ({ previous: before, ...now }: Sales): Kpi[] => [
  { ...kpi('Sales', now.totalSales, before?.totalSales, 'more'), note: refundsNote(now.refunds) },
  { ...kpi('Bills', now.totalOrders, before?.totalOrders, 'more', false), note: now.refunds > 0 ? 'with refunded ones' : null },
  { ...kpi('Average bill', now.averageOrderValue, before?.averageOrderValue, 'more'), note: beforeRefunds(now.refunds) },
  kpi('Discounts', now.discounts, before?.discounts, null),
  kpi('Cancelled items, not in sales', now.cancelledValue, before?.cancelledValue, 'less'),
]

/**
 * Leaves out the earlier days' lists for a period that includes today. The server gives their totals up to the current time, but their lists for whole days, so a list
 * would compare a part of a day with a whole day. `runs`: the period includes today.
 */
export const withLists = ({ previous, ...now }: Sales, runs: boolean): Sales => (runs ? now : { ...now, previous })

/** How much a row changed since the days before: `+9.4%`, of whole days on both sides. In the CSV file it is the percentage as a number, `9.4`. */
export function changeColumn<T>(now: (row: T) => number, before: (row: T) => number | undefined): Figure<T> {
  const change = (row: T) => changePercent(now(row), before(row) ?? 0)
  return {
    key: 'change',
    head: 'Change',
    numeric: true,
    value: (row) => changeText(change(row)),
    csv: (row) => change(row)?.toFixed(1).replace('-0.0', '0.0') ?? '',
    hidden: '@max-[520px]:hidden',
  }
}

/** Sales by hour of one day, which begins at `resetTime`, and by day of several. */
export function salesChart({ series, range, previous, totalSales }: Sales, resetTime: string): ChartCardProps {
  const oneDay = range.startDate === range.endDate
  const begin = Number(resetTime.slice(0, 2))
  const hours = series.map((_, i) => (begin + i) % 24)
  const order = oneDay ? hours : series.map((_, i) => i)
  const label = (bucket: string) => (oneDay ? String(Number(bucket)) : dayText(bucket))
  const title = (bucket: string) => (oneDay ? `${Number(bucket)}:00 to ${Number(bucket) + 1}:00` : dayText(bucket, { weekday: true }))
  const points = order.flatMap((i) => (series[i] ? [series[i]] : []))
  const sold = points.some((p) => p.sales !== 0) || previous?.series.some((p) => p.sales !== 0)
  const columns = [{ name: shortRange(range), kind: 'column' as const, values: points.map((p) => toPaise(p.sales)) }]
  if (previous)
    columns.push({ name: shortRange(previous.range), kind: 'column', values: order.map((i) => toPaise(previous.series[i]?.sales ?? 0)) })
  return {
    title: oneDay ? 'Sales by hour' : 'Sales by day',
    note: 'Rs., with taxes, without tips',
    label: `Sales by ${oneDay ? 'hour' : 'day'}, ${shortRange(range)}: ${formatRupees(totalSales)} together`,
    pointName: oneDay ? 'Hour' : 'Day',
    points: sold ? points.map((p) => ({ label: label(p.bucket), title: title(p.bucket) })) : [],
    series: columns,
    format: formatPaise,
    axis: (paise) => shortNumber(paise / 100),
    empty: 'Nothing was sold, Rs. 0.00.',
  }
}

/** The chart's figures as a table of the CSV file. */
export const seriesSection = ({ series, range }: Sales): Section =>
  section({
    title: range.startDate === range.endDate ? 'Sales by hour' : 'Sales by day',
    columns: [
      { key: 'bucket', head: range.startDate === range.endDate ? 'Hour' : 'Day', value: (p) => p.bucket },
      { key: 'orders', head: 'Bills', count: (p) => p.orders },
      { key: 'sales', head: 'Sales', money: (p) => p.sales },
    ],
    rows: series,
    rowKey: (p) => p.bucket,
    empty: '',
  })

export function typesSection({ orderTypes, refunds, totalOrders, previous }: Sales): Section {
  // A refund from before 28 November 2026 doesn't name its type until the books are rebuilt (docs/decisions/010): the average of that type is after it.
  const isSplit = toPaise(refunds) === toPaise(sumOf(orderTypes, (t) => t.refunds))
  return section({
    title: 'Order types',
    note: refunds > 0 ? `Rs., less refunds; bills${isSplit ? ' and the average' : ''} are before them` : undefined,
    columns: [
      { key: 'type', head: 'Type', value: (t) => t.type },
      { key: 'orders', head: 'Bills', count: (t) => t.orders },
      { key: 'sales', head: 'Sales', money: (t) => t.sales },
      { key: 'share', head: 'Share', numeric: true, value: shares(orderTypes, (t) => t.sales), hidden: '@max-[520px]:hidden' },
      {
        key: 'average',
        head: 'Average bill',
        money: ({ sales, refunds, orders }) => averageBill({ sales: toPaise(sales), refunds: toPaise(refunds), orders }) / 100,
        hidden: '@max-[640px]:hidden',
      },
      ...(previous
        ? [
            changeColumn(
              (t: { type: string; sales: number }) => t.sales,
              (t) => previous.orderTypes.find((p) => p.type === t.type)?.sales,
            ),
          ]
        : []),
    ],
    rows: orderTypes,
    rowKey: (t) => t.type,
    empty: 'Nothing was sold.',
    total: { orders: totalOrders, sales: <Money rupees={sumOf(orderTypes, (t) => t.sales)} /> },
  })
}
