import { type SQL, sql } from 'drizzle-orm'
import { conflict, unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Role } from '#domain/roles.ts'
import { forgetSubject } from '../http/attempts.ts'
import { accounts } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import { hashPassword } from './password.ts'

/** What an account is made of and what a new password does to it. Knows no request and no binding: `npm run admin` (scripts/admin.ts) goes by it too. */

export type Account = typeof accounts.$inferSelect

/**
 * An account's row, not stored yet, `at` an instant in UTC (ISO-8601). Without a password only a mailed link or Google lets it in. `like` is a stored hash whose
 * salt the new one takes, so that one derivation checks a password against both (`insertUnlessTaken`).
 */
export async function newAccount(
  { at }: { at: string },
  who: {
    name: string
    email: string
    mobile_number: string
    password?: string
    like?: string | null
    role: Role
    restaurantId?: string | null
    partnerId?: string | null
  },
): Promise<Account> {
  return {
    id: randomId(),
    email: who.email,
    passwordHash: who.password ? await hashPassword(who.password, who.like) : null,
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

/** What stands for the address of a diner's account, and of one that was opened for an address which another account has. */
const DINER = 'diner:'
const UNLINKED = 'unlinked:'

/** A diner's account is known by its number, which stands where others have their address. */
export const dinerEmail = (digits: string): string => DINER + digits

/** Whether the account is not that of its address: the address belongs to another (docs/decisions/019-sign-up-tells-nothing.md). */
export const isUnlinked = (email: string): boolean => email.startsWith(UNLINKED)

/** The address as it was typed; '' of a diner. */
export const emailOf = (email: string): string =>
  isUnlinked(email) ? email.slice(UNLINKED.length, email.lastIndexOf(':')) : email.startsWith(DINER) ? '' : email

/** The accounts that were opened for an address while another account had it, as a condition. */
const unlinkedFrom = (email: string): SQL => sql`email > ${`${UNLINKED}${email}:`} AND email < ${`${UNLINKED}${email};`}`

/** Every account that a password for an address may open: the one that has the address first. */
export const accountsFor = (email: string): SQL =>
  sql`SELECT * FROM accounts WHERE email = ${email} OR (${unlinkedFrom(email)}) ORDER BY email <> ${email}, email`

/**
 * Stores an account that anybody may open without proving that the address is theirs. If the address has an account, the new one is kept without it: it works
 * just the same, so that neither the answer nor what follows tells. Returns the stored `email`.
 */
export const insertUnlessTaken = (account: Account): SQL =>
  sql`${insert(accounts, {
    ...account,
    email: sql`CASE WHEN EXISTS (SELECT 1 FROM accounts WHERE email = ${account.email}) THEN ${`${UNLINKED}${account.email}:${account.id}`} ELSE ${account.email} END`,
  })} RETURNING email`

export const emailTaken = () => conflict('email_taken', 'This email address has an account already.')

/** Never tells whether the account exists, nor that its password was changed while it signed in. */
export const wrongCredentials = () => unauthenticated('Email or password is wrong.', 'invalid_credentials')

/** An account's sessions that live, by the index of both. */
export const openOf = (at: string, accountId: string | SQL): SQL =>
  sql`account_id = ${accountId} AND revoked_at IS NULL AND expires_at > ${at}`

/** Ends all of an account's sessions; their sockets are the caller's to close, in the rooms of the rows it answers. */
export const revokeSessions = (at: string, accountId: string): SQL =>
  sql`UPDATE sessions SET revoked_at = ${at} WHERE ${openOf(at, accountId)} RETURNING id, rooms`

/**
 * What a new password makes void besides the sessions: codes and links that would set another, the attempts counted against the address, and the passwords and
 * sessions of whoever opened an account for it.
 */
export const voidedByPassword = (at: string, email: string): SQL[] => [
  sql`UPDATE codes SET used_at = ${at} WHERE purpose IN ('reset', 'resetToken', 'invitation') AND subject = ${email} AND used_at IS NULL`,
  forgetSubject(LIMITS.login, email),
  sql`UPDATE sessions SET revoked_at = ${at} WHERE account_id IN (SELECT id FROM accounts WHERE ${unlinkedFrom(email)}) AND revoked_at IS NULL`,
  sql`UPDATE accounts SET password_hash = NULL WHERE ${unlinkedFrom(email)}`,
]
