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
import { hashPassword } from './password.ts'
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
    const good = sql`id = ${id} AND purpose IN ('resetToken', 'invitation') AND used_at IS NULL AND expires_at > ${c.at}`
    const row = await first<{ account_id: string; subject: string }>(
      c.env.PLATFORM,
      sql`SELECT account_id, subject FROM codes WHERE ${good}`,
    )
    if (!row) throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
    const passwordHash = await hashPassword(body.newPassword)
    const [used, changed] = await batch(c.env.PLATFORM, [
      sql`UPDATE codes SET used_at = ${c.at} WHERE ${good} RETURNING id`,
      sql`UPDATE accounts SET password_hash = ${passwordHash}, is_unproven = 0 WHERE id = ${row.account_id} AND email = ${row.subject} AND is_active = 1 AND changes() = 1 RETURNING id, restaurant_id, partner_id`,
      ...voidedByPassword(c.at, row.subject),
    ])
    const account = changed?.[0]
    if (!used?.[0] || !account) throw unauthenticated(MESSAGES.invalidToken, 'invalid_token')
    await endAccount(c, {
      id: row.account_id,
      restaurantId: (account.restaurant_id as string | null) ?? null,
      partnerId: (account.partner_id as string | null) ?? null,
    })
    return { message: 'The password was changed. Sign in with the new one.' }
  },
}
