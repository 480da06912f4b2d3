import { type SQL, sql } from '../db/sql.ts'
import { OWNERS } from '#domain/api/contract.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { Page } from '#domain/permissions.ts'
import type { Context } from '../http/context.ts'
import { first, run } from '../db/index.ts'
import { sha256 } from '../http/hash.ts'
import { keyWait, mustNotWait } from '../http/limit.ts'
import { findRestaurant } from './session.ts'

const KEYS_PAGE: Page = '/restaurant/settings/keys'
/**
 * The roles that a restaurant's permissions admit to the sync keys page; null when it has no permissions of its own for it, or when the page is switched off
 * for all.
 */
const admitted = sql`(SELECT nullif(r.permissions -> ${`$."${KEYS_PAGE}"`}, '[]') FROM restaurants r WHERE r.id = sync_keys.restaurant_id)`

/**
 * The condition for a valid row of `sync_keys`: not revoked, and its maker still works here and may make keys. A maker knows the key, so it must stop working
 * when they are removed, lowered, or their role loses the page; it works again when an owner is reactivated. Switching the page off for everybody only hides
 * the keys; programs go on. A partner's key works only while the outlet is that partner's: it may have been made at the moment when the outlet went to another.
 */
export const keyWorks: SQL = sql`(sync_keys.revoked_at IS NULL AND (sync_keys.created_by_id IS NULL OR EXISTS (
  SELECT 1 FROM accounts a WHERE a.id = sync_keys.created_by_id AND a.is_active = 1
    AND ((a.restaurant_id IS NULL AND (sync_keys.partner_id IS NULL OR sync_keys.partner_id IS (SELECT r.partner_id FROM restaurants r WHERE r.id = sync_keys.restaurant_id)))
      OR (a.restaurant_id = sync_keys.restaurant_id AND a.role IN (SELECT value FROM json_each(${JSON.stringify(OWNERS)}))
      AND a.role IN (SELECT value FROM json_each(coalesce(${admitted}, ${JSON.stringify(OWNERS)}))))))))`

/**
 * Enters by X-Sync-Key, which may only read, and only calls that the contract opens to it (CONTRACT §2). The key is looked up by its hash. Throws 401, 429.
 * `lastUsedAt` is written at most once a minute.
 */
export async function enterBySyncKey(c: Context, key: string): Promise<void> {
  const hash = sha256(key)
  mustNotWait(keyWait(hash))
  const row = await first<{ id: string; label: string; restaurant_id: string; last_used_at: string | null }>(
    c.env.PLATFORM,
    sql`SELECT id, label, restaurant_id, last_used_at FROM sync_keys WHERE key_hash = ${hash} AND ${keyWorks}`,
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
