import { Plus, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import type { Call } from '#domain/api/index.ts'
import { capitalised } from '#domain/text.ts'
import { rangeText as datesText } from '#domain/time.ts'
import { may, useCaller } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { afterPaint } from '../afterPaint.ts'
import { Kept } from '../form/Kept.tsx'
import { QueryError } from '../QueryError.tsx'
import { useShortcuts } from '../shortcuts.tsx'
import type { Column } from './columns.ts'
import { Export } from './Export.tsx'
import { ChosenDates, FilterMenu, ListSearch, ShownFilters } from './Filters.tsx'
import { AbsentDrawer, AbsentSheet, Frame, NewChip, type Noun, Pager, type RowSearch, Stale } from './parts.tsx'
import { ListCards, ListTable, RowsSkeleton } from './Rows.tsx'
import type { ListData } from './rows.ts'
import { type Selection, useSelection } from './selection.ts'
import { type ListView, showPressed } from './useView.ts'
import { filtersIn, filterText } from './view.ts'

export type Empty = { icon?: ReactNode; title: string; action?: ReactNode }

export interface ListPageProps<T> {
  noun: Noun
  /** From `useView`. */
  view: ListView
  /** From `useAllRows` or `usePagedRows`. */
  list: ListData<T>
  columns: readonly Column<T>[]
  /** What people call a row: `T7`, `Asha K`. */
  rowName: (row: T) => string
  /** Words and counts of the view's tabs, in their order. */
  tabs?: readonly { label: string; count?: number }[]
  /** Label of the search field; false where nothing is searched. */
  search?: string | false
  /** What stands in the empty field, if the label is too long for it. */
  searchHint?: string
  /** Before the other tools, on lists without a search: the list's total. */
  lead?: ReactNode
  /** After the search and the filters. */
  actions?: ReactNode
  /** Beside the chips, or the dates that were chosen: a figure of the whole list, such as what the stock is worth, or by which day it counts. */
  note?: ReactNode
  menu?: (row: T) => readonly MenuEntry[]
  /** Shown while there are no rows at all: an icon, one sentence, one button. */
  nothingYet: Empty
  /** Replaces the sentence and the button when search and filters leave nothing. */
  noMatch?: Empty
  /** Shows an open row beside the list. `takeFocus`: a person opened it, not the address. */
  drawer?: (row: T, how: { takeFocus: boolean; onClose: () => void }) => ReactNode
  /** The drawer has forms: it stays with what was typed when its row is deleted elsewhere, and reads `Gone`. */
  keepsDrawer?: boolean
  /** Shows an open row in a sheet over the list; null for a new one (`create`). Beside a `drawer` it is for the new one alone. */
  sheet?: (row: T | null, how: { onClose: () => void }) => ReactNode
  /** The one primary button, after the actions and where there is nothing yet. It opens the sheet of a new row. */
  create?: { label: string; call: Call }
  /** The open row, if it is not among the loaded rows. */
  known?: T | null
  /** Looks for an open row that is not among the loaded rows, while it does: the drawer waits for it, and can try again. */
  finds?: RowSearch | undefined
  onOpen?: (row: T) => void
  /** The name of the CSV file, without date and ending; without it there is no export. */
  csv?: string
  card?: (row: T) => ReactNode
  /** Columns become cards below this width in px. */
  cardsBelow?: 640 | 768
  /** Rows of 36 and what the keys do below them: for a desk. */
  dense?: boolean
  /** Edits a row: E on the focused or the open one. */
  onEdit?: (row: T) => void
  /** What is selected, by name, and what can be done with it. With it rows are selected, by X or by their boxes. */
  bulk?: (selection: Selection<T>) => ReactNode
}

/** In the address instead of a row's key: a new row is open. */
const NEW = 'new'

const rowOf = (key: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)

/** A page with a list: see docs/adding-a-page.md. The page gives columns, rows and texts; the rest is the same everywhere. */
export function ListPage<T>(props: ListPageProps<T>) {
  const {
    noun,
    view,
    list,
    columns,
    tabs,
    search = `Search ${noun.many}`,
    actions,
    drawer,
    sheet,
    create,
    known = null,
    csv,
    cardsBelow = 640,
    onEdit,
    bulk,
  } = props
  const cards = useMediaQuery(`(max-width: ${cardsBelow - 0.02}px)`)
  // Below 1024 the drawer replaces the list, which keeps its scroll position.
  const covers = useMediaQuery('(max-width: 1023.98px)') && drawer !== undefined
  const caller = useCaller()
  const searchField = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  const [byPerson, setByPerson] = useState(false)
  const isNew = create !== undefined && view.row === NEW
  const hidden = covers && view.row !== null && !isNew
  const opened = view.row === null ? null : (list.find(view.row) ?? known)
  const opens = drawer !== undefined || sheet !== undefined

  /** The open row's place among the rows. */
  const place = useRef(0)
  const openAt = list.rows.findIndex((row) => list.key(row) === view.row)
  useEffect(() => {
    if (openAt >= 0) place.current = openAt
  }, [openAt])
  /** Focuses a row; if it has left the list, the one that has moved up to its place. */
  const focusRow = (key: string | null) => {
    const all = [...(section.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    ;(all.find((el) => el.dataset.row === key) ?? all[place.current] ?? all.at(-1))?.focus()
  }
  const open = (row: T) => {
    const key = list.key(row)
    showPressed(rowOf(key)?.closest<HTMLElement>('tr, li'))
    afterPaint(() => {
      setByPerson(true)
      props.onOpen?.(row)
    })
    view.open(key)
  }
  const close = () => {
    const key = view.row
    view.close()
    requestAnimationFrame(() => focusRow(key))
  }
  // After Back closes the row, focus the row too, unless something else has the focus. What contains the rows is nothing else: the page, or the list's frame,
  // to which a dialog returns the focus when the row that opened it is gone.
  const closed = useEffectEvent((key: string) => {
    const row = section.current?.querySelector('[data-row]') ?? null
    if (document.activeElement === document.body || document.activeElement?.contains(row)) focusRow(key)
  })
  const last = useRef(view.row)
  useEffect(() => {
    const key = last.current
    last.current = view.row
    if (key === null || view.row !== null) return
    const frame = requestAnimationFrame(() => closed(key))
    return () => cancelAnimationFrame(frame)
  }, [view.row])
  // A link within the app has opened the row, such as an entry of the palette, which is gone now: focus the row, as a press on it does.
  const byLink = useNavigationType() === 'PUSH'
  const arrived = useEffectEvent((key: string) => {
    if (byLink && document.activeElement === document.body) focusRow(key)
  })
  const listed = openAt < 0 ? null : view.row
  useEffect(() => {
    if (listed === null) return
    const frame = requestAnimationFrame(() => arrived(listed))
    return () => cancelAnimationFrame(frame)
  }, [listed])
  // The drawer covers the list and the row that had the focus. One that takes the focus by itself has it already.
  useEffect(() => {
    const detail = view.row === null ? null : section.current?.nextElementSibling
    if (hidden && byPerson && detail instanceof HTMLElement && !detail.contains(document.activeElement))
      detail.focus({ preventScroll: true })
  }, [view.row, hidden, byPerson])
  const selection = useSelection(list, view)
  const selects = bulk !== undefined && !cards
  /** The index of the open row, or of the one that has the focus; -1 for neither. */
  const here = () => {
    const row = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]')
    return list.rows.findIndex((r) => list.key(r) === (view.row ?? row?.dataset.row))
  }
  const withHere = (act: (row: T) => void) => () => {
    const row = list.rows[here()]
    if (row) act(row)
  }
  /** Opens a row in the place of the open one. */
  const show = (row: T, held = false) => {
    const key = list.key(row)
    setByPerson(true)
    view.open(key, held)
    // Enter on the row that was left would open it again. A row of the page before, which is gone, leaves the focus at the body.
    if (document.activeElement?.closest('[data-row]') ?? document.activeElement === document.body) focusRow(key)
    rowOf(key)?.scrollIntoView({ block: 'nearest' })
  }
  /** J on the last row of a page, or K on its first, turns the page; not while rows are selected, which another page would lose. */
  const turns = useRef<{ page: number; by: number } | null>(null)
  useEffect(() => {
    if (turns.current?.page !== list.page || list.old) return
    place.current = turns.current.by > 0 ? 0 : list.rows.length - 1
    turns.current = null
    const row = list.rows[place.current]
    if (view.row !== null && row) show(row)
    else focusRow(null)
  })
  const step = (by: 1 | -1, { repeat }: KeyboardEvent) => {
    if (list.rows.length === 0) return
    const at = here()
    // The open row has left the list by itself. Opening another in its place would let the next key act on that one.
    if (view.row !== null && opened === null) return
    const page = list.page + by
    if (at >= 0 && !list.rows[at + by] && selection.rows.length === 0 && page >= 1 && page <= list.pages) {
      turns.current = { page, by }
      return view.change({ page })
    }
    const to = list.rows[at < 0 ? 0 : Math.min(list.rows.length - 1, Math.max(0, at + by))]
    if (!to) return
    if (view.row === null) return focusRow(list.key(to))
    show(to, repeat)
  }
  useShortcuts({
    '/': { label: 'Search', run: () => searchField.current?.focus(), when: !hidden && search !== false },
    j: { label: `Next ${noun.one}`, run: (event) => step(1, event), when: opens },
    k: { label: `Previous ${noun.one}`, run: (event) => step(-1, event), when: opens },
    // Of the focused row; its own button has the key too.
    Enter: { label: `Open ${noun.one}`, run: withHere(open), when: opens && view.row === null },
    e: { label: `Edit ${noun.one}`, run: withHere((row) => onEdit?.(row)), when: onEdit !== undefined },
    x: { label: `Select ${noun.one}`, run: withHere(selection.toggle), when: selects },
    ArrowDown: { run: (event) => step(1, event), when: view.row === null },
    ArrowUp: { run: (event) => step(-1, event), when: view.row === null },
    n: { label: `Show new ${noun.many}`, run: () => list.waiting?.show(), when: (list.waiting?.count ?? 0) > 0 },
  })

  const mayCreate = create ? may(create.call, caller) : null
  const createButton = create ? (
    <Button variant="primary" icon={<Plus />} disabledReason={mayCreate?.ok ? null : mayCreate?.why} onClick={() => view.open(NEW)}>
      {create.label}
    </Button>
  ) : null
  // Beside tabs there is less room. At a desk what is searched for is said whole, also beside an open drawer.
  const searchWidth = tabs
    ? cx(cards ? 'min-w-40 flex-1' : '@min-[760px]:w-62', !cards && (props.dense ? 'w-44 @min-[520px]:w-56' : 'w-44'))
    : cards
      ? 'basis-full'
      : cx('flex-1 sm:max-w-80', props.dense ? 'min-w-56' : 'w-44')
  const tools = (
    <>
      {props.lead ? <div className="min-w-0 flex-1">{props.lead}</div> : null}
      {search === false ? null : (
        <ListSearch view={view} label={search} hint={props.searchHint} inputRef={searchField} className={searchWidth} />
      )}
      <FilterMenu view={view} />
      {csv ? <Export name={csv} view={view} noun={noun} list={list} columns={columns} /> : null}
      {actions}
      {createButton}
    </>
  )
  const body = (
    <>
      {cards && tabs ? (
        <div className="flex flex-wrap gap-2 border-b border-hairline px-3 py-2 [&>:last-child]:ml-auto">{tools}</div>
      ) : null}
      <ShownFilters view={view} note={props.note} oneLine={cards} />
      <ChosenDates view={view} note={props.note} />
      <Body
        {...props}
        nothingYet={{ action: createButton, ...props.nothingYet }}
        cards={cards}
        onOpen={opens ? open : undefined}
        selection={selects ? selection : null}
      />
    </>
  )
  const name = capitalised(noun.many)
  return (
    <div className="flex min-h-0 flex-1">
      <section ref={section} aria-label={name} className={cx('@container flex min-w-0 flex-1 flex-col md:min-h-0', hidden && 'hidden')}>
        {tabs ? (
          <Tabs
            label={name}
            size={cards ? 48 : 64}
            value={view.tab}
            onChange={(tab) => view.change({ tab })}
            items={tabs.map((tab, i) => ({ value: view.spec.tabs?.[i] ?? '', ...tab }))}
            end={cards ? undefined : tools}
            className="flex flex-1 flex-col md:min-h-0"
            stripClassName="flex-none px-4"
            panelClassName="flex flex-1 flex-col md:min-h-0"
          >
            {body}
          </Tabs>
        ) : (
          <>
            <div className="flex min-h-16 flex-none flex-wrap items-center gap-2 border-b border-hairline px-4 py-2 max-sm:gap-x-1.5 max-sm:px-3 [&>:last-child]:ml-auto">
              {tools}
            </div>
            {body}
          </>
        )}
      </section>
      <Detail {...props} row={opened} takeFocus={byPerson} onClose={close} />
    </div>
  )
}

/** The open row, or a message if it is no longer in the list. */
function Detail<T>({
  noun,
  view,
  list,
  drawer,
  keepsDrawer,
  sheet,
  create,
  finds,
  row,
  takeFocus,
  onClose,
}: ListPageProps<T> & { row: T | null; takeFocus: boolean; onClose: () => void }) {
  if (view.row === null) return null
  // A new row has no place in the list: the focus goes back to the button.
  if (!row && sheet && create && view.row === NEW) return sheet(null, { onClose: view.close })
  const absent = { noun, list, finds, onClose }
  if (drawer && !keepsDrawer) return row ? drawer(row, { takeFocus, onClose }) : <AbsentDrawer {...absent} />
  if (!drawer && !sheet) return null
  return (
    <Kept key={view.row} row={row} noun={noun.one} absent={drawer ? <AbsentDrawer {...absent} /> : <AbsentSheet {...absent} />}>
      {(kept) => (drawer ? drawer(kept, { takeFocus, onClose }) : sheet?.(kept, { onClose }))}
    </Kept>
  )
}

/** The rows, or why there are none. */
function Body<T>({
  noun,
  view,
  list,
  columns,
  rowName,
  tabs,
  menu,
  nothingYet,
  noMatch,
  card,
  cards,
  onOpen,
  dense,
  selection,
  bulk,
  onEdit,
}: ListPageProps<T> & { cards: boolean; onOpen: ((row: T) => void) | undefined; selection: Selection<T> | null }) {
  const online = useOnline()
  const tab = tabs?.[view.spec.tabs?.indexOf(view.tab) ?? -1]
  const many = capitalised(noun.many)
  const words = tab && tab.label !== many ? `${tab.label} ${noun.many}` : many
  if (list.failed && list.total === null)
    return (
      <Frame>
        <QueryError query={list.failed} className="m-4" />
      </Frame>
    )
  const rows = {
    label: words,
    view,
    columns,
    rows: list.rows,
    rowKey: list.key,
    rowName,
    onOpen,
    menu,
    card,
    old: list.old,
    dense,
    selection,
  }
  return (
    <>
      <Frame
        chip={list.waiting ? <NewChip noun={noun} waiting={list.waiting} /> : null}
        stale={(list.failed || !online) && list.updatedAt > 0 ? <Stale list={list} /> : null}
      >
        {list.loading ? (
          <RowsSkeleton
            view={view}
            columns={columns}
            menu={menu !== undefined}
            cards={cards}
            count={list.perPage}
            label={`Loading ${noun.many}`}
            dense={dense}
            selects={selection !== null}
          />
        ) : list.rows.length > 0 ? (
          cards ? (
            <ListCards {...rows} />
          ) : (
            <ListTable {...rows} />
          )
        ) : list.page > 1 ? (
          <EmptyState
            icon={<SearchX />}
            title="This page is empty."
            action={<Button onClick={() => view.change({ page: 1 })}>First page</Button>}
          />
        ) : view.narrowed ? (
          <EmptyState
            icon={<SearchX />}
            title={noMatch?.title ?? `No ${noun.one} matches ${narrowedBy(view)}.`}
            action={noMatch?.action ?? <Button onClick={view.clear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState {...nothingYet} />
        )}
        {list.cut && view.page === list.pages ? (
          <p className="px-4 py-3 text-14 text-muted">There are more. Narrow them by date or search, or choose one type.</p>
        ) : null}
      </Frame>
      {selection && selection.rows.length > 0 ? bulk?.(selection) : null}
      <Pager
        noun={noun}
        view={view}
        list={list}
        dense={dense}
        keys={[
          ...(onOpen ? [['J', 'K', 'move'] as const, ['Enter', 'open'] as const] : []),
          ...(onEdit ? [['E', 'edit'] as const] : []),
          ...(selection ? [['X', 'select'] as const] : []),
        ]}
      />
    </>
  )
}

/** `“asha”, Cashier, 14 Nov to 20 Nov`: search and filters in words. */
export const narrowedBy = (view: ListView): string =>
  [view.q ? `“${view.q}”` : null, ...filtersIn(view.spec, view).map(([name, filter]) => filterText(filter, view.filters[name], datesText))]
    .filter(Boolean)
    .join(', ')
