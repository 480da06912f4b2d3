import { dayReportLines } from '#domain/dayReport.ts'
import { columnsFor } from '#domain/receipt.ts'
import { useProfile } from '#web/core/profile.ts'
import { useUser } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { Paper } from '#web/ui/Paper.tsx'
import type { Summary } from './Figures.tsx'

/** The report as it will be printed on the restaurant's paper. `at` (ms): when the figures were fetched. */
export function DayPaper({ summary, at }: { summary: Summary; at: number }) {
  const restaurant = useProfile()
  const { name } = useUser()
  if (!restaurant) return null
  const columns = columnsFor(restaurant.printSettings.pageSize)
  return (
    <Card title="Paper" note={`${columns} columns`} className="overflow-hidden">
      <div className="border-t border-hairline bg-raised">
        <Paper
          lines={dayReportLines(summary, restaurant, { columns, at: new Date(at), by: name })}
          columns={columns}
          label="Report on paper"
          fit
        />
      </div>
    </Card>
  )
}
