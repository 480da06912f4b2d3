import { ClipboardList, MessageSquarePlus, MessageSquareText, Plus, ReceiptText, UsersRound, Wallet } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { orderNotes } from '#domain/bill.ts'
import { senderOf } from '#domain/diner.ts'
import { MESSAGES } from '#domain/messages.ts'
import { orderCan } from '#domain/orderCan.ts'
import { leftOf, receivedOf } from '#domain/paid.ts'
import { compareTableNumbers } from '#domain/table.ts'
import { floorElapsed, type FloorTable, togetherLabel } from '#web/shared/floor/floor.ts'
import { useServe, useServing, withServed } from '#web/shared/floor/serve.ts'
import { type Floor, useFloor } from '#web/shared/floor/useFloor.ts'
import { Money } from '#web/app/Money.tsx'
import { waitingKots } from '#web/shared/order/held.ts'
import { ChangedNotice } from '#web/shared/order/ChangedNotice.tsx'
import { HeldButtons } from '#web/shared/order/HeldButtons.tsx'
import { KotLines } from '#web/shared/order/KotLines.tsx'
import { kotName, orderLabel } from '#web/shared/order/label.ts'
import { LineNoteDialog } from '#web/shared/order/LineNoteDialog.tsx'
import { OrderNotes } from '#web/shared/order/OrderNotes.tsx'
import { ItemStatusChip, OrderStateChip } from '#web/shared/order/OrderStateChip.tsx'
import { TotalsOfOrder } from '#web/shared/order/OrderTotals.tsx'
import { PrintBillButton } from '#web/shared/order/PrintBillButton.tsx'
import { type CustomerField, TableCustomer, useTableCustomerLoaded } from '#web/shared/order/TableCustomer.tsx'
import { useHeldTicket } from '#web/shared/order/useHeldTicket.tsx'
import { LineUnsold } from '#web/shared/order/UnsoldMark.tsx'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { plural } from '#domain/text.ts'
import { useDates } from '#web/core/dates.ts'
import { useProfile } from '#web/core/profile.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { useUser } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { useChanges } from '#web/shared/order/useChanges.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useElapsed } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useReadyChime } from './readyChime.ts'
import { billCall, useRequestBill } from './requestBill.ts'
import { isMine } from './work.ts'

