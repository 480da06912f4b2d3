import { formatPaise, type Paise } from '#domain/money.ts'
import { rateRows, TAX_IN_PRICES } from '#domain/tax.ts'
import type { CartTotal } from './total.ts'

/** The total with its taxes, each on a row of its own (SCREENS §2.6): nothing is added silently. */
export function Totals({ total: { price, taxes, before, applied } }: { total: CartTotal }) {
  const row = (label: string, amount: Paise) =>
    amount !== 0 && (
      <div key={label} className="muted">
        <span>{label}</span>
        <span className="num">{formatPaise(amount)}</span>
      </div>
    )
  const { taxIncluded } = price
  /** Nothing is added to the prices of the menu. */
  const all = taxIncluded > 0 && taxIncluded === price.cgst + price.sgst + price.vat
  return (
    <section className="totals" aria-label="Total" style={{ padding: '0 16px' }}>
      {row('Ordered before', before)}
      {before !== 0 && row('In the cart', price.subtotal - before)}
      {row('Subtotal', price.subtotal)}
      {price.discount > 0 && (
        <div className="off">
          <span>{applied?.title ?? 'Discount'}</span>
          <span className="num">− {formatPaise(price.discount)}</span>
        </div>
      )}
      {!all && row(TAX_IN_PRICES, -taxIncluded)}
      {!all && price.rates.flatMap(rateRows).map(({ label, amount }) => row(label, amount))}
      {row(`Service charge ${taxes.serviceCharge}%`, price.serviceCharge)}
      {row('Round off', price.roundOff)}
      <div className="sum">
        <span>{before === 0 ? 'Total' : 'Total of your table'}</span>
        <span className="num">{formatPaise(price.grandTotal)}</span>
      </div>
      {all && <p className="small muted">Taxes included: {formatPaise(taxIncluded)}</p>}
      {price.serviceCharge === 0 && <p className="small muted">Service charge is voluntary; none is added.</p>}
    </section>
  )
}
