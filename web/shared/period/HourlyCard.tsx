import type { Dashboard } from '#domain/api/analytics.ts'
import { formatPaise } from '#domain/money.ts'
import { capitalised } from '#domain/text.ts'
import { wallClock } from '#domain/time.ts'
import { ChartCard } from '#web/ui/chart/ChartCard.tsx'
import { shortNumber } from '#web/ui/chart/scale.ts'
import type { Series } from '#web/ui/chart/series.ts'
import { chartSummary, hoursOf, hourText } from './figures.ts'
import { daysOf, nowWord, thenWord } from './period.ts'

/** Sales of each hour, beside those of the days they are compared with. `now` (ms) marks the current hour of today. */
export function HourlyCard({ dashboard, isToday, now }: { dashboard: Dashboard; isToday: boolean; now: number }) {
  const { range, previous } = dashboard
  const days = daysOf(dashboard)
  const rows = hoursOf(dashboard.hourly, previous?.hourly ?? [], {
    startHour: days === 1 ? wallClock(new Date(range.from), range.timezone).hour : null,
    nowHour: isToday ? wallClock(new Date(now), range.timezone).hour : null,
  })
  const [these, those] = [nowWord(dashboard, isToday), thenWord(dashboard, isToday)]
  const series: Series[] = [{ name: these, kind: 'column', values: rows.map((row) => row.sales) }]
  if (those) series.push({ name: capitalised(those), kind: 'steps', values: rows.map((row) => row.before) })
  return (
    <ChartCard
      title="Sales by hour"
      note={days > 1 ? `Rs., sum of ${days} days` : 'Rs.'}
      label={chartSummary(rows, these, those)}
      pointName="Hour"
      points={rows.map(({ hour, soFar }) => ({ label: String(hour), title: hourText(hour), unfinished: soFar ? 'so far' : undefined }))}
      series={series}
      format={formatPaise}
      axis={(paise) => shortNumber(paise / 100)}
      empty="Nothing was sold, Rs. 0.00."
    />
  )
}
