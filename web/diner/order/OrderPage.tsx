import { type ReactNode, useEffect } from 'react'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { totalRows } from '#domain/bill.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { tableName } from '#domain/text.ts'
import { clockText } from '#domain/time.ts'
import { to } from '#web/core/to.ts'
import { useOnline } from '#web/core/online.ts'
import { useSession } from '#web/core/session.ts'
import { askForBill, callState, openCalls } from '../call/calls.ts'
import { Again } from '../Again.tsx'
import { DietMark } from '../DietMark.tsx'
import { Page } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { useFetched } from '../fetched.ts'
import { watchFoot } from '../foot.ts'
import { readOrder } from '../live.ts'
import { useIsOff } from '../menu/page.ts'
import { useNow } from '../now.ts'
import { usePlace } from '../place.ts'
import { askToSit, useSitting } from '../sitting.ts'
import { printer } from '../thanks/paper.ts'
import { type Ended, useReceipt, useVisit, type Visit } from '../visit.ts'
import './order.css'
import { choicesOf, isByStaff, orderedAt, progressOf, statusOf } from './words.ts'

export default function OrderPage() {
  const place = usePlace()
  const sitting = useSitting()
  const visit = useVisit()
  const { user } = useSession()
  const title = place?.tableNumber ? tableName(place.tableNumber) : 'Your order'
  if (sitting && visit.order) return <Live order={visit.order} visit={visit} title={title} name={user?.name ?? ''} />
  if (sitting && !visit.isRead)
    return (
      <Page title={title} note={place?.restaurantName}>
        {visit.failed ? (
          <Empty title="Your order can’t be shown" text={visit.failed}>
            <button type="button" className="button" onClick={() => void readOrder()}>
              Try again
            </button>
          </Empty>
        ) : (
          <p className="empty" role="status">
            Loading your order…
          </p>
        )}
      </Page>
    )
  return (
    <Page title={title} note={place?.restaurantName}>
      <None seated={sitting !== null} ended={visit.ended} />
    </Page>
  )
}

function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon name="order" />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}

const toMenu = (
  <a className="button" href={to.dinerMenu()}>
    To the menu
  </a>
)

/** Shown without an order: nothing was ordered yet, the phone is not part of the table's sitting, the visit is over, or no code was scanned. */
function None({ seated, ended }: { seated: boolean; ended: Ended | null }) {
  const place = usePlace()
  const receipt = useReceipt()
  const isOff = useIsOff()
  if (seated)
    return (
      <Empty title="Nothing ordered yet" text="What you and the staff order for this table is shown here, with the state of each dish.">
        {toMenu}
      </Empty>
    )
  const join = place?.tableId && !isOff && (
    <button type="button" className={ended ? 'button-quiet' : 'button'} onClick={() => void askToSit('Show my order')}>
      Show my order
    </button>
  )
  if (ended)
    return (
      <Empty title={ended.title} text={ended.text}>
        {ended.order && <Again order={ended.order} label="Put the dishes back in the cart" all />}
        {toMenu}
        {/* The staff may have taken the order by hand. */}
        {join}
      </Empty>
    )
  if (place?.tableId && isOff) return <Empty title="Ask the staff" text="This restaurant takes no orders from the phone." />
  if (place?.tableId)
    return (
      <Empty title="Is there an order at your table?" text="Tell the staff who you are, and this phone shows the order of your table.">
        {join}
      </Empty>
    )
  return (
    <Empty title="Scan the code on your table" text="Your order is shown here once you sit at a table.">
      {receipt && (
        <a className="button-quiet" href={to.thankYou()}>
          Your last receipt
        </a>
      )}
    </Empty>
  )
}

/** `18m`, `1h 5m` */
const since = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

