import { sql } from 'drizzle-orm'
import { forbidden, unauthenticated } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import { familyOf } from '#domain/roles.ts'
import { first, outletDb } from '../db/index.ts'
import type { Env } from '../env.ts'
import { loadSession, verifyToken } from '../session.ts'
import type { SessionForSocket } from './routes.ts'

/**
 * Who a socket is, from its token: the same session look-up as every call. Staff of the restaurant, those who may enter it, and diners of
 * one of its tables. Throws 401; 403 for a foreign restaurant.
 */
export async function authenticateSocket(env: Env, token: string, restaurantId: string): Promise<SessionForSocket> {
  const { principal, restaurant } = await loadSession(env, await verifyToken(env, token), restaurantId, new Date())
  const family = familyOf(principal.role)
  const table =
    family === 'diner' && restaurant
      ? await first<{ id: string }>(
          outletDb(env, restaurant.shard),
          sql`SELECT coalesce(merged_into, id) AS id FROM dining_tables WHERE restaurant_id = ${restaurant.id} AND sitting_id = ${principal.sittingId ?? ''} AND deleted_at IS NULL`,
        )
      : null
  // The sitting is over: a guest's token with it; an account keeps its other rights.
  if (family === 'diner' && !table && principal.email === '') throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  if (!restaurant || restaurant.id !== restaurantId || restaurant.approvalStatus !== 'approved') throw forbidden()
  if (family === 'diner' && !table) throw forbidden('Your visit at this table has ended.', 'sitting_ended')
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
  }
}
