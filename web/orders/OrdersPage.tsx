import { ArrowUp, ClipboardList, SearchX, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OrderShape } from '#domain/api/shapes.ts'
import { canOpen } from '#domain/permissions.ts'
import { useAllDrafts } from '#web/shared/order/drafts.ts'
import { useServing, withServed } from '#web/shared/floor/serve.ts'
import { markRead, useUnread } from '#web/core/liveCache.ts'
import { useOpenOrders, useOrder } from '#web/shared/order/useOpenOrders.ts'
import { clockTime, useTimezone } from '#web/core/profile.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { useSession, useUser } from '#web/core/session.ts'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { usePageTitle } from '#web/app/title.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Drawer } from '#web/ui/Drawer.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { SearchInput } from '#web/ui/Input.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Pagination, rangeText } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { FilterButton } from './FilterButton.tsx'
import { newestFirst, pageOf, pagesOf, PER_PAGE, shows, unsentOf } from './list.ts'
import { OrderDrawer } from './OrderDrawer.tsx'
import { OrderCards, OrderTable, RowsSkeleton } from './OrderRows.tsx'
import { useClosedOrders } from './useClosedOrders.ts'
import { useLiveRows } from './useLiveRows.ts'
import { datesText, presetOf, readView, type Tab, TYPE_WORDS, type View, writeView } from './view.ts'

const NAMES: Record<Tab, string> = { live: 'Live', completed: 'Completed', cancelled: 'Cancelled' }
const TYPING_MS = 250
const NONE: readonly OrderShape[] = []

type Change = (change: Partial<View>, how?: { push?: boolean }) => void
/** What a list needs of the page, and the page of a list. */
type ListProps = { view: View; change: Change; cards: boolean; selected: string | null; onOpen: (order: OrderShape) => void }

