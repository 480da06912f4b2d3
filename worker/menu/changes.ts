import { getTableColumns, getTableName } from 'drizzle-orm'
import { type SQL, sql } from '../db/sql.ts'
import type { EventData } from '#domain/api/events.ts'
import { chainAfter } from '#domain/chainMenu.ts'
import { variantMoves } from '#domain/menuWrite.ts'
import { categories, menuItems, subcategories } from '../db/outlets.ts'
import { inParts } from '../db/parts.ts'
import type { Context } from '../http/context.ts'
import { counterValue, type OutEvent, type OutEventOf } from '../realtime/events.ts'
import { COUNT_ENDS, itemJson, type MenuItem, soldOutSince } from './store.ts'

/** Shared parts of menu changes: events, updates of many dishes at once, and recipes that follow renamed variants. */

type MenuChange = EventData<'menuItemUpdated'>
type PlaceChange = MenuChange extends infer Change ? (Change extends { categoryId: unknown } ? Omit<Change, 'by'> : never) : never
type OrderChange = Extract<MenuChange, { ordered: unknown }>['ordered']

/** The event's data for one dish as it is now; with `deleted`, as it was. */
export const itemChanged = (c: Context, item: MenuItem, deleted?: true): MenuChange => ({
  item: itemJson(item),
  itemId: item.id,
  ...(deleted ? { deleted } : {}),
  by: c.by,
})
export const tell = (data: MenuChange): OutEventOf<'menuItemUpdated'> => ({ event: 'menuItemUpdated', tableId: '*', data })
/** A category or subcategory changed. Screens that show the menu read it again, because only the server knows the order of the places. */
export const placeChanged = (c: Context, place: PlaceChange): OutEvent => tell({ ...place, by: c.by })

/** The order of a place changed: screens read the menu again. */
export const orderChanged = (c: Context, ordered: OrderChange): OutEvent => tell({ ordered, by: c.by })

