import { useCallback, useRef } from 'react'
import { tableLabel } from '#domain/table.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useLive } from '#web/core/live.ts'

/** How long the event of this device's own move may take; that move already has a snackbar with Undo. */
const OWN_MOVE_MS = 30_000

/**
 * When the order of the open table is moved, the page follows it and says so. Call `movesHere` when a move starts on this device, so that it isn't
 * announced twice.
 */
export function useFollowTable(tableId: string | null, follow: (tableId: string) => void): { movesHere: () => void } {
  const movedAt = useRef(0)
  useLive('tableMoved', ({ from, to }) => {
    if (tableId === null || from._id !== tableId) return
    if (Date.now() - movedAt.current > OWN_MOVE_MS)
      snack.info(`${tableLabel(from.tableNumber)} moved to ${tableLabel(to.tableNumber)}`, { id: `moved:${to._id}` })
    follow(to._id)
  })
  const movesHere = useCallback(() => void (movedAt.current = Date.now()), [])
  return { movesHere }
}
