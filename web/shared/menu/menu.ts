import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { allItems, isSoldOut } from '#domain/menu.ts'
import { toPaise } from '#domain/money.ts'
import type { DraftLine, NewDraftLine } from '#domain/ticket.ts'
import { useDates } from '#web/core/dates.ts'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { useNow } from '#web/ui/hooks.ts'
import { trendingOfDay } from './trending.ts'

export type MenuSection = { id: string; name: string; items: MenuItemShape[]; soldOut: number }

/** The menu for taking orders: categories with their dishes, trending ones first, with live availability. */
export function useMenu() {
  const restaurantId = useRestaurantId()
  const enabled = restaurantId !== ''
  const query = useQuery({ ...apiQuery('POST /menus/restaurant', { body: { restaurantId } }), enabled })
  // The menu works without the trending list, so its failure isn't shown.
  const trend = useQuery({ ...apiQuery('POST /menus/trending', { body: { restaurantId } }), enabled })
  const menu = query.data?.menu
  const known = useMemo(() => {
    const items = menu ? allItems<MenuItemShape>(menu) : []
    const sections: MenuSection[] = (menu?.categories ?? []).map((category) => {
      const own = allItems<MenuItemShape>({ categories: [category] })
      return { id: category._id, name: category.name, items: own, soldOut: own.filter(isSoldOut).length }
    })
    return { items, sections: sections.filter((s) => s.items.length > 0), byId: new Map(items.map((item) => [item._id, item])) }
  }, [menu])
  const date = useDates().date(useNow())
  const trending = useMemo(
    () =>
      trendingOfDay(
        restaurantId,
        date,
        (trend.data?.items ?? []).map((item) => item._id),
      ).flatMap((id) => known.byId.get(id) ?? []),
    [restaurantId, date, trend.data, known],
  )
  // The ids of all that sells, best sellers first, for the search.
  const best = useMemo(() => trend.data?.ranking ?? trending.map((item) => item._id), [trend.data, trending])
  // They stand first: dishes that are shown before them would be pushed down. A list that is slow to fail is not waited for.
  const awaitsTrending = trending.length === 0 && trend.isPending && trend.failureCount === 0
  return { ...known, trending, best, query, isPending: query.isPending || (!query.isError && awaitsTrending), error: query.error }
}
export type MenuData = ReturnType<typeof useMenu>

export { isSoldOut }

/** "3 left", when fewer than 10 portions of a counted dish are left. */
export const leftText = (item: Pick<MenuItemShape, 'available' | 'remaining'>): string | null =>
  item.available && item.remaining !== null && item.remaining > 0 && item.remaining < 10 ? `${item.remaining} left` : null

export type Choice = { variant?: string | null; addons?: Record<string, Record<string, number>>; note?: string; quantity?: number }

/** A line for the open ticket from a dish and the choices, at the menu's prices. */
export function lineOf(item: MenuItemShape, { variant, addons = {}, note = '', quantity = 1 }: Choice = {}): NewDraftLine {
  const chosen = item.variants.find((v) => v.name === variant)
  return {
    _id: item._id,
    itemName: item.name,
    price: item.price,
    quantity,
    variants: chosen ? [{ name: chosen.name, additionalPrice: chosen.additionalPrice }] : [],
    addonGroups: item.addonGroups.flatMap((group) => {
      const taken = group.addons.flatMap(({ name, price }) => {
        const n = addons[group.name]?.[name] ?? 0
        return n > 0 ? [{ name, quantity: n, price }] : []
      })
      return taken.length > 0 ? [{ name: group.name, addons: taken }] : []
    }),
    additionalItemNote: note.trim(),
    dietType: item.dietType,
    isAlcohol: item.isAlcohol,
  }
}

/** The choices of a line, for editing. */
export const choiceOf = (line: DraftLine | NewDraftLine): Required<Choice> => ({
  variant: line.variants[0]?.name ?? null,
  addons: Object.fromEntries(line.addonGroups.map((g) => [g.name, Object.fromEntries(g.addons.map((a) => [a.name, a.quantity]))])),
  note: line.additionalItemNote,
  quantity: line.quantity,
})

type WithMods = Pick<DraftLine, 'variants' | 'addonGroups'>
/** Variants and addons, each on a line below the dish: "4 Pcs +180.00", "+ 2 Cheese Slice 60.00". */
export function modsOf(line: WithMods, { prices = false }: { prices?: boolean } = {}): string[] {
  const amount = (rupees: number) => (toPaise(rupees) / 100).toFixed(2)
  return [
    ...line.variants.map((v) =>
      prices && v.additionalPrice ? `${v.name} ${v.additionalPrice > 0 ? '+' : '−'}${amount(Math.abs(v.additionalPrice))}` : v.name,
    ),
    ...line.addonGroups.flatMap((g) =>
      g.addons.map(
        (a) => `+ ${a.quantity > 1 ? `${a.quantity} ` : ''}${a.name}${prices && a.price ? ` ${amount(a.price * a.quantity)}` : ''}`,
      ),
    ),
  ]
}
