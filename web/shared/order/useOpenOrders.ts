import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderShape } from '#domain/api/order.ts'
import { useLivePolling } from '#web/core/live.ts'
import { orderNow } from '#web/core/liveCache.ts'
import { apiQuery } from '#web/core/query.ts'

const NONE: OrderShape[] = []

/** All open orders, live. All pages share this list, so that opening a table needs no call (SCREENS: open table from cache ≤ 300 ms). */
export function useOpenOrders() {
  const query = useQuery({ ...apiQuery('GET /orders/restaurant/pending'), refetchInterval: useLivePolling() })
  return { orders: query.data?.orders ?? NONE, query }
}

/** One order; if it ended while it was open here, its last state. */
export function useOrder(orderId: string | null | undefined): OrderShape | null {
  const client = useQueryClient()
  const { orders } = useOpenOrders()
  if (!orderId) return null
  return orders.find((o) => o._id === orderId) ?? orderNow(client, orderId)
}
