import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { type Changes, changesBetween, endBetween } from './changes.ts'

const SHOWN_MS = 6000

type Seen = { changes: Changes | null; ended: string | null }
const NOTHING: Seen = { changes: null, ended: null }

/** Changes by other devices to the open order: changed lines are highlighted for 6 s, its end stays shown (SCREENS G6). */
export function useChanges(order: OrderShape | null): Seen {
  const [last, setLast] = useState(order)
  const [seen, setSeen] = useState<Seen>(NOTHING)
  // Compared by version: `withServed` makes a new object with every render, which would loop.
  if (last?._id !== order?._id || last?.version !== order?.version) {
    setLast(order)
    if (!order || (last && last._id !== order._id)) setSeen(NOTHING)
    else {
      const changes = changesBetween(last, order)
      const ended = endBetween(last, order)
      if (changes || ended) setSeen({ changes: changes ?? seen.changes, ended: ended ?? seen.ended })
    }
  }
  const { changes } = seen
  useEffect(() => {
    if (!changes) return
    const timer = setTimeout(() => setSeen((now) => ({ ...now, changes: null })), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes])
  return seen
}
