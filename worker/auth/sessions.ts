import { sql } from 'drizzle-orm'
import type { SessionUser } from '#domain/api/shapes.ts'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import type { Context } from '../context.ts'
import { all, batch } from '../db/index.ts'
import { accounts, sessions } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import { endSessions } from '../realtime/publish.ts'
import { type Principal, type Restaurant, SESSION_DAYS, signToken } from '../session.ts'
import { deviceOf } from './device.ts'

export type Account = typeof accounts.$inferSelect

/** Who a session is opened for: an account, or a guest who has none. */
export type Person = Pick<Account, 'id' | 'role' | 'name' | 'email' | 'restaurantId' | 'partnerId'> & { mobileNumber?: string }

/** A diner's account is known by its number, which stands where others have their address. */
export const dinerEmail = (digits: string): string => `diner:${digits}`
const emailOf = (email: string) => (email.startsWith('diner:') ? '' : email)

/** Opens a session and signs its token. `restaurant` and `sittingId` are where a diner sits. */
export async function openSession(
  c: Context,
  who: Person,
  restaurant: Restaurant | null,
  sittingId: string | null = null,
): Promise<string> {
  const expiresAt = new Date(c.now.getTime() + SESSION_DAYS * 86_400_000)
  const sid = randomId()
  await batch(c.env.PLATFORM, [
    insert(sessions, {
      id: sid,
      accountId: who.id,
      role: who.role,
      restaurantId: restaurant?.id ?? who.restaurantId,
      sittingId,
      name: who.name,
      device: deviceOf(c.request.headers.get('User-Agent')),
      createdAt: c.at,
      lastSeenAt: c.at,
      expiresAt: expiresAt.toISOString(),
      ...(who.role === 'user' ? { mobileNumber: who.mobileNumber } : {}),
    }),
    sql`UPDATE accounts SET last_login_at = ${c.at} WHERE id = ${who.id}`,
  ])
  return signToken(
    c.env,
    {
      sub: who.id,
      role: who.role as Role,
      sid,
      name: who.name,
      email: emailOf(who.email),
      approved: restaurant ? restaurant.approvalStatus === 'approved' : true,
      ...(restaurant ? { restaurantId: restaurant.id, shard: restaurant.shard } : {}),
      ...(who.partnerId ? { partnerId: who.partnerId } : {}),
      ...(sittingId ? { sittingId } : {}),
    },
    expiresAt,
  )
}

/** SPEC §3's session user. */
export function sessionUser(
  who: Pick<Principal, 'accountId' | 'role' | 'name' | 'email' | 'restaurantId' | 'partnerId'>,
  restaurant: Restaurant | null,
): SessionUser {
  return {
    id: who.accountId,
    _id: who.accountId,
    role: who.role,
    name: who.name,
    email: emailOf(who.email),
    restaurantId: restaurant?.id ?? who.restaurantId,
    restaurantName: restaurant?.establishmentName ?? null,
    partnerId: who.partnerId,
    approved: restaurant ? restaurant.approvalStatus === 'approved' : true,
    exists: true,
  }
}

export const personOf = (account: Person) => ({
  accountId: account.id,
  role: account.role as Role,
  name: account.name,
  email: account.email,
  restaurantId: account.restaurantId,
  partnerId: account.partnerId,
})

type Room = { id: string; shard: string }

/** The rooms whose sockets an account may have: of its restaurant, or of every outlet that its partner may enter. */
export const roomsOf = (c: Context, who: { restaurantId: string | null; partnerId: string | null }): Promise<Room[]> =>
  all<Room>(
    c.env.PLATFORM,
    sql`SELECT id, shard FROM restaurants WHERE id = ${who.restaurantId ?? ''} UNION SELECT id, shard FROM restaurants WHERE partner_id = ${who.partnerId ?? ''}`,
  )

/** Ends sessions and closes their sockets in these rooms. */
export async function end(c: Context, rooms: readonly Room[], sids: readonly string[]): Promise<void> {
  if (sids.length === 0) return
  await batch(c.env.PLATFORM, [
    sql`UPDATE sessions SET revoked_at = ${c.at} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(sids)})) AND revoked_at IS NULL`,
  ])
  for (const { id, shard } of rooms) c.waitUntil(endSessions(c.env, { restaurantId: id, shard }, [...sids]))
}

/** All that an account has open, at once: after a new password, a new role, a deactivation (CONTRACT §2). */
export async function endAccount(c: Context, who: { id: string; restaurantId: string | null; partnerId: string | null }): Promise<void> {
  const open = await all<{ id: string }>(
    c.env.PLATFORM,
    sql`SELECT id FROM sessions WHERE account_id = ${who.id} AND revoked_at IS NULL AND expires_at > ${c.at}`,
  )
  await end(
    c,
    await roomsOf(c, who),
    open.map((s) => s.id),
  )
}
