import { useCallback, useRef } from 'react'
import { tableLabel } from '#domain/table.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useLive } from '#web/core/live.ts'

/** An own move is told with Undo already, as long as its event may take. */
const OWN_MOVE_MS = 30_000

/**
 * The order of the table that is open here was moved: the page follows it, and says so. Call `movesHere` when a move begins on this device, which then
 * isn't told twice.
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
