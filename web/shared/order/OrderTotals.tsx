import type { ReactNode } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { ChargeRow } from '#domain/charges.ts'
import { toPaise } from '#domain/money.ts'
import { rateRows, TAX_IN_PRICES, type TaxPercentages, type TaxRate, type Totals } from '#domain/tax.ts'
import { draftTotals } from '#domain/ticket.ts'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/app/Money.tsx'

/** The server's totals, in paise. */
export const totalsOf = (order: OrderShape): Totals => ({
  subtotal: toPaise(order.totalPrice),
  discount: toPaise(order.discount),
  cgst: toPaise(order.additionalCharges.cgst),
  sgst: toPaise(order.additionalCharges.sgst),
  vat: toPaise(order.additionalCharges.vat),
  serviceCharge: toPaise(order.additionalCharges.serviceCharge),
  charges: toPaise(order.additionalCharges.charges ?? 0),
  taxIncluded: toPaise(order.additionalCharges.taxIncluded ?? 0),
  roundOff: toPaise(order.roundOff),
  grandTotal: toPaise(order.grandTotal),
})

export const percentText = (percent: number): string => `${Number(percent.toFixed(4))}%`

/** The totals that the server has of an order. */
export function TotalsOfOrder({ order, className }: { order: OrderShape; className?: string }) {
  const { taxPercentages, discountTitle } = order
  // Its charges and rates one by one are computed; the totals are the server's.
  const totals = { ...draftTotals(null, order, taxPercentages), ...totalsOf(order) }
  return <OrderTotals totals={totals} taxPercentages={taxPercentages} discountTitle={discountTitle} className={className} />
}

/** Subtotal, discount, charges, taxes and the total. Taxes of zero are left out. */
export function OrderTotals({
  totals,
  taxPercentages,
  discountTitle,
  className,
}: {
  totals: Totals & { chargeRows: readonly ChargeRow[]; rates: readonly TaxRate[] }
  taxPercentages: TaxPercentages
  discountTitle?: string | null
  className?: string
}) {
  const rows: [label: ReactNode, paise: number][] = [
    ['Subtotal', totals.subtotal],
    [discountTitle || 'Discount', -totals.discount],
    ...totals.chargeRows.map(({ name, amount }) => [name, amount] as [string, number]),
    [TAX_IN_PRICES, -totals.taxIncluded],
    ...totals.rates.flatMap((rate) =>
      rateRows(rate).map(({ label, amount }) => [rate.tax === 'vat' ? `${label} on bar` : label, amount] as [string, number]),
    ),
    [`Service charge ${percentText(taxPercentages.serviceCharge)}`, totals.serviceCharge],
    ['Round off', totals.roundOff],
  ]
  return (
    <dl className={cx('text-14', className)}>
      {rows.map(([label, paise], i) =>
        paise !== 0 || i === 0 ? (
          <div key={i} className="flex justify-between gap-3 leading-5.5">
            <dt className="min-w-0 truncate text-muted">{label}</dt>
            <dd className="flex-none">
              <Money paise={paise} />
            </dd>
          </div>
        ) : null,
      )}
      <div className="mt-1 flex items-baseline justify-between gap-3 text-18 leading-8 font-semibold">
        <dt>Total</dt>
        <dd className="text-24 leading-8 font-bold tracking-tight">
          <Money paise={totals.grandTotal} />
        </dd>
      </div>
    </dl>
  )
}
