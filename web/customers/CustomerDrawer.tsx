import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Customer } from '#domain/api/customers.ts'
import { customerNumberOf } from '#domain/customer.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { isMergedAway, orderLabel } from '#web/shared/order/label.ts'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CustomerSheet } from './CustomerSheet.tsx'
import { favouritesOf, ordersOf } from './guests.ts'

/** How many of the last orders are read. */
const LAST = 20

type Props = {
  customer: Customer
  onRemove: () => void
  onSaved: (customer: Customer) => void
  onOpen: (customer: Customer) => void
  onClose: () => void
}

/** One customer beside the list: spending, favourite dishes and last orders. */
export function CustomerDrawer({ customer, onRemove, onSaved, onOpen, onClose }: Props) {
  const [editing, setEditing] = useState(false)
  const dates = useDates()
  const { name, mobile_number: mobile, email, birthday, note, visits, totalSpent, lastVisitAt } = customer
  return (
    <Drawer
      title={<span className="block text-20 [overflow-wrap:anywhere]">{name}</span>}
      subtitle={mobile}
      onClose={onClose}
      bodyClassName="grid content-start gap-5 p-4"
      footer={
        <div className="flex gap-2">
          <Button icon={<Pencil />} className="flex-1" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button icon={<Trash2 />} variant="danger-quiet" onClick={onRemove}>
            Delete
          </Button>
        </div>
      }
    >
      <dl className="grid grid-cols-[7fr_12fr_11fr] gap-2 text-14">
        <Fact name="Visits">{visits}</Fact>
        <Fact name="Spent">
          <Money rupees={totalSpent} />
        </Fact>
        <Fact name="Last visit">{lastVisitAt ? dayText(dates.date(lastVisitAt), { year: true }) : 'Never'}</Fact>
      </dl>
      {email || birthday || note ? (
        <dl className="grid gap-1 text-14 [overflow-wrap:anywhere]">
          {email ? <Line name="Email">{email}</Line> : null}
          {birthday ? <Line name="Birthday">{dayText(birthday)}</Line> : null}
          {note ? <Line name="Note">{note}</Line> : null}
        </dl>
      ) : null}
      <Orders mobile={mobile} />
      {editing ? <CustomerSheet customer={customer} onSaved={onSaved} onOpen={onOpen} onClose={() => setEditing(false)} /> : null}
    </Drawer>
  )
}

function Orders({ mobile }: { mobile: string }) {
  const dates = useDates()
  const query = useQuery(apiQuery('GET /orders', { query: { search: customerNumberOf(mobile), page: 1, limit: LAST } }))
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-40 rounded-card" />} className="">
      {(answer) => {
        const orders = ordersOf(answer.orders, mobile)
        const favourites = favouritesOf(orders)
        if (orders.length === 0) return <p className="text-14 text-muted">No orders with this number yet.</p>
        return (
          <>
            <section aria-label="Favourites">
              <h3 className="font-semibold">Favourites</h3>
              <p className="text-14 text-muted">
                Most ordered in {orders.length === 1 ? 'their last order' : `their last ${orders.length} orders`}
              </p>
              <ol className="mt-2 grid gap-1 text-14">
                {favourites.map(({ name, count }) => (
                  <li key={name} className="flex justify-between gap-3">
                    <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
                    <span className="num flex-none text-muted">{count} ×</span>
                  </li>
                ))}
              </ol>
            </section>
            <section aria-label="Orders">
              <h3 className="font-semibold">Orders</h3>
              <ul className="mt-1 divide-y divide-hairline text-14">
                {orders.map((order) => (
                  <li key={order._id}>
                    <Link
                      to={to.orders({ order: order._id, ...(order.orderStatus === 'pending' ? {} : { tab: order.orderStatus }) })}
                      className="flex min-h-12 items-center gap-3 rounded-control py-1.5 hover:bg-raised"
                    >
                      <span className="min-w-0 flex-1">
                        <span className="block font-medium">{orderLabel(order)}</span>
                        <span className="block text-muted">{dates.full(order.createdAt)}</span>
                      </span>
                      {order.orderStatus === 'cancelled' || order.paymentStatus === 'refunded' ? (
                        <span className="text-muted">
                          {isMergedAway(order) ? 'Merged' : order.orderStatus === 'cancelled' ? 'Cancelled' : 'Refunded'}
                        </span>
                      ) : (
                        <Money rupees={order.grandTotal} />
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
              {orders.length === LAST ? <p className="text-14 text-muted">{plural(LAST, 'order')} at most are shown.</p> : null}
            </section>
          </>
        )
      }}
    </Loaded>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 rounded-card bg-raised px-2.5 py-2">
    <dt className="text-muted">{name}</dt>
    <dd className="num font-semibold [overflow-wrap:anywhere]">{children}</dd>
  </div>
)

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-20 flex-none text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
