import { dayEndDocument, linesOf } from '#domain/print/document.ts'
import { columnsFor } from '#domain/print/lines.ts'
import { useProfile } from '#web/core/profile.ts'
import { useUser } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { Paper } from '#web/ui/Paper.tsx'
import type { Summary } from './Figures.tsx'

/** The report as it will be printed on the restaurant's paper. `at` (ms): when the figures were fetched; `running`: of a day that has not ended. */
export function DayPaper({ summary, at, running }: { summary: Summary; at: number; running: boolean }) {
  const restaurant = useProfile()
  const { name } = useUser()
  if (!restaurant) return null
  const columns = columnsFor(restaurant.printSettings.pageSize)
  return (
    <Card title="Paper" note={`${columns} columns`} className="overflow-hidden">
      <div className="border-t border-hairline bg-raised">
        <Paper
          lines={linesOf(dayEndDocument(summary, { running, at: new Date(at).toISOString(), by: name }), { columns, restaurant })}
          columns={columns}
          label="Report on paper"
          fit
        />
      </div>
    </Card>
  )
}
