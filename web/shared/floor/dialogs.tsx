import { Combine, Move, Split } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { tableLabel } from '#domain/table.ts'
import { createPart } from '#web/app/part.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { useUnmerge } from './commands.ts'
import { type FloorTable, headOf, listed, togetherLabel } from './floor.ts'
import { focusCardIfLost } from './focus.ts'
import type { Floor } from './useFloor.ts'

/** Their scripts are loaded right after the page's. */
const moveDialog = createPart(async () => ({ default: (await import('./MoveAndMerge.tsx')).MoveDialog }))
const mergeDialog = createPart(async () => ({ default: (await import('./MoveAndMerge.tsx')).MergeDialog }))
const fetchDialogs = () => {
  moveDialog.fetch()
  mergeDialog.fetch()
}

type Asked = { kind: 'move'; tableId: string } | { kind: 'merge'; tableId: string; chosen: readonly string[] }

/**
 * Move, Merge and Unmerge for a page: `menuFor(entry)` gives the items of a card’s ⋮; `move`, `merge` and `unmerge` are for buttons. Render `dialogs` once.
 */
export function useFloorDialogs(
  floor: Floor,
  {
    onMoved,
    onUndone,
    onMerged,
  }: {
    onMoved?: (from: FloorTable, to: FloorTable) => void
    onUndone?: (from: FloorTable, to: FloorTable) => void
    onMerged?: (parent: FloorTable) => void
  } = {},
) {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(fetchDialogs, [])
  const ask = (what: Asked) => {
    // Tried again, if they could not be loaded with the page.
    fetchDialogs()
    setAsked(what)
  }
  const who = useWho()
  const close = (to = floor.byId(asked?.tableId)) => {
    setAsked(null)
    if (to) focusCardIfLost(to.table.tableNumber)
  }
  const move = (entry: FloorTable) => ask({ kind: 'move', tableId: entry.table._id })
  const merge = (entry: FloorTable, chosen: readonly FloorTable[] = []) =>
    ask({ kind: 'merge', tableId: entry.table._id, chosen: chosen.map((t) => t.table._id) })
  const entry = asked ? floor.byId(asked.tableId) : undefined

  const moveReason = (t: FloorTable): string | null => why.move(t.order, who, t.unsent)
  const mergeReason = why.merge(who)
  const { unmerge: takeApart, unmerging: parting } = useUnmerge()
  const unmerge = (t: FloorTable) => void takeApart(headOf(t, floor.tables).table, t.parent ? [t.table] : t.children)
  const unmerging = (t: FloorTable): boolean => headOf(t, floor.tables).children.some(({ _id }) => parting.has(_id))
  const unmergeReason = (t: FloorTable): string | null => why.unmerge(t.order, who)
  const menuFor = (card: FloorTable): MenuEntry[] => {
    const head = headOf(card, floor.tables)
    return [
      card.parent ? { heading: `${card.label} is with ${head.label}` } : null,
      {
        key: 'move',
        label: card.parent ? `Move ${togetherLabel(head)}` : 'Move',
        icon: <Move />,
        onSelect: () => move(head),
        disabledReason: moveReason(head),
      },
      {
        key: 'merge',
        label: card.parent ? `Merge into ${head.label}` : 'Merge',
        icon: <Combine />,
        onSelect: () => merge(head),
        disabledReason: mergeReason,
      },
      card.parent || card.children.length > 0
        ? {
            key: 'unmerge',
            label: `Unmerge ${card.parent ? card.label : listed(card.children.map((t) => tableLabel(t.tableNumber)))}`,
            icon: <Split />,
            onSelect: () => unmerge(card),
            disabledReason: unmergeReason(card),
          }
        : null,
    ]
  }

  const dialogs: ReactNode =
    !asked || !entry ? null : asked.kind === 'move' ? (
      <moveDialog.Part
        key={asked.tableId}
        entry={entry}
        floor={floor}
        onClose={close}
        onMoved={(to) => onMoved?.(entry, to)}
        onUndone={(to) => onUndone?.(entry, to)}
        onMergeInstead={(into) => merge(into, [entry])}
      />
    ) : (
      <mergeDialog.Part
        key={`merge:${asked.tableId}`}
        entry={entry}
        floor={floor}
        chosen={asked.chosen}
        onClose={() => close()}
        onMerged={onMerged}
      />
    )
  return { move, merge, unmerge, unmerging, menuFor, moveReason, mergeReason, unmergeReason, dialogs }
}
