import type { FloorTable } from '#web/shared/floor/floor.ts'
import { Area, FloorLoaded } from '#web/shared/floor/FloorLoaded.tsx'
import { TableCard } from '#web/shared/floor/TableCard.tsx'
import type { Floor } from '#web/shared/floor/useFloor.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'

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
  return (
    <FloorLoaded floor={floor} grid={grid} className="mt-4">
      {() =>
        floor.areas.map(({ area, tables }) => (
          <Area key={area} name={area} note={freeText(tables)} grid={grid}>
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
          </Area>
        ))
      }
    </FloorLoaded>
  )
}

function freeText(tables: readonly FloorTable[]): string {
  const free = tables.filter((t) => t.state.state === 'free').length
  return free === tables.length ? 'all free' : free === 0 ? 'none free' : `${free} free`
}
