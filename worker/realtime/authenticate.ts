import { sql } from '../db/sql.ts'
import { forbidden, unauthenticated } from '#domain/errors.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import { familyOf } from '#domain/roles.ts'
import { first, outletDb } from '../db/index.ts'
import type { Env } from '../env.ts'
import { dinerWait, mustNotWait } from '../http/limit.ts'
import { guestCall, noteEnded, staffCall } from '../http/staffFirst.ts'
import { type Claims, dinerOf, loadSession, type Restaurant, verifyToken } from '../access/session.ts'
import { withheldFrom } from './hears.ts'
import type { SessionForSocket } from './routes.ts'

/**
 * Identifies the caller of a socket by its token, with the same session look-up as every call. Accepts staff of the restaurant, those who may enter it, and
 * diners at one of its tables. Throws 401; 403 for another restaurant; 429 for a diner who opens too many.
 */
export async function authenticateSocket(env: Env, token: string, restaurantId: string): Promise<SessionForSocket> {
  const claims = await verifyToken(env, token)
  mustNotWait(dinerWait(claims, LIMITS.dinerSocket))
  const end = claims.role === 'user' ? await guestCall(restaurantId) : staffCall(restaurantId, claims.sid)
  try {
    return await seatFor(env, claims, restaurantId)
  } catch (error) {
    return noteEnded(claims.sid, error)
  } finally {
    end()
  }
}

async function seatFor(env: Env, claims: Claims, restaurantId: string): Promise<SessionForSocket> {
  const readAt = Date.now()
  const { principal, restaurant, entered } = await loadSession(env, claims, restaurantId, new Date())
  const family = familyOf(principal.role)
  const table =
    family === 'diner' && restaurant
      ? await first<{ id: string }>(
          outletDb(env, restaurant.shard),
          sql`SELECT coalesce(merged_into, id) AS id FROM dining_tables WHERE restaurant_id = ${restaurant.id} AND sitting_id = ${principal.sittingId ?? ''} AND deleted_at IS NULL`,
        )
      : null
  // The sitting is over: a guest's token ends with it, an account keeps its other rights.
  if (family === 'diner' && !table && principal.email === '') throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  if (!restaurant || restaurant.id !== restaurantId || restaurant.approvalStatus !== 'approved') throw forbidden()
  if (family === 'diner' && !table) throw forbidden('Your visit at this table has ended.', 'sitting_ended')
  // Recorded before the socket exists, so that either a revocation of the session finds the room here, or this finds the session already ended.
  if (entered && !(await noteRoom(env, principal.sid, restaurant))) throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  return {
    sid: principal.sid,
    accountId: principal.accountId,
    role: principal.role,
    family,
    name: principal.name,
    restaurantId,
    shard: restaurant.shard,
    expiresAt: principal.expiresAt,
    sittingId: principal.sittingId,
    tableId: table?.id ?? null,
    allowance: principal.allowance,
    diner: family === 'diner' ? dinerOf(principal) : null,
    withheld: withheldFrom({ role: principal.role, family }, restaurant.permissions),
    readAt,
  }
}

/**
 * Records in a session the rooms it has entered besides its own restaurant's, so that ending it also closes its sockets there. False when it has already
 * ended.
 */
async function noteRoom(env: Env, sid: string, { id, shard }: Restaurant): Promise<boolean> {
  const rooms = sql`coalesce(rooms, '[]')`
  const noted = await first(
    env.PLATFORM,
    sql`UPDATE sessions SET rooms = CASE WHEN EXISTS (SELECT 1 FROM json_each(${rooms}) r WHERE json_extract(r.value, '$.id') = ${id}) THEN rooms
          ELSE json_insert(${rooms}, '$[#]', json_object('id', ${id}, 'shard', ${shard})) END
        WHERE id = ${sid} AND revoked_at IS NULL RETURNING id`,
  )
  return noted !== null
}
