import { Armchair } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { TableStateName } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { type FloorTable, headOf } from '#web/shared/floor/floor.ts'
import { focusCard } from '#web/shared/floor/focus.ts'
import { STATES } from '#web/shared/floor/states.ts'
import { Area, FloorLoaded } from '#web/shared/floor/FloorLoaded.tsx'
import { TableCard } from '#web/shared/floor/TableCard.tsx'
import { useFloorDialogs } from '#web/shared/floor/dialogs.tsx'
import { type Floor, useFloor } from '#web/shared/floor/useFloor.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import { tablePath } from '#web/app/pages.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useSearch } from '#web/app/useSearch.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useArrows } from './arrows.ts'
import { news } from './news.ts'
import { TableDrawer } from './TableDrawer.tsx'

type Show = 'all' | TableStateName
const SHOWS: readonly Show[] = ['all', 'free', 'ordering', 'running', 'ready', 'billed', 'reserved']
const cards = 'grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] gap-2'

/** The floor (SCREENS §2.2 "/restaurant/tables"): a free table opens its order, a running one its drawer beside the floor. */
export default function TablesPage() {
  const floor = useFloor()
  const [params, setSearch] = useSearch()
  const navigate = useNavigate()
  const who = useWho()
  // Below 768 the drawer covers the floor, which keeps its scroll position.
  const covered = useMediaQuery('(max-width: 767.98px)')
  const wanted = params.get('show') as Show
  const show: Show = SHOWS.includes(wanted) ? wanted : 'all'
  const selected = floor.byId(params.get('table'))
  // A slow answer may find another drawer open, or none.
  const drawer = useRef<string | null>(null)
  useLayoutEffect(() => void (drawer.current = params.get('table')), [params])
  const isOpen = (entry: FloorTable) => drawer.current === entry.table._id
  const arrows = useArrows()

  const change = (next: { table?: string | null; show?: Show }, replace: boolean, atOnce = false) =>
    setSearch(
      (newest) => {
        if (next.table) newest.set('table', next.table)
        if (next.table === null) newest.delete('table')
        if (next.show) newest.set('show', next.show)
        if (next.show === 'all') newest.delete('show')
        return newest
      },
      { push: !replace, atOnce },
    )
  // The phone's Back closes the drawer that a press opened.
  const openDrawer = (tableId: string) => afterPaint((late) => change({ table: tableId }, selected !== undefined, late))
  const close = () => {
    const number = selected?.table.tableNumber
    change({ table: null }, true)
    if (number) requestAnimationFrame(() => focusCard(number))
  }

  const goTo = (entry: FloorTable, pay = false) => {
    const refusal = why.addAt(entry.table._id, who)
    const path = tablePath(who.role, who.permissions, entry.table._id)
    if (refusal === null && path) void navigate(pay && entry.unsent === 0 ? `${path}&pay=1` : path)
    else snack.warning(`${refusal}.`)
  }
  const open = (entry: FloorTable) => {
    const head = headOf(entry, floor.tables)
    if (head.order || head.table.status === 'occupied') openDrawer(head.table._id)
    else goTo(head)
  }

  const { move, merge, unmerge, unmerging, menuFor, moveReason, mergeReason, unmergeReason, dialogs } = useFloorDialogs(floor, {
    onMoved: (from, to) => (isOpen(from) ? change({ table: to.table._id }, true) : undefined),
    onUndone: (from, to) => (isOpen(to) ? change({ table: from.table._id }, true) : undefined),
    onMerged: (parent) => (selected ? change({ table: parent.table._id }, true) : undefined),
  })

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ReadyNews floor={floor} />
      <div inert={covered && selected !== undefined} className="flex min-h-15 flex-none items-center border-b border-hairline px-3 py-1.5">
        {floor.isPending ? (
          <Skeleton className="h-12 w-full" />
        ) : (
          <FilterChips
            label="Show"
            scroll
            value={show}
            onToggle={(value) => change({ show: value }, true)}
            className="w-full"
            options={SHOWS.map((value) => {
              const look = value === 'all' ? null : STATES[value]
              return {
                value,
                label: look?.word ?? 'All',
                icon: look ? <look.icon aria-hidden="true" /> : undefined,
                count: floor.failed ? undefined : floor.counts[value],
              }
            })}
          />
        )}
      </div>
      <div className="flex min-h-0 flex-1">
        <section
          ref={arrows}
          aria-label="Floor"
          inert={covered && selected !== undefined}
          className="scroll-quiet relative min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3"
        >
          <FloorBody
            floor={floor}
            show={show}
            selected={selected}
            onOpen={open}
            menuFor={menuFor}
            onShowAll={() => change({ show: 'all' }, true)}
          />
        </section>
        {selected ? (
          <TableDrawer
            key={selected.table._id}
            entry={selected}
            floor={floor}
            onClose={close}
            onShow={(tableId) => change({ table: tableId }, true)}
            onAdd={() => goTo(selected)}
            onSettle={() => goTo(selected, true)}
            onMove={() => move(selected)}
            onMerge={() => merge(selected)}
            moveReason={moveReason(selected)}
            onUnmerge={() => unmerge(selected)}
            unmerging={unmerging(selected)}
            mergeReason={mergeReason}
            unmergeReason={unmergeReason(selected)}
            className="max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:w-full md:max-lg:max-w-105 md:max-lg:shadow-popover lg:w-80 lg:flex-none xl:w-105"
          />
        ) : !floor.isPending && floor.tables.length === 0 ? null : (
          // The drawer’s place is always there, so that opening it moves no card.
          <aside
            aria-label="Chosen table"
            className="w-80 flex-none place-content-center border-l border-hairline bg-surface max-lg:hidden lg:grid xl:w-105"
          >
            <EmptyState icon={<Armchair />} title="Choose a table">
              Its order, bill and payment show here.
            </EmptyState>
          </aside>
        )}
      </div>
      {dialogs}
    </div>
  )
}

