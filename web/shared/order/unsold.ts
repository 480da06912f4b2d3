import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Kot } from '#domain/api/order.ts'
import { allItems } from '#domain/menu.ts'
import { isCancelled } from '#domain/order.ts'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { lineTrouble, type Refusal, refusedStill } from './cart.ts'
import { waits } from './held.ts'

/** How many portions of a line can't be sold now, and why, as the guest reads it. */
type Unsold = { quantity: number; why: string }
type Dish = Pick<MenuItemShape, 'available' | 'remaining' | 'version'>

/**
 * What of a guest's ticket can't be sold now, by `lineId`: by the menu, and by the server's last refusals, which may be newer than the menu. What is left of a
 * counted dish goes to the ticket's lines in their order.
 */
export function unsoldOf(
  { items }: Pick<Kot, 'items'>,
  dishes: ReadonlyMap<string, Dish>,
  refused: readonly Refusal[],
): Map<string, Unsold> {
  const found = new Map<string, Unsold>()
  const taken = new Map<string, number>()
  for (const line of items) {
    if (isCancelled(line)) continue
    const dish = dishes.get(line._id)
    const before = taken.get(line._id) ?? 0
    const wanted = before + line.quantity
    const why = lineTrouble(dish, wanted)
    const short = dish?.available && dish.remaining !== null ? Math.min(line.quantity, wanted - dish.remaining) : line.quantity
    const isRefused = refused.some((one) => one.itemId === line._id && refusedStill(one, dishes))
    if (why) found.set(line.lineId, { quantity: short, why })
    else if (isRefused) found.set(line.lineId, { quantity: line.quantity, why: 'Not available' })
    taken.set(line._id, wanted - (why ? short : 0))
  }
  return found
}

const refusals = createStore<readonly Refusal[]>([])
const NOTHING: ReadonlyMap<string, Unsold> = new Map()

/** `unsoldOf` for a ticket that waits, and `refuse` for the server's refusal of a dish. Before the menu is loaded nothing is known. */
export function useUnsold(kot: Kot) {
  const restaurantId = useRestaurantId()
  const refused = useStore(refusals)
  const on = restaurantId !== '' && waits(kot)
  const menu = useQuery({ ...apiQuery('POST /menus/restaurant', { body: { restaurantId } }), enabled: on }).data?.menu
  const dishes = useMemo(() => new Map((on && menu ? allItems<MenuItemShape>(menu) : []).map((item) => [item._id, item])), [on, menu])
  const unsold = useMemo(() => (dishes.size > 0 ? unsoldOf(kot, dishes, refused) : NOTHING), [kot, dishes, refused])
  return {
    unsold,
    refuse: (itemId: string, message: string) =>
      refusals.set((all) => [...all.filter((one) => one.itemId !== itemId), { itemId, message, version: dishes.get(itemId)?.version }]),
  }
}
