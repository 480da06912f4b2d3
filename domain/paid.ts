import type { OrderShape } from './api/order.ts'
import { type Paise, toPaise } from './money.ts'

/** The money side of an order, in the contract's rupees. What a payment would record is in tender.ts, which only pages that settle load. */
export type Paid = Pick<OrderShape, 'grandTotal' | 'payments'>
export const receivedOf = (order: Paid): Paise => order.payments.reduce((sum, p) => sum + toPaise(p.amount), 0)
export const leftOf = (order: Paid): Paise => Math.max(0, toPaise(order.grandTotal) - receivedOf(order))

/**
 * Why the GST number of an order's bill can't be changed, or null. A bill for which money was received gets no revision (CONTRACT §9 "Printed"), even if
 * something was added since or part of the money was given back.
 */
export const whyGstinStays = ({ billNumber, paymentStatus }: Pick<OrderShape, 'billNumber' | 'paymentStatus'>): string | null =>
  billNumber !== null && paymentStatus !== 'unpaid'
    ? 'Money was received for this bill, so its GST number, and the name beside one, stay as they are. Give the money back first, or refund the bill and bill it anew.'
    : null

/** Why the customer's name of an order can't be changed, or null: beside a GST number it says whose tax invoice it is. */
export const whyNameStays = (order: Pick<OrderShape, 'billNumber' | 'paymentStatus' | 'customerGstin'>): string | null =>
  order.customerGstin ? whyGstinStays(order) : null
