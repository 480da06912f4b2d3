import { BadgePercent, HandCoins, Package } from 'lucide-react'
import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { chargesOf } from '#domain/charges.ts'
import { percentOf, toPaise } from '#domain/money.ts'
import { isCancelled, isOpen } from '#domain/order.ts'
import { modsOf } from '#domain/ticket.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/app/Money.tsx'
import { createPart } from '#web/app/part.ts'
import { useDates } from '#web/core/dates.ts'
import { useCommand } from '#web/core/query.ts'
import { billText } from './label.ts'
import { markOwn } from './changes.ts'
import { OffersDialog } from './pay/OffersDialog.tsx'
import { OrderStateChip } from './OrderStateChip.tsx'
import { percentText, TotalsOfOrder } from './OrderTotals.tsx'
import { PrintBillButton } from './PrintBillButton.tsx'
import { useWho, why } from './why.ts'

const chargesDialog = createPart(() => import('./pay/ChargesDialog.tsx'))

/** The bill beside the pay panel: its lines, discount, service charge and totals. */
export function BillPane({ order, className }: { order: OrderShape; className?: string }) {
  const dates = useDates()
  const lines = order.kots.flatMap((kot) => kot.items).filter((line) => !isCancelled(line))
  const number = billText(order.billNumber)
  return (
    <aside aria-label={number ? `Bill ${number}` : 'Bill'} className={cx('flex min-h-0 flex-col bg-surface', className)}>
      <div className="flex h-16 flex-none items-center gap-2 border-b border-hairline px-4">
        <b className="flex-none text-20 font-semibold">{number ? `Bill ${number}` : 'Bill'}</b>
        <OrderStateChip order={order} />
        <span className="ml-auto min-w-0 text-right text-14 leading-4.5 text-muted">
          {order.billPrintedAt
            ? `Printed ${dates.clock(order.billPrintedAt)}`
            : order.lastPrinted
              ? `Changed since ${dates.clock(order.lastPrinted.at)}`
              : 'Not printed'}
        </span>
      </div>
      <ul tabIndex={0} aria-label="Items" className="scroll-quiet min-h-0 flex-1 overflow-y-auto py-1 focus-visible:-outline-offset-2">
        {lines.map((line) => (
          <li key={line.lineId} className="flex gap-1 px-4 py-1.25 text-14 leading-4.5">
            <b className="num min-w-6 flex-none font-semibold">{line.quantity}</b>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="font-medium">{line.itemName}</span>
              {[...modsOf(line), line.additionalItemNote].filter(Boolean).map((mod) => (
                <small key={mod} className="block text-12 text-muted">
                  {mod}
                </small>
              ))}
            </span>
            <Money rupees={line.amount} />
          </li>
        ))}
      </ul>
      <div className="grid flex-none gap-2 px-4 empty:hidden">
        <Discount order={order} />
        <ServiceCharge order={order} />
        <Charges order={order} />
      </div>
      <TotalsOfOrder order={order} className="flex-none px-4 pt-2.5" />
      {order.orderStatus === 'cancelled' ? (
        <div className="h-4 flex-none" />
      ) : (
        <div className="grid flex-none auto-cols-fr grid-flow-col gap-2 px-4 pt-2 pb-4">
          <PrintBillButton order={order} full />
          {isOpen(order) ? <OffersButton order={order} /> : null}
        </div>
      )}
    </aside>
  )
}

/** The offer on the bill with its discount, which is 0 below the offer's minimum. */
function Discount({ order }: { order: OrderShape }) {
  const who = useWho()
  const command = useCommand('PUT /pos/order')
  if (order.discount <= 0 && !order.offerId) return null
  return (
    <div className="flex min-h-15 items-center gap-3 rounded-card bg-success-soft px-3 py-1.5 text-14 text-on-success-soft [--money-unit:currentColor]">
      <BadgePercent className="size-6 @max-[66rem]:hidden" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <b className="block truncate text-16 font-semibold">{order.discountTitle || 'Discount'}</b>
        <Money rupees={order.discount} /> off
      </span>
      {isOpen(order) && order.offerId ? (
        <Button
          variant="quiet"
          aria-label="Remove offer"
          loading={command.isPending}
          disabledReason={why.changeTerms(order, who)}
          onClick={() => {
            markOwn({ kind: 'terms', orderId: order._id })
            command.mutate({ body: { orderId: order._id, orderData: { offerId: null } } })
          }}
        >
          Remove
        </Button>
      ) : null}
    </div>
  )
}

function OffersButton({ order }: { order: OrderShape }) {
  const who = useWho()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<BadgePercent />} className="px-2!" disabledReason={why.changeTerms(order, who)} onClick={() => setOpen(true)}>
        Offers
      </Button>
      {open ? <OffersDialog order={order} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** What an open parcel pays for packing and delivery; it can be changed for this order. */
function Charges({ order }: { order: OrderShape }) {
  const who = useWho()
  const [open, setOpen] = useState(false)
  const rows = chargesOf(order)
  if (rows.length === 0 || !isOpen(order)) return null
  return (
    <div className="flex min-h-15 items-center gap-3 rounded-card bg-raised px-3 py-1.5 text-14">
      <Package className="size-6 @max-[66rem]:hidden" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <b className="block text-16 leading-5 font-semibold">Packing and delivery</b>
        <Money paise={rows.reduce((sum, c) => sum + c.amount, 0)} />
        {order.taxPercentages.charges?.some((c) => c.set !== undefined) ? ', changed' : ''}
      </span>
      <Button
        aria-label="Change packing and delivery"
        disabledReason={why.changeTerms(order, who)}
        onPointerEnter={chargesDialog.fetch}
        onClick={() => {
          chargesDialog.fetch()
          setOpen(true)
        }}
      >
        Change
      </Button>
      {open ? <chargesDialog.Part order={order} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** Off until the guest agrees; one tap adds or removes it (SCREENS §6.9). */
function ServiceCharge({ order }: { order: OrderShape }) {
  const who = useWho()
  const command = useCommand('PUT /pos/order')
  const percent = order.taxPercentages.serviceCharge
  if (percent <= 0) return null
  const on = order.serviceChargeAccepted
  if (!on && !isOpen(order)) return null
  return (
    <div
      className={cx(
        'flex min-h-15 items-center gap-3 rounded-card px-3 py-1.5 text-14',
        on ? 'bg-accent-soft text-on-accent-soft [--money-unit:currentColor]' : 'bg-raised',
      )}
    >
      <HandCoins className="size-6 @max-[66rem]:hidden" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <b className="block text-16 leading-5 font-semibold">
          Service charge {percentText(percent)}
          {on ? '' : ', voluntary'}
        </b>
        {on ? (
          'Voluntary, the guest agreed'
        ) : (
          <>
            <Money paise={percentOf(toPaise(order.totalPrice), percent)} /> if the guest agrees
          </>
        )}
      </span>
      {isOpen(order) ? (
        <Button
          variant={on ? 'quiet' : 'outline'}
          aria-label={on ? 'Remove service charge' : 'Add service charge'}
          loading={command.isPending}
          disabledReason={why.changeTerms(order, who)}
          onClick={() => {
            markOwn({ kind: 'terms', orderId: order._id })
            command.mutate({ body: { orderId: order._id, orderData: { serviceChargeAccepted: !on } } })
          }}
        >
          {on ? 'Remove' : 'Add'}
        </Button>
      ) : null}
    </div>
  )
}
