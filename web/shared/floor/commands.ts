import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { ApiError, call, messageOf, wasShown } from '#web/core/api.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { apiQuery } from '#web/core/query.ts'
import { markMerged } from '#web/shared/order/changes.ts'
import { moveTableDraft } from '#web/shared/order/drafts.ts'
import { absorb } from '#web/core/liveCache.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { listed } from './floor.ts'

/**
 * Moves this order, even if items were added meanwhile. Sending its version makes sure that no other order is moved if the table has a new one;
 * if another device added items, the call is repeated with the new version.
 */
async function moveOrder(client: QueryClient, order: OrderShape, from: TableShape, to: TableShape) {
  let version = order.version
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call('POST /tables/move', { body: { fromTableId: from._id, toTableId: to._id, version } })
      absorb(client, answer)
      moveTableDraft({ id: from._id }, { id: to._id, tableNumber: to.tableNumber })
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) absorb(client, error.details)
      const now = error.details.order as OrderShape | undefined
      if (error.code !== 'version_conflict' || now?._id !== order._id || now.orderStatus !== 'pending' || tries >= 3) throw error
      version = now.version
    }
  }
}

/** `move(order, from, to)`: at once, with Undo for 5 s, which moves it back (SCREENS journey 4). False when it failed; the error was shown. */
export function useMove() {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  return useMemo(
    () => ({
      pending,
      move: async (
        order: OrderShape,
        from: TableShape,
        to: TableShape,
        {
          onUndone,
          onTaken,
        }: { onUndone?: () => void; /** The target was taken meanwhile: offers to merge instead. */ onTaken?: () => void } = {},
      ): Promise<boolean> => {
        setPending(true)
        const label = `${tableLabel(from.tableNumber)} moved to ${tableLabel(to.tableNumber)}`
        let moved = order
        const done = await undoable({
          label,
          id: `move:${order._id}`,
          do: async () => {
            try {
              moved = (await moveOrder(client, order, from, to)).order
            } catch (error) {
              if (onTaken && error instanceof ApiError && error.code === 'table_occupied') {
                error.shown = true
                snack.error(error.message, { seconds: 10, action: { label: 'Merge', run: onTaken } })
              }
              throw error
            }
          },
          undo: async () => {
            await moveOrder(client, moved, to, from)
            snack.success(`Back at ${tableLabel(from.tableNumber)}`)
            onUndone?.()
          },
        })
        setPending(false)
        return done
      },
    }),
    [client, pending],
  )
}

/** `merge(parent, children)`: their lines go to the parent's order. Returns the error message, or null on success. */
export function useMerge() {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  return useMemo(
    () => ({
      pending,
      merge: async (parent: TableShape, children: readonly TableShape[]): Promise<string | null> => {
        setPending(true)
        const open = client.getQueryData(apiQuery('GET /orders/restaurant/pending').queryKey)
        markMerged(
          open?.orders ?? [],
          children.map((t) => t._id),
        )
        try {
          const answer = await call('POST /tables/merge', {
            body: { parentTableId: parent._id, childTableIds: children.map((t) => t._id) },
          })
          absorb(client, answer)
          for (const child of children) moveTableDraft({ id: child._id }, { id: parent._id, tableNumber: parent.tableNumber })
          snack.success(`${listed(children.map((t) => tableLabel(t.tableNumber)))} merged into ${tableLabel(parent.tableNumber)}`)
          return null
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) absorb(client, error.details)
          return wasShown(error) ? '' : messageOf(error)
        } finally {
          setPending(false)
        }
      },
    }),
    [client, pending],
  )
}
