import { Printer } from 'lucide-react'
import { dayEndDocument } from '#domain/print/document.ts'
import { columnsFor } from '#domain/print/lines.ts'
import { paperLines } from '#domain/print/spelled.ts'
import { dayText } from '#domain/time.ts'
import { Panel } from '#web/app/PanelPage.tsx'
import { useProfile } from '#web/core/profile.ts'
import { useUser } from '#web/core/session.ts'
import { printDay } from '#web/shared/print/day.ts'
import { Button } from '#web/ui/Button.tsx'
import { Paper } from '#web/ui/Paper.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Closed, Summary } from './Figures.tsx'

/** Prints the report of a day. `running`: the day has not ended; `paper`: the print jobs that closing the day has already made. */
export function usePrintDay() {
  const { name } = useUser()
  return (of: Summary, { running, paper = null }: { running: boolean; paper?: Closed['paper'] }) =>
    printDay(of.date, {
      name: `Day summary ${dayText(of.date, { year: true })}`,
      document: dayEndDocument(of, { running, at: new Date().toISOString(), by: name }),
      paper: paper ?? null,
    })
}

/**
 * The report as it will be printed on the restaurant's paper, and Print. `at` (ms): when the figures were fetched; `running`: of a day that has not ended. Its place
 * is kept while they load.
 */
export function DayPaper({ summary, at, running }: { summary: Summary | undefined; at: number; running: boolean }) {
  const restaurant = useProfile()
  const { name } = useUser()
  const print = usePrintDay()
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
            onClick={() => summary && print(summary, { running })}
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
