import { useEffect, useState } from 'react'
import { call } from '#web/core/api.ts'
import { useMay } from '#web/core/may.ts'
import { type KitchenTicket, toCook } from './tickets.ts'

/** The most tickets of one call, by its contract. */
const MOST = 500
const AGAIN_MS = 10_000

type Shown = { kotId: string; elsewhere: string[] }

/** The lines that a board shows of tickets still to be made. `whole` are the same tickets with all their lines, because a board may show only some stations. */
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

/** Acknowledges the tickets that a screen shows, each once, with one call for all new ones. After a failure they are sent again soon. */
function createScreen() {
  let shown: readonly Shown[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const sent = new Map<string, string>()
  async function send(): Promise<void> {
    if (document.visibilityState === 'hidden') return
    const fresh = shown.filter(({ kotId, elsewhere }) => sent.get(kotId) !== elsewhere.join()).slice(0, MOST)
    if (fresh.length === 0) return
    for (const { kotId, elsewhere } of fresh) sent.set(kotId, elsewhere.join())
    try {
      await call('POST /kot/acknowledge', { body: { by: 'screen', tickets: fresh }, quiet: true })
    } catch {
      for (const { kotId } of fresh) sent.delete(kotId)
      clearTimeout(timer)
      timer = setTimeout(() => void send(), AGAIN_MS)
    }
  }
  return {
    show(tickets: readonly Shown[]): void {
      shown = tickets
      void send()
    },
    look: () => void send(),
    stop(): void {
      shown = []
      clearTimeout(timer)
    },
  }
}

/**
 * Acknowledges the tickets on this board automatically (docs/decisions/021-kitchen-screens.md), but not while the page is hidden, because nobody sees it then. `ready`:
 * the board is shown.
 */
export function useAcknowledge(onBoard: readonly KitchenTicket[], whole: readonly KitchenTicket[], ready: boolean): void {
  const allowed = useMay('POST /kot/acknowledge').ok
  const [screen] = useState(createScreen)
  useEffect(() => {
    if (ready && allowed) screen.show(shownTickets(onBoard, whole))
  }, [screen, onBoard, whole, ready, allowed])
  useEffect(() => {
    document.addEventListener('visibilitychange', screen.look)
    return () => {
      document.removeEventListener('visibilitychange', screen.look)
      screen.stop()
    }
  }, [screen])
}
