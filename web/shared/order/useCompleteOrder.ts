import { useEffect, useRef } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { stillPreparing } from '#domain/tender.ts'
import { plural } from '#domain/text.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { useCommand } from '#web/core/query.ts'
import { markOwn } from './changes.ts'
import { useOrderLabel } from './useOrderLabel.ts'

/** What completing it is called on buttons. */
export const completes = ({ orderType }: Pick<OrderShape, 'orderType'>): string => (orderType === 'Dine In' ? 'Close order' : 'Handed over')

/**
 * Completes an order that is paid, or that costs nothing. Check `why.complete` before offering it. A completed order can't be opened again, so it asks first when
 * something is still being prepared.
 */
export function useCompleteOrder(order: OrderShape) {
  const command = useCommand('PUT /orders/status')
  const confirm = useConfirm()
  const label = useOrderLabel()(order)
  // The kitchen goes on while the question stands: the order is completed as it is at the answer.
  const latest = useRef(order)
  useEffect(() => void (latest.current = order), [order])
  return {
    pending: command.isPending,
    /** The completed order; null when the answer was no, and after a failure, which is shown. It fails if the order has changed since. */
    async complete(): Promise<OrderShape | null> {
      let accepted = 0
      for (let cooking; (cooking = stillPreparing(latest.current)) > accepted; accepted = cooking) {
        const sure = await confirm({
          title: order.orderType === 'Dine In' ? `Close ${label}?` : `Was ${label} handed over?`,
          body: `${plural(cooking, 'item')} ${cooking === 1 ? 'is' : 'are'} still being prepared.`,
          confirmLabel: completes(order),
        })
        if (!sure) return null
      }
      const { _id: orderId, version } = latest.current
      markOwn({ kind: 'end', orderId })
      const answer = await command.mutateAsync({ body: { orderId, orderStatus: 'completed', version } }).catch(() => null)
      return answer?.order ?? null
    },
  }
}
