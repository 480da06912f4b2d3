import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { ApiError, call, messageOf, wasShown } from '#web/core/api.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { apiQuery } from '#web/core/query.ts'
import { markOwn } from '#web/shared/order/changes.ts'
import { markMerged } from '#web/shared/order/markMerged.ts'
import { orderMoved } from '#web/shared/order/followTables.ts'
import { absorb } from '#web/core/liveCache.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { join, labels, takeApart } from './commands.ts'
import { orderOfRefusal } from '#web/shared/order/refused.ts'

/**
 * Moves this order, even if items were added meanwhile. Sending its version makes sure that no other order is moved if the table has a new one;
 * if another device added items, the call is repeated with the new version.
 */
async function moveOrder(client: QueryClient, order: OrderShape, from: TableShape, to: TableShape) {
  let version = order.version
  markOwn({ kind: 'move', tableId: from._id })
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call('POST /tables/move', { body: { fromTableId: from._id, toTableId: to._id, version } })
      absorb(client, answer)
      orderMoved(from, to, answer.order)
      return answer.order
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) absorb(client, error.details)
      const now = orderOfRefusal(error)
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
              moved = await moveOrder(client, order, from, to)
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

/** `merge(parent, children)`: their lines go to the parent's order, with Undo for 5 s. Returns the error message, or null on success. */
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
          await join(client, parent, children)
          await undoable({
            label: `${labels(children)} merged into ${tableLabel(parent.tableNumber)}`,
            id: `merge:${parent._id}`,
            undo: async () => {
              await takeApart(client, parent, children)
              snack.success(`${labels(children)} unmerged again`)
            },
          })
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
