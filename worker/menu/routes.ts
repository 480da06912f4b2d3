import { sql } from 'drizzle-orm'
import type { menu as contract } from '#domain/api/menu/menu.ts'
import { notFound, versionConflict } from '#domain/errors.ts'
import { addDays } from '#domain/time.ts'
import { arm, commit, replay, storedAnswer } from '../command/command.ts'
import { type Context, clockOf } from '../http/context.ts'
import { all, batch, first, outletDb, shardsOf } from '../db/index.ts'
import { update } from '../db/rows.ts'
import { menuItems } from '../db/outlets.ts'
import type { Handlers } from '../http/implement.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { businessDate } from '#domain/time.ts'
import { itemJson, itemOf, menuOf, readItems, readMenu, remainingNow } from './store.ts'

/** The restaurant of a public read. A member of staff may name only its own (CONTRACT §2). Throws 404. */
async function publicRestaurant(c: Context, id: string): Promise<Restaurant> {
  const own = c.session?.restaurant
  if (own && own.id === id) return own
  if (own && c.session?.principal.role !== 'user') throw notFound('Restaurant details not found')
  const found = await findRestaurant(c.env, id)
  if (!found || found.approvalStatus !== 'approved') throw notFound('Restaurant details not found')
  return found
}

export const menuHandlers: Handlers<typeof contract> = {
  'POST /menus/restaurant': async (c, { body }) => {
    const restaurant = await publicRestaurant(c, body.restaurantId)
    const [categories, subs, items] = await batch(outletDb(c.env, restaurant.shard), readMenu(restaurant.id))
    return { menu: { categories: menuOf(categories, subs, items) } }
  },
  'POST /menus/trending': async (c, { body }) => {
    const restaurant = await publicRestaurant(c, body.restaurantId)
    const since = addDays(businessDate(c.now, clockOf(restaurant)), -29)
    const rows = await all<Record<string, unknown>>(
      outletDb(c.env, restaurant.shard),
      sql`SELECT m.*, c.name AS category_name, s.name AS sub_category_name
          FROM (SELECT key, sum(count) AS sold FROM rollups WHERE restaurant_id = ${restaurant.id} AND business_date >= ${since} AND kind = 'dish' GROUP BY key HAVING sold > 0) r
          JOIN menu_items m ON m.restaurant_id = ${restaurant.id} AND m.id = r.key
          LEFT JOIN categories c ON c.id = m.category_id LEFT JOIN subcategories s ON s.id = m.sub_category_id
          ORDER BY r.sold DESC, m.id LIMIT 10`,
    )
    return { items: rows.map(itemOf).map(itemJson) }
  },
  'POST /menus/categories': async (c, { body }) => {
    const restaurant = await publicRestaurant(c, body.restaurantId)
    const [categories, subs, items] = await batch(outletDb(c.env, restaurant.shard), readMenu(restaurant.id))
    return {
      categories: menuOf(categories, subs, items).map(({ menuItems: own, subcategories, ...category }) => ({
        ...category,
        itemCount: own.length + subcategories.reduce((n, s) => n + s.menuItems.length, 0),
        subcategories: subcategories.map(({ menuItems: _i, ...s }) => s),
      })),
    }
  },
  'GET /menus/item/:id': async (c, { params, query }) => {
    // A diner reads any restaurant's dishes, like everybody who is not of its staff.
    const own = c.session?.principal.role === 'user' ? null : c.session?.restaurant
    if (own) {
      if (query.restaurantId) await publicRestaurant(c, query.restaurantId)
      const row = await first<Record<string, unknown>>(c.db, readItems(own.id, sql`m.id = ${params.id}`))
      if (!row) throw notFound('Item not found')
      return { item: itemJson(itemOf(row)) }
    }
    const restaurant = query.restaurantId ? await publicRestaurant(c, query.restaurantId) : null
    for (const { shard, db } of shardsOf(c.env)) {
      if (restaurant && restaurant.shard !== shard) continue
      const found = await first<{ restaurant_id: string }>(db, sql`SELECT restaurant_id FROM menu_items WHERE id = ${params.id}`)
      if (!found || (restaurant && found.restaurant_id !== restaurant.id)) continue
      const of = restaurant ?? (await publicRestaurant(c, found.restaurant_id))
      const row = await first<Record<string, unknown>>(db, readItems(of.id, sql`m.id = ${params.id}`))
      if (row) return { item: itemJson(itemOf(row)) }
    }
    throw notFound('Item not found')
  },
  'PATCH /menus/item/:id/availability': async (c, { params, body }) => {
    arm(c)
    return commit(c, async () => {
      const { id } = c.restaurant
      const [stored, rows] = await batch(c.db, [storedAnswer(c), readItems(id, sql`m.id = ${params.id}`)])
      const again = replay(c, stored)
      if (again) return again
      if (!rows?.[0]) throw notFound('Item not found')
      const item = itemOf(rows[0])
      if (body.version !== undefined && body.version !== item.version) throw versionConflict({ item: itemJson(item) })
      const change = {
        available: body.available,
        version: item.version + 1,
        unavailableSince: body.available ? null : (item.unavailableSince ?? c.at),
      }
      // On sale again means that nobody counts what is left any more, when the count was what had run out. By the row: portions are sold meanwhile.
      const remaining = body.available ? sql`nullif(remaining, 0)` : undefined
      const next = { ...item, ...change }
      return {
        statements: [
          update(menuItems, { ...change, remaining }, sql`id = ${item.id} AND restaurant_id = ${id} AND version = ${item.version}`),
          sql`INSERT INTO guard (version) SELECT NULL WHERE changes() = 0`,
        ],
        events: [
          {
            event: 'menuItemUpdated',
            tableId: '*',
            data: { item: itemJson(next), itemId: item.id, by: c.principal.name },
            fill: { '$.item.remaining': remainingNow(item.id) },
          },
        ],
        status: 200,
        body: { item: itemJson(next) },
        fill: { '$.item.remaining': remainingNow(item.id) },
      }
    })
  },
}
