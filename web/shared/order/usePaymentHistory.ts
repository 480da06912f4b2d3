import { useQuery } from '@tanstack/react-query'
import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { call } from '#web/core/api.ts'
import { useMay } from '#web/core/may.ts'

/** The payment rows of an order as they were at a version of it. */
export type PaymentHistory = { rows: readonly PaymentMove[]; version: number }

/**
 * The payment rows of an order, oldest first; null for those who may not see them, while they are loading, and where there are none to ask for (`enabled`).
 */
export function usePaymentHistory(order: Pick<OrderShape, '_id' | 'version'>, { enabled = true } = {}): PaymentHistory | null {
  const may = useMay('GET /orders/:id/payments').ok
  const { data } = useQuery({
    // Each version of the order has its own rows; those of the version before are shown until they are there.
    queryKey: ['GET /orders/:id/payments', order._id, order.version],
    queryFn: async ({ signal }): Promise<PaymentHistory> => ({
      rows: (await call('GET /orders/:id/payments', { params: { id: order._id }, signal })).paymentHistory,
      version: order.version,
    }),
    enabled: may && enabled,
    placeholderData: (before, query) => (query?.queryKey[1] === order._id ? before : undefined),
  })
  return (enabled && data) || null
}
