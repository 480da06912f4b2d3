import { invalid, invalidTransition, mustHaveReason, notFound } from './errors.ts'
import { MESSAGES } from './messages.ts'
import { formatPaise, type Paise } from './money.ts'
import { backOf, methodOf, moveOf, type Teller, tipsOf, withMoves } from './moves.ts'
import {
  leftToPay,
  mustBeAccepted,
  mustBeOpen,
  type Order,
  paidSoFar,
  type Payment,
  type PaymentRow,
  refundInstead,
  type Ticket,
} from './order.ts'
import type { OrderStatus, PaymentStatus } from './statuses.ts'
import { brief } from './text.ts'

/**
 * pending → completed, or cancelled (with a reason). It can be completed when nothing is left to pay (also when its total is nothing, or a cancellation
 * lowered it to what was received) and no held ticket is waiting. `prepared`: of what is cancelled, all was cooked already. Throws 409 or 422.
 */
export function changeOrderStatus(
  order: Order,
  to: OrderStatus,
  { at, by, reason, prepared = false }: { at: string; by: string; reason?: string; prepared?: boolean },
): Order {
  mustBeOpen(order)
  if (to === 'pending') throw invalidTransition('The order is pending already.')
  if (to === 'cancelled') {
    const cancelReason = mustHaveReason(reason, MESSAGES.reasonToCancelOrder)
    if (paidSoFar(order) > 0) throw invalidTransition(`Money has been received for this order. ${refundInstead(order)}`)
    return {
      ...order,
      tickets: prepared ? order.tickets.map(asCooked) : order.tickets,
      orderStatus: 'cancelled',
      cancelReason,
      cancelledBy: by,
      completedAt: at,
    }
  }
  mustBeAccepted(order)
  if (leftToPay(order) > 0) throw invalidTransition('The order is not paid.')
  // Nobody takes money for a bill of zero, so the person who closes it is recorded as biller.
  return { ...order, orderStatus: 'completed', completedAt: at, paymentStatus: 'paid', biller: order.biller ?? by }
}

/** A ticket whose dishes are all cooked; a guest's that nobody has accepted never reached the kitchen. */
const asCooked = (ticket: Ticket): Ticket =>
  ticket.held ? ticket : { ...ticket, lines: ticket.lines.map((l) => (l.status === 'Preparing' ? { ...l, prepared: true } : l)) }

export type PaymentChange = {
  paymentStatus: PaymentStatus
  paymentMethod?: string
  payments?: readonly { method: string; amount: Paise }[]
  complete?: boolean
  amount?: Paise
  reason?: string
  tip?: Payment
  /** Of a refund: the method by which all of it is given back, when not each payment by its own. */
  by?: string
}

/**
 * Takes money, in part or in full, or refunds it (CONTRACT §3, §5, §9). A tip that comes with a payment is a row beside the bill and in none of its sums. For `paid` the named payments must add up to what is left, and no held ticket may be
 * waiting; `paymentMethod` alone pays what is left. Money that was taken before is never named again and never replaced. `methods` are the restaurant's
 * paymentTypes. Throws 409, 422.
 */
export function pay(order: Order, change: PaymentChange, methods: readonly string[], teller: Teller): Order {
  if (change.paymentStatus === 'refunded') return refund(order, change, methods, teller)
  mustBeOpen(order)
  if (change.paymentStatus === 'unpaid' || order.paymentStatus === 'paid')
    throw invalidTransition(
      order.paymentStatus === 'paid'
        ? 'This order is paid already.'
        : 'A payment can’t be undone. Give the money back, or refund the order.',
    )
  // A part payment is allowed while a guest's ticket is waiting, because it completes nothing.
  if (change.paymentStatus === 'paid') mustBeAccepted(order)
  const left = leftToPay(order)
  const named = change.payments ?? (change.paymentMethod ? [{ method: change.paymentMethod, amount: change.amount ?? left }] : [])
  if (change.paymentMethod !== undefined && named.length === 0) mustBeMethod(change.paymentMethod, methods, 'paymentMethod')
  const { tip } = change
  if (tip) {
    mustBeMethod(tip.method, methods, 'tip.method')
    mustBeAmount(tip.amount, 'tip.amount')
  }
  for (const p of named) {
    mustBeMethod(p.method, methods, 'paymentMethod')
    if (!Number.isSafeInteger(p.amount) || p.amount < 0 || (p.amount === 0 && left > 0))
      throw invalid('A payment must be more than zero.', [{ path: 'payments', message: 'Must be more than 0.' }])
  }
  const sum = named.reduce((s, p) => s + p.amount, 0)
  if (change.paymentStatus === 'partial') {
    if (sum <= 0 || sum >= left)
      throw invalid(`A part payment must be below the ${formatPaise(left)} that is left to pay.`, [
        { path: 'payments', message: `Must be below ${formatPaise(left)}.` },
      ])
  } else {
    if (named.length === 0 && left > 0)
      throw invalid('A payment method is needed.', [{ path: 'paymentMethod', message: 'Choose a payment method.' }])
    if (sum !== left)
      throw invalid(`The payments must add up to the ${formatPaise(left)} that is left to pay.`, [
        { path: 'payments', message: `Left to pay: ${formatPaise(left)}.` },
      ])
  }
  const taken = withMoves(order, [
    ...named.filter((p) => p.amount > 0).map((p) => moveOf(teller, 'received', p)),
    ...(tip ? [moveOf(teller, 'tip', tip)] : []),
  ])
  const next: Order = {
    ...taken,
    paymentStatus: change.paymentStatus,
    paymentMethod: methodOf(taken.payments) ?? change.paymentMethod ?? null,
    biller: teller.by,
  }
  return change.complete && next.paymentStatus === 'paid' ? changeOrderStatus(next, 'completed', teller) : next
}

