import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { call } from '#web/core/api.ts'
import { keep, keeps, KEPT_HOURS } from './device.ts'

/** The most tickets of one question. */
const MOST = 50
/** After a question without an answer the next one waits as long as this (ms): the server may have refused it because it gets too many. */
const PAUSE_MS = 15_000

/** An order that was cancelled last night is no news in the morning. */
const isOld = ({ completedAt }: OrderShape) => Date.now() - Date.parse(completedAt ?? '') > KEPT_HOURS * 3_600_000

/**
 * A ticket that this screen had open is on no list any more, and no event said why: another page was open here, or live updates were off. If its order was
 * cancelled, its food may still be on the fire: it is kept like one that is cancelled while on the board. `orders` are those that the board has, `listedAt` is
 * when they last changed, by the server's list or by an event; `now` is the current time (ms). One question at a time, each ticket in one answered question.
 */
export function useMissed(
  orders: readonly OrderShape[],
  { watched, ready, listedAt, now }: { watched: readonly string[]; ready: boolean; listedAt: number; now: number },
): void {
  const [missing] = useState(() => new Set<string>())
  const [answered] = useState(() => new Set<string>())
  /** When the next question may be asked (ms). */
  const next = useRef(0)
  const look = useEffectEvent(async () => {
    for (const kotId of watched) if (!answered.has(kotId)) missing.add(kotId)
    for (const { kotId } of orders.flatMap(({ kots }) => kots)) {
      missing.delete(kotId)
      answered.delete(kotId)
    }
    const asked = [...missing].slice(0, MOST)
    if (Date.now() < next.current || asked.length === 0) return
    next.current = Infinity
    try {
      const { cancelled = [] } = await call('GET /orders/restaurant/pending', { query: { kots: asked.join(',') }, quiet: true })
      for (const kotId of asked) {
        missing.delete(kotId)
        answered.add(kotId)
      }
      for (const order of cancelled) {
        const kept = isOld(order) ? null : keeps(order, new Set(asked))
        if (kept) keep(kept)
      }
      next.current = 0
    } catch {
      next.current = Date.now() + PAUSE_MS
    }
  })
  // Now and then also without a new list, for a question that had to wait.
  const at = ready && listedAt > 0 ? Math.max(listedAt, Math.floor(now / PAUSE_MS) * PAUSE_MS) : 0
  useEffect(() => {
    if (at > 0) void look()
  }, [at])
}
