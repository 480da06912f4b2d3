import type { OrderShape } from '#domain/api/order.ts'
import { useCommand } from '#web/core/query.ts'
import { markOwn } from './changes.ts'

/** Completes an order that is paid, or that costs nothing. Check `why.complete` before offering it. */
export function useCompleteOrder() {
  const command = useCommand('PUT /orders/status')
  return {
    pending: command.isPending,
    /** The completed order; null after a failure, which is shown. With a `version` it fails if the order has changed since. */
    async complete(orderId: string, version?: number): Promise<OrderShape | null> {
      markOwn({ kind: 'end', orderId })
      const answer = await command.mutateAsync({ body: { orderId, orderStatus: 'completed', version } }).catch(() => null)
      return answer?.order ?? null
    },
  }
}
