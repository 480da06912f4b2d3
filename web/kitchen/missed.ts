import { useEffect, useEffectEvent, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { call } from '#web/core/api.ts'
import { keep, keeps } from './device.ts'

/** The most tickets of one question. */
const MOST = 50

/**
 * A ticket that this screen had open is on no list any more, and no event said why: another page was open here, or live updates were off. If its order was
 * cancelled, its food may still be on the fire: it is kept like one that is cancelled while on the board. `orders` are those that the board has, `listedAt` is
 * when the server's list came. Without an answer it asks again with the next list.
 */
export function useMissed(
  orders: readonly OrderShape[],
  { watched, ready, listedAt }: { watched: readonly string[]; ready: boolean; listedAt: number },
): void {
  const [missing] = useState(() => new Set<string>())
  const look = useEffectEvent(async () => {
    for (const kotId of watched) missing.add(kotId)
    for (const { kots } of orders) for (const { kotId } of kots) missing.delete(kotId)
    const asked = [...missing].slice(0, MOST)
    if (asked.length === 0) return
    try {
      const { cancelled = [] } = await call('GET /orders/restaurant/pending', { query: { kots: asked.join(',') }, quiet: true })
      for (const kotId of asked) missing.delete(kotId)
      for (const order of cancelled) {
        const kept = keeps(order, new Set(asked))
        if (kept) keep(kept)
      }
    } catch {
      // They are still missing.
    }
  })
  const at = ready ? listedAt : 0
  useEffect(() => {
    if (at > 0) void look()
  }, [at])
}
