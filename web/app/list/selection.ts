import { useState } from 'react'
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
