import { sql } from '../db/sql.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { Context } from '../http/context.ts'
import { first, run } from '../db/index.ts'
import { sha256 } from '../http/hash.ts'
import { findRestaurant } from './session.ts'

/**
 * Enters by X-Sync-Key, which may only read, and only calls that the contract opens to it (CONTRACT §2). The key is looked up by its hash. Throws 401.
 * `lastUsedAt` is written at most once a minute.
 */
export async function enterBySyncKey(c: Context, key: string): Promise<void> {
  const row = await first<{ id: string; label: string; restaurant_id: string; last_used_at: string | null }>(
    c.env.PLATFORM,
    sql`SELECT id, label, restaurant_id, last_used_at FROM sync_keys WHERE key_hash = ${sha256(key)} AND revoked_at IS NULL`,
  )
  const restaurant = row && (await findRestaurant(c.env, row.restaurant_id))
  if (!row || !restaurant || restaurant.approvalStatus !== 'approved')
    throw unauthenticated('Unknown or revoked sync key', 'invalid_sync_key')
  c.syncKey = row.id
  c.session = {
    principal: {
      accountId: row.id,
      allowance: row.id,
      sid: '',
      role: 'generalManager',
      name: row.label,
      email: '',
      restaurantId: restaurant.id,
      partnerId: null,
      sittingId: null,
      lastSeenAt: c.at,
      expiresAt: '',
    },
    restaurant,
    entered: false,
  }
  if (!row.last_used_at || c.now.getTime() - Date.parse(row.last_used_at) > 60_000)
    c.waitUntil(run(c.env.PLATFORM, sql`UPDATE sync_keys SET last_used_at = ${c.at} WHERE id = ${row.id}`))
}
