import { formatPaise } from '#domain/money.ts'
import { ChartCard } from '#web/ui/chart/ChartCard.tsx'
import { shortNumber } from '#web/ui/chart/scale.ts'
import type { Series } from '#web/ui/chart/series.ts'
import { capitalised, chartSummary, type HourRow, hourText } from './figures.ts'

export interface HourlyCardProps {
  rows: readonly HourRow[]
  /** What the columns are of: `Today` */
  now: string
  /** What they are compared with: `last Fri`; '' without a comparison */
  then: string
  /** Of several days each hour is the sum */
  days: number
}

/** Sales of each hour, beside those of the days they are compared with. */
export function HourlyCard({ rows, now, then, days }: HourlyCardProps) {
  const series: Series[] = [{ name: now, kind: 'column', values: rows.map((row) => row.sales) }]
  if (then) series.push({ name: capitalised(then), kind: 'steps', values: rows.map((row) => row.before) })
  return (
    <ChartCard
      title="Sales by hour"
      note={days > 1 ? `Rs., sum of ${days} days` : 'Rs.'}
      label={chartSummary(rows, now, then)}
      pointName="Hour"
      points={rows.map(({ hour, soFar }) => ({ label: String(hour), title: hourText(hour), unfinished: soFar ? 'so far' : undefined }))}
      series={series}
      format={formatPaise}
      axis={(paise) => shortNumber(paise / 100)}
      empty="Nothing was sold, Rs. 0.00."
    />
  )
}
