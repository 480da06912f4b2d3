import { ClipboardList } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { OrderShape } from '#domain/api/order.ts'
import { canOpen } from '#domain/permissions.ts'
import { type Empty, ListPage, narrowedBy } from '#web/app/list/ListPage.tsx'
import { type ListData, useAllRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { markRead, useUnread } from '#web/core/unread.ts'
import { useSession, useUser } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { useServing, withServed } from '#web/shared/floor/serve.ts'
import { useAllDrafts } from '#web/shared/order/drafts.ts'
import { useOrderLabel } from '#web/shared/order/useOrderLabel.ts'
import { useOpenOrders, useOrder } from '#web/shared/order/useOpenOrders.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFinds } from '#web/shared/order/useFinds.ts'
import { newestFirst, shows, unsentOf } from './list.ts'
import { OrderCard, orderColumns } from './OrderRows.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { useClosedOrders } from './useClosedOrders.ts'
import { useLiveRows } from './useLiveRows.ts'
import { type OrderView, orderViewOf, type Tab } from './view.ts'

const NAMES: Record<Tab, string> = { live: 'Live', completed: 'Completed', cancelled: 'Cancelled' }
const NOBODY: ReadonlySet<string> = new Set()

/** Find and fix any order (SCREENS §2.2 "/restaurant/orders"): the list, and one order beside it. */
export default function OrdersPage() {
  useReadHere()
  const view = useView(orderViewOf(useUser().role))
  const { orders, query } = useOpenOrders()
  const live = useLiveOrders(view, query.data ? orders : undefined)
  const closed = useClosedOrders(view)
  const drafts = useAllDrafts()
  const known = useOrder(view.row)
  const isLive = view.tab === 'live'
  const label = useOrderLabel()
  const row = { unread: isLive ? live.unread : NOBODY, unsent: (order: OrderShape) => unsentOf(order, drafts), label }
  return (
    <ListPage
      noun={{ one: 'order', many: 'orders' }}
      view={view}
      list={isLive ? live.list : closed}
      columns={orderColumns(view.tab, row)}
      card={(order) => <OrderCard tab={view.tab} order={order} {...row} />}
      cardsBelow={768}
      rowName={label}
      tabs={view.spec.tabs.map((tab) => ({ label: NAMES[tab], count: tab === 'live' && query.data ? orders.length : undefined }))}
      searchHint="Search orders"
      search="Search orders by bill, table, name or mobile"
      known={known}
      onOpen={(order) => live.read(order._id)}
      drawer={(order, how) => <OrderDrawer key={order._id} order={order} unsent={row.unsent(order)} {...how} />}
      nothingYet={useNothingYet(view.tab)}
      noMatch={noMatch(view)}
    />
  )
}

/** The open orders as data for the list. */
function useLiveOrders(view: OrderView, orders: readonly OrderShape[] | undefined) {
  const { query } = useOpenOrders()
  const serving = useServing()
  const finds = useFinds(view.q)
  const { shown, waiting, unread, read } = useLiveRows(orders)
  const list: ListData<OrderShape> = useAllRows(query, shown && [...withServed(shown, serving)].sort(newestFirst), view, {
    key: (order) => order._id,
    columns: [],
    finds,
    shows: (order) => shows(order, { q: '', filters: view.filters }),
    waiting,
  })
  return { list, unread, read }
}

/** Opening the page marks orders as read, which removes the dot in the menu (SPEC §4). */
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

function useNothingYet(tab: Tab): Empty {
  const navigate = useNavigate()
  const { role } = useUser()
  const { permissions } = useSession()
  const icon = <ClipboardList />
  if (tab === 'completed') return { icon, title: 'No completed orders yet' }
  if (tab === 'cancelled') return { icon, title: 'No cancelled orders yet' }
  const mayOrder = canOpen({ role }, to.pos(), permissions).ok
  const start = (
    <Button variant="primary" onClick={() => void navigate(to.pos())}>
      New order
    </Button>
  )
  return { icon, title: 'No open orders', action: mayOrder ? start : undefined }
}

/** Without a match, offers the other list or "Clear filters". */
function noMatch(view: OrderView): Empty {
  const other = view.tab === 'live' ? 'completed' : 'live'
  const noDates = { dates: { from: null, to: null } }
  return {
    title: `No ${view.tab} order for ${narrowedBy(view)}.`,
    action: (
      <div className="flex flex-wrap justify-center gap-2">
        {view.q ? <Button onClick={() => view.change({ tab: other, filters: noDates })}>Look in {NAMES[other]}</Button> : null}
        <Button onClick={view.clear}>Clear filters</Button>
      </div>
    ),
  }
}
