import { invalid, invalidTransition } from './errors.ts'
import { MESSAGES } from './messages.ts'
import { formatPaise, type Paise } from './money.ts'
import { leftToPay, mustBeAccepted, mustBeOpen, type Order, paidSoFar, type Payment, refundInstead } from './order.ts'
import type { OrderStatus, PaymentStatus } from './statuses.ts'
import { brief } from './text.ts'

/**
 * pending → completed, or cancelled (with a reason). It can be completed when it is paid or has nothing left to pay (a total of nothing, or one that a
 * cancellation or an offer lowered to what was received) and no held ticket is waiting. Throws 409 or 422.
 */
export function changeOrderStatus(order: Order, to: OrderStatus, at: string, reason?: string): Order {
  mustBeOpen(order)
  if (to === 'pending') throw invalidTransition('The order is pending already.')
  if (to === 'cancelled') {
    if (!reason?.trim()) throw invalid(MESSAGES.reasonToCancelOrder, [{ path: 'reason', message: 'Enter the reason.' }])
    if (paidSoFar(order) > 0) throw invalidTransition(`Money has been received for this order. ${refundInstead(order)}`)
    return {
      ...order,
      orderStatus: 'cancelled',
      cancelReason: reason.trim(),
      completedAt: at,
    }
  }
  mustBeAccepted(order)
  if (order.paymentStatus !== 'paid' && leftToPay(order) > 0) throw invalidTransition('The order is not paid.')
  return { ...order, orderStatus: 'completed', completedAt: at, paymentStatus: 'paid' }
}

export type PaymentChange = {
  paymentStatus: PaymentStatus
  paymentMethod?: string
  payments?: readonly { method: string; amount: Paise }[]
  complete?: boolean
  amount?: Paise
  reason?: string
  biller: string
  businessDate: string
}

/**
 * Takes money, in part or in full, or refunds it (CONTRACT §3, §5). For `paid`, the recorded and the named payments together, or the named ones alone when
 * they restate all, must equal the grand total, and no held ticket may be waiting. `methods` are the restaurant's paymentTypes. Throws 409, 422.
 */
export function pay(order: Order, change: PaymentChange, methods: readonly string[], at: string): Order {
  if (change.paymentStatus === 'refunded') return refund(order, change, at)
  mustBeOpen(order)
  if (change.paymentStatus === 'unpaid' || order.paymentStatus === 'paid')
    throw invalidTransition(
      order.paymentStatus === 'paid' ? 'This order is paid already.' : 'A payment can’t be taken back. Refund the order instead.',
    )
  // A part payment is allowed while a guest's ticket is waiting, because it completes nothing.
  if (change.paymentStatus === 'paid') mustBeAccepted(order)
  const known = paidSoFar(order)
  const total = order.totals.grandTotal
  const named = change.payments ?? (change.paymentMethod ? [{ method: change.paymentMethod, amount: change.amount ?? total - known }] : [])
  for (const p of named) {
    if (!methods.includes(p.method))
      throw invalid(`There is no payment method ${brief(p.method)} in this restaurant.`, [
        { path: 'paymentMethod', message: 'Choose a payment method of this restaurant.' },
      ])
    if (!Number.isSafeInteger(p.amount) || p.amount < 0 || (p.amount === 0 && total > known))
      throw invalid('A payment must be more than zero.', [{ path: 'payments', message: 'Must be more than 0.' }])
  }
  const sum = named.reduce((s, p) => s + p.amount, 0)
  const stamped: Payment[] = named.filter((p) => p.amount > 0).map((p) => ({ method: p.method, amount: p.amount, at }))
  let payments: Payment[]
  if (known + sum === total) payments = [...order.payments, ...stamped]
  else if (sum === total && known > 0) payments = stamped
  else if (change.paymentStatus === 'partial' && sum > 0 && known + sum < total) payments = [...order.payments, ...stamped]
  else
    throw invalid(
      change.paymentStatus === 'paid'
        ? `The payments must add up to ${formatPaise(total)}; ${formatPaise(total - known)} is left to pay.`
        : `A part payment must be below the ${formatPaise(total - known)} that is left to pay.`,
      [{ path: 'payments', message: `Left to pay: ${formatPaise(total - known)}.` }],
    )
  if (change.paymentStatus === 'partial' && known + sum >= total)
    throw invalid(`A part payment must be below the ${formatPaise(total - known)} that is left to pay.`, [
      { path: 'payments', message: `Must be below ${formatPaise(total - known)}.` },
    ])
  if (change.paymentStatus === 'paid' && named.length === 0 && total > known)
    throw invalid('A payment method is needed.', [{ path: 'paymentMethod', message: 'Choose a payment method.' }])
  const used = [...new Set(payments.map((p) => p.method))]
  const next: Order = {
    ...order,
    payments,
    paymentStatus: change.paymentStatus,
    paymentMethod: used.length > 1 ? 'Split' : (used[0] ?? change.paymentMethod ?? null),
    biller: change.biller,
  }
  return change.complete && next.paymentStatus === 'paid' ? changeOrderStatus(next, 'completed', at) : next
}

function refund(order: Order, change: PaymentChange, at: string): Order {
  if (order.orderStatus !== 'completed' || order.paymentStatus !== 'paid')
    throw invalidTransition('Only a paid, completed order can be refunded.')
  if (!change.reason?.trim()) throw invalid(MESSAGES.reasonToRefund, [{ path: 'reason', message: 'Enter the reason.' }])
  if (change.amount !== undefined && change.amount !== order.totals.grandTotal)
    throw invalid(`A refund is of the whole ${formatPaise(order.totals.grandTotal)}.`, [
      { path: 'amount', message: 'Must be the whole amount.' },
    ])
  return {
    ...order,
    paymentStatus: 'refunded',
    refund: { amount: order.totals.grandTotal, reason: change.reason.trim(), at, by: change.biller, businessDate: change.businessDate },
  }
}
