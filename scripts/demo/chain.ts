import { type SQL, sql } from 'drizzle-orm'
import { randomId } from '#domain/ids.ts'
import type { Chain } from '#domain/chainMenu.ts'
import * as outlet from '#worker/db/outlets.ts'
import type { restaurants } from '#worker/db/platform.ts'
import { decode, insert, update } from '#worker/db/rows.ts'
import { all, type Database, inOneBatch } from './database.ts'

const DAY = 86_400_000
/** The bar's dishes for which the second outlet has a price of its own. */
const OWN_PRICES = ['Kingfisher Premium', 'House Draught']

type Source = Pick<typeof restaurants.$inferInsert, 'id' | 'partnerId'>

/**
 * The demo's chain menu: the second outlet got its bar from the first, six days ago. The first has raised its prices since, so there is something to push;
 * the second keeps its price of two beers. Does nothing where something was pushed already. Returns whether it did anything.
 */
export async function loadChain(
  db: Database,
  { id: sourceId, partnerId }: Source,
  outletId: string,
  by: string,
  now: Date,
): Promise<boolean> {
  if (!partnerId) return false
  const [pushed] = await all(db, sql`SELECT 1 FROM menu_pushes WHERE restaurant_id = ${outletId} LIMIT 1`)
  if (pushed) return false
  const bar = async (restaurantId: string) =>
    (
      await all<Record<string, unknown>>(
        db,
        sql`SELECT m.* FROM menu_items m JOIN categories c ON c.id = m.category_id WHERE m.restaurant_id = ${restaurantId} AND c.name = 'Bar' AND m.master_id IS NULL`,
      )
    ).map((row) => decode(outlet.menuItems, row))
  const [theirs, ours] = await Promise.all([bar(sourceId), bar(outletId)])
  const copies = ours.flatMap((item): SQL[] => {
    const master = theirs.find((t) => t.name === item.name)
    if (!master) return []
    const own = OWN_PRICES.includes(item.name)
    const chain: Chain = {
      sourceId,
      partnerId,
      own: own ? ['price'] : [],
      price: own ? item.price + 1000 : item.price,
      available: item.available,
      variants: item.variants,
      addonGroups: item.addonGroups,
    }
    return [update(outlet.menuItems, { masterId: master.id, chain }, sql`id = ${item.id} AND restaurant_id = ${outletId}`)]
  })
  if (copies.length === 0) return false
  const counts = { new: copies.length, price: 0, changed: 0, gone: 0, kept: 0, refused: 0, same: 0 }
  const at = new Date(now.getTime() - 6 * DAY).toISOString()
  await inOneBatch(db, [
    ...copies,
    insert(outlet.menuPushes, { id: randomId(Date.parse(at)), restaurantId: outletId, sourceId, at, by, counts }),
  ])
  return true
}
