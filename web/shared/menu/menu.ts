import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { allItems, isSoldOut } from '#domain/menu.ts'
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
  // They are shown first, so dishes shown earlier would be pushed down: the menu waits for this list, but not when it is slow to fail.
  const awaitsTrending = trending.length === 0 && trend.isPending && trend.failureCount === 0
  return { ...known, trending, best, query, isPending: query.isPending || (!query.isError && awaitsTrending), error: query.error }
}
export type MenuData = ReturnType<typeof useMenu>

export { isSoldOut }

/** "3 left", when fewer than 10 portions of a counted dish are left. */
export const leftText = (item: Pick<MenuItemShape, 'available' | 'remaining'>): string | null =>
  item.available && item.remaining !== null && item.remaining > 0 && item.remaining < 10 ? `${item.remaining} left` : null
