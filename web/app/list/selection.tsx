import { type ReactNode, useState } from 'react'
import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import type { ListData } from './rows.ts'
import type { ListView } from './useView.ts'

/** The rows that are selected, always among those in view: what is not seen is never changed (SCREENS §4). */
export type Selection<T> = {
  rows: readonly T[]
  has: (row: T) => boolean
  toggle: (row: T) => void
  clear: () => void
}

/** Another tab, search, filter, order or page starts without selected rows; a row that leaves the list leaves the selection. */
export function useSelection<T>({ rows, key }: Pick<ListData<T>, 'rows' | 'key'>, view: ListView): Selection<T> {
  const about = JSON.stringify([view.tab, view.q, view.filters, view.sort, view.page])
  const [keys, setKeys] = useState<readonly string[]>([])
  const [last, setLast] = useState(about)
  if (about !== last) {
    setLast(about)
    setKeys([])
  }
  return {
    rows: rows.filter((row) => keys.includes(key(row))),
    has: (row) => keys.includes(key(row)),
    toggle: (row) => setKeys(keys.includes(key(row)) ? keys.filter((k) => k !== key(row)) : [...keys, key(row)]),
    clear: () => setKeys([]),
  }
}

/** What is selected, by name, and what can be done with it. */
export function SelectionBar<T>({
  selection: { rows, clear },
  rowName,
  children,
}: {
  selection: Selection<T>
  rowName: (row: T) => string
  children: ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <div
      role="region"
      aria-label="Selected"
      className="flex flex-none flex-wrap items-center gap-2 border-t border-hairline bg-raised px-4 py-1.5 text-14"
    >
      <p role="status" className="min-w-0 flex-1 basis-40 truncate">
        <b className="font-semibold">{plural(rows.length, 'row')} selected</b>
        <span className="text-muted">: {rows.map(rowName).join(', ')}</span>
      </p>
      <Button size={32} variant="quiet" onClick={clear}>
        Clear
      </Button>
      {children}
    </div>
  )
}
