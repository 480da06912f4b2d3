import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { OpenSession, SessionUser } from '#domain/api/auth.ts'
import { conflict } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Role } from '#domain/roles.ts'
import type { Context } from '../http/context.ts'
import { all, batch } from '../db/index.ts'
import { dinerPlaces, sessions } from '../db/platform.ts'
import { insert, insertMany } from '../db/rows.ts'
import { endSessions } from '../realtime/publish.ts'
import { groupOf, type Principal, type Restaurant, SESSION_DAYS, signToken } from '../access/session.ts'
import { type Account, emailOf, openOf, revokeSessions, wrongCredentials } from './account.ts'
import { deviceOf } from './device.ts'

/** Who a session is opened for: an account, or a guest who has none. */
export type Person = Pick<Account, 'id' | 'role' | 'name' | 'email' | 'restaurantId' | 'partnerId'> & {
  mobileNumber?: string
  headOf?: string | null
  /** An account's hash as it was when the sign-in was checked. */
  passwordHash?: string | null
}

type Opening = {
  /** For a diner: the table and sitting. */
  sittingId?: string | null
  /** For a guest without an allowance of its own. */
  allowance?: string
  /** How many sessions the account may have at a time. */
  most?: number
  /** Ends the account's other sessions. */
  ends?: boolean
}

/**
 * Opens a session and signs its token; `restaurant` is where staff work and a diner sits. Throws 409 `active_sessions` when the account has as many as it
 * may have, and 401 when its password was changed or it was switched off after the sign-in was checked. The statement that opens the session checks both,
 * so that no race with another device or a password change can get around them.
 */
export async function openSession(
  c: Context,
  who: Person,
  restaurant: Restaurant | null,
  { sittingId = null, allowance, most, ends = false }: Opening = {},
): Promise<string> {
  const expiresAt = new Date(c.now.getTime() + SESSION_DAYS * 86_400_000)
  const sid = randomId()
  const conditions = [
    ...(who.passwordHash === undefined
      ? []
      : [sql`AND EXISTS (SELECT 1 FROM accounts WHERE id = ${who.id} AND is_active = 1 AND password_hash IS ${who.passwordHash})`]),
    ...(most === undefined ? [] : [sql`AND (SELECT count(*) FROM sessions WHERE ${openOf(c.at, who.id)}) < ${most}`]),
  ]
  const [ended, opened] = await batch(c.env.PLATFORM, [
    ends ? revokeSessions(c.at, who.id) : sql`SELECT 1 WHERE false`,
    sql`${insertMany(
      sessions,
      [
        {
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
          mobileNumber: who.role === 'user' ? who.mobileNumber : null,
        },
      ],
      sql.join(conditions, sql` `),
    )} RETURNING id`,
    sql`UPDATE accounts SET last_login_at = ${c.at} WHERE id = ${who.id} AND EXISTS (SELECT 1 FROM sessions WHERE id = ${sid})`,
    // Records the restaurant for the account's past orders; a guest has no account.
    ...(sittingId && restaurant && who.email !== ''
      ? [sql`${insert(dinerPlaces, { accountId: who.id, restaurantId: restaurant.id })} ON CONFLICT DO NOTHING`]
      : []),
  ])
  closeSockets(c, restaurant ? [restaurant] : [], ended ?? [])
  if (!opened?.[0]) throw await whyNot(c, who.id, most)
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
      ...(allowance ? { allowance } : {}),
    },
    expiresAt,
  )
}

/** SPEC §3's session user. */
export function sessionUser(
  who: Pick<Principal, 'accountId' | 'role' | 'name' | 'email' | 'restaurantId' | 'partnerId' | 'headOf'>,
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
    partnerId: who.role === 'managerialHead' ? groupOf(who, restaurant) : who.partnerId,
    approved: restaurant ? restaurant.approvalStatus === 'approved' : true,
    exists: true,
    ...(who.role === 'user' && who.email === '' ? { isGuest: true } : {}),
  }
}

export const personOf = (account: Person) => ({
  accountId: account.id,
  role: account.role as Role,
  name: account.name,
  email: account.email,
  restaurantId: account.restaurantId,
  partnerId: account.partnerId,
  headOf: account.headOf,
})

type Room = { id: string; shard: string }

/** The rooms in which an account may have sockets: its restaurant's, or those of every outlet that its partner may enter. */
export const roomsOf = (c: Context, who: { restaurantId: string | null; partnerId: string | null }): Promise<Room[]> =>
  all<Room>(
    c.env.PLATFORM,
    sql`SELECT id, shard FROM restaurants WHERE id = ${who.restaurantId ?? ''} UNION SELECT id, shard FROM restaurants WHERE partner_id = ${who.partnerId ?? ''}`,
  )

async function whyNot(c: Context, accountId: string, most: number | undefined): Promise<Error> {
  const sessions = await openDevices(c, accountId)
  if (most === undefined || sessions.length < most) return wrongCredentials()
  return conflict('active_sessions', MESSAGES.activeSessions, { sessions: sessions.slice(0, 50) })
}

/** An account's open sessions with their devices, the one used last first. They are few, so they are sorted here. */
export async function openDevices(c: Context, accountId: string): Promise<z.infer<typeof OpenSession>[]> {
  const open = await all<{ id: string; device: string; created_at: string; last_seen_at: string }>(
    c.env.PLATFORM,
    sql`SELECT id, device, created_at, last_seen_at FROM sessions WHERE ${openOf(c.at, accountId)}`,
  )
  return open
    .map((s) => ({ id: s.id, device: s.device, createdAt: s.created_at, lastSeenAt: s.last_seen_at }))
    .sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
}

type Ended = Record<string, unknown>[]

/** Closes the sockets of sessions that have just ended: in these rooms, and in those that each has entered. */
export function closeSockets(c: Context, rooms: readonly Room[], ended: Ended): void {
  if (ended.length === 0) return
  const entered = ended.flatMap(({ rooms: own }) => (own ? (JSON.parse(String(own)) as Room[]) : []))
  const sids = ended.map((s) => String(s.id))
  for (const { id, shard } of new Map([...rooms, ...entered].map((room) => [room.id, room])).values())
    c.waitUntil(endSessions(c.env, { restaurantId: id, shard }, sids))
}

/** Ends sessions and closes their sockets. */
export async function end(c: Context, rooms: readonly Room[], sids: readonly string[]): Promise<void> {
  if (sids.length === 0) return
  const [ended] = await batch(c.env.PLATFORM, [
    sql`UPDATE sessions SET revoked_at = ${c.at} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(sids)})) AND revoked_at IS NULL RETURNING id, rooms`,
  ])
  closeSockets(c, rooms, ended ?? [])
}

/** Ends all of an account's sessions, or those opened until an instant in UTC: after a new password, a new role or a deactivation (CONTRACT §2). */
export async function endAccount(
  c: Context,
  who: { id: string; restaurantId: string | null; partnerId: string | null },
  until?: string,
): Promise<void> {
  const rooms = await roomsOf(c, who)
  const [ended] = await batch(c.env.PLATFORM, [revokeSessions(c.at, who.id, until)])
  closeSockets(c, rooms, ended ?? [])
}
