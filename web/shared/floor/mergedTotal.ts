import type { OrderShape } from '#domain/api/order.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { draftTotals } from '#domain/ticket.ts'

/**
 * What these orders cost on one bill, in paise: it is taxed and rounded as a whole (decision 014). With a discount, of which the merge decides what stays, their sum.
 */
export function mergedTotal(orders: readonly OrderShape[]): Paise {
  const [first] = orders
  return !first || orders.some((order) => order.discount > 0 || order.offer)
    ? orders.reduce((sum, order) => sum + toPaise(order.grandTotal), 0)
    : draftTotals(null, { ...first, kots: orders.flatMap((order) => order.kots) }, first.taxPercentages).grandTotal
}
