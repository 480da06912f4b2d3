import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Eye, Plus, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { Money } from '#web/app/Money.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { Slot } from '#web/app/shell/slots.tsx'
import { useDates } from '#web/core/dates.ts'
import { useLivePolling } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { customerOf } from '#web/shared/order/finds.ts'
import { useFinds } from '#web/shared/order/useFinds.ts'
import { billText, orderLabel } from '#web/shared/order/label.ts'
import { SettledCard } from '#web/shared/order/SettledCard.tsx'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { useOrderEnd } from '#web/shared/order/useOrderEnd.ts'
import { openPrint } from '#web/shared/print/host.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { OrderRows, rows } from './OrderRow.tsx'
import { useBegin } from './useCurrent.ts'

type Tab = 'live' | 'completed'
/** How many completed orders are listed; older ones are found by the search. */
const RECENT = 20

/** `/restaurant/pos-mobile/orders`: the open orders, newest first, each settled in three taps, and those that were completed last. */
export default function OrdersPage() {
  const { orders } = useOpenOrders()
  const [tab, setTab] = useState<Tab>('live')
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  // A waiter sees only the open orders.
  const mayList = useMay('GET /orders').ok
  return (
    <div className="mx-auto flex w-full max-w-180 flex-1 flex-col">
      <div className="sticky top-0 z-1 grid flex-none gap-2 border-b border-hairline bg-surface px-4 py-2">
        {mayList ? (
          <Segmented
            label="Orders"
            full
            value={tab}
            onChange={setTab}
            options={[
              { value: 'live', label: `Live ${orders.length > 0 ? orders.length : ''}`.trim() },
              { value: 'completed', label: 'Completed' },
            ]}
          />
        ) : null}
        <SearchInput label="Bill, table, name or mobile" value={text} onChange={setText} />
      </div>
      <div className="px-4 py-3">{tab === 'live' ? <LiveOrders asked={asked} /> : <Completed asked={asked} />}</div>
      <Slot name="cart">
        <SettledCard className="m-3 md:mx-auto md:max-w-172" shows />
      </Slot>
    </div>
  )
}

const Loading = () => <Skeleton className="h-51 rounded-card" />
const NotFound = ({ asked }: { asked: string }) => <EmptyState icon={<SearchX />} title={`No order matches “${asked}”`} />

function LiveOrders({ asked }: { asked: string }) {
  const { orders, query } = useOpenOrders()
  const begin = useBegin()
  const finds = useFinds(asked)
  if (!query.data) return query.isError ? <QueryError query={query} /> : <Loading />
  const shown = orders.filter((order) => finds(order, asked)).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  if (shown.length === 0)
    return asked ? (
      <NotFound asked={asked} />
    ) : (
      <EmptyState
        icon={<ClipboardList />}
        title="No open orders"
        action={
          <Button variant="primary" icon={<Plus />} onClick={begin}>
            New order
          </Button>
        }
      />
    )
  return <OrderRows label="Open orders" orders={shown} />
}

function Completed({ asked }: { asked: string }) {
  const query = useQuery({
    ...apiQuery('GET /orders', { query: { status: 'completed', limit: RECENT, search: asked || undefined } }),
    refetchInterval: useLivePolling(),
  })
  useOrderEnd(() => void query.refetch())
  if (!query.data) return query.isError ? <QueryError query={query} /> : <Loading />
  const { orders } = query.data
  if (orders.length === 0) return asked ? <NotFound asked={asked} /> : <EmptyState icon={<ClipboardList />} title="No completed orders" />
  return (
    <ul aria-label="Completed orders" className={rows}>
      {orders.map((order) => (
        <CompletedRow key={order._id} order={order} />
      ))}
    </ul>
  )
}

function CompletedRow({ order }: { order: OrderShape }) {
  const dates = useDates()
  const label = orderLabel(order)
  return (
    <li aria-label={label} className="flex min-h-17 items-center gap-2 py-2 pr-2 pl-3 leading-5">
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <b className="num font-semibold">{label}</b> {customerOf(order)}
        </span>
        <span className="block truncate text-14 text-muted">
          {[
            order.paymentStatus === 'refunded' && 'Refunded',
            billText(order.billNumber) && `Bill ${billText(order.billNumber)}`,
            dates.dayAndTime(order.createdAt),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Money rupees={order.grandTotal} />
      <Button icon={<Eye />} aria-label={`Bill of ${label}`} onClick={() => openPrint({ kind: 'bill', order })} className="px-3!">
        Bill
      </Button>
    </li>
  )
}
