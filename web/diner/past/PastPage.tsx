import { totalRows } from '#domain/bill.ts'
import { formatPaise, formatRupees } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { clockText, dayText, wallClock } from '#domain/time.ts'
import { modsOf } from '#domain/ticket.ts'
import { type Answer, call } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { useAccount } from '../account.ts'
import { Again } from '../Again.tsx'
import { usePages } from '../fetched.ts'
import { Page } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { Pages } from '../parts.tsx'
import { usePlace } from '../place.ts'

type Order = Answer<'GET /orders/past'>['orders'][number]

/** The account's past orders, at all restaurants. */
export default function PastPage() {
  const account = useAccount()
  return (
    <Page title="Past orders" back={to.dinerMenu()}>
      {account === 'checking' ? null : account ? (
        <List key={account._id} />
      ) : (
        <div className="empty">
          <Icon name="order" />
          <p>Sign in to see what you have ordered.</p>
          <a className="button" href={to.dinerLogin({ from: to.dinerPast() })}>
            Sign in
          </a>
        </div>
      )}
    </Page>
  )
}

function List() {
  const list = usePages<Order>(async (page) => {
    const { orders, currentPage, totalPages } = await call('GET /orders/past', { query: { page, limit: 10 } })
    return { items: orders, more: currentPage < totalPages }
  })
  // An order that was begun meanwhile has moved the others down, so pages may overlap.
  const orders = [...new Map((list.items ?? []).map((order) => [order._id, order])).values()]
  return (
    <Pages list={list}>
      {orders.length === 0 ? (
        <Nothing />
      ) : (
        <ul>
          {orders.map((order) => (
            <li key={order._id}>
              <PastOrder order={order} />
            </li>
          ))}
        </ul>
      )}
    </Pages>
  )
}

const Nothing = () => (
  <div className="empty">
    <Icon name="order" />
    <p>What you order while you are signed in is kept here.</p>
    <a className="button" href={to.dinerMenu()}>
      To the menu
    </a>
  </div>
)

/** `21 Nov 2026, 19:42` in this phone's time zone, because the orders are from several places. */
function dateOf(instant: string): string {
  const [at, zone] = [new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone]
  return `${dayText(wallClock(at, zone).date, { year: true })}, ${clockText(at, zone)}`
}

function stateOf(order: Order): { text: string; tone?: string } {
  if (order.orderStatus === 'cancelled') return { text: 'Cancelled', tone: 'danger' }
  if (order.orderStatus === 'pending') return { text: 'Open', tone: 'warning' }
  return order.paymentStatus === 'refunded' ? { text: 'Refunded' } : { text: 'Paid', tone: 'success' }
}

function PastOrder({ order }: { order: Order }) {
  const lines = order.kots.flatMap((kot) => kot.items)
  const portions = lines.reduce((sum, line) => sum + (line.status === 'Cancelled' ? 0 : line.quantity), 0)
  const state = stateOf(order)
  const sums = totalRows(order).filter((row) => !row.informs)
  return (
    <details className="past-order">
      <summary>
        <span className="about">
          <strong>
            {order.restaurantName} <span className="num">{formatRupees(order.grandTotal)}</span>
          </strong>
          <span className="block">
            {dateOf(order.createdAt)} · {plural(portions, 'dish', 'dishes')}
          </span>
        </span>
        <span className="badge" data-tone={state.tone}>
          {state.text}
        </span>
      </summary>
      <div>
        <dl className="lines">
          {lines.map((line) => (
            <Line key={line.lineId} line={line} />
          ))}
          {sums.map(({ label, amount }) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="num">{formatPaise(amount)}</dd>
            </div>
          ))}
          <dt className="sum">Total</dt>
          <dd className="sum num">{formatRupees(order.grandTotal)}</dd>
        </dl>
        <Repeat order={order} />
      </div>
    </details>
  )
}

function Line({ line }: { line: Order['kots'][number]['items'][number] }) {
  const mods = modsOf(line)
  const cancelled = line.status === 'Cancelled' ? '' : undefined
  return (
    <>
      <dt data-cancelled={cancelled}>
        {line.quantity} × {line.itemName}
        {mods.length > 0 && <small>{mods.join(', ')}</small>}
      </dt>
      <dd className="num" data-cancelled={cancelled}>
        {formatRupees(line.amount)}
      </dd>
    </>
  )
}

/** At this restaurant alone: elsewhere the dishes are in no cart. */
function Repeat({ order }: { order: Order }) {
  if (usePlace()?.restaurantId === order.restaurantId) return <Again order={order} label="Order again" />
  return <p className="past-there">At {order.restaurantName}, scan your table’s code to order this again.</p>
}
