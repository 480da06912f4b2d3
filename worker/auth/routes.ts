import { sql } from 'drizzle-orm'
import type { auth as contract } from '#domain/api/auth.ts'
import type { SessionUser } from '#domain/api/shapes.ts'
import { AppError, conflict, unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import { isStaff, type Role } from '#domain/roles.ts'
import type { Context } from '../context.ts'
import { all, batch, first, run } from '../db/index.ts'
import { accounts, sessions } from '../db/platform.ts'
import { decode, insert } from '../db/rows.ts'
import { forbiddenPending, type Handlers } from '../implement.ts'
import { addressOf, countAttempt, forgiveAttempt } from '../limit.ts'
import { endSessions } from '../realtime/publish.ts'
import { findRestaurant, type Principal, type Restaurant, SESSION_DAYS, signToken } from '../session.ts'
import { deviceOf } from './device.ts'
import { verifyPassword } from './password.ts'

type Api = typeof contract
type Account = typeof accounts.$inferSelect

/** Wrong passwords in five minutes, for one account and from one address. */
const ACCOUNT_TRIES = 10
const ADDRESS_TRIES = 60
const WINDOW = 300

/** Checks a password, limits first (scrypt is dear). Throws 401 that never tells whether the account exists, 403 inactive, 429. */
async function checkCredentials(
  c: Context,
  { email, password }: { email: string; password: string },
  roles: (role: string) => boolean,
): Promise<Account> {
  const keys = [`login:account:${email}`, `login:address:${addressOf(c.request)}`] as const
  await countAttempt(c, keys[0], ACCOUNT_TRIES, WINDOW)
  await countAttempt(c, keys[1], ADDRESS_TRIES, WINDOW)
  const row = await first<Record<string, unknown>>(c.env.PLATFORM, sql`SELECT * FROM accounts WHERE email = ${email}`)
  const account = row && decode(accounts, row)
  const fits = await verifyPassword(password, account?.passwordHash ?? null)
  if (!account || !fits || !roles(account.role)) throw unauthenticated('E-mail or password is wrong.', 'invalid_credentials')
  await Promise.all(keys.map((key) => forgiveAttempt(c, key)))
  if (!account.isActive) throw new AppError(403, 'inactive', MESSAGES.inactive, { active: false })
  return account
}

const expiry = (c: Context) => new Date(c.now.getTime() + SESSION_DAYS * 86_400_000)

/** Opens a session and signs its token. */
async function openSession(c: Context, account: Account, restaurant: Restaurant | null): Promise<string> {
  const expiresAt = expiry(c)
  const sid = randomId()
  await batch(c.env.PLATFORM, [
    insert(sessions, {
      id: sid,
      accountId: account.id,
      role: account.role,
      restaurantId: account.restaurantId,
      device: deviceOf(c.request.headers.get('User-Agent')),
      createdAt: c.at,
      lastSeenAt: c.at,
      expiresAt: expiresAt.toISOString(),
    }),
    sql`UPDATE accounts SET last_login_at = ${c.at} WHERE id = ${account.id}`,
  ])
  return signToken(
    c.env,
    {
      sub: account.id,
      role: account.role as Role,
      sid,
      name: account.name,
      email: account.email,
      approved: restaurant ? restaurant.approvalStatus === 'approved' : true,
      ...(restaurant ? { restaurantId: restaurant.id, shard: restaurant.shard } : {}),
      ...(account.partnerId ? { partnerId: account.partnerId } : {}),
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
    email: who.email,
    restaurantId: restaurant?.id ?? who.restaurantId,
    restaurantName: restaurant?.establishmentName ?? null,
    partnerId: who.partnerId,
    approved: restaurant ? restaurant.approvalStatus === 'approved' : true,
    exists: true,
  }
}

const personOf = (account: Account) => ({
  accountId: account.id,
  role: account.role as Role,
  name: account.name,
  email: account.email,
  restaurantId: account.restaurantId,
  partnerId: account.partnerId,
})

/** The rooms that a partner may have entered. */
async function outletsOf(c: Context): Promise<{ id: string; shard: string }[]> {
  const partnerId = c.session?.principal.partnerId
  return partnerId ? all(c.env.PLATFORM, sql`SELECT id, shard FROM restaurants WHERE partner_id = ${partnerId} AND deleted_at IS NULL`) : []
}

/** Ends sessions and closes their sockets. */
async function end(c: Context, restaurant: Restaurant | null, sids: readonly string[]): Promise<void> {
  if (sids.length === 0) return
  await run(
    c.env.PLATFORM,
    sql`UPDATE sessions SET revoked_at = ${c.at} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(sids)})) AND revoked_at IS NULL`,
  )
  for (const { id, shard } of restaurant ? [restaurant] : await outletsOf(c))
    c.waitUntil(endSessions(c.env, { restaurantId: id, shard }, [...sids]))
}

export const authHandlers: Handlers<Api> = {
  'POST /auth/restaurant/login': async (c, { body }) => {
    const account = await checkCredentials(c, body, isStaff)
    const restaurant = account.restaurantId ? await findRestaurant(c.env, account.restaurantId) : null
    if (!restaurant) throw new AppError(403, 'inactive', MESSAGES.inactive, { active: false })
    const open = await all<{ id: string; device: string; created_at: string; last_seen_at: string }>(
      c.env.PLATFORM,
      sql`SELECT id, device, created_at, last_seen_at FROM sessions WHERE account_id = ${account.id} AND revoked_at IS NULL AND expires_at > ${c.at} ORDER BY last_seen_at DESC LIMIT 50`,
    )
    if (body.terminate_existing)
      await end(
        c,
        restaurant,
        open.map((s) => s.id),
      )
    else if (open.length >= restaurant.maxSessionsPerUser && restaurant.approvalStatus === 'approved')
      throw conflict('active_sessions', MESSAGES.activeSessions, {
        sessions: open.map((s) => ({ id: s.id, device: s.device, createdAt: s.created_at, lastSeenAt: s.last_seen_at })),
      })
    const token = await openSession(c, account, restaurant)
    if (restaurant.approvalStatus !== 'approved')
      throw forbiddenPending(
        restaurant.establishmentName,
        restaurant.approvalStatus === 'rejected' ? (restaurant.rejectionReason ?? '') : null,
        { token },
      )
    return { token, user: sessionUser(personOf(account), restaurant), permissions: restaurant.permissions ?? {} }
  },
  'POST /auth/partner/login': async (c, { body }) => {
    const account = await checkCredentials(c, body, (role) => role === 'partner')
    const token = await openSession(c, account, null)
    return {
      token,
      user: sessionUser(personOf(account), null),
      partner: { _id: account.partnerId ?? account.id, name: account.name, email: account.email },
    }
  },
  'POST /auth/backoffice/login': async (c, { body }) => {
    const account = await checkCredentials(c, body, (role) => role === 'admin' || role === 'backoffice')
    const token = await openSession(c, account, null)
    const user = sessionUser(personOf(account), null)
    return { token, user, id: user.id, role: user.role, name: user.name, email: user.email, permissions: {} }
  },
  'POST /auth/logout': async (c) => {
    await end(c, c.session?.restaurant ?? null, [c.principal.sid])
    return { message: 'Signed out' }
  },
  'GET /auth/me': async (c) => {
    const restaurant = c.session?.restaurant ?? null
    return { user: sessionUser(c.principal, restaurant), permissions: restaurant?.permissions ?? {} }
  },
}
