import { useSearchParams } from 'react-router'
import { cleared, isNarrowed, readView, sortedBy, type View, type ViewChange, type ViewSpec, writeView } from './view.ts'

/** A list's view and how it changes. Everything lives in the address; nothing is copied into state. */
export interface ListView<S extends ViewSpec = ViewSpec> extends View<S> {
  spec: S
  /** A search or filter hides rows: "Clear filters" makes sense. */
  narrowed: boolean
  change(change: ViewChange<S>, how?: { push?: boolean }): void
  /** The header of a column was pressed. */
  sortBy(key: string): void
  /** Opens a row beside the list; the first one is an entry of the history, so that Back closes it. */
  open(row: string): void
  close(): void
  clear(): void
}

/** The view that the address asks for, as the list's description reads it. Changes replace the history's entry: Back leaves the list or closes a row. */
export function useView<const S extends ViewSpec>(spec: S): ListView<S> {
  const [params, setParams] = useSearchParams()
  const view = readView(params, spec)
  const change = (next: ViewChange<S>, { push = false } = {}) => setParams((old) => writeView(old, spec, next), { replace: !push })
  return {
    ...view,
    spec,
    narrowed: isNarrowed(spec, view as View),
    change,
    sortBy: (key) => change({ sort: sortedBy(view.sort, key) } as ViewChange<S>),
    open: (row) => change({ row } as ViewChange<S>, { push: view.row === null }),
    close: () => change({ row: null } as ViewChange<S>),
    clear: () => change(cleared(spec)),
  }
}
