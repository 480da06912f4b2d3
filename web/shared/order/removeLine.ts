import type { DraftLine } from '#domain/ticket.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import type { DraftActions } from './drafts.ts'

/** Removes a line from the unsent ticket, with Undo. */
export function removeLine({ add, remove }: Pick<DraftActions, 'add' | 'remove'>, line: DraftLine): void {
  const { key, ...item } = line
  void undoable({
    label: `Removed ${line.quantity} × ${line.itemName}`,
    id: `removed:${key}`,
    do: () => remove(key),
    undo: () => add(item),
  })
}
