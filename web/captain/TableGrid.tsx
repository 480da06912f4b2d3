import { Armchair } from 'lucide-react'
import type { FloorTable } from '#web/shared/floor/floor.ts'
import { TableCard } from '#web/shared/floor/TableCard.tsx'
import type { Floor } from '#web/shared/floor/useFloor.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Three in a row on a phone, more on a tablet. */
const grid = 'grid grid-cols-3 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(120px,1fr))]'

/** All tables by area, with the words and colours of the staff floor. For the tables page and the menu's table picker. */
export function TableGrid({
  floor,
  onOpen,
  menuFor,
  selectedId,
}: {
  floor: Floor
  onOpen: (entry: FloorTable) => void
  menuFor?: (entry: FloorTable) => readonly MenuEntry[]
  selectedId?: string | null
}) {
  if (floor.failed) return <QueryError query={floor.failed} className="mt-4" />
  if (floor.isPending) return <GridSkeleton />
  if (floor.tables.length === 0)
    return (
      <EmptyState icon={<Armchair />} title="No tables yet">
        The owner or the managerial head adds tables in Settings. They show here at once.
      </EmptyState>
    )
  return floor.areas.map(({ area, tables }) => (
    <section key={area} aria-label={area || 'Tables'}>
      <h2 className="flex items-baseline gap-2 pt-3 pb-2 text-16">
        {area || 'Tables'}
        <small className="text-14 font-normal text-muted">{freeText(tables)}</small>
      </h2>
      <ul className={grid}>
        {tables.map((entry) => (
          <TableCard
            key={entry.table._id}
            compact
            entry={entry}
            selected={selectedId === entry.table._id}
            onOpen={() => onOpen(entry)}
            menu={menuFor?.(entry)}
          />
        ))}
      </ul>
    </section>
  ))
}

function freeText(tables: readonly FloorTable[]): string {
  const free = tables.filter((t) => t.state.state === 'free').length
  return free === tables.length ? 'all free' : free === 0 ? 'none free' : `${free} free`
}

function GridSkeleton() {
  return (
    <div role="status" aria-label="Loading tables">
      {[9, 3].map((n) => (
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
