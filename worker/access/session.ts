import { sql } from '../db/sql.ts'
import { jwtVerify, SignJWT } from 'jose'
import { JWTExpired } from 'jose/errors'
import { forbidden, unauthenticated } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Diner } from '#domain/diner.ts'
import type { Permissions } from '#domain/permissions.ts'
import { kotSettingsOf, taxSettingsOf } from '#domain/settings.ts'
import { chargedTaxes } from '#domain/chargedTaxes.ts'
import { type BusinessClock, clockAt, clockChangedAfter, addDays } from '#domain/time.ts'
import { isStaff, type Role, ROLES } from '#domain/roles.ts'
import { all, first, run } from '../db/index.ts'
import { accounts, restaurants, sessions } from '../db/platform.ts'
import { decode, pick, Shape } from '../db/rows.ts'
import type { Env } from '../env.ts'

export const SESSION_DAYS = 7

/** The content of a token (CONTRACT §2). It only says where to look; role, approval and activity are read from the database. */
export type Claims = {
  sub: string
  role: Role
  sid: string
  restaurantId?: string
  shard?: string
  partnerId?: string
  sittingId?: string
  /** Set for a guest who shares the sitting's allowance with other guests; without it the guest has its own. */
  allowance?: string
  name?: string
  email?: string
  approved?: boolean
}

/** The allowance that a sitting's later guests share (domain/limits.ts). */
export const sharedAllowance = (sittingId: string): string => `sitting:${sittingId}`
export const isShared = (allowance: string): boolean => allowance.startsWith('sitting:')

/** The signed-in person, read from the database. */
export type Principal = {
  accountId: string
  /** What limits count against (domain/limits.ts): the account, or what the later guests of a sitting share. */
  allowance: string
  sid: string
  role: Role
  name: string
  email: string
  restaurantId: string | null
  partnerId: string | null
  /** Of a managerialHead, see `groupOf`. */
  headOf?: string | null
  sittingId: string | null
  /** Of a diner: name and number for its orders, unless an order gives others. */
  mobileNumber?: string
  lastSeenAt: string
  expiresAt: string
}

/** The diner of a session. A guest has a session but no account, so no email. */
export const dinerOf = ({ accountId, mobileNumber = '', email }: Principal): Diner => ({ accountId, mobileNumber, isGuest: email === '' })

/** The diner's account. Throws 403 `account_required` for a guest of a table, who has none. */
export function ownAccount({ accountId, email }: Principal, whyNot: string): string {
  if (email === '') throw forbidden(whyNot, 'account_required')
  return accountId
}

/**
 * A restaurant's settings as every command needs them. `timezone` and `kotSettings.resetTime` are those in force when it was read; `clock` also has those
 * before or after a change. `profile` is the rest of SPEC §3's fields.
 */
export type Restaurant = Omit<typeof restaurants.$inferSelect, 'imageBase64ForBill' | 'nextClock' | 'taxSettings'> & {
  taxSettings: ReturnType<typeof taxSettingsOf>
  permissions: Permissions | null
  clock: BusinessClock
}

export type Session = { principal: Principal; restaurant: Restaurant | null; entered: boolean }

/**
 * The restaurant, if it waits for approval or was rejected and the caller is its staff or its partner: they can reach only its application (CONTRACT §2). The
 * back office and admin may enter it in order to decide.
 */
export const closedTo = ({ principal, restaurant }: Session): Restaurant | null =>
  restaurant && restaurant.approvalStatus !== 'approved' && (isStaff(principal.role) || principal.role === 'partner') ? restaurant : null

/**
 * The partner whose outlets a managerialHead may read; null for one whom this outlet's present partner has not appointed
 * (docs/decisions/038-heads-of-a-partner.md).
 */
export const groupOf = (
  { role, headOf }: Pick<Principal, 'role' | 'headOf'>,
  restaurant: Pick<Restaurant, 'partnerId'> | null,
): string | null => (role === 'managerialHead' && headOf && headOf === restaurant?.partnerId ? headOf : null)

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

