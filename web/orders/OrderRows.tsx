import type { ReactNode } from 'react'
import type { OrderShape } from '#domain/api/shapes.ts'
import { floorElapsed } from '#web/shared/floor/floor.ts'
import { Money } from '#web/app/Money.tsx'
import { billText, orderLabel } from '#web/shared/order/label.ts'
import { clockTime, useTimezone } from '#web/core/profile.ts'
import { cx } from '#web/ui/cx.ts'
import { useElapsed } from '#web/ui/hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'
import { customerOf, isOverdue, paymentText, portionsOf, whenText } from './list.ts'
import { OrderStatus } from './OrderStatus.tsx'
import { PER_PAGE } from './list.ts'
import type { Tab } from './view.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'

export interface OrderRowsProps {
  tab: Tab
  label: string
  orders: readonly OrderShape[]
  unread: ReadonlySet<string>
  unsent: (order: OrderShape) => number
  /** The order in the drawer */
  selected: string | null
  onOpen: (order: OrderShape) => void
  /** On their way out: another page is being fetched */
  old?: boolean
}

/** What is over comes by when it was opened, as the server lists it. */
const LAST: Record<Tab, string> = { live: 'Age', completed: 'Opened', cancelled: 'Opened' }

/** Columns leave when the list is narrow, first what the drawer says again. Of what is over the tab says the status, so that goes before the payment. */
type Column = 'customer' | 'items' | 'payment' | 'status'
const NARROW: Record<Tab, Partial<Record<Column, string>>> = {
  live: { payment: '@max-[789px]:hidden', items: '@max-[689px]:hidden' },
  completed: { items: '@max-[849px]:hidden', status: '@max-[789px]:hidden' },
  cancelled: { items: '@max-[779px]:hidden', customer: '@max-[719px]:hidden' },
}

/** The orders as a table: rows of 56, the whole row opens. Its first button is what a keyboard opens it by. */
export function OrderTable({ tab, label, orders, unread, unsent, selected, onOpen, old }: OrderRowsProps) {
  const narrow = NARROW[tab]
  return (
    <Table label={label} rowHeight={56} stickyHead frameClassName="h-full" className="table-fixed" aria-busy={old || undefined}>
      <Columns tab={tab} />
      <Head tab={tab} />
      <TBody className={cx(old && 'opacity-60')}>
        {orders.map((order) => (
          <Tr key={order._id} selected={order._id === selected} onClick={() => onOpen(order)}>
            <Td className="num relative">
              {unread.has(order._id) ? <Dot className="absolute top-1/2 left-1 -translate-y-1/2" /> : null}
              {billText(order.billNumber) || <span className="text-muted">–</span>}
            </Td>
            <Td strong>
              <button
                type="button"
                data-order={order._id}
                className="-mx-1 block max-w-full truncate rounded-control px-1 py-2 text-left font-semibold focus-visible:-outline-offset-2"
                onClick={(event) => {
                  event.stopPropagation()
                  onOpen(order)
                }}
              >
                {orderLabel(order)}
              </button>
            </Td>
            <Td className={cx('truncate', narrow.customer)}>{customerOf(order) || <span className="text-muted">Walk-in</span>}</Td>
            <Td numeric className={narrow.items}>
              {portionsOf(order)}
            </Td>
            <Td numeric className={cx(tab === 'cancelled' && 'text-muted')}>
              <Money rupees={order.grandTotal} />
            </Td>
            {tab === 'cancelled' ? (
              <Td className="truncate pl-4">
                <Reason order={order} />
              </Td>
            ) : (
              <>
                <Td className={cx('truncate pl-4', order.paymentStatus === 'unpaid' && 'text-muted', narrow.payment)}>
                  {paymentText(order)}
                </Td>
                <Td className={cx('pl-4', narrow.status)}>
                  <OrderStatus order={order} unsent={unsent(order)} />
                </Td>
              </>
            )}
            <Td numeric>
              <Age order={order} />
            </Td>
          </Tr>
        ))}
      </TBody>
    </Table>
  )
}

function Columns({ tab }: { tab: Tab }) {
  const narrow = NARROW[tab]
  return (
    <colgroup>
      <col className="w-16" />
      <col className="w-32" />
      <col className={narrow.customer} />
      <col className={cx('w-13', narrow.items)} />
      <col className="w-29" />
      {tab === 'cancelled' ? (
        <col className="w-50 @max-[779px]:w-40" />
      ) : (
        <>
          <col className={cx(tab === 'live' ? 'w-26' : 'w-32', narrow.payment)} />
          <col className={cx('w-36', narrow.status)} />
        </>
      )}
      <col className={tab === 'live' ? 'w-18' : 'w-30'} />
    </colgroup>
  )
}

