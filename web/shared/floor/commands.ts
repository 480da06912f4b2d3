import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { ApiError, call, messageOf, wasShown } from '#web/core/api.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { apiQuery } from '#web/core/query.ts'
import { markMerged, markOwn } from '#web/shared/order/changes.ts'
import { orderMoved, tablesMerged, tablesParted } from '#web/shared/order/followTables.ts'
import { absorb } from '#web/core/liveCache.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { listed } from './floor.ts'
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

const labels = (tables: readonly TableShape[]): string => listed(tables.map((t) => tableLabel(t.tableNumber)))

/** Each of the children gets back its lines and its money. Throws ApiError; the current order in a 409 goes to the cache. */
async function takeApart(client: QueryClient, parent: TableShape, children: readonly TableShape[]) {
  markOwn({ kind: 'move', tableId: parent._id })
  try {
    const answer = await call('POST /tables/unmerge', { body: { parentTableId: parent._id, childTableIds: children.map((t) => t._id) } })
    absorb(client, answer)
    tablesParted(answer)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) absorb(client, error.details)
    throw error
  }
}

async function join(client: QueryClient, parent: TableShape, children: readonly TableShape[]): Promise<void> {
  for (const { _id } of children) markOwn({ kind: 'move', tableId: _id })
  const answer = await call('POST /tables/merge', { body: { parentTableId: parent._id, childTableIds: children.map((t) => t._id) } })
  absorb(client, answer)
  tablesMerged(children, parent, answer.order?._id ?? null)
}

/**
 * `unmerge(parent, children)`: at once, with Undo for 5 s, which merges them again (SCREENS §6.33). The message names all that left: a parent without an order
 * keeps no table. Tables without an order can't be merged, so that has no Undo. A failure is shown.
 */
export function useUnmerge() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      unmerge: async (parent: TableShape, asked: readonly TableShape[]): Promise<boolean> => {
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
          return true
        } catch (error) {
          showError(error)
          return false
        }
      },
    }),
    [client],
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
