import type { ReactNode } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { leftOf } from '#domain/paid.ts'
import { isolated } from '#domain/direction.ts'
import { plural } from '#domain/text.ts'
import type { Column } from '#web/app/list/columns.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { floorElapsed } from '#web/shared/floor/floor.ts'
import { billText } from '#web/shared/order/label.ts'
import { cx } from '#web/ui/cx.ts'
import { useNow } from '#web/ui/hooks.ts'
import { customerOf } from '#web/shared/order/finds.ts'
import { endOf, isOverdue, paymentText, portionsOf } from './list.ts'
import { OrderStatus } from './OrderStatus.tsx'
import type { Tab } from './view.ts'

export type OrderRow = {
  unread: ReadonlySet<string>
  /** Portions of the order not sent from this device. */
  unsent: (order: OrderShape) => number
  /** Its name, with the tables that were merged into its own. */
  label: (order: OrderShape) => string
}

/** The widths below which columns are hidden: first those that the drawer also shows. For ended orders the tab shows the status, so that column is hidden before the payment. */
type Narrow = Partial<Record<'customer' | 'items' | 'payment' | 'status', string>>
const NARROW: Record<Tab, Narrow> = {
  live: { payment: '@max-[849px]:hidden', items: '@max-[699px]:hidden' },
  completed: { items: '@max-[849px]:hidden', status: '@max-[849px]:hidden', payment: '@max-[699px]:hidden' },
  cancelled: { items: '@max-[849px]:hidden', customer: '@max-[699px]:hidden' },
}

/** The columns of a tab. Ended orders show when they ended, because the server lists them by that. */
export function orderColumns(tab: Tab, { unread, unsent, label }: OrderRow): Column<OrderShape>[] {
  const narrow = NARROW[tab]
  const bill: Column<OrderShape> = {
    key: 'bill',
    head: 'Bill',
    width: 'w-16',
    cellClassName: 'num relative',
    cell: (order) => (
      <>
        {unread.has(order._id) ? <Dot className="absolute top-1/2 left-1 -translate-y-1/2" /> : null}
        {billText(order.billNumber) || <span className="text-muted">–</span>}
      </>
    ),
  }
  const customer: Column<OrderShape> = {
    key: 'customer',
    head: 'Customer',
    hidden: narrow.customer,
    cell: (order) => (
      <span className={cx('line-clamp-2 [overflow-wrap:anywhere]', customerOf(order) ? '' : 'text-muted')}>
        {customerOf(order) || 'Walk-in'}
      </span>
    ),
  }
  const reason: Column<OrderShape> = {
    key: 'reason',
    head: 'Reason',
    width: 'w-40',
    className: 'pl-4',
    cellClassName: 'truncate',
    cell: (order) => <Reason order={order} />,
  }
  const payment: Column<OrderShape> = {
    key: 'payment',
    head: 'Payment',
    width: 'w-36',
    hidden: narrow.payment,
    className: 'pl-4',
    cellClassName: (order) => cx('truncate', order.paymentStatus === 'unpaid' && 'text-muted'),
    cell: paymentText,
  }
  const status: Column<OrderShape> = {
    key: 'status',
    head: 'Status',
    width: 'w-36',
    hidden: narrow.status,
    className: 'pl-4',
    cell: (order) => <OrderStatus order={order} unsent={unsent(order)} />,
  }
  return [
    bill,
    { key: 'for', head: 'For', width: 'w-36', opens: true, cellClassName: 'num', cell: label },
    customer,
    { key: 'items', head: 'Items', width: 'w-13', hidden: narrow.items, numeric: true, cell: portionsOf },
    {
      key: 'total',
      head: 'Total',
      width: 'w-29',
      numeric: true,
      cellClassName: tab === 'cancelled' ? 'text-muted' : undefined,
      cell: (order) => (
        <>
          <Money rupees={order.grandTotal} />
          <Left order={order} className="block text-12 leading-4 text-muted" />
        </>
      ),
    },
    ...(tab === 'cancelled' ? [reason] : [payment, status]),
    {
      key: 'age',
      head: tab === 'live' ? 'Age' : tab === 'completed' ? 'Completed' : 'Cancelled',
      width: tab === 'live' ? 'w-18' : 'w-30',
      numeric: true,
      cell: (order) => <Age order={order} />,
    },
  ]
}

/** A row as a card, on a phone. */
export function OrderCard({ tab, order, unread, unsent, label }: OrderRow & { tab: Tab; order: OrderShape }) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        {unread.has(order._id) ? <Dot /> : null}
        <span className="min-w-0 flex-1 num truncate text-18 font-semibold">{label(order)}</span>
        <OrderStatus order={order} unsent={unsent(order)} />
      </span>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate text-muted">
          {[isolated(customerOf(order)) || 'Walk-in', plural(portionsOf(order), 'item')].join(' · ')}
        </span>
        <Money rupees={order.grandTotal} className="text-16 font-semibold" />
      </span>
      <span className="flex min-w-0 items-baseline gap-2 text-muted">
        <span className="min-w-0 flex-1 truncate">
          {tab === 'cancelled' ? (
            <Reason order={order} />
          ) : (
            <>
              {[billText(order.billNumber) ? `Bill ${billText(order.billNumber)}` : null, paymentText(order)].filter(Boolean).join(' · ')}
              <Left order={order} className="font-semibold text-text before:content-['_·_']" />
            </>
          )}
        </span>
        <Age order={order} />
      </span>
    </>
  )
}

/** What is left to pay of a part-paid order. */
const Left = ({ order, className }: { order: OrderShape; className: string }): ReactNode =>
  order.paymentStatus === 'partial' ? (
    <span className={className}>
      <Money paise={leftOf(order)} /> left
    </span>
  ) : null

const Reason = ({ order }: { order: OrderShape }): ReactNode => order.cancelReason || <span className="text-muted">–</span>

/** The age of an open order, red if nothing was sent for an hour; for an ended order, when it ended. */
function Age({ order }: { order: OrderShape }) {
  const now = useNow()
  const dates = useDates()
  if (order.orderStatus !== 'pending')
    return (
      <time dateTime={endOf(order)} title={`Opened ${dates.dayAndTime(order.createdAt)}`} className="num">
        {dates.when(endOf(order), now)}
      </time>
    )
  const late = isOverdue(order, now)
  return (
    <time dateTime={order.createdAt} title={`Since ${dates.clock(order.createdAt)}`} className={cx('num', late && 'font-bold text-danger')}>
      {floorElapsed(now - Date.parse(order.createdAt))}
      {late ? <span className="sr-only">, no new KOT for more than an hour</span> : null}
    </time>
  )
}

function Dot({ className }: { className?: string }) {
  return (
    <span className={cx('size-2 flex-none rounded-full bg-accent', className)}>
      <span className="sr-only">Unread</span>
    </span>
  )
}
