import type { BrowserContext } from '@playwright/test'
import type { Json, Site } from './bench.ts'

export const DISHES = 500

const dishesOf = (menu: Json): Json[] =>
  (menu.categories as Json[]).flatMap((c) => [...c.menuItems, ...c.subcategories.flatMap((s: Json) => s.menuItems)])

/** The menu with `DISHES` dishes: each category's are repeated under names and ids of their own. */
function grown(menu: Json): Json {
  const times = Math.ceil(DISHES / dishesOf(menu).length)
  const repeated = (items: Json[]) =>
    Array.from({ length: times }, (_, n) =>
      items.map((i) => (n === 0 ? i : { ...i, _id: `${i._id}-${n}`, name: `${i.name} ${n}`, code: null })),
    ).flat()
  return {
    ...menu,
    categories: (menu.categories as Json[]).map((c) => ({
      ...c,
      menuItems: repeated(c.menuItems),
      subcategories: c.subcategories.map((s: Json) => ({ ...s, menuItems: repeated(s.menuItems) })),
    })),
  }
}

/** A device whose menu has `DISHES` dishes. */
export const withBigMenu = (context: BrowserContext) =>
  context.route('**/v1/menus/restaurant', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as Json
    await route.fulfill({ response: answer, json: { ...body, menu: grown(body.menu as Json) } })
  })

/** Dishes that are never sold out and need no choice. */
export async function plainDishes({ call }: Site): Promise<Json[]> {
  const { tables } = await call('GET /tables')
  const { menu } = await call('POST /menus/restaurant', { restaurantId: tables[0].restaurantId })
  return dishesOf(menu).filter((i) => i.available && i.remaining === null && i.variants.length === 0 && i.addonGroups.length === 0)
}
