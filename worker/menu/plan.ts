import { type SQL, sql } from '../db/sql.ts'
import type { DishFields } from '#domain/menuCsv.ts'
import type { menuItems as itemsTable } from '../db/outlets.ts'
import { categories, menuItems, subcategories } from '../db/outlets.ts'
import { inParts } from '../db/parts.ts'
import { onlyKnown } from '../db/reads.ts'
import { insertMany } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { sha256 } from '../http/hash.ts'
import { itemChanged, type Moved, tellMany, updateMany } from './changes.ts'
import { listedStation } from './places.ts'
import type { Menu, MenuItem } from './store.ts'

/** The id of what a preview shows: plans with the same id do the same. */
export const planId = (shown: unknown): string => sha256(JSON.stringify(shown)).slice(0, 32)

type NewDish = DishFields & { id: string; categoryId: string; subCategoryId: string | null } & Partial<
    Pick<MenuItem, 'image' | 'masterId' | 'chain'>
  >

/** The changes that an import or a push of a chain menu makes to a menu. */
export type MenuPlan = {
  categories: readonly { id: string; name: string; station?: string | null }[]
  subcategories: readonly { id: string; name: string; categoryId: string }[]
  created: readonly NewDish[]
  updated: readonly { prev: MenuItem; next: Partial<typeof itemsTable.$inferInsert>; names?: Moved }[]
}

const last = (rows: readonly { position: number }[]) => rows.reduce((most, { position }) => Math.max(most, position), -1)

/** The statements of a plan for one batch, with the events of its dishes. New places and dishes come after the existing ones. */
export function planStatements(c: Context, plan: MenuPlan, { categories: places, subcategories: subs, items }: Menu): SQL[] {
  const { restaurantId } = c.where
  const categoryNames = new Map([...places, ...plan.categories].map((p) => [p.id, p.name]))
  const subNames = new Map([...subs, ...plan.subcategories].map((s) => [s.id, s.name]))
  const rows = plan.created.map((dish, i) => ({
    image: null,
    masterId: null,
    chain: null,
    ...dish,
    station: listedStation(c, dish.station),
    restaurantId,
    remaining: null,
    ingredients: [],
    position: last(items) + 1 + i,
    version: 1,
    unavailableSince: dish.available ? null : c.at,
  }))
  const used = [...rows, ...plan.updated.map(({ next }) => next)]
  /** Breaks when a category or subcategory of the plan has been deleted since. */
  const stand = (table: 'categories' | 'subcategories', ids: readonly (string | null | undefined)[]) => {
    const distinct = [...new Set(ids.filter((id) => id != null))]
    return sql`INSERT INTO guard (version) SELECT NULL WHERE (SELECT count(*) FROM ${sql.identifier(table)} WHERE restaurant_id = ${restaurantId} AND id IN (SELECT value FROM json_each(${JSON.stringify(distinct)}))) <> ${distinct.length}`
  }
  return [
    // The plan compared its names with those that were read.
    onlyKnown(
      sql`SELECT id, name FROM categories WHERE restaurant_id = ${restaurantId}`,
      places.map((p) => [p.id, p.name]),
    ),
    onlyKnown(
      sql`SELECT id, name, category_id FROM subcategories WHERE restaurant_id = ${restaurantId}`,
      subs.map((s) => [s.id, s.name, s.categoryId]),
    ),
    onlyKnown(
      sql`SELECT id, name, category_id, sub_category_id FROM menu_items WHERE restaurant_id = ${restaurantId}`,
      items.map((i) => [i.id, i.name, i.categoryId, i.subCategoryId]),
    ),
    ...inParts(
      plan.categories.map((p, i) => ({ ...p, station: listedStation(c, p.station), restaurantId, position: last(places) + 1 + i })),
    ).map((part) => insertMany(categories, part)),
    ...inParts(plan.subcategories.map((s, i) => ({ ...s, restaurantId, position: last(subs) + 1 + i }))).map((part) =>
      insertMany(subcategories, part),
    ),
    // Before the new dishes: one of them may have the name or code that a dish gives up.
    ...updateMany(c, plan.updated),
    ...inParts(rows).map((part) => insertMany(menuItems, part)),
    stand(
      'categories',
      used.map((r) => r.categoryId),
    ),
    stand(
      'subcategories',
      used.map((r) => r.subCategoryId),
    ),
    ...tellMany(
      c,
      rows.map((r) =>
        itemChanged(c, {
          ...r,
          categoryName: categoryNames.get(r.categoryId) ?? '',
          subCategoryName: r.subCategoryId === null ? null : (subNames.get(r.subCategoryId) ?? null),
        }),
      ),
    ),
  ]
}
