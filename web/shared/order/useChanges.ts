import { useEffect, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { type Changes, changesBetween, endBetween } from './changes.ts'

const SHOWN_MS = 6000

type Seen = { changes: Changes | null; ended: string | null }
const NOTHING: Seen = { changes: null, ended: null }

/**
 * Changes by other devices to the open order: changed lines are highlighted for 6 s, its end stays shown (SCREENS G6). `table`: where it is, or will be. An order
 * that another device begins at a table that was free here is a change too: what was typed here for that table may be in it already.
 */
export function useChanges(order: OrderShape | null, table: Pick<TableShape, '_id' | 'currentOrderId'> | null = null): Seen {
  const [last, setLast] = useState(order)
  const [free, setFree] = useState<string | null>(null)
  // Its table may say that it is occupied a moment before the order is there.
  if (table && !order && !table.currentOrderId && free !== table._id) setFree(table._id)
  const [seen, setSeen] = useState<Seen>(NOTHING)
  // Compared by version: `withServed` makes a new object with every render, which would loop.
  if (last?._id !== order?._id || last?.version !== order?.version) {
    setLast(order)
    if (order) setFree(null)
    const before = last ?? (order && table?._id === free ? { ...order, kots: [], version: 0 } : null)
    if (!order || before?._id !== order._id) setSeen(NOTHING)
    else {
      const changes = changesBetween(before, order)
      const ended = endBetween(before, order)
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
