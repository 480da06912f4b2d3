import { Armchair } from 'lucide-react'
import { useState } from 'react'
import { foldedTable } from '#domain/tableNumber.ts'
import { isolated } from '#domain/direction.ts'
import { areasOf, type FloorTable } from './floor.ts'
import { CHOICES, TableChoice } from './TableChoice.tsx'
import type { Floor } from './useFloor.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** "7" and "T7" find T7 first, then T70; "1" also finds 1A. */
function tablesFor(tables: readonly FloorTable[], asked: string): FloorTable[] {
  if (!asked.trim()) return [...tables]
  const whole = foldedTable(asked)
  const begun = asked.trim().toLowerCase()
  const numberOf = (t: FloorTable) => foldedTable(t.table.tableNumber)
  const fits = (t: FloorTable) => numberOf(t).startsWith(whole) || numberOf(t).startsWith(begun)
  const exact = (t: FloorTable) => numberOf(t) === whole
  return tables.filter(fits).sort((a, b) => Number(exact(b)) - Number(exact(a)))
}

/** Chooses a table: by number and Enter, or by a tap. */
export function TablePicker({
  floor,
  current,
  why,
  onPick,
  onClose,
}: {
  floor: Floor
  current: string | null
  why?: string
  onPick: (table: FloorTable) => void
  onClose: () => void
}) {
  const [asked, setAsked] = useState('')
  const found = tablesFor(floor.tables, asked)
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} size="lg" title="Choose a table" description={why}>
      <div className="grid gap-4 pb-1">
        <SearchInput
          label="Table number"
          value={asked}
          onChange={setAsked}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !asked || !found[0]) return
            event.preventDefault()
            onPick(found[0])
          }}
        />
        {floor.failed ? <QueryError query={floor.failed} /> : null}
        {floor.isPending ? (
          <div role="status" aria-label="Loading tables" className={CHOICES}>
            {Array.from({ length: 12 }, (_, i) => (
              <Skeleton key={i} className="h-18 rounded-card" />
            ))}
          </div>
        ) : null}
        {!floor.isPending && !floor.failed && found.length === 0 ? (
          <EmptyState icon={<Armchair />} title={asked ? `No table ${asked}` : 'No tables yet'} />
        ) : null}
        {areasOf(found).map(({ area, tables }) => (
          <section key={area} aria-label={area || 'Tables'}>
            {area ? <h3 className="mb-1.5 text-14">{area}</h3> : null}
            <ul className={CHOICES}>
              {tables.map((entry) => (
                <TableChoice
                  key={entry.table._id}
                  entry={entry}
                  current={entry.table._id === current}
                  detail={bookingOf(entry)}
                  onPress={() => onPick(entry)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Of a reserved table when its guests come and who they are: `20:15 · Meera`. */
const bookingOf = ({ bookedFor, customer }: FloorTable) => bookedFor && [bookedFor, isolated(customer)].filter(Boolean).join(' · ')
