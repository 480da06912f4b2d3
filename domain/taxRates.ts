import type { OrderItem } from './api/order.ts'
import { toPaise } from './money.ts'
import { taxed, type TaxPercentages, type TaxRate } from './tax.ts'

type TaxedOrder = {
  kots: readonly { items: readonly Pick<OrderItem, 'amount' | 'isAlcohol' | 'gstRate' | 'taxIncluded' | 'status'>[] }[]
  taxPercentages: Pick<TaxPercentages, 'gst' | 'vat' | 'composition'>
  discount: number
  additionalCharges: { cgst: number; vat: number; charges?: number | undefined }
}

/**
 * The taxes by rate of an order as it is in JSON, in paise, by the pricing's own function. A tax that has one rate is what the order says it is. Receipts stored by an older
 * client may have 'N/A' where there is no VAT (SPEC §5): that is 0.
 */
export function ratesOf({ kots, taxPercentages, discount, additionalCharges }: TaxedOrder): TaxRate[] {
  const lines = kots
    .flatMap((kot) => kot.items)
    .map((item) => ({ ...item, unitPrice: toPaise(item.amount), quantity: 1, cancelled: item.status === 'Cancelled' }))
  const { cgst, vat, charges = 0 } = additionalCharges
  const { rates } = taxed(lines, taxPercentages, toPaise(discount), toPaise(charges))
  return rates.map((rate) => {
    if (rate.tax === 'gst' && rates.length > 2) return rate
    const said = rate.tax === 'vat' ? vat : cgst * 2
    return { ...rate, amount: said > 0 ? toPaise(said) : 0 }
  })
}
