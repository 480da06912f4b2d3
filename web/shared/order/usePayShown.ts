import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { useOrder } from './useOpenOrders.ts'

/**
 * The order of the pay panel; null while the panel is closed. `on` is read from the address (`pay=1`), so that a reload finds the panel again and the
 * browser's Back closes it. The panel keeps the order that it was opened for, also after that has ended.
 */
export function usePayShown(on: boolean, order: OrderShape | null): OrderShape | null {
  const [paying, setPaying] = useState<string | null>(null)
  if (on && order && paying !== order._id) setPaying(order._id)
  if (!on && paying !== null) setPaying(null)
  const bill = useOrder(on ? (paying ?? order?._id) : null)
  return on ? bill : null
}