type BodyProps = {
  floor: Floor
  show: Show
  selected: FloorTable | undefined
  onOpen: (entry: FloorTable) => void
  menuFor: ReturnType<typeof useFloorDialogs>['menuFor']
  onShowAll: () => void
}

function FloorBody(props: BodyProps) {
  return (
    <FloorLoaded floor={props.floor} grid={cards} className="mt-3">
      {() => <Areas {...props} />}
    </FloorLoaded>
  )
}

function Areas({ floor, show, selected, onOpen, menuFor, onShowAll }: BodyProps) {
  const areas = floor.areas
    .map(({ area, tables }) => ({
      area,
      all: tables.length,
      tables: show === 'all' ? tables : tables.filter((t) => t.state.state === show),
    }))
    .filter((a) => a.tables.length > 0)
  if (areas.length === 0)
    return (
      <EmptyState
        icon={<Armchair />}
        title={show === 'free' ? 'No free tables' : `No table is ${STATES[show as TableStateName].word.toLowerCase()}`}
        action={<Button onClick={onShowAll}>Show all tables</Button>}
      />
    )
  return areas.map(({ area, all, tables }) => (
    <Area key={area} name={area} note={tables.length === all ? plural(all, 'table') : `${tables.length} of ${all}`} grid={cards}>
      {tables.map((entry) => (
        <TableCard
          key={entry.table._id}
          entry={entry}
          selected={selected?.table._id === entry.table._id || (entry.parent !== null && entry.parent._id === selected?.table._id)}
          onOpen={() => onOpen(entry)}
          menu={menuFor(entry)}
        />
      ))}
    </Area>
  ))
}

/** Announces changes on the floor to screen readers; sighted people see them by colours and icons. */
function ReadyNews({ floor }: { floor: Floor }) {
  const before = useRef<readonly FloorTable[] | null>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (floor.isPending || floor.failed) return
    const now = news(before.current, floor.tables)
    before.current = floor.tables
    if (now) setWords(now)
  }, [floor])
  return <Live className={cx(!words && 'hidden')}>{words}</Live>
}
