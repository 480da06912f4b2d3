import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useLive } from '#web/core/live.ts'
import { movedHere } from '#web/shared/order/changes.ts'
import { draftNow, tableKey } from '#web/shared/order/drafts.ts'
import { hasNextGuests, onMissedMove } from '#web/shared/order/followTables.ts'
import { listed } from './floor.ts'

/**
 * When another device moves the order of the open table or merges the table, the page follows it and shows a message; and goes back when the merge is undone.
 * `follow` gets the order that is at the table then. This device's own moves are followed too, and have a snackbar with Undo already.
 */
export function useFollowTable(tableId: string | null, follow: (tableId: string, orderId: string | null) => void): void {
  const client = useQueryClient()
  /** The merge that brought the page to its table. */
  const merge = useRef<{ child: string; parent: string } | null>(null)
  useEffect(() => {
    if (merge.current?.parent !== tableId) merge.current = null
  }, [tableId])
  const went = (to: string, orderId: string | null, child?: string) => {
    merge.current = child ? { child, parent: to } : null
    follow(to, orderId)
  }
  const say = (table: TableShape, what: string) => {
    if (!movedHere(table._id)) snack.info(what, { id: 'moved' })
  }

  useLive('tableMoved', ({ from, to, order, orderId }, { seq }) => {
    if (from._id !== tableId || hasNextGuests(client, tableId, seq)) return
    say(from, `${tableLabel(from.tableNumber)} ${order ? 'moved to' : 'merged into'} ${tableLabel(to.tableNumber)}`)
    went(to._id, orderId, order ? undefined : tableId)
  })
  useLive('tablesUnmerged', ({ parent, children, orders }) => {
    if (parent._id !== tableId) return
    say(parent, `${listed(children.map((t) => tableLabel(t.tableNumber)))} unmerged from ${tableLabel(parent.tableNumber)}`)
    const child = merge.current?.parent === tableId && children.find(({ _id }) => _id === merge.current?.child)?._id
    if (!child) return
    const hasDraft = (id: string) => draftNow(tableKey(id))?.draft
    // What was typed meanwhile stays with the parent, and so does the page.
    if (!hasDraft(tableId) || hasDraft(child)) went(child, orders.find((order) => order.tableId === child)?._id ?? null)
  })
  const missed = useEffectEvent<Parameters<typeof onMissedMove>[0]>(({ from, to, orderId, merged }) => {
    if (from._id === tableId) went(to._id, orderId, merged ? tableId : undefined)
  })
  useEffect(() => onMissedMove((move) => missed(move)), [])
}
