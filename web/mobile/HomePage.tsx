import { useQuery } from '@tanstack/react-query'
import { Plus, ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import type { OrderShape } from '#domain/api/order.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { draftCount } from '#domain/ticket.ts'
import { Money } from '#web/app/Money.tsx'
import { QueryError } from '#web/app/QueryError.tsx'
import { Slot } from '#web/app/shell/slots.tsx'
import { useLivePolling } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { draftLabel, useAllDrafts } from '#web/shared/order/drafts.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { NeedsSection } from '#web/shared/shell/NeedsSection.tsx'
import { PhoneNote, PhoneSection } from '#web/shared/shell/PhoneSection.tsx'
import { useNeeds } from '#web/shared/shell/useNeeds.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { OrderRows, rows } from './OrderRow.tsx'
import { useBegin } from './useCurrent.ts'

/** Live events refetch the figures; while live updates are off, the page polls. Today's are also fetched when nothing is sold, because the day may have ended. */
const POLL_MS = 30_000
const TODAY_MS = 5 * 60_000

/** `/restaurant/pos-mobile/home`: today's sales, what needs a person, the running parcels, and New order within the thumb's reach. */
export default function HomePage() {
  const { orders, query } = useOpenOrders()
  const { needs, unknown } = useNeeds()
  const begin = useBegin()
  const loaded = query.data !== undefined
  return (
    <div className="mx-auto grid w-full max-w-180 grid-cols-[minmax(0,1fr)] content-start gap-1 px-4 pt-3 pb-4">
      <Today open={loaded ? orders.length : null} />
      {query.isError && !loaded ? (
        <QueryError query={query} />
      ) : !loaded || !needs ? (
        <div role="status" aria-label="Loading the orders">
          <Skeleton className="mt-3 mb-2 h-5 w-28" />
          <Skeleton className="h-38 rounded-card" />
        </div>
      ) : (
        <>
          <NeedsSection needs={needs} unknown={unknown} />
          <NotSent orders={orders} />
          <Parcels orders={orders} />
        </>
      )}
      <Slot name="cart">
        <div className="mx-auto max-w-180 p-4">
          <Button variant="primary" size={64} full icon={<Plus />} onClick={begin}>
            New order
          </Button>
        </div>
      </Slot>
    </div>
  )
}

/** Take-aways and deliveries, in the order in which they came. */
function Parcels({ orders }: { orders: readonly OrderShape[] }) {
  const parcels = orders.filter((o) => o.tableId === null).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  return (
    <PhoneSection
      title={parcels.some((o) => o.orderType === 'Delivery') ? 'Take Away and Delivery' : 'Take Away'}
      note={parcels.length > 0 ? <PhoneNote>running, oldest first</PhoneNote> : null}
    >
      {parcels.length > 0 ? (
        <OrderRows orders={parcels} />
      ) : (
        <EmptyState icon={<ShoppingBag />} title="No running take-aways" className="rounded-card border border-hairline bg-surface py-6!" />
      )}
    </PhoneSection>
  )
}

/** The day's sales for people who may see them; the number of open orders for everybody. */
function Today({ open }: { open: number | null }) {
  const may = useMay('POST /api/analytics/dashboard-analytics').ok
  const polls = useLivePolling() !== false
  const query = useQuery({
    ...apiQuery('POST /api/analytics/dashboard-analytics', { body: { period: 'today' } }),
    enabled: may,
    refetchInterval: polls ? POLL_MS : TODAY_MS,
    // A phone that slept may wake on another day.
    refetchOnWindowFocus: true,
  })
  const today = query.data?.dashboard
  if (query.isError && !today) return <QueryError query={query} />
  const figure = 'num block h-7 text-20 leading-7 font-semibold'
  return (
    <dl className="flex min-h-19 items-center gap-6 rounded-card border border-hairline bg-surface px-4 py-3 text-14 text-muted">
      {may ? (
        <>
          <div className="min-w-0 flex-1">
            <dt>Sales</dt>
            <dd className={`${figure} text-text`}>{today ? <Money rupees={today.sales} /> : <Skeleton className="h-6 w-28" />}</dd>
          </div>
          <div>
            <dt>Bills</dt>
            <dd className={`${figure} text-text`}>{today ? today.orders : <Skeleton className="h-6 w-8" />}</dd>
          </div>
        </>
      ) : null}
      <div className={may ? undefined : 'flex-1'}>
        <dt>{may ? 'Open' : 'Open orders'}</dt>
        <dd className={`${figure} text-text`}>{open ?? <Skeleton className="h-6 w-8" />}</dd>
      </div>
    </dl>
  )
}

/** This device's unsent items that are for no open order: of an order that was begun, or of one that has ended since. */
function NotSent({ orders }: { orders: readonly OrderShape[] }) {
  const begun = useAllDrafts().filter(({ draft, meta }) => draft && !orders.some(({ _id }) => _id === meta.orderId))
  if (begun.length === 0) return null
  return (
    <PhoneSection title="Not sent" note={<PhoneNote>only on this phone</PhoneNote>}>
      <ul className={rows}>
        {begun.map((one) => (
          <li key={one.key}>
            <Link
              to={to.mobileOrder({ draft: one.key })}
              className="flex min-h-14 items-center gap-2 px-3 hover:bg-raised focus-visible:-outline-offset-2"
            >
              <b className="min-w-0 flex-1 truncate font-semibold">
                {draftLabel(one, tableLabel)} <span className="font-normal">{one.meta.customer_name}</span>
              </b>
              <span className="text-14 text-muted">{plural(draftCount(one.draft), 'item')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </PhoneSection>
  )
}
