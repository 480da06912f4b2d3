import { useRef } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { tableLabel } from '#domain/table.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useLive } from '#web/core/live.ts'
import { to } from '#web/core/to.ts'
import { endedText } from '#web/shared/order/label.ts'
import type { Opened } from './useOpened.ts'

const OWN_MOVE_MS = 30_000
const idOf = (value: unknown): string | null => (value as { _id?: string } | null | undefined)?._id ?? null

/** The counter goes along when its order moves, and says so, as it says that the order ended elsewhere. `movesHere()`: this device moves it itself. */
export function useFollow({ target, order, label, count, go }: Opened, paying: boolean): { movesHere: () => void } {
  const movedAt = useRef(0)
  useLive('tableMoved', (data) => {
    const from = idOf(data.from)
    const into = data.to as { _id?: string; tableNumber?: string } | undefined
    if (target.kind !== 'table' || !from || from !== target.tableId || !into?._id) return
    // What was moved here has its own words, with Undo.
    if (Date.now() - movedAt.current > OWN_MOVE_MS)
      snack.info(`${label} moved to ${tableLabel(into.tableNumber ?? '')}`, { id: `moved:${into._id}` })
    go(to.pos({ table: into._id }), { replace: true, free: true })
  })
  useLive('orderCompleted', (data) => {
    const ended = data.order as OrderShape | undefined
    // With unsent items the dialog asks; the pay panel says it itself.
    if (!ended || ended._id !== order?._id || paying || count > 0) return
    snack.info(endedText(ended), { id: `over:${ended._id}` })
  })
  return { movesHere: () => void (movedAt.current = Date.now()) }
}
