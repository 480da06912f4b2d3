import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#web/core/api.ts'
import { useLiveState } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { type KitchenTicket, toCook } from './tickets.ts'

/** The most tickets of one call, by its contract. */
const MOST = 500
const AGAIN_MS = 10_000

type Shown = { kotId: string; elsewhere: string[] }

/** What a board shows of the tickets that are still to be made. `whole` are the same tickets with all of their lines: a board may show some stations only. */
export function shownTickets(onBoard: readonly KitchenTicket[], whole: readonly KitchenTicket[]): Shown[] {
  const all = onBoard === whole ? null : new Map(whole.map((ticket) => [ticket.kotId, ticket]))
  return onBoard.flatMap((ticket) => {
    const here = toCook(ticket).map((line) => line.lineId)
    if (ticket.over === 'cancelled' || here.length === 0) return []
    const other = all?.get(ticket.kotId)
    const elsewhere = other ? toCook(other).flatMap((line) => (here.includes(line.lineId) ? [] : [line.lineId])) : []
    return [{ kotId: ticket.kotId, elsewhere }]
  })
}

/**
 * Acknowledges what this board shows, by itself and each ticket once, in one call for all that is new (docs/decisions/021-kitchen-screens.md). Not while the
 * page is hidden: nobody sees it then. What could not be sent is sent again soon, and as soon as live updates are back.
 */
export function useAcknowledge(onBoard: readonly KitchenTicket[], whole: readonly KitchenTicket[], ready: boolean): void {
  const allowed = useMay('POST /kot/acknowledge').ok
  const { status } = useLiveState()
  const sent = useRef(new Map<string, string>())
  const [again, sendAgain] = useState(0)
  const send = useEffectEvent(async () => {
    if (!ready || !allowed || document.visibilityState === 'hidden') return
    const fresh = shownTickets(onBoard, whole)
      .filter(({ kotId, elsewhere }) => sent.current.get(kotId) !== elsewhere.join())
      .slice(0, MOST)
    if (fresh.length === 0) return
    for (const { kotId, elsewhere } of fresh) sent.current.set(kotId, elsewhere.join())
    try {
      await call('POST /kot/acknowledge', { body: { by: 'screen', tickets: fresh }, quiet: true })
    } catch {
      for (const { kotId } of fresh) sent.current.delete(kotId)
      sendAgain((n) => n + 1)
    }
  })
  useEffect(() => {
    void send()
  }, [onBoard, whole, ready, allowed, status])
  useEffect(() => {
    if (again === 0) return
    const timer = setTimeout(() => void send(), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [again])
  useEffect(() => {
    const shown = () => void send()
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [])
}
