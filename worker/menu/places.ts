import { type SQL, sql } from '../db/sql.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { asListed } from '#domain/station.ts'
import { categories, subcategories } from '../db/outlets.ts'
import { rows, type ValuesOf } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import type { MenuItem } from './store.ts'

/** The place of a dish on the menu: its category and subcategory. */

export const readPlaces = (restaurantId: string) => ({
  categories: rows(pick(categories, 'id', 'name'), sql`SELECT id, name FROM categories WHERE restaurant_id = ${restaurantId}`),
  subcategories: rows(
    pick(subcategories, 'id', 'name', 'categoryId'),
    sql`SELECT id, name, category_id FROM subcategories WHERE restaurant_id = ${restaurantId}`,
  ),
})
type Places = ValuesOf<ReturnType<typeof readPlaces>>
export type Place = Pick<MenuItem, 'categoryId' | 'categoryName' | 'subCategoryId' | 'subCategoryName'>

/** Throws 404 for a category, or a subcategory of it, that the restaurant doesn't have. */
export function placeOf(places: Places, categoryId: string, subCategoryId: string | null): Place {
  const category = places.categories.find((k) => k.id === categoryId)
  if (!category) throw notFound('Category not found')
  const sub = subCategoryId === null ? null : places.subcategories.find((s) => s.id === subCategoryId && s.categoryId === categoryId)
  if (sub === undefined) throw notFound('Subcategory not found')
  return { categoryId, categoryName: category.name, subCategoryId, subCategoryName: sub?.name ?? null }
}

/** A guard: the place still exists at the commit. */
export const placeIsThere = (restaurantId: string, categoryId: string, subCategoryId: string | null = null): SQL =>
  sql`INSERT INTO guard (version) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM categories WHERE id = ${categoryId} AND restaurant_id = ${restaurantId})
      OR (${subCategoryId} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM subcategories WHERE id = ${subCategoryId} AND category_id = ${categoryId} AND restaurant_id = ${restaurantId}))`

export const duplicate = (what: string, name: string) => conflict('duplicate', `${what} named "${name}" is there already.`)

/** A station that a dish or a category names, as the restaurant's list spells it; null for none. */
export const listedStation = (c: Context, name: string | null | undefined): string | null =>
  asListed(printSettingsOf(c.restaurant.printSettings).stations, name)
