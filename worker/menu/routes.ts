import { sql } from '../db/sql.ts'
import type { menu as contract } from '#domain/api/menu/menu.ts'
import { chainAfter } from '#domain/chainMenu.ts'
import { mustBeVersion, notFound } from '#domain/errors.ts'
import { mustBeSignedInForMenu } from '#domain/qr.ts'
import { command } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { first, outletDb, shardsOf } from '../db/index.ts'
import { must, none, only, read, readOne } from '../db/reads.ts'
import { mustHaveChanged, update } from '../db/rows.ts'
import { menuItems } from '../db/outlets.ts'
import type { Handlers } from '../http/implement.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { businessDate } from '#domain/time.ts'
import { itemJson, menuOf, readItems, readMenu, readRanking, readTrending, COUNT_ENDS, countedNow, soldOutSince } from './store.ts'

/**
 * The restaurant of a public read. A member of staff may name only its own (CONTRACT §2); where the menu needs a sign-in, the public needs a diner's
 * token (CONTRACT §9). Throws 404, 403 `login_required`.
 */
async function publicRestaurant(c: Context, id: string): Promise<Restaurant> {
  const own = c.session?.restaurant
  if (own && own.id === id) return own
  if (own && c.session?.principal.role !== 'user') throw notFound('Restaurant details not found')
  const found = await findRestaurant(c.env, id)
  if (!found || found.approvalStatus !== 'approved') throw notFound('Restaurant details not found')
  const role = c.session?.principal.role
  mustBeSignedInForMenu(found.qrSettings, role === 'user' || role === 'admin')
  return found
}

export const menuHandlers: Handlers<typeof contract> = {
  'POST /menus/restaurant': async (c, { body }) => {
    const restaurant = await publicRestaurant(c, body.restaurantId)
    return { menu: { categories: menuOf(await read(outletDb(c.env, restaurant.shard), readMenu(restaurant.id))) } }
  },
  'POST /menus/trending': async (c, { body }) => {
    const restaurant = await publicRestaurant(c, body.restaurantId)
    const today = businessDate(c.now, restaurant.clock)
    const role = c.session?.principal.role
    const { items, ranking } = await read(outletDb(c.env, restaurant.shard), {
      items: readTrending(restaurant.id, today),
      // Sales rankings beyond the ten best sellers are only for the restaurant's own staff.
      ranking: role === undefined || role === 'user' ? none : readRanking(restaurant.id, today),
    })
    return { items: items.map(itemJson), ...(ranking ? { ranking: ranking.map((r) => r.id) } : {}) }
  },
  'POST /menus/categories': async (c, { body }) => {
    const restaurant = await publicRestaurant(c, body.restaurantId)
    return {
      categories: menuOf(await read(outletDb(c.env, restaurant.shard), readMenu(restaurant.id))).map(
        ({ menuItems: own, subcategories, ...category }) => ({
          ...category,
          itemCount: own.length + subcategories.reduce((n, s) => n + s.menuItems.length, 0),
          subcategories: subcategories.map(({ menuItems: _i, ...s }) => s),
        }),
      ),
    }
  },
  'GET /menus/item/:id': async (c, { params, query }) => {
    // A diner reads any restaurant's dishes, like everybody who is not of its staff.
    const own = c.session?.principal.role === 'user' ? null : c.session?.restaurant
    if (own) {
      if (query.restaurantId) await publicRestaurant(c, query.restaurantId)
      return { item: itemJson(await readOne(c.db, must(readItems(own.id, sql`m.id = ${params.id}`), 'Item not found'))) }
    }
    const restaurant = query.restaurantId ? await publicRestaurant(c, query.restaurantId) : null
    for (const { shard, db } of shardsOf(c.env)) {
      if (restaurant && restaurant.shard !== shard) continue
      const found = await first<{ restaurant_id: string }>(db, sql`SELECT restaurant_id FROM menu_items WHERE id = ${params.id}`)
      if (!found || (restaurant && found.restaurant_id !== restaurant.id)) continue
      const of = restaurant ?? (await publicRestaurant(c, found.restaurant_id))
      const item = await readOne(db, only(readItems(of.id, sql`m.id = ${params.id}`)))
      if (item) return { item: itemJson(item) }
    }
    throw notFound('Item not found')
  },
  'PATCH /menus/item/:id/availability': (c, { params, body }) => {
    const { restaurantId } = c.where
    return command(c, {
      reads: { item: must(readItems(restaurantId, sql`m.id = ${params.id}`), 'Item not found') },
      decide: ({ item }) => {
        mustBeVersion(body.version, item, () => ({ item: itemJson(item) }))
        const change = { available: body.available, chain: chainAfter(item, body), version: item.version + 1 }
        const remaining = body.available ? COUNT_ENDS : undefined
        const next = { ...item, ...change }
        const counted = countedNow(item.id)
        return {
          statements: [
            update(
              menuItems,
              { ...change, remaining, unavailableSince: soldOutSince(c.at, { available: body.available, remaining }) },
              sql`id = ${item.id} AND restaurant_id = ${restaurantId} AND version = ${item.version}`,
            ),
            mustHaveChanged('version'),
          ],
          events: [
            {
              event: 'menuItemUpdated',
              tableId: '*',
              data: { item: itemJson(next), itemId: item.id, by: c.by },
              fill: counted,
            },
          ],
          body: { item: itemJson(next) },
          fill: counted,
        }
      },
    })
  },
}
