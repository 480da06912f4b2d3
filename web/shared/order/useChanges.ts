import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { orderLabel } from './label.ts'
import { type Changes, changesBetween, endBetween } from './changes.ts'

const SHOWN_MS = 6000
/** States that a command of this drawer answered: they are nobody else's doing. */
const own = new Set<string>()
const keyOf = (order: Pick<OrderShape, '_id' | 'version'>) => `${order._id} ${order.version}`
export const markOwn = (order: Pick<OrderShape, '_id' | 'version'>): void => void own.add(keyOf(order))

export type Seen = { changes: Changes | null; ended: string | null }

/** One order's drawer: what other devices do to it while it is open here: changed lines stay lit for 6 s, the end of it stays said (SCREENS G6). */
export function useChanges(order: OrderShape): Seen {
  const [last, setLast] = useState(order)
  const [changes, setChanges] = useState<Changes | null>(null)
  const [ended, setEnded] = useState<string | null>(null)
  if (last !== order) {
    setLast(order)
    if (order.version > last.version && !own.has(keyOf(order))) {
      const now = changesBetween(last, order)
      if (now.words.length > 0) setChanges(now)
      const end = endBetween(last, order, orderLabel(order))
      if (end) setEnded(end)
    }
  }
  useEffect(() => {
    if (!changes) return
    const timer = setTimeout(() => setChanges(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes])
  return { changes, ended }
}
