import { type SQL, sql } from '../db/sql.ts'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { toRupees } from '#domain/money.ts'
import type { RecipeOf } from '#domain/stock.ts'
import { addDays } from '#domain/time.ts'
import { first, shardsOf } from '../db/index.ts'
import { type Read, rows } from '../db/reads.ts'
import { categories, menuItems, recipes, subcategories } from '../db/outlets.ts'
import { column, pick, type RowOf, shape } from '../db/rows.ts'
import type { Env } from '../env.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'

/** A menu item with the names of its places, prices in paise. */
const ITEM = shape(menuItems, {
  categoryName: column.text('category_name'),
  subCategoryName: column.orNull(column.text('sub_category_name')),
})
export type MenuItem = RowOf<typeof ITEM>

const COLUMNS = sql`m.*, coalesce(c.name, '') AS category_name, s.name AS sub_category_name`
const PLACES = sql`LEFT JOIN categories c ON c.id = m.category_id LEFT JOIN subcategories s ON s.id = m.sub_category_id`

/** A restaurant's items that fit a condition over `m`. */
export const readItems = (restaurantId: string, where: SQL = sql`true`): Read<MenuItem[]> =>
  rows(
    ITEM,
    sql`SELECT ${COLUMNS} FROM menu_items m ${PLACES} WHERE m.restaurant_id = ${restaurantId} AND ${where} ORDER BY m.position, m.id`,
  )

/** By the ids that a SELECT gives. The + keeps SQLite from reading the restaurant's whole menu to find a few dishes of it. */
export const itemsAmong = (restaurantId: string, ids: SQL, where: SQL = sql`true`): Read<MenuItem[]> =>
  rows(
    ITEM,
    sql`SELECT ${COLUMNS} FROM menu_items m ${PLACES} WHERE +m.restaurant_id = ${restaurantId} AND m.id IN (${ids}) AND ${where} ORDER BY m.position, m.id`,
  )

export const itemsByIds = (restaurantId: string, ids: readonly string[]): Read<MenuItem[]> =>
  itemsAmong(restaurantId, sql`SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])})`)

/** A dish with the fields that a send needs and its recipes. The station is the one that the dish or its category has now, which its line keeps. */
const SALE = shape(ITEM, {
  categoryStation: column.orNull(column.text('category_station')),
  recipes: column.json<RecipeOf[]>('recipes'),
})

/** The dishes that a send names, and those of the held tickets among its `kotIds`, which it may accept. */
export const itemsForSend = (restaurantId: string, ids: readonly string[], kotIds: readonly string[]): Read<RowOf<typeof SALE>[]> =>
  rows(
    SALE,
    sql`SELECT ${COLUMNS}, c.station AS category_station,
          (SELECT json_group_array(json_object('menuItemId', r.menu_item_id, 'variant', r.variant, 'ingredients', json(r.ingredients)))
           FROM recipes r WHERE r.restaurant_id = m.restaurant_id AND r.menu_item_id = m.id) AS recipes
        FROM menu_items m ${PLACES}
        WHERE +m.restaurant_id = ${restaurantId} AND m.id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])})
        UNION SELECT l.item_id FROM tickets k JOIN lines l ON l.order_id = k.order_id AND l.kot_id = k.kot_id
        WHERE k.restaurant_id = ${restaurantId} AND k.kot_id IN (SELECT value FROM json_each(${JSON.stringify(kotIds)})) AND k.held = 1)
        ORDER BY m.position, m.id`,
  )

/**
 * Dishes by portions sold in the 30 business days before `today`. Today's sales don't change their order, so it stays the same for the day; a dish that was
 * first sold today comes after them.
 */
const bestSellers = (restaurantId: string, today: string, columns: SQL, limit: number): SQL =>
  sql`SELECT ${columns}
      FROM (SELECT key, sum(count) AS sold, sum(CASE WHEN business_date < ${today} THEN count ELSE 0 END) AS sold_before
            FROM rollups WHERE restaurant_id = ${restaurantId} AND business_date >= ${addDays(today, -29)} AND kind = 'dish' GROUP BY key HAVING sold > 0) r
      JOIN menu_items m ON m.restaurant_id = ${restaurantId} AND m.id = r.key ${PLACES}
      ORDER BY r.sold_before DESC, r.sold DESC, m.id LIMIT ${limit}`

/** The ten dishes that sell most. */
export const readTrending = (restaurantId: string, today: string): Read<MenuItem[]> =>
  rows(ITEM, bestSellers(restaurantId, today, COLUMNS, 10))

/** The ids of the dishes that sell, best sellers first. */
export const readRanking = (restaurantId: string, today: string): Read<{ id: string }[]> =>
  rows(pick(menuItems, 'id'), bestSellers(restaurantId, today, sql`m.id`, 1000))

