import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { isOfRefund, refundedText } from '#web/shared/order/refunded.ts'

export type MoneyRow = { key: string; label: string; at: string | null; rupees: number }

const labelOf = ({ kind, method, of, amount, reason, corrects }: PaymentMove): string => {
  const why = reason ? `: ${reason}` : ''
  const back = `iven back by ${method}${of ? `, received by ${of}` : ''}${why}`
  if (kind === 'received') return `Paid by ${method}`
  if (kind === 'returned') return `G${back}`
  if (kind === 'corrected') return amount < 0 ? `Not paid by ${method}${why}` : `Corrected to ${method}`
  if (kind === 'tip') {
    if (amount > 0) return corrects ? `Tip corrected to ${method}` : `Tip by ${method}`
    return corrects ? `No tip by ${method}${why}` : `Tip g${back}`
  }
  return reason ? `${reason}, ${method}` : method
}

/** The lines of an order's payments: each row if they are known, otherwise the sum by method; and the refund. */
export function moneyRows(order: Pick<OrderShape, 'payments' | 'refund'>, history: readonly PaymentMove[] | null): MoneyRow[] {
  const { refund } = order
  const rows = history
    ? history
        // Left out: the refund's own line stands for its rows.
        .filter((row) => !isOfRefund(row, refund))
        .map((row) => ({ key: row._id, label: labelOf(row), at: row.at, rupees: row.amount }))
    : order.payments.map((p) => ({ key: p.method, label: `Paid by ${p.method}`, at: null, rupees: p.amount }))
  return [
    ...rows,
    ...(refund
      ? [{ key: 'refund', label: `${refundedText(refund, history)}: ${refund.reason}`, at: refund.at, rupees: -refund.amount }]
      : []),
  ]
}
