import { ChartColumn, Table2 } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { Money } from '#web/app/Money.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'
import { chartSummary, type HourRow, hourText } from './figures.ts'

export interface HourlyCardProps {
  rows: readonly HourRow[]
  now: string
  then: string
  /** Several days are summed up, hour by hour */
  days: number
}

/** The hours, as a chart or as the figures behind it. */
export function HourlyCard({ rows, now, then: than, days }: HourlyCardProps) {
  const then = than && than[0]?.toUpperCase() + than.slice(1)
  const [asTable, setAsTable] = useState(false)
  return (
    <Card
      title="Sales by hour"
      note={days > 1 ? `Rs., ${days} days summed up` : 'Rs.'}
      action={
        <>
          <span className="flex flex-wrap items-center gap-x-3 text-12 text-muted">
            <span className="flex items-center gap-1.5">
              <i aria-hidden="true" className="size-3 rounded-[3px] bg-accent" />
              {now}
            </span>
            {then ? (
              <span className="flex items-center gap-1.5">
                <i aria-hidden="true" className="w-4 border-t-2 border-muted" />
                {then}
              </span>
            ) : null}
          </span>
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
      <div className={asTable && rows.length > 0 ? 'h-70' : 'h-70 px-4 pb-2'}>
        {rows.length === 0 ? (
          <p className="grid h-full place-items-center text-14 text-muted">Nothing was sold, Rs. 0.00.</p>
        ) : asTable ? (
          <Figures rows={rows} now={now} then={then} />
        ) : (
          <Chart rows={rows} now={now} then={then} />
        )}
      </div>
    </Card>
  )
}

function Figures({ rows, now, then }: Pick<HourlyCardProps, 'rows' | 'now' | 'then'>) {
  const sum = (of: (row: HourRow) => number) => rows.reduce((total, row) => total + Math.round(of(row) * 100), 0)
  return (
    <Table label="Sales by hour" stickyHead frameClassName="h-full">
      <THead>
        <Th>Hour</Th>
        <Th numeric>{now}</Th>
        {then ? <Th numeric>{then}</Th> : null}
      </THead>
      <TBody>
        {rows.map((row) => (
          <Tr key={row.hour}>
            <Td className="num">
              {hourText(row.hour)}
              {row.soFar ? <span className="text-muted">, so far</span> : null}
            </Td>
            <Td numeric>
              <Money rupees={row.sales} />
            </Td>
            {then ? (
              <Td numeric>
                <Money rupees={row.before} />
              </Td>
            ) : null}
          </Tr>
        ))}
        <Tr className="font-semibold">
          <Td>Total</Td>
          <Td numeric>
            <Money paise={sum((row) => row.sales)} />
          </Td>
          {then ? (
            <Td numeric>
              <Money paise={sum((row) => row.before)} />
            </Td>
          ) : null}
        </Tr>
      </TBody>
    </Table>
  )
}

type Drawn = ComponentType<Pick<HourlyCardProps, 'rows' | 'now' | 'then'>>
let fetched: Drawn | null = null

/** The chart's code is fetched beside the figures; when it doesn't come, the table still has them. */
function Chart(props: Pick<HourlyCardProps, 'rows' | 'now' | 'then'>) {
  const [Drawing, setDrawing] = useState<Drawn | null>(() => fetched)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let over = tries < 0
    if (fetched) return
    import('./HourlyChart.tsx').then(
      (module) => {
        fetched = module.default
        if (!over) setDrawing(() => module.default)
      },
      () => {
        if (!over) setFailed(true)
      },
    )
    return () => void (over = true)
  }, [tries])
  if (Drawing)
    return (
      <figure role="img" aria-label={chartSummary(props.rows, props.now, props.then)} className="h-full">
        <Drawing {...props} />
      </figure>
    )
  if (!failed) return <Skeleton className="h-full w-full" />
  return (
    <ErrorCard
      message="The chart could not be loaded."
      onRetry={() => {
        setFailed(false)
        setTries(tries + 1)
      }}
    >
      The table has the same figures.
    </ErrorCard>
  )
}
