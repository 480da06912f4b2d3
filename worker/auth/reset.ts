import { sql } from '../db/sql.ts'
import { jwtVerify, SignJWT } from 'jose'
import type { reset as contract } from '#domain/api/auth.ts'
import { unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Context } from '../http/context.ts'
import { batch, first, run } from '../db/index.ts'
import { codes } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { sendBlindly } from '../messenger/messenger.ts'
import { bearerOf } from '../access/session.ts'
import { type Account, voidedByPassword } from './account.ts'
import { issueCode, takeCode } from './codes.ts'
import { findAccount } from './login.ts'
import { fitting, hashPassword } from './password.ts'
import { endAccount } from './sessions.ts'

/** Signs a token that can only set one account's password, once: its row in `codes` makes it single use. */
export async function resetToken(
  c: Context,
  account: Pick<Account, 'id' | 'email'>,
  purpose: 'resetToken' | 'invitation',
  minutes: number,
): Promise<string> {
  const id = randomId()
  const expiresAt = new Date(c.now.getTime() + minutes * 60_000)
  await run(
    c.env.PLATFORM,
    insert(codes, {
      id,
      purpose,
      subject: account.email,
      codeHash: '',
      accountId: account.id,
      createdAt: c.at,
      expiresAt: expiresAt.toISOString(),
    }),
  )
  return new SignJWT({ purpose: 'reset' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(account.id)
    .setJti(id)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(new TextEncoder().encode(c.env.JWT_SECRET))
}

/** The row that a reset token names. Throws 401. */
async function readResetToken(c: Context): Promise<string> {
  const token = bearerOf(c.request.headers.get('Authorization'))
  if (!token) throw unauthenticated(MESSAGES.tokenNotFound, 'invalid_token')
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(c.env.JWT_SECRET), {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'jti'],
    })
    if (payload.purpose === 'reset' && payload.jti) return payload.jti
  } catch {
    // Forged, damaged or expired: the answer is the same.
  }
  throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
}

const IS_RESET = sql`purpose IN ('resetToken', 'invitation')`
/** The `data` of a token that has set a password; one that a newer password made void has none. */
const SET_ONE = JSON.stringify({ isSet: true })
type Owner = { id: string; restaurant_id: string | null; partner_id: string | null }

/** Uses the token up and sets the password. Null if the token is not good, or was used meanwhile. */
async function usedUp(c: Context, id: string, newPassword: string): Promise<Owner | null> {
  const good = sql`id = ${id} AND ${IS_RESET} AND used_at IS NULL AND expires_at > ${c.at}`
  const row = await first<{ account_id: string; subject: string }>(c.env.PLATFORM, sql`SELECT account_id, subject FROM codes WHERE ${good}`)
  if (!row) return null
  const passwordHash = await hashPassword(newPassword)
  const [, changed] = await batch(c.env.PLATFORM, [
    sql`UPDATE codes SET used_at = ${c.at}, data = ${SET_ONE} WHERE ${good} RETURNING id`,
    sql`UPDATE accounts SET password_hash = ${passwordHash}, is_unproven = 0 WHERE id = ${row.account_id} AND email = ${row.subject} AND is_active = 1 AND changes() = 1 RETURNING id, restaurant_id, partner_id`,
    ...voidedByPassword(c.at, row.subject),
  ])
  return (changed?.[0] as Owner | undefined) ?? null
}

/**
 * The owner of a token that has set this very password before: they press again because the answer to an earlier press was lost, or came late. Tries are
 * limited like those with a good token.
 */
async function savedBefore(c: Context, id: string, newPassword: string): Promise<Owner | null> {
  const owner = await first<Owner & { password_hash: string | null }>(
    c.env.PLATFORM,
    sql`SELECT a.id, a.restaurant_id, a.partner_id, a.password_hash FROM codes JOIN accounts a ON a.id = codes.account_id AND a.email = codes.subject
        WHERE codes.id = ${id} AND ${IS_RESET} AND codes.data = ${SET_ONE} AND expires_at > ${c.at} AND a.is_active = 1`,
  )
  if (!owner) return null
  const [isSaved] = await fitting(newPassword, [owner.password_hash])
  return isSaved ? owner : null
}

export const resetHandlers: Handlers<typeof contract> = {
  'POST /auth/restaurant/forgot-password': async (c, { body: { email } }) => {
    await limitSubject(c, LIMITS.code, email)
    const account = await findAccount(c, email)
    const active = account?.isActive ? account : null
    await issueCode(c, 'reset', email, active?.id ?? null, (code) =>
      sendBlindly(
        c,
        active && {
          kind: 'mail',
          to: email,
          subject: 'Your Tawa code',
          text: `${code} is your code to set a new password. It is good for 5 minutes. If you did not ask for it, do nothing.`,
        },
        MESSAGES.resetMailFailed,
      ),
    )
    return { message: 'If this address has an account, a code is on its way.' }
  },
  'POST /auth/restaurant/verify-otp': async (c, { body: { email, otp } }) => {
    await limitSubject(c, LIMITS.verify, email)
    const { accountId } = await takeCode(c, 'reset', email, otp)
    // Without an account no code was sent, so this one was guessed.
    if (!accountId) throw unauthenticated(MESSAGES.invalidCode, 'invalid_code')
    return { token: await resetToken(c, { id: accountId, email }, 'resetToken', 10) }
  },
  'POST /auth/restaurant/reset-password': async (c, { body }) => {
    const id = await readResetToken(c)
    await limitSubject(c, LIMITS.reset, id)
    const account = (await usedUp(c, id, body.newPassword)) ?? (await savedBefore(c, id, body.newPassword))
    if (!account) throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
    await endAccount(c, { id: account.id, restaurantId: account.restaurant_id, partnerId: account.partner_id })
    return { message: 'The password was changed. Sign in with the new one.' }
  },
}