/** Find and fix any order (SCREENS §2.2 "/restaurant/orders"): the list, and one order beside it. */
export default function OrdersPage() {
  usePageTitle('Orders')
  useReadHere()
  const { role } = useUser()
  const preset = presetOf(role)
  const [params, setParams] = useSearchParams()
  const view = readView(params, preset)
  const change: Change = (next, { push = false } = {}) => setParams((old) => writeView(old, next, preset), { replace: !push })
  const { orders, query: live } = useOpenOrders()
  const cards = useMediaQuery('(max-width: 767.98px)')
  // Below 1024 the drawer takes the list's place, which keeps where it was.
  const covers = useMediaQuery('(max-width: 1023.98px)')
  const drafts = useAllDrafts()
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLElement>(null)
  // Null until the list is there.
  const [listed, setRows] = useState<readonly OrderShape[] | null>(null)
  const rows = listed ?? NONE
  const [byPerson, setByPerson] = useState(false)

  const known = useOrder(view.order)
  const order = view.order === null ? null : (rows.find((o) => o._id === view.order) ?? known)
  const hidden = covers && view.order !== null

  const focusRow = (id: string | null) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-order]') ?? [])]
    ;(all.find((el) => el.dataset.order === id) ?? all[0])?.focus()
  }
  // The phone's Back closes what a press has opened.
  const open = (id: string) => {
    setByPerson(true)
    change({ order: id }, { push: view.order === null })
  }
  const close = () => {
    const id = view.order
    change({ order: null })
    requestAnimationFrame(() => focusRow(id))
  }
  const step = (by: 1 | -1) => {
    if (rows.length === 0) return
    const focused = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('[data-order]')?.dataset.order ?? null
    const at = rows.findIndex((o) => o._id === (view.order ?? focused))
    const to = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
    if (!to) return
    if (view.order === null) return focusRow(to._id)
    setByPerson(true)
    change({ order: to._id })
    list.current?.querySelector(`[data-order="${CSS.escape(to._id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({
    '/': { label: 'Search', run: () => search.current?.focus(), when: !hidden },
    j: { label: 'Next order', run: () => step(1) },
    k: { label: 'Previous order', run: () => step(-1) },
    ArrowDown: { run: () => step(1), when: view.order === null },
    ArrowUp: { run: () => step(-1), when: view.order === null },
  })

  const tools = (
    <>
      <Search view={view} change={change} inputRef={search} className={cards ? 'min-w-0 flex-1' : 'w-44 @min-[760px]:w-62'} />
      <FilterButton view={view} onChange={change} />
    </>
  )
  const listProps: ListProps = { view, change, cards, selected: view.order, onOpen: (o) => open(o._id) }
  return (
    <div className="flex min-h-0 flex-1">
      <section ref={list} aria-label="Orders" className={cx('@container flex min-w-0 flex-1 flex-col md:min-h-0', hidden && 'hidden')}>
        <Tabs
          label="Orders"
          size={cards ? 48 : 64}
          value={view.tab}
          onChange={(tab) => change({ tab })}
          items={(Object.keys(NAMES) as Tab[]).map((tab) => ({
            value: tab,
            label: NAMES[tab],
            count: tab === 'live' && live.data ? orders.length : undefined,
          }))}
          end={cards ? undefined : tools}
          className="flex flex-1 flex-col md:min-h-0"
          stripClassName="flex-none px-4"
          panelClassName="flex flex-1 flex-col md:min-h-0"
        >
          {cards ? <div className="flex gap-2 border-b border-hairline px-3 py-2">{tools}</div> : null}
          <ChosenDates view={view} change={change} />
          {view.tab === 'live' ? (
            <LiveList {...listProps} onRows={setRows} unsent={(o) => unsentOf(o, drafts)} />
          ) : (
            <ClosedList key={view.tab} {...listProps} onRows={setRows} />
          )}
        </Tabs>
      </section>
      {view.order !== null ? (
        order ? (
          <OrderDrawer key={order._id} order={order} unsent={unsentOf(order, drafts)} takeFocus={byPerson} onClose={close} />
        ) : (
          <Gone loading={listed === null} onClose={close} />
        )
      ) : null}
    </div>
  )
}

/** Looking at the page reads it: the dot in the menu goes (SPEC §4). */
function useReadHere() {
  const unread = useUnread().orders
  useEffect(() => {
    const read = () => {
      if (unread && document.visibilityState === 'visible') markRead('orders')
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [unread])
}

function Search({
  view,
  change,
  inputRef,
  className,
}: {
  view: View
  change: Change
  inputRef: React.RefObject<HTMLInputElement | null>
  className: string
}) {
  const [text, setText] = useState(view.q)
  const [last, setLast] = useState(view.q)
  // Back, or "Clear filters".
  if (view.q !== last) {
    setLast(view.q)
    if (view.q !== text.trim()) setText(view.q)
  }
  useEffect(() => {
    if (text.trim() === view.q) return
    const timer = setTimeout(() => change({ q: text.trim() }), TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div className={className}>
      <SearchInput ref={inputRef} label="Bill, table or mobile" kbd="/" maxLength={40} value={text} onChange={setText} />
    </div>
  )
}

function ChosenDates({ view, change }: { view: View; change: Change }) {
  const text = view.tab === 'live' ? null : datesText(view)
  if (!text) return null
  return (
    <div className="flex flex-none items-center gap-2 border-b border-hairline px-4 py-2">
      <Button
        size={32}
        iconEnd={<X className="size-4" />}
        aria-label={`Remove dates: ${text}`}
        onClick={() => change({ from: null, to: null })}
      >
        {text}
      </Button>
    </div>
  )
}

/** The drawer of an order that is not here yet, or on no list here. */
function Gone({ loading, onClose }: { loading: boolean; onClose: () => void }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 lg:w-80 lg:flex-none xl:w-105">
      <Drawer className="min-w-0 max-lg:border-l-0" title="Order" onClose={onClose}>
        {loading ? (
          <div role="status" aria-label="Loading the order" className="grid gap-3 p-4">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </div>
        ) : (
          <EmptyState
            icon={<SearchX />}
            title="This order is not on this list any more."
            action={<Button onClick={onClose}>Close</Button>}
          />
        )}
      </Drawer>
    </div>
  )
}

// ------------------------------------------------------------ the lists

/** The rows that stand on the page, for J and K and the drawer. */
function useRows(rows: readonly OrderShape[], loaded: boolean, onRows: (rows: readonly OrderShape[]) => void) {
  useEffect(() => {
    if (loaded) onRows(rows)
  }, [rows, loaded, onRows])
}

function LiveList({
  view,
  change,
  cards,
  selected,
  onOpen,
  onRows,
  unsent,
}: ListProps & { onRows: (rows: readonly OrderShape[]) => void; unsent: (order: OrderShape) => number }) {
  const { orders, query } = useOpenOrders()
  const serving = useServing()
  const { role } = useUser()
  const { permissions } = useSession()
  const navigate = useNavigate()
  const live = useLiveRows(orders, query.data !== undefined)
  const fitting = newestFirst(withServed(live.shown, serving).filter((o) => shows(o, view)))
  const page = Math.min(view.page, pagesOf(fitting.length))
  const rows = useSame(pageOf(fitting, page))
  useRows(rows, query.data !== undefined, onRows)
  const waiting = live.waiting.filter((o) => shows(o, view)).length
  const show = () => {
    live.show()
    change({ page: 1 })
  }
  useShortcuts({ n: { label: 'Show new orders', run: show, when: waiting > 0 } })
  const filtered = view.q !== '' || view.type !== 'all'
  const props = {
    tab: 'live' as const,
    label: 'Live orders',
    orders: rows,
    unread: live.unread,
    unsent,
    selected,
    onOpen: (o: OrderShape) => {
      live.read(o._id)
      onOpen(o)
    },
  }
  if (query.isError && query.data === undefined)
    return (
      <Frame>
        <QueryError query={query} className="m-4" />
      </Frame>
    )
  return (
    <>
      <Frame
        chip={<NewChip count={waiting} onShow={show} />}
        stale={query.isRefetchError ? <Stale query={query} updatedAt={query.dataUpdatedAt} /> : null}
      >
        {query.data === undefined ? (
          <RowsSkeleton tab="live" cards={cards} />
        ) : rows.length > 0 ? (
          cards ? (
            <OrderCards {...props} />
          ) : (
            <OrderTable {...props} />
          )
        ) : filtered ? (
          <NoMatch view={view} change={change} />
        ) : (
          <EmptyState
            icon={<ClipboardList />}
            title="No open orders"
            action={
              canOpen({ role }, '/restaurant/pos', permissions).ok ? (
                <Button variant="primary" onClick={() => void navigate('/restaurant/pos')}>
                  New order
                </Button>
              ) : undefined
            }
          />
        )}
      </Frame>
      <Pager page={page} pages={pagesOf(fitting.length)} total={query.data ? fitting.length : null} change={change} />
    </>
  )
}

function ClosedList({ view, change, cards, selected, onOpen, onRows }: ListProps & { onRows: (rows: readonly OrderShape[]) => void }) {
  const list = useClosedOrders(view)
  const rows = useSame(list.orders)
  useRows(rows, !list.loading, onRows)
  const props = {
    tab: view.tab,
    label: `${NAMES[view.tab]} orders`,
    orders: rows,
    unread: NOBODY,
    unsent: () => 0,
    selected,
    onOpen,
    old: list.old,
  }
  if (list.failed && rows.length === 0)
    return (
      <Frame>
        <QueryError query={list.failed} className="m-4" />
      </Frame>
    )
  const filtered = view.q !== '' || view.type !== 'all' || view.from !== null || view.to !== null
  const show = () => {
    list.showWaiting()
    change({ page: 1 })
  }
  return (
    <>
      <Frame
        chip={<NewChip count={list.waiting} onShow={show} />}
        stale={list.failed ? <Stale query={list.failed} updatedAt={list.updatedAt} /> : null}
      >
        {list.loading ? (
          <RowsSkeleton tab={view.tab} cards={cards} />
        ) : rows.length > 0 ? (
          cards ? (
            <OrderCards {...props} />
          ) : (
            <OrderTable {...props} />
          )
        ) : view.page > 1 ? (
          <EmptyState
            icon={<SearchX />}
            title="This page is empty."
            action={<Button onClick={() => change({ page: 1 })}>First page</Button>}
          />
        ) : filtered ? (
          <NoMatch view={view} change={change} />
        ) : (
          <EmptyState
            icon={<ClipboardList />}
            title={view.tab === 'completed' ? 'No order has been completed yet' : 'No order was ever cancelled'}
          />
        )}
        {list.cut && view.page === list.pages ? (
          <p className="px-4 py-3 text-14 text-muted">There are more. Narrow them by date or search, or choose one type.</p>
        ) : null}
      </Frame>
      <Pager page={view.page} pages={list.pages} total={list.loading ? null : list.total} busy={list.old} change={change} />
    </>
  )
}

const NOBODY: ReadonlySet<string> = new Set()

/** The same array while it holds the same states, so that nothing below renders anew. */
function useSame(rows: readonly OrderShape[]): readonly OrderShape[] {
  const [kept, setKept] = useState(rows)
  if (kept === rows) return rows
  if (kept.length === rows.length && kept.every((o, i) => o === rows[i])) return kept
  setKept(rows)
  return rows
}

/** Where the rows scroll; on a phone the page itself does. */
function Frame({ chip, stale, children }: { chip?: ReactNode; stale?: ReactNode; children: ReactNode }) {
  return (
    <div className="relative flex flex-1 flex-col bg-surface max-md:bg-transparent md:min-h-0">
      {chip}
      {stale}
      <div className="scroll-quiet flex-1 md:min-h-0 md:overflow-y-auto">{children}</div>
    </div>
  )
}

function NewChip({ count, onShow }: { count: number; onShow: () => void }) {
  const word = `${count} new`
  return (
    <>
      <Live>{count > 0 ? `${word} order${count === 1 ? '' : 's'}` : ''}</Live>
      {count > 0 ? (
        <button
          type="button"
          onClick={onShow}
          aria-keyshortcuts="N"
          className="absolute top-3 left-1/2 z-3 inline-flex h-12 -translate-x-1/2 items-center gap-1 rounded-full bg-accent-strong px-4 text-14 font-semibold text-on-accent-strong shadow-popover"
        >
          <ArrowUp className="size-4" aria-hidden="true" />
          <span className="num">{word}</span>
        </button>
      ) : null}
    </>
  )
}

function Stale({ query, updatedAt }: { query: { refetch: () => unknown; isFetching: boolean }; updatedAt: number }) {
  const timezone = useTimezone()
  return (
    <Banner
      tone="warning"
      flush
      action={
        <Button variant="link" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      Not up to date: as of {clockTime(new Date(updatedAt).toISOString(), timezone)}
    </Banner>
  )
}

/** Nothing fits: the other lists may have it, or the filters go. */
function NoMatch({ view, change }: { view: View; change: Change }) {
  const dates = view.tab === 'live' ? null : datesText(view)
  const what = [view.q ? `“${view.q}”` : '', view.type === 'all' ? '' : TYPE_WORDS[view.type], dates ?? ''].filter(Boolean).join(', ')
  const other = view.tab === 'live' ? 'completed' : 'live'
  return (
    <EmptyState
      icon={<SearchX />}
      title={`No ${view.tab} order for ${what}.`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {view.q ? <Button onClick={() => change({ tab: other, from: null, to: null })}>Look in {NAMES[other]}</Button> : null}
          <Button onClick={() => change({ q: '', type: 'all', from: null, to: null })}>Clear filters</Button>
        </div>
      }
    />
  )
}

/** `total` null: not known yet, and its place is kept. */
function Pager({
  page,
  pages,
  total,
  busy,
  change,
}: {
  page: number
  pages: number
  total: number | null
  busy?: boolean
  change: Change
}) {
  if (total === 0) return null
  return (
    <div className={cx('flex min-h-16 flex-none items-center border-t border-hairline px-4 py-2', pages === 1 && 'max-md:hidden')}>
      {total === null ? null : (
        <Pagination
          label="Pages of orders"
          className="w-full"
          range={rangeText(page, PER_PAGE, total)}
          hasPrevious={page > 1}
          hasNext={page < pages}
          loading={busy}
          onPrevious={() => change({ page: page - 1 })}
          onNext={() => change({ page: page + 1 })}
        />
      )}
    </div>
  )
}
