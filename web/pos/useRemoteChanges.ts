import { useEffect, useRef, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { type Changes, changesOf } from './changes.ts'

const SHOWN_MS = 6000

/**
 * What changed on another device, for six seconds. `mine(id)` tells it of a ticket, or `cancel:<dish>`, that comes from here, before it is sent: the event
 * may be faster than the answer. `theirs(id)` takes that back, when the event has had its time.
 */
export function useRemoteChanges(order: OrderShape | null): {
  changes: Changes | null
  mine: (id: string) => void
  theirs: (id: string) => void
} {
  const [changes, setChanges] = useState<Changes | null>(null)
  const before = useRef(order)
  const own = useRef(new Set<string>())
  useEffect(() => {
    const old = before.current
    before.current = order
    if (!old || !order) return
    const found = changesOf(old, order, own.current)
    if (found) setChanges(found)
  }, [order])
  useEffect(() => {
    if (!changes) return
    const timer = setTimeout(() => setChanges(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes])
  return {
    changes: order ? changes : null,
    mine: (id) => void own.current.add(id),
    theirs: (id) => void setTimeout(() => own.current.delete(id), SHOWN_MS),
  }
}
