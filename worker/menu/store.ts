import { type SQL, sql } from 'drizzle-orm'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { toRupees } from '#domain/money.ts'
import type { DietType } from '#domain/order.ts'
import { first, shardsOf } from '../db/index.ts'
import { categories, menuItems, subcategories } from '../db/outlets.ts'
import { decode } from '../db/rows.ts'
import type { Env } from '../env.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'

/** A menu item with the names of its places, prices in paise. */
export type MenuItem = Omit<typeof menuItems.$inferSelect, 'dietType'> & {
  dietType: DietType
  categoryName: string
  subCategoryName: string | null
}

const COLUMNS = sql`m.*, c.name AS category_name, s.name AS sub_category_name`
const FROM = sql`FROM menu_items m LEFT JOIN categories c ON c.id = m.category_id LEFT JOIN subcategories s ON s.id = m.sub_category_id`

/** A restaurant's items that fit a condition over `m`. */
export const readItems = (restaurantId: string, where: SQL = sql`true`): SQL =>
  sql`SELECT ${COLUMNS} ${FROM} WHERE m.restaurant_id = ${restaurantId} AND ${where} ORDER BY m.position, m.id`

export const itemsByIds = (restaurantId: string, ids: readonly string[]): SQL =>
  readItems(restaurantId, sql`m.id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])}))`)

export const itemOf = (row: Record<string, unknown>): MenuItem => ({
  ...(decode(menuItems, row) as MenuItem),
  categoryName: String(row.category_name ?? ''),
  subCategoryName: (row.sub_category_name as string | null) ?? null,
})

export const itemJson = (item: MenuItem): MenuItemShape => ({
  _id: item.id,
  name: item.name,
  description: item.description,
  price: toRupees(item.price),
  available: item.available,
  categoryId: item.categoryId,
  categoryName: item.categoryName,
  subCategoryId: item.subCategoryId,
  subCategoryName: item.subCategoryName,
  dietType: item.dietType,
  isAlcohol: item.isAlcohol,
  image: item.image,
  variants: item.variants.map((v) => ({ name: v.name, additionalPrice: toRupees(v.additionalPrice) })),
  addonGroups: item.addonGroups.map((g) => ({ ...g, addons: g.addons.map((a) => ({ name: a.name, price: toRupees(a.price) })) })),
  remaining: item.remaining,
  station: item.station,
  ingredients: item.ingredients,
  version: item.version,
})

/** For `fill`: the portions that are left of a dish when the batch commits. Sales count them without raising `version`, so that what was read may be old. */
export const remainingNow = (id: string): SQL => sql`(SELECT remaining FROM menu_items WHERE id = ${id})`

/** Three statements that read a whole menu; give their results to `menuOf`. */
export const readMenu = (restaurantId: string): SQL[] => [
  sql`SELECT * FROM categories WHERE restaurant_id = ${restaurantId} ORDER BY position, id`,
  sql`SELECT * FROM subcategories WHERE restaurant_id = ${restaurantId} ORDER BY category_id, position, id`,
  readItems(restaurantId),
]

type Rows = readonly Record<string, unknown>[] | undefined

export function menuOf(categoryRows: Rows, subcategoryRows: Rows, itemRows: Rows): CategoryShape[] {
  const items = (itemRows ?? []).map(itemOf)
  const subs = (subcategoryRows ?? []).map((row) => decode(subcategories, row))
  return (categoryRows ?? [])
    .map((row) => decode(categories, row))
    .map((category) => ({
      _id: category.id,
      name: category.name,
      description: category.description,
      subcategories: subs
        .filter((s) => s.categoryId === category.id)
        .map((s) => ({
          _id: s.id,
          name: s.name,
          description: s.description,
          image: s.image,
          menuItems: items.filter((i) => i.subCategoryId === s.id).map(itemJson),
        })),
      menuItems: items.filter((i) => i.categoryId === category.id && i.subCategoryId === null).map(itemJson),
    }))
}

/** The restaurant that has an item, whoever asks: every shard's primary key is looked at. Null when none does, or one that is not approved. */
export async function homeOfItem(env: Env, id: string): Promise<Restaurant | null> {
  for (const { db } of shardsOf(env)) {
    const row = await first<{ restaurant_id: string }>(db, sql`SELECT restaurant_id FROM menu_items WHERE id = ${id}`)
    if (!row) continue
    const restaurant = await findRestaurant(env, row.restaurant_id)
    if (restaurant?.approvalStatus === 'approved') return restaurant
  }
  return null
}
