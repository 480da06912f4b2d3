import { sql } from '../db/sql.ts'
import type { statistics as contract } from '#domain/api/menu/statistics.ts'
import { businessDate } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { first, outletDb, run } from '../db/index.ts'
import { statistics } from '../db/outlets.ts'
import { insert } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { addressOf } from '../http/limit.ts'
import { homeOfItem } from './store.ts'

const AGAIN_AFTER_SECONDS = 600

/**
 * Counts that an item was looked at, put in a cart or ordered: once per caller and item in 10 minutes (SPEC §7 "fire-and-forget"). The caller is the account, of a
 * guest its allowance (domain/limits.ts), so that signing in again counts nothing up, and without a token the address. An unknown item counts nothing.
 */
async function count(c: Context, kind: 'view' | 'cart' | 'order', itemId: string): Promise<undefined> {
  const home = await homeOfItem(c.env, itemId)
  // Staff of another restaurant are not counted (CONTRACT §2).
  const foreign = c.session && c.session.principal.role !== 'user' && c.session.restaurant && c.session.restaurant.id !== home?.id
  if (!home || foreign) return
  const now = Math.floor(c.now.getTime() / 1000)
  const caller = c.session?.principal.allowance ?? addressOf(c.request)
  const fresh = await first(
    c.env.PLATFORM,
    sql`INSERT INTO attempts (key, window_start, count) VALUES (${`statistics:${kind}:${itemId}:${caller}`}, ${now}, 1)
        ON CONFLICT DO UPDATE SET window_start = excluded.window_start WHERE window_start <= ${now - AGAIN_AFTER_SECONDS} RETURNING key`,
  )
  if (!fresh) return
  const row = { restaurantId: home.id, businessDate: businessDate(c.now, home.clock), itemId, kind, count: 1 }
  await run(outletDb(c.env, home.shard), sql`${insert(statistics, row)} ON CONFLICT DO UPDATE SET count = count + 1`)
}

export const statisticsHandlers: Handlers<typeof contract> = {
  'POST /statistics/view/:id': (c, { params }) => count(c, 'view', params.id),
  'POST /statistics/cart/:id': (c, { params }) => count(c, 'cart', params.id),
  'POST /statistics/order/:id': (c, { params }) => count(c, 'order', params.id),
}
