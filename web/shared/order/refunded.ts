import type { OrderShape, PaymentMove } from '#domain/api/order.ts'

type Refund = NonNullable<OrderShape['refund']>

/** Whether this payment row is one by which the bill was refunded. */
export const isOfRefund = ({ kind, at }: Pick<PaymentMove, 'kind' | 'at'>, refund: Refund | null | undefined): boolean =>
  kind === 'returned' && at === refund?.at

/** `Refunded in Cash by Divya`; without the method for people who don't get the payment rows. */
export function refundedText(refund: Refund, history: readonly PaymentMove[] | null | undefined): string {
  const methods = new Set(history?.filter((move) => isOfRefund(move, refund)).map(({ method }) => method))
  return `Refunded${methods.size > 0 ? ` in ${[...methods].join(' and ')}` : ''} by ${refund.by}`
}
