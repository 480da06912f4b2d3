import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { dayEndDocument } from '#domain/print/document.ts'
import { columnsFor } from '#domain/print/lines.ts'
import { paperLines } from '#domain/print/spelled.ts'
import { dayText } from '#domain/time.ts'
import { Panel } from '#web/app/PanelPage.tsx'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { useUser } from '#web/core/session.ts'
import { printDay } from '#web/shared/print/day.ts'
import { Button } from '#web/ui/Button.tsx'
import { Paper } from '#web/ui/Paper.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Closed, Summary } from './Figures.tsx'

/** Prints the report of a day. `running`: the day has not ended; `at` (ms): when the figures were fetched; `paper`: the print jobs that closing the day has already made. */
export function usePrintDay() {
  const { name } = useUser()
  return (of: Summary, { running, at, paper = null }: { running: boolean; at: number; paper?: Closed['paper'] }) =>
    printDay(of.date, {
      name: `Day summary ${dayText(of.date, { year: true })}`,
      document: dayEndDocument(of, { running, at: new Date(at).toISOString(), by: name }),
      paper: paper ?? null,
    })
}

/**
 * The report as it will be printed on the restaurant's paper, and Print. `query`: its figures; `running`: of a day that has not ended. Its place is kept while they
 * load.
 */
export function DayPaper({ query, running }: { query: UseQueryResult<Closed>; running: boolean }) {
  const { data, dataUpdatedAt: at } = query
  const summary = data?.summary
  const client = useQueryClient()
  const [reading, setReading] = useState(false)
  const restaurant = useProfile()
  const { name } = useUser()
  const print = usePrintDay()
  // Of new figures: a paper with old ones would have the present time, or look as if nothing was sold since. Where the server can't be reached, the old ones have their own.
  const printNow = async ({ date }: Summary) => {
    setReading(true)
    const now = await query.refetch()
    let fresh = now.data
    // The next day has begun meanwhile: what was pressed is the day on the screen, which has ended.
    const ended = fresh !== undefined && fresh.summary.date !== date
    if (ended) fresh = await client.fetchQuery(apiQuery('GET /orders/daily-summary', { query: { date } })).catch(() => data)
    setReading(false)
    if (fresh) print(fresh.summary, { running: running && !ended, at: ended ? Date.now() : now.dataUpdatedAt })
  }
  const columns = columnsFor(restaurant?.printSettings.pageSize)
  return (
    <Panel
      label="Paper"
      head={
        <div className="flex min-h-8 items-center gap-2 text-14">
          <h2 className="font-semibold">Paper</h2>
          {restaurant ? <span className="text-muted">{columns} columns</span> : null}
          <Button
            size={32}
            className="ml-auto"
            icon={<Printer />}
            disabledReason={restaurant && summary ? null : 'Loading'}
            loading={reading}
            onClick={() => void (summary && printNow(summary))}
          >
            {running ? 'Print as it stands' : 'Print'}
          </Button>
        </div>
      }
    >
      {restaurant && summary ? (
        <Paper
          lines={paperLines(dayEndDocument(summary, { running, at: new Date(at).toISOString(), by: name }), { columns, restaurant })}
          columns={columns}
          label="Report on paper"
        />
      ) : (
        <Skeleton className="m-3 h-120" />
      )}
    </Panel>
  )
}
