import { changeDraft, draftNow, placed, tableKey } from './drafts.ts'

/**
 * Call it before tables are merged, or an order moves from a child to the parent: `giveBack` gives each table its unsent ticket back, for Undo. If one was changed
 * meanwhile, all stays as it is, and the answer is false. `orderOf` is the order that a table has again, by the table's id.
 */
export function rememberDrafts(
  parent: { id: string },
  children: readonly { id: string }[],
): {
  merged: () => void
  giveBack: (orderOf: (tableId: string) => string | null) => boolean
} {
  const before = [parent, ...children].map(({ id }) => ({ id, stored: draftNow(tableKey(id)) }))
  // Without the order, and when it was noted: the table's may be another one by then, and that is no change of the ticket.
  const together = () =>
    JSON.stringify(before.map(({ id }) => ({ ...draftNow(tableKey(id)), at: 0, meta: { ...draftNow(tableKey(id))?.meta, orderId: null } })))
  let joined = ''
  return {
    merged: () => void (joined = together()),
    giveBack: (orderOf) => {
      if (together() !== joined) return false
      for (const { id, stored } of before)
        changeDraft(tableKey(id), () => stored && { ...stored, meta: placed(stored.meta, { orderId: orderOf(id) }) })
      return true
    },
  }
}
