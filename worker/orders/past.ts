import { sql } from '../db/sql.ts'
import type { orders as contract } from '#domain/api/orders.ts'
import type { Order } from '#domain/order.ts'
import { ownAccount } from '../access/session.ts'
import { outletDb } from '../db/index.ts'
import { readOne, rows } from '../db/reads.ts'
import { column, columns } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import type { Handler } from '../http/implement.ts'
import { paged } from '../http/paging.ts'
import { orderToRead, readOrdersByIds } from './store.ts'

/** How many of an account's newest orders its list has. */
const PAST = 500

const PLACE = columns({ id: column.text('id'), name: column.text('name'), shard: column.text('shard') })
const FOUND = columns({ id: column.text('id'), at: column.text('at') })
type Place = typeof PLACE.row

/** The restaurants at which the account has sat. It can't have ordered anywhere else (docs/decisions/027-past-orders.md). */
const placesOf = (c: Context, accountId: string): Promise<Place[]> =>
  readOne(
    c.env.PLATFORM,
    rows(
      PLACE,
      sql`SELECT r.id, r.establishment_name AS name, r.shard FROM diner_places p JOIN restaurants r ON r.id = p.restaurant_id WHERE p.account_id = ${accountId}`,
    ),
  )

/** The newest orders that the account began at restaurants of one shard, each by its index. */
const newestOf = (c: Context, shard: string, places: readonly Place[], accountId: string) =>
  readOne(
    outletDb(c.env, shard),
    rows(
      FOUND,
      sql`SELECT o.id, o.created_at AS at FROM json_each(${JSON.stringify(places.map((p) => p.id))}) p CROSS JOIN orders o ON o.restaurant_id = p.value AND o.user_id = ${accountId}
          ORDER BY o.created_at DESC LIMIT ${PAST}`,
    ),
  )

/** `GET /orders/past`: an account's orders at all restaurants. Only the shards of the restaurants where it has sat are asked, at the same time. */
export const pastOrders: Handler<typeof contract, 'GET /orders/past'> = async (c, { query }) => {
  const accountId = ownAccount(c.principal, 'Sign in with your mobile number to see your past orders.')
  const places = await placesOf(c, accountId)
  const shards = [...new Set(places.map((p) => p.shard))]
  const found = await Promise.all(
    shards.map(async (shard) => {
      const here = places.filter((p) => p.shard === shard)
      return (await newestOf(c, shard, here, accountId)).map((o) => ({ ...o, shard }))
    }),
  )
  const newest = found
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
    .slice(0, PAST)
  const page = newest.slice((query.page - 1) * query.limit, query.page * query.limit)
  const read = await Promise.all(
    [...new Set(page.map((o) => o.shard))].map((shard) => {
      const ids = JSON.stringify(page.filter((o) => o.shard === shard).map((o) => o.id))
      return readOne(outletDb(c.env, shard), readOrdersByIds(sql`SELECT value FROM json_each(${ids})`, sql``))
    }),
  )
  const orders = new Map(read.flat().map((order): [string, Order] => [order.id, order]))
  const names = new Map(places.map((p) => [p.id, p.name]))
  return {
    orders: page.flatMap(({ id }) => {
      const order = orders.get(id)
      return order ? [{ ...orderToRead(c, order), restaurantName: names.get(order.restaurantId) ?? '' }] : []
    }),
    ...paged(query, newest.length),
    totalOrders: newest.length,
  }
}
