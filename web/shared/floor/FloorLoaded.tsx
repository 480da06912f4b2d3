import { Armchair } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageButton, useOpens } from '#web/app/PageButton.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { to } from '#web/core/to.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Floor } from './useFloor.ts'

/** The tables of the floor. Until they are loaded a skeleton in their grid; otherwise why they could not be loaded, or that there are none. */
export function FloorLoaded({
  floor,
  grid,
  className,
  children,
}: {
  floor: Floor
  grid: string
  className: string
  children: () => ReactNode
}) {
  if (floor.failed) return <QueryError query={floor.failed} className={className} />
  if (floor.isPending) return <FloorSkeleton grid={grid} />
  if (floor.tables.length > 0) return children()
  return <NoTables />
}

/** A link to add tables for those who may; the others see who may. */
function NoTables() {
  const opens = useOpens(to.settingsTable())
  return (
    <EmptyState icon={<Armchair />} title="No tables yet" action={<PageButton to={to.settingsTable()}>Add tables</PageButton>}>
      {opens ? null : 'The owner or the managerial head adds tables in Settings. They show here at once.'}
    </EmptyState>
  )
}

function FloorSkeleton({ grid }: { grid: string }) {
  return (
    <div role="status" aria-label="Loading tables">
      {[9, 4].map((n) => (
        <div key={n}>
          <Skeleton className="mt-3 mb-2 h-5 w-28" />
          <div className={grid}>
            {Array.from({ length: n }, (_, i) => (
              <Skeleton key={i} className="h-28 rounded-card" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** One area of the floor: its name, a count in words, and its tables. */
export function Area({ name, note, grid, children }: { name: string; note: string; grid: string; children: ReactNode }) {
  const title = name || 'Tables'
  return (
    <section aria-label={title}>
      <h2 className="flex items-baseline gap-2 pt-3 pb-2 text-16">
        {title}
        <small className="text-14 font-normal text-muted">{note}</small>
      </h2>
      <ul className={grid}>{children}</ul>
    </section>
  )
}
