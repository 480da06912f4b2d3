import { sql } from 'drizzle-orm'
import type { saved as contract } from '#domain/api/menu/saved.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import { command, PLATFORM } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { batch, outletDb, run } from '../db/index.ts'
import { read } from '../db/reads.ts'
import { savedItems } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { homeOfItem, itemJson, itemsByIds, type MenuItem } from './store.ts'
import { paged } from '../http/paging.ts'

/** Whose list it is. Throws 403: a guest of a table has a session but no account, hence no address. */
function account(c: Context): string {
  if (c.principal.email === '') throw forbidden('Sign in with your mobile number to keep a list.', 'account_required')
  return c.principal.accountId
}

type Saved = { menu_item_id: string; saved_at: string; restaurant_id: string; restaurant_name: string; shard: string }

/** A page of the list, and how long it is. Items of restaurants that nobody may see now are not in it, and come back with them. */
async function page(c: Context, accountId: string, limit: number, offset: number): Promise<{ rows: Saved[]; total: number }> {
  const from = sql`FROM saved_items s JOIN restaurants r ON r.id = s.restaurant_id AND r.deleted_at IS NULL AND r.approval_status = 'approved' WHERE s.account_id = ${accountId}`
  const [rows, count] = await batch(c.env.PLATFORM, [
    sql`SELECT s.menu_item_id, s.saved_at, s.restaurant_id, r.establishment_name AS restaurant_name, r.shard ${from} ORDER BY s.saved_at DESC, s.menu_item_id LIMIT ${limit} OFFSET ${offset}`,
    sql`SELECT count(*) AS n ${from}`,
  ])
  return { rows: (rows ?? []) as Saved[], total: Number(count?.[0]?.n ?? 0) }
}

/** The dishes that are still there: one batch a shard. */
async function dishesOf(c: Context, rows: readonly Saved[]): Promise<Map<string, MenuItem>> {
  const found = new Map<string, MenuItem>()
  await Promise.all(
    [...new Set(rows.map((r) => r.shard))].map(async (shard) => {
      const here = rows.filter((r) => r.shard === shard)
      const ofRestaurant = (id: string) => here.filter((r) => r.restaurant_id === id).map((r) => r.menu_item_id)
      const reads = Object.fromEntries(here.map(({ restaurant_id: id }) => [id, itemsByIds(id, ofRestaurant(id))]))
      for (const item of Object.values(await read(outletDb(c.env, shard), reads)).flat()) found.set(item.id, item)
    }),
  )
  return found
}

export const savedHandlers: Handlers<typeof contract> = {
  'POST /menus/item/save': async (c, { body: { menuItemId } }) => {
    const accountId = account(c)
    return command(c, {
      on: PLATFORM,
      reads: {},
      decide: async () => {
        const home = await homeOfItem(c.env, menuItemId)
        if (!home) throw notFound('Item not found')
        return {
          statements: [sql`${insert(savedItems, { accountId, menuItemId, restaurantId: home.id, savedAt: c.at })} ON CONFLICT DO NOTHING`],
          body: { saved: true },
        }
      },
    })
  },
  'DELETE /menus/item/:id/unsave': async (c, { params }) => {
    await run(c.env.PLATFORM, sql`DELETE FROM saved_items WHERE account_id = ${account(c)} AND menu_item_id = ${params.id}`)
    return { message: 'Taken off your list.' }
  },
  'GET /menus/item/:id/saved': async (c, { params }) => {
    const rows = await batch(c.env.PLATFORM, [
      sql`SELECT 1 FROM saved_items WHERE account_id = ${account(c)} AND menu_item_id = ${params.id}`,
    ])
    return { saved: (rows[0]?.length ?? 0) > 0 }
  },
  'GET /menus/saved': async (c, { query: { page: currentPage, limit } }) => {
    const accountId = account(c)
    for (let tries = 0; ; tries++) {
      const { rows, total } = await page(c, accountId, limit, (currentPage - 1) * limit)
      const dishes = await dishesOf(c, rows)
      const gone = rows.filter((r) => !dishes.has(r.menu_item_id)).map((r) => r.menu_item_id)
      if (gone.length > 0) {
        // A dish was deleted in its shard, which doesn't know who had saved it: the list forgets it when it is looked at.
        await run(
          c.env.PLATFORM,
          sql`DELETE FROM saved_items WHERE account_id = ${accountId} AND menu_item_id IN (SELECT value FROM json_each(${JSON.stringify(gone)}))`,
        )
        if (tries < 5) continue
      }
      return {
        items: rows.flatMap((r) => {
          const dish = dishes.get(r.menu_item_id)
          return dish ? [{ ...itemJson(dish), restaurantId: r.restaurant_id, restaurantName: r.restaurant_name, savedAt: r.saved_at }] : []
        }),
        totalItems: Math.max(0, total - gone.length),
        ...paged({ page: currentPage, limit }, total),
      }
    }
  },
}
