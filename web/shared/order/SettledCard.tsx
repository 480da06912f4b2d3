import { CircleCheck, Eye, Printer, X } from 'lucide-react'
import { toPaise } from '#domain/money.ts'
import { isOpen } from '#domain/order.ts'
import { isolated } from '#domain/direction.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { billText, orderLabel } from './label.ts'
import { openPrint } from '#web/shared/print/host.tsx'
import { usePrint } from '#web/shared/print/print.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { forgetSettled, useSettled } from './settled.ts'
import { useOrder } from './useOpenOrders.ts'

/** "T7 settled" with the change to give, large, where the next order will be (SCREENS §6.30), or what else ended the order. It goes when the next one begins. `shows`: offers the bill on the screen, because phones have no printer. */
export function SettledCard({ className, shows = false }: { className?: string; shows?: boolean }) {
  const dates = useDates()
  const { printBill, printing } = usePrint()
  const kept = useSettled()
  const now = useOrder(kept?.settled.order._id)
  if (!kept) return null
  const { method, given, pays, change, tip, share } = kept.settled
  // A parcel is handed over after it was settled.
  const order = now && now.version > kept.settled.order.version ? now : kept.settled.order
  const isParcel = order.orderType !== 'Dine In'
  const number = billText(order.billNumber)
  const total = toPaise(order.grandTotal)
  const label = orderLabel(order)
  const [what, rest] =
    pays > 0 || isOpen(order)
      ? ['settled', isOpen(order) ? 'still being prepared' : isParcel && order.orderStatus === 'completed' && 'handed over']
      : [isParcel ? 'handed over' : 'closed', false]
  const title = `${label} ${what}`
  return (
    <section
      role="status"
      aria-label={title}
      className={cx('rounded-card bg-success-soft p-4 text-on-success-soft [--money-unit:currentColor]', className)}
    >
      <div className="flex items-start gap-3">
        <CircleCheck className="mt-1 size-6 flex-none" aria-hidden="true" />
        <p className="min-w-0 flex-1 leading-5">
          <b className="block truncate text-18 font-semibold">{title}</b>
          <span className="block text-14 [overflow-wrap:anywhere]">
            {[number && `Bill ${number}`, isolated(order.customer_name), dates.clock(kept.at), rest].filter(Boolean).join(' · ')}
          </span>
        </p>
        <IconButton label="Close" icon={<X />} onClick={forgetSettled} className="-mt-2 -mr-2" />
      </div>
      {change > 0 ? (
        <>
          <p className="mt-3 border-t border-current/20 pt-3 text-18 font-semibold">Change to give</p>
          <Money paise={change} className="block text-36 leading-11 font-bold tracking-tight" />
        </>
      ) : null}
      <dl className="mt-2 grid gap-1 text-14">
        {change > 0 ? <Row label={`${method} received`} paise={given} /> : null}
        {pays > 0 ? <Row label={share === null ? `Paid by ${method}` : `${share}, ${method}`} paise={pays} /> : null}
        {pays > 0 && pays < total ? <Row label="The whole bill" paise={total} /> : null}
        {tip > 0 ? <Row label="Tip" paise={tip} /> : null}
      </dl>
      <Button
        full
        className="mt-3"
        icon={shows ? <Eye /> : <Printer />}
        loading={printing === order._id}
        onClick={() => (shows ? openPrint({ kind: 'bill', order }) : printBill(order))}
      >
        {shows ? 'Show bill' : order.billPrintedAt === null ? 'Print bill' : 'Print again'}
      </Button>
    </section>
  )
}

const Row = ({ label, paise }: { label: string; paise: number }) => (
  <div className="flex justify-between gap-3">
    <dt className="min-w-0 truncate">{label}</dt>
    <dd className="flex-none">
      <Money paise={paise} />
    </dd>
  </div>
)
