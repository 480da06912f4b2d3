import { sql } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import { JWTExpired } from 'jose/errors'
import { unauthenticated } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Diner } from '#domain/diner.ts'
import type { Permissions } from '#domain/permissions.ts'
import { kotSettingsOf } from '#domain/settings.ts'
import { isStaff, type Role, ROLES } from '#domain/roles.ts'
import { all, first, run } from '../db/index.ts'
import { restaurants } from '../db/platform.ts'
import { decode } from '../db/rows.ts'
import type { Env } from '../env.ts'

export const SESSION_DAYS = 7

/** What a token says (CONTRACT §2). Trusted only for where to look; role, approval and activity are read from the database. */
export type Claims = {
  sub: string
  role: Role
  sid: string
  restaurantId?: string
  shard?: string
  partnerId?: string
  sittingId?: string
  name?: string
  email?: string
  approved?: boolean
}

/** The signed-in person, read from the database. */
export type Principal = {
  accountId: string
  sid: string
  role: Role
  name: string
  email: string
  restaurantId: string | null
  partnerId: string | null
  sittingId: string | null
  /** Of a diner: what its orders carry unless they say otherwise. */
  mobileNumber?: string
  lastSeenAt: string
  expiresAt: string
}

/** The diner of a session. A guest has a session but no account, so no email. */
export const dinerOf = ({ accountId, mobileNumber = '', email }: Principal): Diner => ({ accountId, mobileNumber, isGuest: email === '' })

/** A restaurant's settings as every command needs them. `profile` is the rest of SPEC §3's fields. */
export type Restaurant = Omit<typeof restaurants.$inferSelect, 'imageBase64ForBill'> & { permissions: Permissions | null }

export type Session = { principal: Principal; restaurant: Restaurant | null; entered: boolean }

/**
 * The restaurant that waits for approval, or was rejected, when its staff or its partner works in it: to them it is closed but for its application
 * (CONTRACT §2). The back office and admin look into one in order to decide.
 */
export const closedTo = ({ principal, restaurant }: Session): Restaurant | null =>
  restaurant && restaurant.approvalStatus !== 'approved' && (isStaff(principal.role) || principal.role === 'partner') ? restaurant : null

const keyOf = (env: Env) => {
  if (!env.JWT_SECRET) throw new Error('JWT_SECRET is not set')
  return new TextEncoder().encode(env.JWT_SECRET)
}

export function signToken(env: Env, claims: Claims, expiresAt: Date): Promise<string> {
  const { sub, ...rest } = claims
  return new SignJWT(rest)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(keyOf(env))
}

/** Verifies a token without I/O. Throws 401: `Token expired`, `Invalid token`. */
export async function verifyToken(env: Env, token: string): Promise<Claims> {
  // Outside: a server without a secret is a failure, not a bad token.
  const key = keyOf(env)
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string' || !(ROLES as readonly string[]).includes(String(payload.role)))
      throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
    return payload as unknown as Claims
  } catch (error) {
    if (error instanceof JWTExpired) throw unauthenticated(MESSAGES.tokenExpired, 'token_expired')
    throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
  }
}

export const bearerOf = (header: string | null | undefined): string | null => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null

const RESTAURANT_COLUMNS = [
  'id',
  'establishment_name',
  'shard',
  'partner_id',
  'approval_status',
  'rejection_reason',
  'timezone',
  'permissions',
  'max_sessions_per_user',
  'tax_percentages',
  'tax_settings',
  'payment_types',
  'kot_settings',
  'qr_settings',
  'print_settings',
  'invoice_prefix',
  'profile',
  'created_at',
  'deleted_at',
  'version',
]
const RESTAURANT_SELECT = sql.raw(RESTAURANT_COLUMNS.map((c) => `r.${c} AS r_${c}`).join(', '))

export function restaurantOf(row: Record<string, unknown>): Restaurant | null {
  if (row.r_id === null || row.r_id === undefined) return null
  const restaurant = decode(restaurants, row, 'r_') as Restaurant
  return { ...restaurant, kotSettings: kotSettingsOf(restaurant.kotSettings) }
}

