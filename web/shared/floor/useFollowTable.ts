import { useCallback, useRef } from 'react'
import { tableLabel } from '#domain/table.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useLive } from '#web/core/live.ts'

/** How long to ignore the event of this device's own move, which already has a snackbar with Undo. */
const OWN_MOVE_MS = 30_000

/**
 * When another device moves the order of the open table, the page follows it and shows a message. Call `movesHere` when a move starts here, so that it isn't
 * announced twice.
 */
export function useFollowTable(tableId: string | null, follow: (tableId: string) => void): { movesHere: () => void } {
  const movedAt = useRef(0)
  useLive('tableMoved', ({ from, to }) => {
    if (tableId === null || from._id !== tableId) return
    if (Date.now() - movedAt.current > OWN_MOVE_MS)
      snack.info(
        `${tableLabel(from.tableNumber)} ${from.mergedInto === to._id ? 'merged into' : 'moved to'} ${tableLabel(to.tableNumber)}`,
        {
          id: `moved:${to._id}`,
        },
      )
    follow(to._id)
  })
  const movesHere = useCallback(() => void (movedAt.current = Date.now()), [])
  return { movesHere }
}
