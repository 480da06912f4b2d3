import { useEffect } from 'react'
import { formatPaise } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { restaurantIdNow, sessionNow } from '#web/core/session.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { draftNow, forgetOrder } from './drafts.ts'
import type { Settled } from './pay/useSettle.tsx'

/** The last settlement of this till, with the person who made it: nobody else who signs in here sees it. */
type Kept = { settled: Settled; at: string; userId: string; restaurantId: string }
const store = createStore<Kept | null>(null)

function keepSettled(settled: Settled): void {
  const { user } = sessionNow()
  if (user) store.set({ settled, at: new Date().toISOString(), userId: user._id, restaurantId: restaurantIdNow() })
}

/**
 * After the payment that ended an order: keeps it for the card, and drops the order's ticket. True when items of the ticket `key` are still unsent: the
 * conflict dialog then asks whether to keep them as a new order, so the page stays and the change to give is in a snackbar.
 */
export function closeSettled(settled: Settled, key: string): boolean {
  keepSettled(settled)
  forgetOrder(settled.order._id)
  const unsent = Boolean(draftNow(key)?.draft)
  if (unsent && settled.change > 0) snack.success(`Change to give ${formatPaise(settled.change)}`, { seconds: 30 })
  return unsent
}
export const forgetSettled = (): void => store.set(null)

/** Removes the card when the next order has begun, because by then the change was given. */
export function useForgetSettled(begun: boolean): void {
  useEffect(() => {
    if (begun) forgetSettled()
  }, [begun])
}

/** The last settlement, with its change to give. It is kept until the next order begins, also while another page is open. */
export function useSettled(): Kept | null {
  const kept = useStore(store)
  return kept && kept.userId === sessionNow().user?._id && kept.restaurantId === restaurantIdNow() ? kept : null
}
