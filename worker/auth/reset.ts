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
/** How long a token that was used says that its password is saved, in ms. Presses of one person are seconds apart; a link stays in a mailbox for days. */
const REPEAT_MS = 15 * 60_000
type Owner = { id: string; restaurant_id: string | null; partner_id: string | null }

/** Uses the token up and sets the password. Null if the token is not good, or was used meanwhile. */
async function usedUp(c: Context, id: string, newPassword: string): Promise<Owner | null> {
  const good = sql`id = ${id} AND ${IS_RESET} AND used_at IS NULL AND expires_at > ${c.at}`
  const row = await first<{ account_id: string; subject: string }>(c.env.PLATFORM, sql`SELECT account_id, subject FROM codes WHERE ${good}`)
  if (!row) return null
  const hash = await hashPassword(newPassword)
  // Hashing may have waited for its turn. `savedBefore` ends the sessions from before this instant.
  const at = new Date().toISOString()
  const [, changed] = await batch(c.env.PLATFORM, [
    sql`UPDATE codes SET used_at = ${at} WHERE ${good} RETURNING id`,
    sql`UPDATE accounts SET password_hash = ${hash}, is_unproven = 0 WHERE id = ${row.account_id} AND email = ${row.subject} AND is_active = 1 AND changes() = 1 RETURNING id, restaurant_id, partner_id`,
    sql`UPDATE codes SET data = ${JSON.stringify({ hash })} WHERE id = ${id} AND changes() = 1`,
    ...voidedByPassword(c.at, row.subject),
  ])
  return (changed?.[0] as Owner | undefined) ?? null
}

/**
 * The owner of a token that has set this very password a short time ago, if the account still has it: they press again because the answer to an earlier press was
 * lost, or came late. `used_at`: when it was set. Tries are limited like those with a good token.
 */
async function savedBefore(c: Context, id: string, newPassword: string): Promise<(Owner & { used_at: string }) | null> {
  const owner = await first<Owner & { password_hash: string; used_at: string }>(
    c.env.PLATFORM,
    sql`SELECT a.id, a.restaurant_id, a.partner_id, a.password_hash, used_at FROM codes JOIN accounts a ON a.id = codes.account_id AND a.email = codes.subject
        WHERE codes.id = ${id} AND ${IS_RESET} AND a.password_hash = json_extract(codes.data, '$.hash') AND expires_at > ${c.at}
        AND used_at > ${new Date(c.now.getTime() - REPEAT_MS).toISOString()} AND a.is_active = 1`,
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
    const setNow = await usedUp(c, id, body.newPassword)
    const before = setNow ? null : await savedBefore(c, id, body.newPassword)
    const account = setNow ?? before
    if (!account) throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
    // The sessions since then were opened with the new password.
    await endAccount(c, { id: account.id, restaurantId: account.restaurant_id, partnerId: account.partner_id }, before?.used_at)
    return { message: 'The password was changed. Sign in with the new one.' }
  },
}
