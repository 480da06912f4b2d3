import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TableShape } from '#domain/api/tables.ts'
import { randomId } from '#domain/ids.ts'
import { tableLabel } from '#domain/table.ts'
import { type Answer, ApiError, request } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { markOwn } from '#web/shared/order/changes.ts'
import { tablesMerged, tablesParted } from '#web/shared/order/followTables.ts'
import { absorb } from '#web/core/liveCache.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { listed } from './floor.ts'

export const labels = (tables: readonly TableShape[]): string => listed(tables.map((t) => tableLabel(t.tableNumber)))

/** As long as a repeat is the same action, in milliseconds (decision 016). */
const REPEAT_MS = 2 * 60_000
type Regrouping = 'POST /tables/merge' | 'POST /tables/unmerge'
/** The last change of a merge that wasn't answered. */
let open: { about: string; key: string; at: number } | null = null

/**
 * Merges or unmerges. The same again after a lost answer has the same key and is answered as the first was. When another one came in between it is a new action:
 * what was merged, taken apart and merged again must not be answered as the first merge was.
 */
async function regroup<K extends Regrouping>(address: K, parent: TableShape, children: readonly TableShape[]): Promise<Answer<K>> {
  const body = { parentTableId: parent._id, childTableIds: children.map((t) => t._id) }
  // With the versions that were seen: what another device has merged again meanwhile is another merge.
  const about = JSON.stringify([address, body, [parent, ...children].map((t) => t.version)])
  const isSame = open?.about === about && Date.now() - open.at < REPEAT_MS
  const action = (open = { about, key: isSame && open ? open.key : randomId(), at: Date.now() })
  const ended = () => void (open = open === action ? null : open)
  try {
    const answer = (await request(address, { body, idempotencyKey: action.key })) as Answer<K>
    ended()
    return answer
  } catch (error) {
    if (!leavesOpen(error)) ended()
    throw error
  }
}

/** Each of the children gets back its lines and its money. Throws ApiError; the current order in a 409 goes to the cache. */
export async function takeApart(client: QueryClient, parent: TableShape, children: readonly TableShape[]) {
  markOwn({ kind: 'move', tableId: parent._id })
  try {
    const answer = await regroup('POST /tables/unmerge', parent, children)
    absorb(client, answer)
    tablesParted(answer)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) absorb(client, error.details)
    throw error
  }
}

export async function join(client: QueryClient, parent: TableShape, children: readonly TableShape[]): Promise<void> {
  for (const { _id } of children) markOwn({ kind: 'move', tableId: _id })
  const answer = await regroup('POST /tables/merge', parent, children)
  absorb(client, answer)
  tablesMerged(children, parent, answer.order?._id ?? null)
}

/** Tables that are being taken out of their merge: a second press does nothing, wherever it is made. Another table of the same merge may follow. */
const parting = createStore<ReadonlySet<string>>(new Set())

/**
 * `unmerge(parent, children)`: at once, with Undo for 5 s, which merges them again (SCREENS §6.33). The message names all that left: a parent without an order
 * keeps no table. Tables without an order can't be merged, so that has no Undo. A failure is shown. `unmerging` has those under way.
 */
export function useUnmerge() {
  const client = useQueryClient()
  const unmerging = useStore(parting)
  return useMemo(
    () => ({
      unmerging,
      unmerge: async (parent: TableShape, all: readonly TableShape[]): Promise<void> => {
        const asked = all.filter((t) => !parting.get().has(t._id))
        if (asked.length === 0) return
        parting.set((now) => new Set([...now, ...asked.map((t) => t._id)]))
        try {
          const { children, order, orders } = await takeApart(client, parent, asked)
          const label = `${labels(children)} unmerged from ${tableLabel(parent.tableNumber)}`
          if (!order && orders.length === 0) snack.success(label)
          else
            await undoable({
              label,
              id: `merge:${parent._id}`,
              undo: async () => {
                await join(client, parent, children)
                snack.success(`${labels(children)} merged into ${tableLabel(parent.tableNumber)} again`)
              },
            })
        } catch (error) {
          showError(error)
        } finally {
          parting.set((now) => new Set([...now].filter((id) => !asked.some((t) => t._id === id))))
        }
      },
    }),
    [client, unmerging],
  )
}
