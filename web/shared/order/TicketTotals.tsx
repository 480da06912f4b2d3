import type { OrderShape } from '#domain/api/order.ts'
import type { Price, TaxPercentages } from '#domain/tax.ts'
import { receivedOf } from '#domain/paid.ts'
import { Money } from '#web/app/Money.tsx'
import { OrderTotals } from './OrderTotals.tsx'

/** The totals of an order with its unsent items, and what is left to pay once a share was received. */
export function TicketTotals({
  order,
  totals,
  taxPercentages,
  className,
}: {
  order: OrderShape | null
  totals: Price
  taxPercentages: TaxPercentages
  className?: string
}) {
  return (
    <div className={className}>
      <OrderTotals totals={totals} taxPercentages={taxPercentages} discountTitle={order?.discountTitle} />
      {order && order.payments.length > 0 ? (
        <dl className="text-14">
          <div className="flex justify-between gap-3">
            <dt className="text-muted">Received</dt>
            <dd>
              <Money paise={receivedOf(order)} />
            </dd>
          </div>
          <div className="flex justify-between gap-3 text-16 font-semibold">
            <dt>Left to pay</dt>
            <dd>
              <Money paise={Math.max(0, totals.grandTotal - receivedOf(order))} />
            </dd>
          </div>
        </dl>
      ) : null}
    </div>
  )
}
