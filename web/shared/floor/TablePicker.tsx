import { Armchair } from 'lucide-react'
import { useState } from 'react'
import { isolated } from '#domain/text.ts'
import { areasOf, type FloorTable } from './floor.ts'
import { lookOf } from './states.ts'
import type { Floor } from './useFloor.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const bare = (text: string) => text.toLowerCase().replace(/\s+/g, '')
/** "7" and "T7" find T7 first, then T70. */
function tablesFor(tables: readonly FloorTable[], asked: string): FloorTable[] {
  const text = bare(asked)
  if (!text) return [...tables]
  const fits = (t: FloorTable) => bare(t.label).startsWith(text) || bare(t.table.tableNumber).startsWith(text)
  const exact = (t: FloorTable) => bare(t.label) === text || bare(t.table.tableNumber) === text
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
          <div role="status" aria-label="Loading tables" className={grid}>
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
            <ul className={grid}>
              {tables.map((entry) => (
                <li key={entry.table._id}>
                  <Choice entry={entry} current={entry.table._id === current} onPick={onPick} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(116px,1fr))] gap-2'

function Choice({ entry, current, onPick }: { entry: FloorTable; current: boolean; onPick: (table: FloorTable) => void }) {
  const { word, icon: Icon, card } = lookOf(entry)
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={() => onPick(entry)}
      className={cx(
        'grid h-full min-h-18 w-full content-center gap-0.5 rounded-card border px-2.5 py-1.5 text-left text-14',
        card,
        current && 'ring-2 ring-primary ring-offset-2 ring-offset-surface',
      )}
    >
      <span className="num truncate text-20 font-bold text-text">{entry.label}</span>
      <span className="flex min-w-0 items-center gap-1 font-medium [&_svg]:size-4">
        <Icon aria-hidden="true" />
        <span className="truncate">{word}</span>
      </span>
      {entry.bookedFor ? (
        <span className="num truncate">{[entry.bookedFor, isolated(entry.customer)].filter(Boolean).join(' · ')}</span>
      ) : null}
    </button>
  )
}