function Live({ order, visit, title, name }: { order: OrderShape; visit: Visit; title: string; name: string }) {
  const online = useOnline()
  const now = useNow()
  const isOff = useIsOff()
  const profile = useFetched('GET /restaurant/profile/necessary/:id', { params: { id: order.restaurantId } })
  useEffect(() => void printer().catch(() => undefined), [])
  const { headline, served, portions } = progressOf(order)
  const isLive = visit.line === 'connected' && online
  const bill = callState('bill', visit, now)
  const lines = order.kots.flatMap((kot) => kot.items.map((item) => ({ item, kot })))
  return (
    <Page
      title={title}
      note={
        <>
          <span className="live" data-off={!isLive || undefined} />
          {isLive ? 'Live' : online ? 'Reconnecting' : 'Offline'} · order {order.serialNumber}
          {name && `, ${name}`}
        </>
      }
    >
      <section style={{ padding: '20px 16px 16px' }}>
        <div className="ends" style={{ alignItems: 'baseline', flexWrap: 'wrap' }}>
          <h2 className="headline">{headline}</h2>
          <span className="small muted num">{since(now - visit.skew - Date.parse(orderedAt(order)))} since you ordered</span>
        </div>
        {portions > 0 && (
          <>
            <p className="muted" style={{ padding: '2px 0 12px' }}>
              {served} of {portions} served
            </p>
            <div className="bar" aria-hidden="true">
              {Array.from({ length: Math.min(portions, 12) }, (_, i) => (
                <i key={i} data-done={i < Math.round((served / portions) * Math.min(portions, 12)) || undefined} />
              ))}
            </div>
          </>
        )}
      </section>
      <div className="pad">
        {!isLive && (
          <p className="notice" data-tone="warning" role="status" style={{ marginBottom: 12 }}>
            <span className="grow">
              {online ? 'The connection was lost. This may not be the latest.' : 'You are offline. This is your order as it was last seen.'}
            </span>
            <button type="button" className="link" style={{ color: 'inherit' }} onClick={() => void readOrder()}>
              Retry
            </button>
          </p>
        )}
        <ul className="card list" aria-label="Your order">
          {lines.map(({ item, kot }) => (
            <Line key={item.lineId} item={item} kot={kot} timezone={profile.data?.restaurant.timezone ?? null} />
          ))}
        </ul>
        {order.additionalNote && <p style={{ padding: '12px 0 4px' }}>Note for the kitchen: “{order.additionalNote}”</p>}
        <p className="small muted ends" style={{ minHeight: 44 }}>
          Sent items can’t be cancelled here.
          <button type="button" className="link flex-none" onClick={() => void openCalls()}>
            Ask staff
          </button>
        </p>
        <section className="totals" aria-label="Total">
          {totalRows(order)
            .filter((row) => !row.informs)
            .map(({ label, amount }) => (
              <div key={label} className="muted">
                <span>{label}</span>
                <span className="num">{amount < 0 ? `− ${formatPaise(-amount)}` : formatPaise(amount)}</span>
              </div>
            ))}
          <div className="sum">
            <span>Total so far</span>
            <span className="num">{formatPaise(toPaise(order.grandTotal))}</span>
          </div>
        </section>
      </div>
      <div className="action-bar" ref={watchFoot}>
        {bill.state === 'failed' && (
          <p className="small ink" data-tone="danger" role="alert" style={{ paddingBottom: 6 }}>
            {bill.text}
          </p>
        )}
        <div className="two">
          <button type="button" className="button-quiet" aria-disabled={!bill.mayCall} onClick={() => bill.mayCall && void askForBill()}>
            <Icon name="bill" />
            {bill.state === 'onTheWay' && !bill.mayCall
              ? 'Bill is on the way'
              : bill.state === 'called'
                ? `Bill asked ${bill.text.replace(/^\w+ /, '')}`
                : bill.state === 'failed'
                  ? 'Retry the bill'
                  : 'Ask for bill'}
          </button>
          {!isOff && (
            <a className="button" href={to.dinerMenu()}>
              <Icon name="plus" />
              Add more
            </a>
          )}
        </div>
      </div>
    </Page>
  )
}

function Line({ item, kot, timezone }: { item: OrderItem; kot: Kot; timezone: string | null }) {
  const { word, tone, icon } = statusOf(item, kot)
  const cancelled = item.status === 'Cancelled'
  const notes = cancelled
    ? [`${item.cancelReason ? `${item.cancelReason}, not` : 'Not'} charged`]
    : [
        choicesOf(item),
        isByStaff(kot) ? `Added by staff${timezone ? ` ${clockText(new Date(kot.sentAt ?? kot.createdAt), timezone)}` : ''}` : '',
      ]
  return (
    <li className={cancelled ? 'line cancelled' : 'line'}>
      <DietMark of={item} />
      <div className="grow">
        <div className="ends" style={{ alignItems: 'flex-start' }}>
          <p className="what">
            <span className="num">{item.quantity} ×</span> {item.itemName}
          </p>
          <span className="num">{formatRupees(item.amount)}</span>
        </div>
        <div className="ends" style={{ minHeight: 24, flexWrap: 'wrap' }}>
          <p className="small muted">{notes.filter(Boolean).join(' · ')}</p>
          <span className="label" data-tone={tone} style={{ marginLeft: 'auto' }}>
            <Icon name={icon} />
            {word}
          </span>
        </div>
      </div>
    </li>
  )
}
