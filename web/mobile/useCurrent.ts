import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OrderType } from '#domain/order.ts'
import { tableLabel } from '#domain/table.ts'
import { useProfile } from '#web/core/profile.ts'
import { to } from '#web/core/to.ts'
import { awaitsOrder, type FloorTable, headOf } from '#web/shared/floor/floor.ts'
import { useServing, withServed } from '#web/shared/floor/serve.ts'
import { useFloor } from '#web/shared/floor/useFloor.ts'
import { useFollowTable } from '#web/shared/floor/useFollowTable.ts'
import {
  type DraftMeta,
  draftLabel,
  draftNow,
  freeParcelKey,
  isNumbered,
  moveDraft,
  tableKey,
  useAllDrafts,
  useDraft,
} from '#web/shared/order/drafts.ts'
import { orderLabel } from '#web/shared/order/label.ts'
import { parcelTypeOf } from '#web/shared/order/target.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { keep, lastUnsent, NO_TABLE, readKey, useKept } from './kept.ts'

/**
 * The order that the phone has open: the one in the address, else the one that was open last, else a new one. `page` makes the address of the
 * page that asks, so that a reload finds the same order.
 */
export function useCurrent(page: (search: { draft: string; pay?: boolean }) => string) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const profile = useProfile()
  const floor = useFloor()
  const { orders: open, query: pending } = useOpenOrders()
  const orders = withServed(open, useServing())
  const drafts = useAllDrafts()
  const kept = useKept()

  const tablesOn = profile?.isTableEnabled ?? true
  const start = profile ? newKey(profile.pos_default_order_type, tablesOn) : null
  const asked = readKey(search.get('draft'))
  const at = asked ?? kept ?? lastUnsent(drafts) ?? start
  const go = (key: string, { replace = false, pay = false } = {}) => {
    keep(key)
    void navigate(page({ draft: key, pay }), { replace })
  }
  useEffect(() => {
    if (asked !== null) keep(asked)
    else if (at !== null) void navigate(page({ draft: at }), { replace: true })
  }, [asked, at, navigate, page])

  const tableId = at?.startsWith('table:') ? at.slice('table:'.length) : null
  const found = floor.byId(tableId)
  // A merged table shares the order of the table it was merged into.
  const entry = found && headOf(found, floor.tables)
  const key = entry ? tableKey(entry.table._id) : at === null || at === NO_TABLE ? '' : at
  const parcel = key !== '' && tableId === null
  const [, id] = key.split(':')
  const orderId = parcel ? (drafts.find((d) => d.key === key)?.meta.orderId ?? (isNumbered(key) ? null : id)) : null
  const order = (parcel ? orders.find((o) => o._id === orderId) : entry?.order) ?? null
  const type: OrderType = parcel ? (order?.orderType ?? parcelTypeOf(key)) : 'Dine In'
  const base = tableId
    ? { tableNumber: entry?.table.tableNumber ?? null, orderId: order?._id ?? null }
    : { orderType: type, orderId: order?._id ?? (pending.data ? null : orderId) }
  const { draft, meta, failed, count, ...edit } = useDraft(key, base)
  useFollowTable(tableId, (table, id) => go(tableKey(table), { replace: true, pay: search.get('pay') === '1' && id === order?._id }))

  /** Sets another type or table for unsent items. An order that the kitchen has keeps its type, and a new order begins instead. */
  const moveTo = (next: string, place: Partial<DraftMeta> = {}) => {
    // A send without an answer may have arrived, so that ticket is not moved.
    if (key && next !== key && !base.orderId && !failed) moveDraft(key, next, place)
    go(next)
  }
  return {
    floor,
    pending,
    tablesOn,
    entry,
    order,
    type,
    key,
    base,
    draft,
    meta,
    failed,
    count,
    edit,
    label: entry
      ? entry.label
      : order
        ? orderLabel(order)
        : key
          ? draftLabel({ key, meta: { ...meta, orderType: type } }, tableLabel)
          : type,
    loading:
      at === null || (tableId !== null && floor.isPending) || (orderId !== null && pending.isPending) || awaitsOrder(entry, order, pending),
    /** The query that must be loaded before it is known whether there is an order. */
    broken: tableId !== null && floor.failed ? floor.failed : orderId !== null && pending.isError && !pending.data ? pending : null,
    /** Why there is nothing to show: the table or order in the address no longer exists. */
    gone:
      tableId !== null && !floor.isPending && !floor.failed && !entry
        ? 'This table no longer exists'
        : // Its unsent items are asked about first.
          parcel && !isNumbered(key) && pending.data !== undefined && !order && !draft
          ? 'This order is over'
          : null,
    go,
    /** A table must be chosen for Dine In: `toTable` does both. */
    toParcel: (next: 'Take Away' | 'Delivery') => moveTo(freeParcelKey(next)),
    toTable: (chosen: FloorTable) => {
      const { table, order: there } = headOf(chosen, floor.tables)
      const next = tableKey(table._id)
      // As with items that are typed at that table: if its order ends before they are sent, they are asked about.
      const forOrder = draftNow(next)?.meta.orderId ?? meta.orderId ?? there?._id ?? null
      moveTo(next, { tableId: table._id, tableNumber: table.tableNumber, orderId: forOrder })
    },
  }
}
export type Current = ReturnType<typeof useCurrent>

/** Begins an order of the restaurant's usual type. */
export function useBegin(): () => void {
  const navigate = useNavigate()
  const profile = useProfile()
  return () => {
    const key = newKey(profile?.pos_default_order_type ?? 'Take Away', profile?.isTableEnabled ?? true)
    keep(key)
    void navigate(to.mobileMenu({ draft: key }))
  }
}

/** The key of a new order of a type. */
const newKey = (type: OrderType, tablesOn: boolean): string =>
  type === 'Dine In' && tablesOn ? NO_TABLE : freeParcelKey(type === 'Delivery' ? 'Delivery' : 'Take Away')