export const itemJson = (item: MenuItem): MenuItemShape => ({
  _id: item.id,
  name: item.name,
  code: item.code,
  printName: item.printName,
  description: item.description,
  price: toRupees(item.price),
  available: item.available,
  categoryId: item.categoryId,
  categoryName: item.categoryName,
  subCategoryId: item.subCategoryId,
  subCategoryName: item.subCategoryName,
  dietType: item.dietType,
  isAlcohol: item.isAlcohol,
  gstRate: item.gstRate ?? undefined,
  taxIncluded: item.taxIncluded ?? undefined,
  image: item.image,
  variants: item.variants.map((v) => ({ name: v.name, additionalPrice: toRupees(v.additionalPrice) })),
  addonGroups: item.addonGroups.map((g) => ({ ...g, addons: g.addons.map((a) => ({ name: a.name, price: toRupees(a.price) })) })),
  remaining: item.remaining,
  unavailableSince: item.unavailableSince,
  station: item.station,
  calories: item.calories,
  allergens: item.allergens,
  ingredients: item.ingredients,
  version: item.version,
  ...(item.masterId === null ? {} : { masterId: item.masterId, own: item.chain?.own ?? [] }),
})

/**
 * For `fill`: the fields of a dish that sales change without raising its `version`, as they are at the commit, because the values that were read may be out of
 * date.
 */
export const countedNow = (id: string): Record<string, SQL> => ({
  '$.item.remaining': sql`(SELECT remaining FROM menu_items WHERE id = ${id})`,
  '$.item.unavailableSince': sql`(SELECT unavailable_since FROM menu_items WHERE id = ${id})`,
})

/**
 * `unavailable_since` of a dish that is being updated: null when it is on sale afterwards, else since when it is sold out, which is `at` (UTC ISO) if it was on
 * sale before. `available` and `remaining`: what they
 * are after the update, if it changes them. In SQL, because portions may be sold between read and commit.
 */
export function soldOutSince(
  at: string,
  { available = sql`available`, remaining = sql`remaining` }: { available?: boolean | SQL; remaining?: number | null | SQL },
): SQL {
  const isOn = typeof available === 'boolean' ? Number(available) : available
  return sql`CASE WHEN ${isOn} = 1 AND ${remaining} IS NOT 0 THEN NULL ELSE coalesce(unavailable_since, ${at}) END`
}

/**
 * `remaining` of a dish that is switched on: a count that has reached 0 ends, because whoever switches a dish on sells it. In SQL, because portions may be sold
 * between read and commit.
 */
export const COUNT_ENDS: SQL = sql`nullif(remaining, 0)`

export type Category = typeof categories.$inferSelect
export type Subcategory = typeof subcategories.$inferSelect
export type Menu = { categories: Category[]; subcategories: Subcategory[]; items: MenuItem[] }

/** The reads of a whole menu, for `menuOf`. */
export const readMenu = (restaurantId: string) => ({
  categories: rows(categories, sql`SELECT * FROM categories WHERE restaurant_id = ${restaurantId} ORDER BY position, id`),
  subcategories: rows(
    subcategories,
    sql`SELECT * FROM subcategories WHERE restaurant_id = ${restaurantId} ORDER BY category_id, position, id`,
  ),
  items: readItems(restaurantId),
})

export type VariantRecipes = Pick<typeof recipes.$inferSelect, 'menuItemId' | 'variant'>[]
/** The variants of a menu that have recipes, for `recipesGone`. */
export const readVariantRecipes = (restaurantId: string): Read<VariantRecipes> =>
  rows(
    pick(recipes, 'menuItemId', 'variant'),
    sql`SELECT menu_item_id, variant FROM recipes WHERE restaurant_id = ${restaurantId} AND variant <> ''`,
  )

type Shown = {
  categories: readonly Pick<Category, 'id' | 'name' | 'description' | 'station'>[]
  subcategories: readonly Subcategory[]
  items: readonly MenuItem[]
}

/** A menu, or a part of it, as CONTRACT §4 shows it. */
export const menuOf = ({ categories: list, subcategories: subs, items }: Shown): CategoryShape[] =>
  list.map((category) => ({
    _id: category.id,
    name: category.name,
    description: category.description,
    station: category.station,
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

/** The approved restaurant that has an item, looked up by primary key in every shard; null if there is none. For callers without a restaurant. */
export async function homeOfItem(env: Env, id: string): Promise<Restaurant | null> {
  for (const { db } of shardsOf(env)) {
    const row = await first<{ restaurant_id: string }>(db, sql`SELECT restaurant_id FROM menu_items WHERE id = ${id}`)
    if (!row) continue
    const restaurant = await findRestaurant(env, row.restaurant_id)
    if (restaurant?.approvalStatus === 'approved') return restaurant
  }
  return null
}