/** `menuItemUpdated` for many dishes, two statements for each part, with `remaining` as it is at the commit. The command must set `emitsEvents`. */
export const tellMany = (c: Context, data: readonly MenuChange[]): SQL[] =>
  inParts(data).flatMap((part) => [
    sql`INSERT INTO events (restaurant_id, seq, event, table_id, data, at)
        SELECT ${c.where.restaurantId}, coalesce(${counterValue(c.where.restaurantId, 'seq')}, 0) + 1 + key, 'menuItemUpdated', '*',
               CASE WHEN json_extract(value, '$.deleted') THEN value ELSE json_set(value, '$.item.remaining', (SELECT remaining FROM menu_items WHERE id = json_extract(value, '$.itemId')), '$.item.unavailableSince', (SELECT unavailable_since FROM menu_items WHERE id = json_extract(value, '$.itemId'))) END, ${c.at} FROM json_each(${JSON.stringify(part)})`,
    sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${c.where.restaurantId}, 'seq', ${part.length}) ON CONFLICT DO UPDATE SET value = value + excluded.value`,
  ])

type ItemChange = Partial<typeof menuItems.$inferInsert>

/** Renames the recipes of renamed variants and deletes those of variants that are gone (`variantMoves`). */
export function recipesFollow({ where: { restaurantId } }: Context, list: readonly { prev: MenuItem; next: ItemChange }[]): SQL[] {
  const moves = list.flatMap(({ prev, next }) => {
    const { renamed, gone } = variantMoves(prev.variants, next.variants ?? prev.variants)
    return [...gone.map((name) => [prev.id, name, null] as const), ...renamed.map(([name, to]) => [prev.id, name, to] as const)]
  })
  return inParts(moves).flatMap((part) => {
    const these = sql`SELECT r.id, json_extract(j.value, '$[2]') AS variant FROM json_each(${JSON.stringify(part)}) j
        CROSS JOIN recipes r ON r.restaurant_id = ${restaurantId} AND r.menu_item_id = json_extract(j.value, '$[0]') AND r.variant = json_extract(j.value, '$[1]')`
    return [
      sql`DELETE FROM recipes WHERE id IN (SELECT id FROM (${these}) WHERE variant IS NULL)`,
      sql`UPDATE recipes SET variant = moved.variant FROM (${these}) moved WHERE recipes.id = moved.id`,
    ]
  })
}

/** The names of a dish's places after a change that moves it. */
export type Moved = Partial<Pick<MenuItem, 'categoryName' | 'subCategoryName'>>

/**
 * Updates many dishes, each only if its version is the one that was read, and sends an event for each. All changes name the same columns. A copy of a chain
 * menu records what of it is the outlet's own now, unless the change says so itself. The `+` makes SQLite find the dishes by id; by the restaurant's index
 * it would read the whole menu for each of them.
 */
export function updateMany(c: Context, changes: readonly { prev: MenuItem; next: ItemChange; names?: Moved }[]): SQL[] {
  if (changes.length === 0) return []
  const list = changes.map((change) => ({ ...change, next: { chain: chainAfter(change.prev, change.next), ...change.next } }))
  const columns = getTableColumns(menuItems)
  const keys = Object.keys(list[0]?.next ?? {}) as (keyof typeof columns)[]
  const driver = (key: keyof typeof columns, value: unknown) =>
    value === null || value === undefined ? null : columns[key].mapToDriverValue(value as never)
  const sent = (key: keyof typeof columns): SQL => sql`json_extract(j.value, ${sql.raw(`'$[${keys.indexOf(key) + 2}]'`)})`
  const set = keys.map((key) => sql`${sql.identifier(columns[key].name)} = ${sent(key)}`)
  if (keys.includes('available')) {
    const remaining = sql`CASE WHEN ${sent('available')} > available THEN ${COUNT_ENDS} ELSE remaining END`
    set.push(sql`remaining = ${remaining}`, sql`unavailable_since = ${soldOutSince(c.at, { available: sent('available'), remaining })}`)
  }
  // Changed codes are removed first: when two dishes swap codes, both would have the same one for a moment.
  const recoded = list.filter(({ prev, next }) => next.code !== undefined && next.code !== prev.code && prev.code !== null)
  // The same with names, which are unique in their place.
  const renamed = list.filter(
    ({ prev, next }) =>
      (next.name !== undefined && next.name !== prev.name) ||
      (next.categoryId !== undefined && (next.categoryId !== prev.categoryId || next.subCategoryId !== prev.subCategoryId)),
  )
  const these = (some: typeof list) =>
    sql`+restaurant_id = ${c.where.restaurantId} AND id IN (SELECT value FROM json_each(${JSON.stringify(some.map(({ prev }) => prev.id))}))`
  return [
    ...(recoded.length === 0 ? [] : [sql`UPDATE menu_items SET code = NULL WHERE ${these(recoded)}`]),
    ...(renamed.length === 0 ? [] : [sql`UPDATE menu_items SET name = id WHERE ${these(renamed)}`]),
    ...inParts(list, { sent: ({ next }) => next }).flatMap((part) => [
      sql`UPDATE menu_items SET version = version + 1, ${sql.join(set, sql`, `)} FROM json_each(${JSON.stringify(part.map(({ prev, next }) => [prev.id, prev.version, ...keys.map((key) => driver(key, next[key]))]))}) j
          WHERE menu_items.id = json_extract(j.value, '$[0]') AND +menu_items.restaurant_id = ${c.where.restaurantId} AND menu_items.version = json_extract(j.value, '$[1]')`,
      sql`INSERT INTO guard (version) SELECT NULL WHERE changes() <> ${part.length}`,
    ]),
    ...recipesFollow(c, list),
    ...tellMany(
      c,
      list.map(({ prev, next, names }) => itemChanged(c, { ...prev, ...next, ...names, version: prev.version + 1 } as MenuItem)),
    ),
  ]
}

/** The position after the last matching row, for a category, subcategory or dish that is added. */
export const lastPosition = (table: typeof categories | typeof subcategories | typeof menuItems, where: SQL): SQL =>
  sql`(SELECT coalesce(max(position), -1) + 1 FROM ${sql.identifier(getTableName(table))} WHERE ${where})`

/**
 * Deletes all dishes of a place, as they were read, and sends an event for each. A dish that was added to the place meanwhile fails the batch: it needs an
 * event too, so the command reads again.
 */
export const emptyPlace = (c: Context, items: readonly MenuItem[], place: SQL): SQL[] => [
  ...deleteItems(
    c.where.restaurantId,
    items.map((i) => i.id),
  ),
  sql`INSERT INTO guard (version) SELECT NULL WHERE EXISTS (SELECT 1 FROM menu_items WHERE restaurant_id = ${c.where.restaurantId} AND ${place})`,
  ...tellMany(
    c,
    items.map((item) => itemChanged(c, { ...item, version: item.version + 1 }, true)),
  ),
]

/** Deletes dishes with their recipes. Old orders keep their own copies. */
export function deleteItems(restaurantId: string, ids: readonly string[]): SQL[] {
  const these = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  return [
    sql`DELETE FROM recipes WHERE restaurant_id = ${restaurantId} AND menu_item_id IN ${these}`,
    sql`DELETE FROM menu_items WHERE restaurant_id = ${restaurantId} AND id IN ${these}`,
    sql`INSERT INTO guard (version) SELECT NULL WHERE changes() <> ${ids.length}`,
  ]
}
