import { formatPaise } from '#domain/money.ts'
import { dayText } from '#domain/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChartCard } from '#web/ui/chart/ChartCard.tsx'
import { shortNumber } from '#web/ui/chart/scale.ts'
import { overlay, type Row } from './outlets.ts'

/** The sales of two to four outlets over the same days, one line each, and the same as a table. */
export default function Overlay({
  rows,
  oneDay,
  running,
  onClear,
}: {
  rows: readonly Row[]
  oneDay: boolean
  /** The last day, or the last hour of the day that runs, is not over. */
  running: boolean
  onClear: () => void
}) {
  const { buckets, values } = overlay(rows)
  const title = oneDay ? 'Sales by hour' : 'Sales a day'
  return (
    <div className="grid gap-2">
      <ChartCard
        title={title}
        note="Rs."
        label={`${title} of ${rows.map(({ name }) => name).join(', ')}`}
        pointName={oneDay ? 'Hour' : 'Day'}
        points={buckets.map((bucket, i) => ({
          ...(oneDay
            ? { label: String(Number(bucket)), title: `${Number(bucket)}:00 to ${Number(bucket) + 1}:00` }
            : { label: dayText(bucket), title: dayText(bucket, { weekday: true }) }),
          unfinished: running && i === buckets.length - 1 ? 'so far' : undefined,
        }))}
        series={rows.map(({ name }, i) => ({ name, kind: 'line', values: values[i] ?? [] }))}
        format={formatPaise}
        axis={(paise) => shortNumber(paise / 100)}
        empty="Nothing was sold."
      />
      <Button variant="quiet" size={32} className="ml-auto" onClick={onClear}>
        {rows.length === 2 ? 'Clear both' : 'Clear all'}
      </Button>
    </div>
  )
}
