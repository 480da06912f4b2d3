import { sql } from '../db/sql.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { menuOrder as contract } from '#domain/api/menu/order.ts'
import { checkOrder } from '#domain/menuOrder.ts'
import { command } from '../command/command.ts'
import { categories, menuItems, subcategories } from '../db/outlets.ts'
import { rows } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { orderChanged } from './changes.ts'
import { placeOf, readPlaces } from './places.ts'

/** The rows that a body puts in order: their table, and the condition that they fit. */
function listOf(restaurantId: string, body: BodyOf<typeof contract, 'PUT /menus/order'>) {
  const own = sql`restaurant_id = ${restaurantId}`
  if (body.kind === 'categories') return { table: categories, where: own, categoryId: null, subCategoryId: null }
  const { categoryId } = body
  const inCategory = sql`${own} AND category_id = ${categoryId}`
  if (body.kind === 'subcategories') return { table: subcategories, where: inCategory, categoryId, subCategoryId: null }
  const subCategoryId = body.subCategoryId ?? null
  return { table: menuItems, where: sql`${inCategory} AND sub_category_id IS ${subCategoryId}`, categoryId, subCategoryId }
}

export const menuOrderHandlers: Handlers<typeof contract> = {
  'PUT /menus/order': (c, { body }) => {
    const { restaurantId } = c.where
    const { table, where, categoryId, subCategoryId } = listOf(restaurantId, body)
    const { ids } = body
    return command(c, {
      reads: {
        ...readPlaces(restaurantId),
        list: rows(pick(table, 'id'), sql`SELECT id FROM ${table} WHERE ${where} ORDER BY position, id`),
      },
      decide: ({ list, ...places }) => {
        if (categoryId !== null) placeOf(places, categoryId, subCategoryId)
        const current = list.map(({ id }) => id)
        checkOrder(ids, current)
        const answer = { body: { message: 'The order is saved.' } }
        if (ids.every((id, i) => id === current[i])) return { statements: [], ...answer }
        return {
          statements: [
            // The version of a dish stays the same, because its new position is no conflict for somebody who edits the dish.
            sql`UPDATE ${table} SET position = j.key FROM json_each(${JSON.stringify(ids)}) j WHERE ${table}.id = j.value AND ${table}.id IN (SELECT id FROM ${table} WHERE ${where})`,
            // Nothing was added, moved or deleted since it was read.
            sql`INSERT INTO guard (version) SELECT NULL WHERE changes() <> ${ids.length} OR (SELECT count(*) FROM ${table} WHERE ${where}) <> ${ids.length}`,
          ],
          events: [orderChanged(c, { kind: body.kind, categoryId, subCategoryId })],
          ...answer,
        }
      },
    })
  },
}
