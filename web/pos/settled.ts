import { restaurantIdNow, sessionNow } from '#web/core/session.ts'
import { createStore, useStore } from '#web/core/store.ts'
import type { Settled } from '#web/shared/order/pay/useSettle.tsx'

/** What this till settled last, and for whom: nobody else who signs in here sees it. */
type Kept = { settled: Settled; at: string; userId: string; restaurantId: string }
const store = createStore<Kept | null>(null)

export function keepSettled(settled: Settled): void {
  const { user } = sessionNow()
  if (user) store.set({ settled, at: new Date().toISOString(), userId: user._id, restaurantId: restaurantIdNow() })
}
export const forgetSettled = (): void => store.set(null)

/** The last settlement, with its change to give. It is kept until the next order begins, also while another page is open. */
export function useSettled(): Kept | null {
  const kept = useStore(store)
  return kept && kept.userId === sessionNow().user?._id && kept.restaurantId === restaurantIdNow() ? kept : null
}
