import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { useArrivals } from '#web/app/list/rows.ts'
import { clearNewOrders, newOrdersNow } from '#web/core/unread.ts'

const idOf = (order: OrderShape) => order._id

/**
 * The open orders, and those that arrived since the list was opened, which wait behind the chip (SCREENS §2.2). `unread` are those that arrived since the
 * page was open last, until they are opened.
 */
export function useLiveRows(orders: readonly OrderShape[] | undefined) {
  const { shown, waiting, show } = useArrivals(orders, idOf)
  const [unread, setUnread] = useState<ReadonlySet<string>>(() => new Set(newOrdersNow().map(idOf)))
  const loaded = orders !== undefined
  useEffect(() => {
    if (loaded) clearNewOrders()
  }, [loaded])
  return {
    shown,
    unread,
    waiting: {
      rows: waiting,
      show() {
        setUnread((old) => new Set([...old, ...waiting.map(idOf)]))
        show()
      },
    },
    read: (orderId: string) => setUnread((old) => (old.has(orderId) ? new Set([...old].filter((id) => id !== orderId)) : old)),
  }
}
