import { type SQL, sql } from 'drizzle-orm'
import { conflict, unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Role } from '#domain/roles.ts'
import { forgetSubject } from '../http/attempts.ts'
import type { accounts } from '../db/platform.ts'
import { hashPassword } from './password.ts'

/** What an account is made of and what a new password does to it. Knows no request and no binding: `npm run admin` (scripts/admin.ts) goes by it too. */

export type Account = typeof accounts.$inferSelect

/** An account's row, not stored yet, `at` an instant in UTC (ISO-8601). Without a password only a mailed link or Google lets it in. */
export async function newAccount(
  { at }: { at: string },
  who: {
    name: string
    email: string
    mobile_number: string
    password?: string
    role: Role
    restaurantId?: string | null
    partnerId?: string | null
  },
): Promise<Account> {
  return {
    id: randomId(),
    email: who.email,
    passwordHash: who.password ? await hashPassword(who.password) : null,
    name: who.name,
    mobileNumber: who.mobile_number,
    role: who.role,
    restaurantId: who.restaurantId ?? null,
    partnerId: who.partnerId ?? null,
    isActive: true,
    createdAt: at,
    lastLoginAt: null,
  }
}

export const emailTaken = () => conflict('email_taken', 'This email address has an account already.')

/** Never tells whether the account exists, nor that its password was changed while it signed in. */
export const wrongCredentials = () => unauthenticated('Email or password is wrong.', 'invalid_credentials')

/** An account's sessions that live, by the index of both. */
export const openOf = (at: string, accountId: string | SQL): SQL =>
  sql`account_id = ${accountId} AND revoked_at IS NULL AND expires_at > ${at}`

/** Ends all of an account's sessions; their sockets are the caller's to close, in the rooms of the rows it answers. */
export const revokeSessions = (at: string, accountId: string): SQL =>
  sql`UPDATE sessions SET revoked_at = ${at} WHERE ${openOf(at, accountId)} RETURNING id, rooms`

/** What a new password makes void besides the sessions: codes and links that would set another, and the attempts counted against the address. */
export const voidedByPassword = (at: string, email: string): SQL[] => [
  sql`UPDATE codes SET used_at = ${at} WHERE purpose IN ('reset', 'resetToken', 'invitation') AND subject = ${email} AND used_at IS NULL`,
  forgetSubject(LIMITS.login, email),
]