/** What these come to by a method, in paise. */
const netBy = (payments: readonly Payment[], method: string): Paise => payments.find((p) => p.method === method)?.amount ?? 0

function mustBeAmount(amount: Paise, path: string): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw invalid('The amount must be more than zero.', [{ path, message: 'Must be more than 0.' }])
}

function mustBeMethod(method: string, methods: readonly string[], path: string): void {
  if (!methods.includes(method))
    throw invalid(`There is no payment method ${brief(method)} in this restaurant.`, [
      { path, message: 'Choose a payment method of this restaurant.' },
    ])
}

/** The method by which money is given back: one of the restaurant's, or any by which it was received. Throws 422. */
function mustGiveBy(by: string | undefined, received: readonly string[], methods: readonly string[]): void {
  if (by !== undefined && !received.includes(by)) mustBeMethod(by, methods, 'by')
}

function refund(order: Order, change: PaymentChange, methods: readonly string[], teller: Teller): Order {
  if (order.orderStatus !== 'completed' || order.paymentStatus !== 'paid')
    throw invalidTransition('Only a paid, completed order can be refunded.')
  const reason = mustHaveReason(change.reason, MESSAGES.reasonToRefund)
  if (change.tip) throw invalid('A tip comes with a payment.', [{ path: 'tip', message: 'Comes with a payment.' }])
  if (change.amount !== undefined && change.amount !== order.totals.grandTotal)
    throw invalid(`A refund is of the whole ${formatPaise(order.totals.grandTotal)}.`, [
      { path: 'amount', message: 'Must be the whole amount.' },
    ])
  mustGiveBy(
    change.by,
    order.payments.map((p) => p.method),
    methods,
  )
  const back = order.payments.map((p) => backOf(teller, 'returned', p, { by: change.by, reason }))
  const { at, by, businessDate } = teller
  return { ...withMoves(order, back), paymentStatus: 'refunded', refund: { amount: order.totals.grandTotal, reason, at, by, businessDate } }
}

/**
 * The method of one payment was recorded wrongly: a pair of rows takes it from the old method to the new one. Only of a payment that is still whole, and once:
 * received, corrected before, or brought along by a merge, where it can be corrected on the order that has it now. A tip too, whatever has become of the bill.
 * `rows` are all of the order's. Throws 404, 409, 422.
 */
export function correctPayment(
  order: Order,
  rows: readonly PaymentRow[],
  change: { paymentId: string; method: string; reason: string },
  methods: readonly string[],
  teller: Teller,
): Order {
  const row = rows.find((r) => r.id === change.paymentId)
  const tip = row?.kind === 'tip'
  if (!tip && (order.orderStatus === 'cancelled' || order.paymentStatus === 'refunded'))
    throw invalidTransition(order.orderStatus === 'cancelled' ? 'The order was cancelled.' : 'The order was refunded.')
  if (!row) throw notFound('Payment not found')
  const reason = mustHaveReason(change.reason, MESSAGES.reasonToCorrectPayment)
  mustBeMethod(change.method, methods, 'method')
  if (change.method === row.method)
    throw invalid(`It was recorded as ${brief(row.method)} already.`, [{ path: 'method', message: 'Choose another method.' }])
  if (row.amount < 0 || !['received', 'transferred', 'corrected', 'tip'].includes(row.kind))
    throw invalidTransition('Only money that was received can be corrected.')
  if (rows.some((r) => r.corrects === row.id)) throw invalidTransition('This payment was corrected already.')
  if (netBy(tip ? tipsOf(rows) : order.payments, row.method) < row.amount)
    throw invalidTransition('Of this payment, money was given back already.')
  const [kind, more] = [tip ? 'tip' : 'corrected', { reason, corrects: row.id }] as const
  const next = withMoves(order, [
    moveOf(teller, kind, { method: row.method, amount: -row.amount }, more),
    moveOf(teller, kind, { method: change.method, amount: row.amount }, more),
  ])
  return tip ? next : { ...next, paymentMethod: methodOf(next.payments) }
}

/**
 * Gives money back that was received for an open order: at most what it has by that method, in paise. `by` is the method by which it is given back, by default the
 * same: what came by UPI goes back out of the drawer. `methods` are the restaurant's. With `tip` a tip, whatever has become of the bill: at most
 * the tips by that method in `rows`, which are all of the order's. Throws 409, 422.
 */
export function giveBack(
  order: Order,
  rows: readonly PaymentRow[],
  change: { amount: Paise; method: string; reason: string; tip?: boolean; by?: string },
  methods: readonly string[],
  teller: Teller,
): Order {
  const { tip = false } = change
  if (!tip && order.orderStatus === 'completed') throw invalidTransition('The order is completed: refund it instead.')
  if (!tip) mustBeOpen(order)
  const reason = mustHaveReason(change.reason, MESSAGES.reasonToGiveBack)
  mustBeAmount(change.amount, 'amount')
  const has = netBy(tip ? tipsOf(rows) : order.payments, change.method)
  if (change.amount > has)
    throw invalid(`At most ${formatPaise(has)} by ${brief(change.method)} can be given back.`, [
      { path: 'amount', message: `At most ${formatPaise(has)}.` },
    ])
  mustGiveBy(change.by, [change.method], methods)
  const next = withMoves(order, [backOf(teller, tip ? 'tip' : 'returned', change, { by: change.by, reason })])
  if (tip) return next
  return { ...next, paymentStatus: next.payments.length > 0 ? 'partial' : 'unpaid', paymentMethod: methodOf(next.payments) }
}
