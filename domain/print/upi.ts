import type { RestaurantShape } from '../api/restaurant.ts'
import { type BillOrder, billNumberText } from '../bill.ts'
import { isUpiId } from '../legal.ts'
import { type Paise, plainPaise, toPaise } from '../money.ts'
import { ascii } from './lines.ts'

/** Only the staff's bills need this. It is not in domain/bill.ts, because guests' phones load that file. */

type Payee = Pick<RestaurantShape, 'upiId' | 'establishment_name'>

/**
 * A link of UPI's own form that pays `amount` paise to the outlet (NPCI, "UPI linking specification": pa payee, pn name, am amount in rupees, cu currency, tn
 * note, here the bill's or order's name). null without a valid UPI ID, or when there is nothing to pay.
 */
export function upiLink({ upiId, establishment_name }: Payee, amount: Paise, note: string): string | null {
  if (!upiId || !isUpiId(upiId) || amount <= 0) return null
  const fields = [
    // In ASCII: other letters would take nine characters each, and the code would not fit narrow paper.
    ['pn', ascii(establishment_name).slice(0, 40) || upiId],
    ['am', plainPaise(amount)],
    ['cu', 'INR'],
    ['tn', note],
  ]
  // The ID keeps its "@", which a query may hold and some apps don't decode.
  return `upi://pay?pa=${upiId}${fields.map(([name, text]) => `&${name}=${encodeURIComponent(text ?? '')}`).join('')}`
}

/** Is this payment method one that a UPI code pays by: its name is a restaurant's own. */
export const isUpiMethod = (method: string): boolean => /upi|\bqr\b/i.test(method)

/** What a guest can still pay by scanning the bill. null without a UPI ID, where the outlet wants no code on bills, and when nothing is left to pay. */
export function upiPayment(
  order: BillOrder,
  restaurant: Payee & Pick<RestaurantShape, 'printSettings'>,
): { link: string; id: string; amount: Paise } | null {
  const owed = order.orderStatus !== 'cancelled' && (order.paymentStatus === 'unpaid' || order.paymentStatus === 'partial')
  const amount = toPaise(order.grandTotal) - order.payments.reduce((sum, paid) => sum + toPaise(paid.amount), 0)
  const link = restaurant.printSettings.upiCode && owed ? upiLink(restaurant, amount, `Bill ${billNumberText(order.billNumber)}`) : null
  return link && restaurant.upiId ? { link, id: restaurant.upiId, amount } : null
}