/** The running orders with their lines and totals, for questions at the table and to request the bill: those of tables, or all where there are no tables. */
export default function CaptainOrdersPage() {
  const floor = useFloor()
  const { orders } = useOpenOrders()
  const serving = useServing()
  const { name } = useUser()
  const tables = useProfile()?.isTableEnabled !== false
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const news = useReadyChime()
  useTableCustomerLoaded()
  const asked = params.get('table')
  const running = withServed(orders, serving)
    .filter((o) => !tables || o.tableId !== null)
    .toSorted((a, b) => compareTableNumbers(a.tableNumber ?? '', b.tableNumber ?? '') || a.createdAt.localeCompare(b.createdAt))
  const own = running.filter((o) => isMine(o, name))
  const others = running.filter((o) => !own.includes(o))
  const groups =
    own.length > 0 && others.length > 0
      ? [
          { title: 'My tables', orders: own },
          { title: 'Other tables', orders: others },
        ]
      : [{ title: own.length > 0 ? 'My tables' : 'Running orders', orders: running }]

  if (floor.failed)
    return (
      <div className="p-4">
        <QueryError query={floor.failed} />
      </div>
    )
  if (floor.isPending) return <OrdersSkeleton />
  return (
    <div className="flex flex-col gap-3 px-3 py-3">
      <Live>{news}</Live>
      {running.length === 0 ? (
        <EmptyState
          icon={<ClipboardList />}
          title="No running orders"
          action={
            tables ? (
              <Button variant="primary" onClick={() => void navigate(to.captainTables())}>
                Choose a table
              </Button>
            ) : null
          }
        />
      ) : (
        groups.map(({ title, orders: list }) => (
          <section key={title} aria-label={title}>
            <h2 className="flex items-baseline gap-2 pb-2 text-16">
              {title}
              <small className="text-14 font-normal text-muted">{list.length}</small>
            </h2>
            <ul className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
              {list.map((order) => (
                <OrderCard key={order._id} order={order} entry={entryOf(floor, order)} asked={asked !== null && order.tableId === asked} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  )
}

const entryOf = (floor: Floor, order: OrderShape): FloorTable | undefined => floor.byId(order.tableId)

function OrderCard({ order, entry, asked }: { order: OrderShape; entry: FloorTable | undefined; asked: boolean }) {
  const label = entry ? togetherLabel(entry) : orderLabel(order)
  const who = useWho()
  // The pages of the tables are closed once the restaurant has none, also for what was open at one.
  const adding = useProfile()?.isTableEnabled === false ? { ...order, tableId: null } : order
  const navigate = useNavigate()
  const { changes } = useChanges(order)
  // Tickets to accept come first, as in the floor's drawer.
  const waiting = waitingKots(order)
  const [noting, setNoting] = useState<{ kotId: string; lineId: string } | null>(null)
  /** The sheet for guests, name and note, and where its typing begins. A parcel's is at the counter. */
  const [asking, setAsking] = useState<CustomerField | null>(null)
  const at = order.tableId ? { tableId: order.tableId, tableNumber: order.tableNumber, order, entry } : null
  const fixed = why.change(order, who)
  const kotNoted = order.kots.find(({ kotId }) => kotId === noting?.kotId)
  const lineNoted = kotNoted?.items.find(({ lineId }) => lineId === noting?.lineId)
  const { serve } = useServe()
  const card = useRef<HTMLLIElement>(null)
  const ms = useElapsed(order.createdAt)
  const dates = useDates()
  useEffect(() => {
    if (asked) card.current?.scrollIntoView({ block: 'start' })
  }, [asked])

  const settleReason = why.settle(order, who)
  const settles = orderCan.settle(who.role)
  const noteOf = (kot: Kot) => (line: OrderItem) =>
    line.status === 'Cancelled' ? (
      <span className="w-12 flex-none" />
    ) : (
      <IconButton
        label={`Note for ${line.itemName}, ${label}`}
        icon={line.additionalItemNote ? <MessageSquareText /> : <MessageSquarePlus />}
        disabledReason={why.lineNote(order, line, who)}
        onClick={() => setNoting({ kotId: kot.kotId, lineId: line.lineId })}
        className="text-muted"
      />
    )
  // Ready items can be served from here too.
  const serveOf = (kot: Kot) => (line: OrderItem) =>
    line.status === 'Ready' ? (
      <Button
        variant="success-outline"
        aria-label={`Serve ${line.itemName}, ${label}`}
        disabledReason={why.serve(order, line, who)}
        onClick={() => serve(order, kot, line)}
        className="px-3"
      >
        Serve
      </Button>
    ) : waiting.includes(kot) && line.status === 'In Cart' ? (
      <LineUnsold kot={kot} line={line}>
        <ItemStatusChip status={line.status} />
      </LineUnsold>
    ) : undefined

  return (
    <li
      ref={card}
      aria-label={`${label}, order`}
      className={cx('min-w-0 scroll-mt-3 rounded-card border bg-surface', asked ? 'border-primary' : 'border-hairline')}
    >
      <header className="flex min-h-16 items-center gap-3 border-b border-hairline py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="num text-24 leading-7 font-bold">{label}</h3>
            <OrderStateChip order={order} unsent={entry?.unsent} />
          </div>
          <p className="flex gap-1 text-14 leading-4.5 text-muted">
            {order.customer_name ? <span className="min-w-0 truncate font-medium text-text">{order.customer_name}</span> : null}
            <span className="num flex-none">
              {order.customer_name ? '· ' : null}
              <time dateTime={order.createdAt} title={dates.clock(order.createdAt)}>
                {floorElapsed(ms)}
              </time>
              {order.guests ? ` · ${plural(order.guests, 'guest')}` : null}
            </span>
          </p>
        </div>
        {at ? (
          <IconButton
            label={`Guests, name and note of ${label}`}
            icon={<UsersRound className="size-6!" />}
            disabledReason={fixed}
            onClick={() => setAsking('guests')}
          />
        ) : null}
        <IconButton
          label={`Add items to ${label}`}
          icon={<Plus className="size-6!" />}
          disabledReason={why.add(adding, who)}
          onClick={() => void navigate(adding.tableId ? to.captainMenu({ table: adding.tableId }) : to.pos({ order: order._id }))}
        />
      </header>
      <OrderNotes notes={orderNotes(order)} onEdit={at && !fixed ? () => setAsking('additionalNote') : undefined} />
      <ChangedNotice changes={changes} />
      {[...waiting, ...order.kots.filter((kot) => !waiting.includes(kot))].map((kot) => (
        <section key={kot.kotId} aria-label={kotName(kot)} className="border-b border-hairline">
          <h4 className="flex min-h-9 items-center gap-2 px-4 pt-1 text-14 font-normal text-muted">
            <b className="num font-semibold text-text">{kotName(kot)}</b>
            <span className="num">{dates.clock(kot.sentAt ?? kot.createdAt)}</span>
            <span className="min-w-0 truncate">{!kot.held ? senderOf(kot) : waiting.includes(kot) ? 'to accept' : 'declined'}</span>
          </h4>
          <KotLines
            kot={kot}
            amounts={false}
            highlight={(line) => changes?.lineIds.includes(line.lineId) ?? false}
            status={serveOf(kot)}
            end={noteOf(kot)}
          />
          {waiting.includes(kot) ? <Held order={order} kot={kot} label={label} /> : null}
        </section>
      ))}
      <Bill order={order} />
      <footer className="px-4 pt-1 pb-4">
        <div className="flex gap-2">
          {entry ? <RequestBill entry={entry} label={label} /> : null}
          <PrintBillButton order={order} label={label} className="flex-auto px-3!" />
        </div>
        <div className="flex items-center gap-2 pt-2">
          {settles ? null : <p className="min-w-0 flex-1 text-14 text-muted">{MESSAGES.captainCannotSettle}</p>}
          <Button
            icon={<Wallet />}
            className={settles ? 'w-full' : undefined}
            aria-label={`Settle ${label}`}
            disabledReason={settleReason}
            // With unsent items the POS shows the order, and its Bill & settle asks.
            onClick={() => void navigate(to.pos({ order: order._id, pay: !entry?.unsent }))}
          >
            Settle
          </Button>
        </div>
      </footer>
      {at && asking ? <TableCustomer {...at} label={label} field={asking} onClose={() => setAsking(null)} /> : null}
      {kotNoted && lineNoted ? <LineNoteDialog order={order} kot={kotNoted} line={lineNoted} onClose={() => setNoting(null)} /> : null}
    </li>
  )
}

/** A guest's own ticket, which the kitchen receives once somebody accepts it (SCREENS §6.8). */
function Held({ order, kot, label }: { order: OrderShape; kot: Kot; label: string }) {
  const held = useHeldTicket(order, kot, label)
  if (!held) return null
  return (
    <div className="flex gap-2 px-4 pt-1 pb-3">
      <HeldButtons held={held} label={label} look="counted" />
    </div>
  )
}

/** The server's totals, the same as at the counter. */
function Bill({ order }: { order: OrderShape }) {
  return (
    <div className="px-4 pt-2 pb-3">
      <TotalsOfOrder order={order} />
      {order.payments.length > 0 ? (
        <dl className="grid grid-cols-[1fr_auto] gap-x-2 text-14 text-muted">
          <dt>Received</dt>
          <dd>
            <Money paise={receivedOf(order)} />
          </dd>
          <dt className="font-semibold text-text">Left to pay</dt>
          <dd className="font-semibold text-text">
            <Money paise={leftOf(order)} />
          </dd>
        </dl>
      ) : null}
    </div>
  )
}

function RequestBill({ entry, label }: { entry: FloorTable; label: string }) {
  const bill = useRequestBill()
  const called = billCall(entry)
  // Re-renders as time passes, because the request may be repeated after a minute.
  const ms = useElapsed(called?.timestamp)
  const words = called ? `Requested ${floorElapsed(ms)}` : 'Request bill'
  return (
    <Button
      icon={<ReceiptText />}
      className="min-w-0 flex-auto px-3!"
      aria-label={`${words}, ${label}`}
      loading={bill.pending === entry.table._id}
      disabledReason={bill.refusal(entry)}
      onClick={() => bill.request(entry)}
    >
      {words}
    </Button>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" aria-label="Loading orders" className="grid gap-3 px-3 py-3 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 3 }, (_, i) => (
        <Skeleton key={i} className="h-96 rounded-card" />
      ))}
    </div>
  )
}