/** Tokens whose signature this isolate has verified with `secret`: a device sends the same one all evening, and a signature never becomes invalid. */
const verified = { secret: '', claims: new Map<string, Claims & { exp?: number }>() }

/** Verifies a token without I/O. Throws 401: `Token expired`, `Invalid token`. */
export async function verifyToken(env: Env, token: string): Promise<Claims> {
  // Outside the `try`, because a server without a secret is a failure and not a bad token.
  const key = keyOf(env)
  if (verified.secret !== env.JWT_SECRET || verified.claims.size >= 5000) {
    verified.secret = env.JWT_SECRET
    verified.claims.clear()
  }
  const known = verified.claims.get(token)
  if (known && (known.exp ?? Infinity) > Math.floor(Date.now() / 1000)) return known
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string' || !(ROLES as readonly string[]).includes(String(payload.role)))
      throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
    const claims = Object.freeze(payload) as unknown as Claims
    verified.claims.set(token, claims)
    return claims
  } catch (error) {
    if (error instanceof JWTExpired) throw unauthenticated(MESSAGES.tokenExpired, 'token_expired')
    throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
  }
}

export const bearerOf = (header: string | null | undefined): string | null => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null

/**
 * The same shape, but each JSON text is parsed only once and the result is frozen. Every request reads its restaurant's settings, which rarely change; after a
 * change the text is different and is parsed anew.
 */
