import { call } from '#web/core/api.ts'

const counted = new Set<string>()

/** Counts that a dish was looked at or put in the cart, once per page session (SPEC §7). It runs in the background, and a failure is ignored. */
export function count(kind: 'view' | 'cart', itemId: string): void {
  const key = `${kind} ${itemId}`
  if (counted.has(key)) return
  counted.add(key)
  const options = { params: { id: itemId }, quiet: true }
  void (kind === 'view' ? call('POST /statistics/view/:id', options) : call('POST /statistics/cart/:id', options)).catch(() => undefined)
}
