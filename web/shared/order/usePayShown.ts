import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { isOpen } from '#domain/order.ts'
import { isMergedAway } from './label.ts'
import { useOrder } from './useOpenOrders.ts'

/**
 * The order of the pay panel; null while the panel is closed. `on` is read from the address (`pay=1`), so that a reload finds the panel again and the
 * browser's Back closes it; `key` is what is open there. Once its order has ended, the panel shows that until it is closed or something else is opened: the next
 * guests of the table may order meanwhile, and Enter would settle their bill.
 */
export function usePayShown(on: boolean, key: string, order: OrderShape | null): OrderShape | null {
  const [shown, show] = useState<{ id: string; key: string } | null>(null)
  const bill = useOrder(on ? (shown?.id ?? order?._id) : null)
  const stays = bill && !isOpen(bill) && !isMergedAway(bill) && shown?.key === key
  if (on && order && !stays && (shown?.id !== order._id || shown.key !== key)) show({ id: order._id, key })
  if (!on && shown) show(null)
  return on ? bill : null
}