function parsedOnce<T>(of: Shape<T>): Shape<T> {
  const parsed = new Map<string, unknown>()
  const parse = (raw: unknown, column: (raw: unknown) => unknown) => {
    if (typeof raw !== 'string' || !/^[[{]/.test(raw)) return column(raw)
    let value = parsed.get(raw)
    if (value === undefined) {
      if (parsed.size >= 2000) parsed.clear()
      value = column(raw)
      // Such a text in a column of plain text is not parsed.
      if (typeof value === 'object' && value !== null) parsed.set(raw, frozen(value))
    }
    return value
  }
  return new Shape(
    Object.fromEntries(of.columns.map(([key, column]) => [key, { name: column.name, of: (raw: unknown) => parse(raw, column.of) }])),
  ) as Shape<T>
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part)
  return Object.freeze(value)
}

const RESTAURANT = parsedOnce(
  pick(
    restaurants,
    'id',
    'establishmentName',
    'shard',
    'partnerId',
    'approvalStatus',
    'rejectionReason',
    'timezone',
    'nextClock',
    'permissions',
    'maxSessionsPerUser',
    'taxPercentages',
    'taxSettings',
    'paymentTypes',
    'kotSettings',
    'qrSettings',
    'printSettings',
    'printers',
    'invoicePrefix',
    'profile',
    'createdAt',
    'deletedAt',
    'version',
  ),
)
const SESSION = pick(
  sessions,
  'id',
  'accountId',
  'role',
  'restaurantId',
  'sittingId',
  'name',
  'mobileNumber',
  'lastSeenAt',
  'expiresAt',
  'revokedAt',
)
const ACCOUNT = pick(accounts, 'id', 'role', 'name', 'email', 'restaurantId', 'partnerId', 'headOf', 'isActive')

/** A shape's columns of a joined table, under the table's letter as prefix: `r.id AS r_id, …`. */
const columnsOf = ({ columns }: Shape<unknown>, letter: 's' | 'a' | 'r') =>
  sql.raw(columns.map(([, { name }]) => `${letter}.${name} AS ${letter}_${name}`).join(', '))
const RESTAURANT_SELECT = columnsOf(RESTAURANT, 'r')

/** The clock that a restaurant's row keeps. */
export function storedClock({
  timezone,
  kotSettings,
  nextClock,
}: Pick<typeof RESTAURANT.row, 'timezone' | 'kotSettings' | 'nextClock'>): BusinessClock {
  const { resetTime, nextReset } = kotSettings
  if (nextReset) return clockChangedAfter({ timezone, resetTime }, nextReset, addDays(nextReset.from, -1))
  return { timezone, resetTime, next: nextClock }
}

/** The restaurant of a row, with the clock in force at `now`, and the taxes that its new orders are charged. */
export function restaurantOf(row: Record<string, unknown>, now: Date): Restaurant | null {
  if (row.r_id === null || row.r_id === undefined) return null
  const { nextClock, ...restaurant } = decode(RESTAURANT, row, 'r_')
  const kotSettings = kotSettingsOf(restaurant.kotSettings)
  const taxSettings = taxSettingsOf(restaurant.taxSettings)
  const clock = storedClock({ ...restaurant, kotSettings, nextClock })
  const { timezone, resetTime } = clockAt(now, clock)
  return {
    ...restaurant,
    permissions: restaurant.permissions as Permissions | null,
    timezone,
    taxSettings,
    taxPercentages: chargedTaxes(restaurant.taxPercentages, taxSettings),
    kotSettings: { ...kotSettings, resetTime },
    clock,
  }
}

/** Restaurants by their ids, in no order. */
export async function findRestaurants(env: Env, ids: readonly string[]): Promise<Restaurant[]> {
  const rows = await all<Record<string, unknown>>(
    env.PLATFORM,
    sql`SELECT ${RESTAURANT_SELECT} FROM restaurants r WHERE r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND r.deleted_at IS NULL`,
  )
  return rows.flatMap((row) => restaurantOf(row, new Date()) ?? [])
}

/** One restaurant by id, whatever its state; null when there is none. */
export async function findRestaurant(env: Env, id: string): Promise<Restaurant | null> {
  const row = await first<Record<string, unknown>>(
    env.PLATFORM,
    sql`SELECT ${RESTAURANT_SELECT} FROM restaurants r WHERE r.id = ${id} AND r.deleted_at IS NULL`,
  )
  return row && restaurantOf(row, new Date())
}

/**
 * The session a token names: PLATFORM's session ⋈ account ⋈ restaurant in one read. `enter` is the header X-Restaurant-Id, which counts for
 * partner (own outlets), back office and admin alone. Throws 401 `Session expired`, `Token expired`.
 */
export async function loadSession(env: Env, claims: Claims, enter: string | null, now: Date): Promise<Session> {
  const row = await first<Record<string, unknown>>(
    env.PLATFORM,
    sql`SELECT ${columnsOf(SESSION, 's')}, ${columnsOf(ACCOUNT, 'a')}, ${RESTAURANT_SELECT}
        FROM sessions s
        LEFT JOIN accounts a ON a.id = s.account_id
        LEFT JOIN restaurants r ON r.deleted_at IS NULL AND r.id = CASE WHEN a.role IN ('partner', 'backoffice', 'admin') THEN ${enter} ELSE coalesce(s.restaurant_id, a.restaurant_id) END
        WHERE s.id = ${claims.sid}`,
  )
  const session = row && decode(SESSION, row, 's_')
  if (!session || session.revokedAt || session.accountId !== claims.sub) throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  if (session.expiresAt <= now.toISOString()) throw unauthenticated(MESSAGES.tokenExpired, 'token_expired')
  const account = row.a_id === null ? null : decode(ACCOUNT, row, 'a_')
  // A guest of a table has a session but no account.
  const guest = account === null && session.role === 'user'
  if (!guest && !account?.isActive) throw unauthenticated(MESSAGES.sessionExpired, 'session_expired')
  const principal: Principal = {
    accountId: session.accountId,
    allowance: claims.allowance ?? session.accountId,
    sid: session.id,
    role: (account ?? session).role as Role,
    // A diner's name is the one given at the table; everybody else's is the account's, which a manager may have changed since the sign-in.
    name: (account && account.role !== 'user' ? account.name : session.name) ?? '',
    email: account?.email ?? '',
    restaurantId: account?.restaurantId ?? session.restaurantId,
    partnerId: account?.partnerId ?? null,
    headOf: account?.headOf,
    sittingId: session.sittingId,
    mobileNumber: session.mobileNumber ?? '',
    lastSeenAt: session.lastSeenAt,
    expiresAt: session.expiresAt,
  }
  let restaurant = restaurantOf(row, now)
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
