import { Check } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { OrderShape } from '#domain/api/order.ts'
import { orderCan } from '#domain/orderCan.ts'
import { Elapsed } from '#web/app/Elapsed.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { to } from '#web/core/to.ts'
import { customerOf } from '#web/shared/order/finds.ts'
import { useOrderLabel } from '#web/shared/order/useOrderLabel.ts'
import { OrderStateChip, paidBeside } from '#web/shared/order/OrderStateChip.tsx'
import { tableKey, useAllDrafts } from '#web/shared/order/drafts.ts'
import { parcelKey } from '#web/shared/order/target.ts'
import { completes, useCompleteOrder } from '#web/shared/order/useCompleteOrder.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { useStillRows } from '#web/shared/shell/useStillRows.ts'
import { Button } from '#web/ui/Button.tsx'

/** Open orders in a list. A tap on a row that has just moved up or down is none. */
export function OrderRows({ label, orders }: { label?: string; orders: readonly OrderShape[] }) {
  const guard = useStillRows(orders.map(({ _id }) => _id))
  return (
    <ul aria-label={label} className={rows} onClickCapture={guard}>
      {orders.map((order) => (
        <OrderRow key={order._id} order={order} />
      ))}
    </ul>
  )
}

/** An open order: opens it, settles it, or closes it when it is paid. Who never settles has no button in each row that says so; the opened order does. */
function OrderRow({ order }: { order: OrderShape }) {
  const who = useWho()
  const dates = useDates()
  const navigate = useNavigate()
  const drafts = useAllDrafts()
  const { complete, pending } = useCompleteOrder(order)
  const label = useOrderLabel()(order)
  const draft = order.tableId ? tableKey(order.tableId) : parcelKey(order, drafts)
  const unsent = drafts.find(({ key }) => key === draft)?.draft?.lines.reduce((sum, line) => sum + line.quantity, 0)
  const paid = order.paymentStatus === 'paid'
  const customer = customerOf(order)
  const done = completes(order)
  async function end() {
    if (await complete()) snack.success(`${label} completed`)
  }
  return (
    <li aria-label={label} data-row={order._id} className="flex min-h-17 items-center gap-2 pr-2">
      <Link
        to={to.mobileOrder({ draft })}
        className="grid min-h-17 min-w-0 flex-1 content-center gap-y-0.5 py-2 pl-3 leading-5 hover:bg-raised focus-visible:-outline-offset-2"
      >
        {/* The name, which is called out, has a line of its own. A large amount is shown below the number, so that neither is cut. */}
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <b className="num font-semibold">{label}</b>
          {paid ? null : <Money rupees={order.grandTotal} />}
        </span>
        {customer ? <span className="truncate">{customer}</span> : null}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-14 text-muted">
          <OrderStateChip order={order} unsent={unsent} size={20} />
          {paidBeside(order, unsent ?? 0)}
          <Elapsed since={order.createdAt} exact={dates.dayAndTime(order.createdAt)} />
        </span>
      </Link>
      {paid ? (
        <Button
          variant="success-outline"
          icon={<Check />}
          aria-label={`${done}, ${label}`}
          loading={pending}
          disabledReason={why.complete(order, who, unsent)}
          onClick={() => void end()}
        >
          {done}
        </Button>
      ) : !orderCan.settle(who.role) ? null : (
        <Button
          aria-label={`Settle ${label}`}
          disabledReason={why.settle(order, who, { here: true })}
          // A bill has only what was sent: with unsent items the order is shown, where Bill & settle asks about them or sends them too.
          onClick={() => void navigate(to.mobileOrder({ draft, pay: !unsent }))}
        >
          Settle
        </Button>
      )}
    </li>
  )
}

export const rows = 'divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface'
