import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { countText } from '#domain/menuWrite.ts'
import { matchingDishes } from '#domain/dishSearch.ts'

type Subcategory = CategoryShape['subcategories'][number]

/** All dishes of a category: its own first, then those of its subcategories, as guests read them. */
export const dishesOf = (category: CategoryShape): MenuItemShape[] => [
  ...category.menuItems,
  ...category.subcategories.flatMap((sub) => sub.menuItems),
]

/** `2 subcategories and 9 items`: what a category holds, and what deleting it would delete. */
export function contentsOf(category: CategoryShape): string {
  const items = dishesOf(category).length
  const subs = category.subcategories.length
  const own: [number, string, string][] = [[items, 'item', 'items']]
  return countText(subs > 0 ? [[subs, 'subcategory', 'subcategories'], ...own] : own)
}
export const itemsOf = (sub: Pick<Subcategory, 'menuItems'>): string => countText([[sub.menuItems.length, 'item', 'items']])

/** Entries in the order of the ids; what the ids don't name comes after them, as it stood. */
export function inOrder<T extends { id: string }>(entries: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, i) => [id, i]))
  const placeOf = ({ id }: T) => places.get(id) ?? ids.length
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The ids of the dishes that a search finds, null while nothing is searched: by the rule of the counter (domain/dishSearch), and all dishes of a
 * category or subcategory whose name has the text.
 */
export function foundIn(categories: readonly CategoryShape[], search: string): ReadonlySet<string> | null {
  const text = search.trim()
  if (text === '') return null
  const asked = plain(text)
  const inPlace = categories.flatMap((category) =>
    plain(category.name).includes(asked)
      ? dishesOf(category)
      : category.subcategories.filter((sub) => plain(sub.name).includes(asked)).flatMap((sub) => sub.menuItems),
  )
  const dishes = categories.flatMap(dishesOf)
  return new Set([...matchingDishes(dishes, text), ...inPlace].map((item) => item._id))
}

/** "3 variants, 2 addon groups": what a guest can choose with a dish. */
export const optionsText = ({ variants, addonGroups }: Pick<MenuItemShape, 'variants' | 'addonGroups'>): string =>
  [
    ...(variants.length > 0 ? [countText([[variants.length, 'variant', 'variants']])] : []),
    ...(addonGroups.length > 0 ? [countText([[addonGroups.length, 'addon group', 'addon groups']])] : []),
  ].join(', ')
