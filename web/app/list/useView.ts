import { afterPaint } from '../afterPaint.ts'
import { useSearch } from '../useSearch.ts'
import { cleared, isNarrowed, readView, sortedBy, toggled, type View, type ViewChange, type ViewSpec, writeView } from './view.ts'

/** A list's view and how it changes. Everything lives in the address; nothing is copied into state. */
export interface ListView<S extends ViewSpec = ViewSpec> extends View<S> {
  spec: S
  /** A search or filter hides rows: "Clear filters" makes sense. */
  narrowed: boolean
  change(change: ViewChange<S>, how?: { push?: boolean; atOnce?: boolean }): void
  /** A press on an option of a filter: chosen, or where any number can be, chosen or taken out. */
  toggle(filter: string, option: string): void
  /** The header of a column was pressed. */
  sortBy(key: string): void
  /**
   * Opens a row beside the list, after the frame that shows the press; the first one is an entry of the history, so that Back closes it. The next press finds it
   * open, however soon it comes, unless it is one of a key that is `held`: the rows that it passes need not be drawn.
   */
  open(row: string, held?: boolean): void
  close(): void
  clear(): void
}

/** The view that the address asks for, as the list's description reads it. Changes replace the history's entry: Back leaves the list or closes a row. */
export function useView<const S extends ViewSpec>(spec: S): ListView<S> {
  const [params, setSearch] = useSearch()
  const view = readView(params, spec)
  const changeFrom = (next: (newest: View<S>) => ViewChange<S>, how?: Parameters<typeof setSearch>[1]) =>
    setSearch((newest) => writeView(newest, spec, next(readView(newest, spec))), how)
  const change = (next: ViewChange<S>, how?: Parameters<typeof setSearch>[1]) => changeFrom(() => next, how)
  return {
    ...view,
    spec,
    narrowed: isNarrowed(spec, view as View),
    change,
    toggle: (name, option) => changeFrom(({ filters }) => ({ filters: toggled(spec, filters, name, option) }) as ViewChange<S>),
    sortBy: (key) => changeFrom(({ sort }) => ({ sort: sortedBy(sort, key) }) as ViewChange<S>),
    open(row, held = false) {
      const push = view.row === null
      afterPaint((late) => change({ row } as ViewChange<S>, { push, atOnce: late && !held }))
    },
    close: () => change({ row: null } as ViewChange<S>, { closes: true }),
    clear: () => change(cleared(spec)),
  }
}

/** A pressed row looks like the open one (`data-pressed`) until it is. */
export function showPressed(row: HTMLElement | null | undefined): void {
  if (!row) return
  row.dataset.pressed = ''
  afterPaint(() => delete row.dataset.pressed)
}
