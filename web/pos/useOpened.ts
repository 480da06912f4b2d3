import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OrderType } from '#domain/order.ts'
import { tableLabel } from '#domain/table.ts'
import { useLeaveCheck } from '#web/app/leave.tsx'
import { useProfile } from '#web/core/profile.ts'
import { to } from '#web/core/to.ts'
import { sessionNow } from '#web/core/session.ts'
import { awaitsOrder, headOf } from '#web/shared/floor/floor.ts'
import { useServing, withServed } from '#web/shared/floor/serve.ts'
import { useFloor } from '#web/shared/floor/useFloor.ts'
import { draftLabel, draftNow, freeParcelKey, isNumbered, tableKey, useAllDrafts, useDraft } from '#web/shared/order/drafts.ts'
import { orderLabel } from '#web/shared/order/label.ts'
import { useOpenOrders } from '#web/shared/order/useOpenOrders.ts'
import { PARCEL, parcelTypeOf, sameTarget, targetOf } from '#web/shared/order/target.ts'

/** The table or parcel that the counter has open, read from the address, with its order and this device's unsent ticket; or nothing yet. */
export function useOpened() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const profile = useProfile()
  const floor = useFloor()
  const { orders: open, query: pending } = useOpenOrders()
  // Parcels also show at once what this device serves, as tables do.
  const orders = withServed(open, useServing())
  const drafts = useAllDrafts()

  const tablesOn = profile?.isTableEnabled ?? true
  const target = targetOf(search, {
    orders,
    loaded: pending.data !== undefined,
    drafts,
    defaultType: profile?.pos_default_order_type ?? 'Dine In',
    tablesOn,
  })
  const asked = target.kind === 'table' ? floor.byId(target.tableId) : undefined
  // A merged table shares its parent's order.
  const entry = asked && headOf(asked, floor.tables)
  const orderId = target.kind === 'parcel' ? target.orderId : null
  const order = target.kind === 'table' ? (entry?.order ?? null) : (orders.find((o) => o._id === orderId) ?? null)
  const type: OrderType = target.kind === 'parcel' || target.kind === 'start' ? target.type : 'Dine In'
  const key = target.kind === 'table' ? tableKey(entry?.table._id ?? target.tableId) : target.kind === 'parcel' ? target.key : ''
  const base =
    target.kind === 'table'
      ? { tableNumber: entry?.table.tableNumber ?? null, orderId: order?._id ?? null }
      : // Until the orders are loaded, a ticket stays with the order that it was sent to.
        { orderType: type, orderId: order?._id ?? (pending.data ? null : orderId) }
  const { draft, meta, failed, count, ...edit } = useDraft(key, base)
  const label = entry
    ? entry.label
    : order
      ? orderLabel(order)
      : key
        ? draftLabel({ key, meta: { ...meta, orderType: type } }, tableLabel)
        : type
  const loading =
    target.kind === 'loading' ||
    (target.kind === 'table' && floor.isPending) ||
    awaitsOrder(entry, order, pending) ||
    // Goes on to the restaurant's default order type, see below.
    target.kind === 'start'
  const gone = target.kind === 'gone' || (target.kind === 'table' && !floor.isPending && !asked && !floor.failed)

  const leaving = useRef(false)
  /** `free`: leaves without asking about unsent items. `atOnce`: rendered before the next key is handled, which would otherwise act on the order that was open before. */
  const go = useCallback(
    (path: string, { replace = false, free = false, atOnce = false } = {}) => {
      leaving.current = free
      void navigate(path, { replace, flushSync: atOnce })
    },
    [navigate],
  )

  // The restaurant's default order type, once it is known.
  const start = target.kind === 'start' && (profile || search.get('type')) ? target.type : null
  useEffect(() => {
    if (start === 'Dine In') go(to.pos({ type: 'dine-in' }), { replace: true, free: true })
    else if (start) go(to.pos({ draft: freeParcelKey(start) }), { replace: true, free: true })
  }, [start, go])

  const [answerLeaving, setAnswerLeaving] = useState<((leave: boolean) => void) | null>(null)
  const leavingTo = useRef('')
  useLeaveCheck({
    loses: ({ from, to: next }) => {
      if (leaving.current) {
        leaving.current = false
        return false
      }
      if (sessionNow().status !== 'in' || !key || !draftNow(key)?.draft) return false
      leavingTo.current = next.search
      return from.pathname !== next.pathname || !sameTarget(from.search, next.search)
    },
    ask: () =>
      new Promise((resolve) => {
        setAnswerLeaving(() => (leave: boolean) => {
          setAnswerLeaving(null)
          resolve(leave)
        })
      }),
  })

  return {
    search,
    floor,
    pending,
    tablesOn,
    target,
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
    label,
    loading,
    gone,
    go,
    /** Set while LeaveDialog asks about the unsent items: call it with whether to leave. */
    answerLeaving,
    /** Then: what the items can become that belong to no order yet: the new parcel that is being opened, or Dine In, at a table to be chosen. */
    along: () => {
      const next = new URLSearchParams(leavingTo.current)
      const parcel = next.get('draft') ?? ''
      const isNew = PARCEL.test(parcel) && isNumbered(parcel) && !draftNow(parcel)
      const other = isNew ? parcelTypeOf(parcel) : next.get('type') === 'dine-in' ? 'Dine In' : type
      return base.orderId || failed || other === type ? null : { type: other, parcel: isNew ? parcel : null }
    },
  }
}
export type Opened = ReturnType<typeof useOpened>
