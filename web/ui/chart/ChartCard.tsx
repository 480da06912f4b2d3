import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Chart, type ChartProps, Legend } from './Chart.tsx'
import { ChartTable } from './ChartTable.tsx'

export interface ChartCardProps extends ChartProps {
  title: string
  /** Muted, beside the title: the unit, how many days are added up */
  note?: ReactNode
  /** What a point is, the head of the table's first column: `Hour` */
  pointName: string
  /** Shown instead of a chart without points */
  empty: ReactNode
  className?: string
}

/** A chart with its legend, and the same figures as a table one press away. Its height stays the same in both, and when it is empty. */
export function ChartCard({ title, note, pointName, empty, className, ...chart }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const none = chart.points.length === 0
  return (
    <Card
      title={title}
      note={note}
      className={className}
      action={
        <>
          <Legend series={chart.series} />
          <Button
            variant="quiet"
            size={32}
            icon={asTable ? <ChartColumn className="size-4" /> : <Table2 className="size-4" />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Table'}
          </Button>
        </>
      }
    >
      <div className={cx('h-70', !(asTable && !none) && 'px-4 pb-2')}>
        {none ? (
          <p className="grid h-full place-items-center text-14 text-muted">{empty}</p>
        ) : asTable ? (
          <ChartTable {...chart} label={title} pointName={pointName} />
        ) : (
          <Chart {...chart} />
        )}
      </div>
    </Card>
  )
}