function Head({ tab }: { tab: Tab }) {
  const narrow = NARROW[tab]
  return (
    <THead>
      <Th>Bill</Th>
      <Th>For</Th>
      <Th className={narrow.customer}>Customer</Th>
      <Th numeric className={narrow.items}>
        Items
      </Th>
      <Th numeric>Total</Th>
      {tab === 'cancelled' ? (
        <Th className="pl-4">Reason</Th>
      ) : (
        <>
          <Th className={cx('pl-4', narrow.payment)}>Payment</Th>
          <Th className={cx('pl-4', narrow.status)}>Status</Th>
        </>
      )}
      <Th numeric>{LAST[tab]}</Th>
    </THead>
  )
}

/** The same on a phone: a card each. */
export function OrderCards({ tab, label, orders, unread, unsent, selected, onOpen, old }: OrderRowsProps) {
  return (
    <ul aria-label={label} aria-busy={old || undefined} className={cx('grid gap-2 p-3', old && 'opacity-60')}>
      {orders.map((order) => (
        <li key={order._id}>
          <button
            type="button"
            data-order={order._id}
            aria-current={order._id === selected || undefined}
            onClick={() => onOpen(order)}
            className={cx(
              'grid w-full gap-1.5 rounded-card border bg-surface px-3 py-2.5 text-left text-14 active:bg-raised',
              order._id === selected ? 'border-accent' : 'border-hairline',
            )}
          >
            <span className="flex min-w-0 items-center gap-2">
              {unread.has(order._id) ? <Dot /> : null}
              <span className="min-w-0 flex-1 truncate text-18 font-semibold">{orderLabel(order)}</span>
              <OrderStatus order={order} unsent={unsent(order)} />
            </span>
            <span className="flex min-w-0 items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate text-muted">
                {[customerOf(order) || 'Walk-in', `${portionsOf(order)} item${portionsOf(order) === 1 ? '' : 's'}`].join(' · ')}
              </span>
              <Money rupees={order.grandTotal} className="text-16 font-semibold" />
            </span>
            <span className="flex min-w-0 items-baseline gap-2 text-muted">
              <span className="min-w-0 flex-1 truncate">
                {tab === 'cancelled' ? (
                  <Reason order={order} />
                ) : (
                  [billText(order.billNumber) ? `Bill ${billText(order.billNumber)}` : null, paymentText(order)].filter(Boolean).join(' · ')
                )}
              </span>
              <Age order={order} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const Reason = ({ order }: { order: OrderShape }): ReactNode => order.cancelReason || <span className="text-muted">–</span>

/** How long it is open, in danger when the kitchen has heard nothing for an hour; when it was opened, once it is over. */
function Age({ order }: { order: OrderShape }) {
  const now = useElapsed(EPOCH)
  const timezone = useTimezone()
  if (order.orderStatus !== 'pending')
    return (
      <time dateTime={order.createdAt} className="num">
        {whenText(order.createdAt, now, timezone)}
      </time>
    )
  const late = isOverdue(order, now)
  return (
    <time
      dateTime={order.createdAt}
      title={`Since ${clockTime(order.createdAt, timezone)}`}
      className={cx('num', late && 'font-bold text-danger')}
    >
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

/** Final geometry while the first answer is on its way. */
export function RowsSkeleton({ tab, cards }: { tab: Tab; cards: boolean }) {
  const rows = Array.from({ length: PER_PAGE }, (_, i) => i)
  return (
    <div role="status" aria-label="Loading orders">
      {cards ? (
        <div className="grid gap-2 p-3">
          {rows.map((i) => (
            <Skeleton key={i} className="h-26 rounded-card" />
          ))}
        </div>
      ) : (
        <table aria-hidden="true" className="w-full table-fixed border-separate border-spacing-0 text-14">
          <Columns tab={tab} />
          <Head tab={tab} />
          <tbody>
            {rows.map((i) => (
              <tr key={i}>
                <td colSpan={tab === 'cancelled' ? 7 : 8} className="h-14 border-t border-hairline px-4">
                  <Skeleton className="h-5 w-full" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
