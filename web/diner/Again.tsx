import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { allItems } from '#domain/menu.ts'
import { repeatRound } from '#domain/ticket.ts'
import { call, messageOf } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { cart } from './cart.ts'
import { go } from './router.ts'
import { snack } from './Snack.tsx'

/** Puts those dishes of an order that are still on sale into the cart, at today's prices, and names the others. `all`: also what was cancelled. */
export function Again({ order, label, all = false }: { order: Pick<OrderShape, 'restaurantId' | 'kots'>; label: string; all?: boolean }) {
  const { restaurantId } = order
  const [busy, setBusy] = useState(false)
  async function again() {
    setBusy(true)
    try {
      const { menu } = await call('POST /menus/restaurant', { body: { restaurantId } })
      const wanted = order.kots.flatMap(({ items }) => items).filter(({ status }) => all || status !== 'Cancelled')
      const lines = repeatRound({ items: wanted.map((item) => ({ ...item, status: 'Served' as const })) }, allItems(menu))
      for (const line of lines) cart.add(restaurantId, line)
      // The lines are in the order of what was wanted.
      let next = 0
      const left = wanted.flatMap(({ _id, itemName }) => (lines[next]?._id === _id && ++next ? [] : [itemName]))
      if (lines.length === 0) snack('None of these dishes is available today.', { tone: 'error' })
      else {
        if (left.length > 0) snack(`Not available today, and not in your cart: ${[...new Set(left)].join(', ')}.`)
        go(to.dinerCart())
      }
    } catch (error) {
      snack(messageOf(error), { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button-quiet" disabled={busy} onClick={() => void again()}>
      {label}
    </button>
  )
}
