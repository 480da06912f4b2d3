import type { RestaurantShape } from '../api/restaurant.ts'
import { type BillOrder, billNumberText } from '../bill.ts'
import { isUpiId } from '../legal.ts'
import { type Paise, plainPaise, toPaise } from '../money.ts'
import { ascii } from './lines.ts'

/** Only the staff's bills need this. It is not in domain/bill.ts, because guests' phones load that file. */

/**
 * What a guest can still pay by scanning the bill: a link of UPI's own form (NPCI, "UPI linking specification": pa payee, pn name, am amount in rupees, cu
 * currency, tn note). null without a UPI ID, where the outlet wants no code, and when nothing is left to pay.
 */
export function upiPayment(
  order: BillOrder,
  { upiId, establishment_name, printSettings }: Pick<RestaurantShape, 'upiId' | 'establishment_name' | 'printSettings'>,
): { link: string; id: string; amount: Paise } | null {
  const owed = order.orderStatus !== 'cancelled' && (order.paymentStatus === 'unpaid' || order.paymentStatus === 'partial')
  const amount = toPaise(order.grandTotal) - order.payments.reduce((sum, paid) => sum + toPaise(paid.amount), 0)
  if (!printSettings.upiCode || !upiId || !isUpiId(upiId) || !owed || amount <= 0) return null
  const fields = [
    // In ASCII: other letters would take nine characters each, and the code would not fit narrow paper.
    ['pn', ascii(establishment_name).slice(0, 40) || upiId],
    ['am', plainPaise(amount)],
    ['cu', 'INR'],
    ['tn', `Bill ${billNumberText(order.billNumber)}`],
  ]
  // The ID keeps its "@", which a query may hold and some apps don't decode.
  return {
    link: `upi://pay?pa=${upiId}${fields.map(([name, text]) => `&${name}=${encodeURIComponent(text ?? '')}`).join('')}`,
    id: upiId,
    amount,
  }
}
