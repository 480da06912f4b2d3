import { type SQL, sql } from '../db/sql.ts'
import { forbidden, notFound, unauthenticated } from '#domain/errors.ts'
import { isReplacement, mustHaveQrMenu } from '#domain/qr.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Context } from '../http/context.ts'
import { first, outletDb, shardsOf } from '../db/index.ts'
import { shardsOfCode } from '../diner/code.ts'
import type { Env } from '../env.ts'
import { type Claims, findRestaurant, type Restaurant, type Session } from './session.ts'

type Seat = { restaurantId: string; shard: string; sittingId: string }

/** One row while the sitting is active, else none. It joins a read batch, which saves a diner's call one round trip. Without a sitting nothing is read. */
export const readSitting = (restaurantId: string, sittingId: string | undefined): SQL =>
  sittingId
    ? sql`SELECT 1 FROM dining_tables WHERE restaurant_id = ${restaurantId} AND sitting_id = ${sittingId} AND deleted_at IS NULL LIMIT 1`
    : sql`SELECT 1 WHERE false`

const isActive = async (env: Env, { restaurantId, shard, sittingId }: Seat): Promise<boolean> =>
  (await first(outletDb(env, shard), readSitting(restaurantId, sittingId))) !== null

/** Whether the diner's sitting is still active. Asked from the token, at the same time as the session's look-up. */
export const askForSitting = (env: Env, claims: Claims | null): Promise<boolean> | null =>
  claims?.role === 'user' && claims.sittingId && claims.restaurantId && claims.shard
    ? isActive(env, { restaurantId: claims.restaurantId, shard: claims.shard, sittingId: claims.sittingId })
    : null

/**
 * CONTRACT §5, "Diner's sitting": once the sitting has ended, a guest's token is refused (401), while an account loses the sitting and keeps its
 * other rights. `asked` is used when the token named the session's own sitting.
 */
export async function leaveEndedSitting(
  env: Env,
  session: Session,
  claims: Claims | null,
  asked: Promise<boolean | null> | null,
): Promise<void> {
  const { principal, restaurant } = session
  if (principal.role !== 'user') return
  const { sittingId } = principal
  const known = asked && claims?.sittingId === sittingId && claims.restaurantId === restaurant?.id && claims.shard === restaurant?.shard
  const sittingActive =
    sittingId && restaurant
      ? await (known ? asked : isActive(env, { restaurantId: restaurant.id, shard: restaurant.shard, sittingId }))
      : false
  if (sittingActive) return
  // A guest has a session but no account, so no email.
  if (principal.email === '') throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  principal.sittingId = null
}

/** The sitting that a diner's call about its table needs. Throws 403 sitting_ended. */
export function mustSit(c: Context): string {
  const { sittingId } = c.principal
  if (!sittingId) throw forbidden('Your visit at this table has ended.', 'sitting_ended')
  return sittingId
}

/**
 * The table that a guest names by its id, its printed code or both, with its restaurant, if that is open to guests. The id alone doesn't name a table whose code was
 * replaced, except for who sits there. Throws 404, 403 `qr_menu_off`.
 */
export async function tableForGuest(
  c: Context,
  named: { tableId?: string; qrToken?: string },
): Promise<{ sittingId: string; restaurant: Restaurant }> {
  const by = named.qrToken ? sql`t.qr_token = ${named.qrToken}` : sql`t.id = ${named.tableId ?? ''}`
  for (const { db } of named.qrToken ? shardsOfCode(c.env, named.qrToken) : shardsOf(c.env)) {
    // Also works for a table that is merged into another: its guests reach the parent's order (`seatAt`) until the tables are unmerged.
    const row = await first<{ id: string; restaurant_id: string; sitting_id: string; qr_token: string }>(
      db,
      sql`SELECT t.id, t.restaurant_id, t.sitting_id, t.qr_token FROM dining_tables t WHERE ${by} AND t.deleted_at IS NULL`,
    )
    if (!row) continue
    if (!named.qrToken && isReplacement(row.qr_token) && c.session?.principal.sittingId !== row.sitting_id) break
    const restaurant = named.tableId && named.tableId !== row.id ? null : await findRestaurant(c.env, row.restaurant_id)
    if (restaurant?.approvalStatus !== 'approved') break
    mustHaveQrMenu(restaurant.qrSettings)
    return { sittingId: row.sitting_id, restaurant }
  }
  throw notFound('Table not found. Scan the code on your table again.')
}
