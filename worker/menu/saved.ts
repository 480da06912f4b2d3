import { sql } from '../db/sql.ts'
import type { saved as contract } from '#domain/api/menu/saved.ts'
import { notFound } from '#domain/errors.ts'
import { ownAccount } from '../access/session.ts'
import { command, PLATFORM } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { outletDb, run } from '../db/index.ts'
import { savedItems } from '../db/platform.ts'
import { counted, exists, read, readOne, rows } from '../db/reads.ts'
import { column, insert, pick, shape } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { homeOfItem, itemJson, itemsByIds, type MenuItem } from './store.ts'
import { paged } from '../http/paging.ts'

const account = (c: Context): string => ownAccount(c.principal, 'Sign in with your mobile number to keep a list.')

const SAVED = shape(pick(savedItems, 'menuItemId', 'savedAt', 'restaurantId'), {
  restaurantName: column.text('establishment_name'),
  shard: column.text('shard'),
})
type Saved = typeof SAVED.row

/** A page of the list and its total. Items of restaurants that are not open to guests now are left out, and come back with the restaurant. */
function page(c: Context, accountId: string, limit: number, offset: number): Promise<{ saved: Saved[]; total: number }> {
  const from = sql`FROM saved_items s JOIN restaurants r ON r.id = s.restaurant_id AND r.deleted_at IS NULL AND r.approval_status = 'approved' WHERE s.account_id = ${accountId}`
  return read(c.env.PLATFORM, {
    saved: rows(
      SAVED,
      sql`SELECT s.menu_item_id, s.saved_at, s.restaurant_id, r.establishment_name, r.shard ${from} ORDER BY s.saved_at DESC, s.menu_item_id LIMIT ${limit} OFFSET ${offset}`,
    ),
    total: counted(sql`SELECT count(*) AS n ${from}`),
  })
}

/** The dishes that still exist, read with one batch per shard. */
async function dishesOf(c: Context, saved: readonly Saved[]): Promise<Map<string, MenuItem>> {
  const found = new Map<string, MenuItem>()
  await Promise.all(
    [...new Set(saved.map((r) => r.shard))].map(async (shard) => {
      const here = saved.filter((r) => r.shard === shard)
      const ofRestaurant = (id: string) => here.filter((r) => r.restaurantId === id).map((r) => r.menuItemId)
      const reads = Object.fromEntries(here.map(({ restaurantId: id }) => [id, itemsByIds(id, ofRestaurant(id))]))
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
  'GET /menus/item/:id/saved': async (c, { params }) => ({
    saved: await readOne(
      c.env.PLATFORM,
      exists(sql`SELECT 1 FROM saved_items WHERE account_id = ${account(c)} AND menu_item_id = ${params.id}`),
    ),
  }),
  'GET /menus/saved': async (c, { query: { page: currentPage, limit } }) => {
    const accountId = account(c)
    for (let tries = 0; ; tries++) {
      const { saved, total } = await page(c, accountId, limit, (currentPage - 1) * limit)
      const dishes = await dishesOf(c, saved)
      const gone = saved.filter((r) => !dishes.has(r.menuItemId)).map((r) => r.menuItemId)
      if (gone.length > 0) {
        // A shard doesn't know who has saved a dish that it deletes, so the list drops deleted dishes when it is read.
        await run(
          c.env.PLATFORM,
          sql`DELETE FROM saved_items WHERE account_id = ${accountId} AND menu_item_id IN (SELECT value FROM json_each(${JSON.stringify(gone)}))`,
        )
        if (tries < 5) continue
      }
      return {
        items: saved.flatMap((r) => {
          const dish = dishes.get(r.menuItemId)
          return dish ? [{ ...itemJson(dish), restaurantId: r.restaurantId, restaurantName: r.restaurantName, savedAt: r.savedAt }] : []
        }),
        totalItems: Math.max(0, total - gone.length),
        ...paged({ page: currentPage, limit }, total),
      }
    }
  },
}