/** Restaurants by their ids, in no order. */
export async function findRestaurants(env: Env, ids: readonly string[]): Promise<Restaurant[]> {
  const rows = await all<Record<string, unknown>>(
    env.PLATFORM,
    sql`SELECT ${RESTAURANT_SELECT} FROM restaurants r WHERE r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND r.deleted_at IS NULL`,
  )
  return rows.flatMap((row) => restaurantOf(row) ?? [])
}

/** One restaurant by id, whatever its state; null when there is none. */
export async function findRestaurant(env: Env, id: string): Promise<Restaurant | null> {
  const row = await first<Record<string, unknown>>(
    env.PLATFORM,
    sql`SELECT ${RESTAURANT_SELECT} FROM restaurants r WHERE r.id = ${id} AND r.deleted_at IS NULL`,
  )
  return row && restaurantOf(row)
}

/**
 * The session a token names: PLATFORM's session ⋈ account ⋈ restaurant in one read. `enter` is the header X-Restaurant-Id, which counts for
 * partner (own outlets), back office and admin alone. Throws 401 `Session expired`, `Token expired`.
 */
export async function loadSession(env: Env, claims: Claims, enter: string | null, now: Date): Promise<Session> {
  const row = await first<Record<string, unknown>>(
    env.PLATFORM,
    sql`SELECT s.id AS sid, s.sitting_id, s.mobile_number, s.restaurant_id AS session_restaurant, s.name AS session_name, s.role AS session_role, s.expires_at, s.revoked_at, s.last_seen_at,
               s.account_id, a.id AS account, a.role, a.name, a.email, a.restaurant_id, a.partner_id, a.is_active, ${RESTAURANT_SELECT}
        FROM sessions s
        LEFT JOIN accounts a ON a.id = s.account_id
        LEFT JOIN restaurants r ON r.deleted_at IS NULL AND r.id = CASE WHEN a.role IN ('partner', 'backoffice', 'admin') THEN ${enter} ELSE coalesce(s.restaurant_id, a.restaurant_id) END
        WHERE s.id = ${claims.sid}`,
  )
  if (!row || row.revoked_at || row.account_id !== claims.sub) throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  if (String(row.expires_at) <= now.toISOString()) throw unauthenticated(MESSAGES.tokenExpired, 'token_expired')
  // A guest of a table has a session but no account.
  const guest = row.account === null && row.session_role === 'user'
  if (!guest && (row.account === null || !row.is_active)) throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  const principal: Principal = {
    accountId: String(row.account_id),
    sid: String(row.sid),
    role: (guest ? 'user' : row.role) as Role,
    name: String(row.session_name ?? row.name ?? ''),
    email: String(row.email ?? ''),
    restaurantId: ((guest ? row.session_restaurant : (row.restaurant_id ?? row.session_restaurant)) as string | null) ?? null,
    partnerId: (row.partner_id as string | null) ?? null,
    sittingId: (row.sitting_id as string | null) ?? null,
    mobileNumber: String(row.mobile_number ?? ''),
    lastSeenAt: String(row.last_seen_at),
    expiresAt: String(row.expires_at),
  }
  let restaurant = restaurantOf(row)
  const enters = ['partner', 'backoffice', 'admin'].includes(principal.role)
  if (enters && principal.role === 'partner' && restaurant?.partnerId !== principal.partnerId) restaurant = null
  return { principal, restaurant, entered: enters && restaurant !== null }
}

/** Writes `last_seen_at`, at most once a minute. */
export async function touchSession(env: Env, principal: Principal, now: Date): Promise<void> {
  if (now.getTime() - Date.parse(principal.lastSeenAt) < 60_000) return
  const minuteAgo = new Date(now.getTime() - 60_000).toISOString()
  await run(
    env.PLATFORM,
    sql`UPDATE sessions SET last_seen_at = ${now.toISOString()} WHERE id = ${principal.sid} AND last_seen_at < ${minuteAgo}`,
  )
}
