import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Dishes } from '#domain/api/analytics.ts'
import { read, rows } from '../db/reads.ts'
import { column, columns } from '../db/rows.ts'
import type { Restaurant } from '../access/session.ts'
import { type Filter, rangesOf } from './ranges.ts'

const SEEN = columns({
  itemId: column.text('item_id'),
  views: column.number('views'),
  carts: column.number('carts'),
  orders: column.number('orders'),
})
const SOLD = columns({ itemId: column.text('item_id'), sold: column.number('sold') })
const DISH = columns({ id: column.text('id'), name: column.text('name'), category: column.orNull(column.text('category')) })

/**
 * What guests looked at, put in a cart and ordered (`POST /statistics/…`), beside the portions that were sold. The cost depends on the days and dishes, not on
 * the number of orders.
 */
export async function dishes(db: D1Database, restaurant: Restaurant, filter: Filter, now: Date): Promise<z.input<typeof Dishes>> {
  const { id, timezone } = restaurant
  const { range } = rangesOf(filter, now, restaurant.clock)
  const days = sql`restaurant_id = ${id} AND business_date BETWEEN ${range.startDate} AND ${range.endDate}`
  const of = (kind: string) => sql`sum(CASE kind WHEN ${kind} THEN count ELSE 0 END)`
  const { seen, sold, menu } = await read(db, {
    seen: rows(
      SEEN,
      sql`SELECT item_id, ${of('view')} AS views, ${of('cart')} AS carts, ${of('order')} AS orders FROM statistics WHERE ${days} GROUP BY item_id`,
    ),
    sold: rows(SOLD, sql`SELECT key AS item_id, sum(count) AS sold FROM rollups WHERE ${days} AND kind = 'dish' GROUP BY key`),
    menu: rows(
      DISH,
      sql`SELECT m.id, m.name, c.name AS category FROM menu_items m LEFT JOIN categories c ON c.id = m.category_id AND c.restaurant_id = ${id} WHERE m.restaurant_id = ${id}`,
    ),
  })
  const known = new Map(menu.map((dish) => [dish.id, dish]))
  const views = new Map(seen.map((row) => [row.itemId, row]))
  const portions = new Map(sold.map((row) => [row.itemId, row.sold]))
  const list = [...new Set([...views.keys(), ...portions.keys()])].map((itemId) => ({
    _id: itemId,
    name: known.get(itemId)?.name ?? null,
    category: known.get(itemId)?.category ?? null,
    views: views.get(itemId)?.views ?? 0,
    carts: views.get(itemId)?.carts ?? 0,
    orders: views.get(itemId)?.orders ?? 0,
    sold: portions.get(itemId) ?? 0,
  }))
  const byViews = list.sort((a, b) => b.views - a.views || b.sold - a.sold || (a.name ?? '').localeCompare(b.name ?? ''))
  return { range: { ...range, timezone }, dishes: byViews }
}
