import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/shapes.ts'
import { clearNewOrders, newOrdersNow } from '#web/core/liveCache.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Orders that come in while the list is read wait behind a chip, so that no row moves under the reader's eyes (SCREENS §2.2); `show` lets them in.
 * `unread` are those that came since the page was last looked at, until they are opened.
 */
export function useLiveRows(orders: readonly OrderShape[], loaded: boolean) {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null)
  const [unread, setUnread] = useState<ReadonlySet<string>>(() => new Set(newOrdersNow().map((o) => o._id)))
  // What is there at the first look is no news.
  if (known === null && loaded) setKnown(new Set(orders.map((o) => o._id)))
  useEffect(() => {
    if (known !== null) clearNewOrders()
  }, [known])
  const seen = known ?? NONE
  const shown = known === null ? orders : orders.filter((o) => seen.has(o._id))
  const waiting = known === null ? [] : orders.filter((o) => !seen.has(o._id))
  return {
    shown,
    waiting,
    unread,
    show: () => {
      setUnread((old) => new Set([...old, ...waiting.map((o) => o._id)]))
      setKnown(new Set(orders.map((o) => o._id)))
    },
    read: (orderId: string) => setUnread((old) => (old.has(orderId) ? new Set([...old].filter((id) => id !== orderId)) : old)),
  }
}
