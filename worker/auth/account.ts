import { type SQL, sql } from '../db/sql.ts'
import { conflict, unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Role } from '#domain/roles.ts'
import { forgetSubject } from '../http/attempts.ts'
import { accounts } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import type { Asker } from './hashTurn.ts'
import { hashPassword } from './password.ts'

/** Creates accounts and sets passwords. Uses no request and no binding, so that `npm run admin` (scripts/admin.ts) can use it too. */

export type Account = typeof accounts.$inferSelect

/**
 * The row of a new account, not stored yet; `at` is an instant in UTC (ISO-8601). Without a password it can sign in only by a mailed link or Google. `like` is a
 * stored hash: the new one uses its salt, so that one derivation can check a password against both (`insertUnlessTaken`). `by`: whose turn it is to hash (hashTurn.ts).
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
    headOf?: string | null
  },
  by?: Asker,
): Promise<Account> {
  return {
    id: randomId(),
    email: who.email,
    passwordHash: who.password ? await hashPassword(who.password, who.like, by) : null,
    name: who.name,
    mobileNumber: who.mobile_number,
    role: who.role,
    restaurantId: who.restaurantId ?? null,
    partnerId: who.partnerId ?? null,
    headOf: who.headOf ?? null,
    isActive: true,
    createdAt: at,
    lastLoginAt: null,
    isUnproven: false,
    googleSub: null,
  }
}

/** Prefixes of `email` where it holds no sign-in address: a diner's account, and an account whose address another account has already. */
const DINER = 'diner:'
const UNLINKED = 'unlinked:'

/** A diner's account is found by its number, which is stored in place of an address. */
export const dinerEmail = (digits: string): string => DINER + digits

/** True if another account already had this account's address when it was opened (docs/decisions/019-sign-up-tells-nothing.md). */
export const isUnlinked = (email: string): boolean => email.startsWith(UNLINKED)

/** The accounts whose address another account has, as a condition. */
export const hasNoAddress = sql`email > ${UNLINKED} AND email < 'unlinked;'`

/** The address as it was typed; '' for a diner. */
export const emailOf = (email: string): string =>
  isUnlinked(email) ? email.slice(UNLINKED.length, email.lastIndexOf(':')) : email.startsWith(DINER) ? '' : email

/** The accounts that were opened for an address while another account had it, as a condition. */
const unlinkedFrom = (email: string): SQL => sql`email > ${`${UNLINKED}${email}:`} AND email < ${`${UNLINKED}${email};`}`

/** Every account that a password for this address may open; the account that owns the address comes first. */
export const accountsFor = (email: string): SQL =>
  sql`SELECT * FROM accounts WHERE email = ${email} UNION ALL SELECT * FROM accounts WHERE ${unlinkedFrom(email)}`

/**
 * Stores an account that anybody may open without proving that the address is theirs. If the address is taken, the account is stored unlinked from it and
 * works just the same, so that neither the answer nor later calls reveal that the address was taken. Returns the stored `email`.
 */
export const insertUnlessTaken = (account: Account): SQL =>
  sql`${insert(accounts, {
    ...account,
    isUnproven: true,
    email: unlessTakenBy(account.email, account.id),
  })} RETURNING email`

/** The value stored as an account's `email`: the address or, if another account has it, an unlinked form of it. */
export const unlessTakenBy = (email: string, id: string): SQL =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM accounts WHERE email = ${email}) THEN ${`${UNLINKED}${email}:${id}`} ELSE ${email} END`

/**
 * The condition for an account whose address was never proved and with which no restaurant was approved. Its address can still go to somebody who proves that
 * it is theirs.
 */
export const isUnsettled = sql`accounts.is_unproven = 1 AND NOT EXISTS (
  SELECT 1 FROM restaurants r WHERE r.approval_status = 'approved' AND (r.id = accounts.restaurant_id OR r.partner_id = accounts.partner_id))`

/**
 * Frees an address for somebody who has proved that it is theirs, or to whom an approved restaurant or the back office gives it: an unproved sign-up continues
 * without the address, as if it had come second (`insertUnlessTaken`). Returns a row if there was one. Codes and links mailed for that account become void. `when` is one more condition.
 */
export const setAside = (at: string, email: string, when = sql`true`): SQL[] => [
  sql`UPDATE accounts SET email = ${`${UNLINKED}${email}:`} || id WHERE email = ${email} AND ${isUnsettled} AND ${when} RETURNING id`,
  sql`UPDATE codes SET used_at = ${at} WHERE purpose IN ('reset', 'resetToken') AND subject = ${email} AND changes() = 1 AND used_at IS NULL`,
]

/** The text about a sign-up that was set aside (`setAside`). */
export const SET_ASIDE =
  'Somebody had signed up with this address before and never confirmed it. That application can no longer be approved with it. If it was yours, sign in to it with its own password and give it another address; if it was not, there is nothing to do.'

/**
 * Removes sign-ups that came to nothing: opened with an address that another account has, whose password was ended by a new one of that account, so that nobody can
 * enter them; never confirmed, nothing of theirs approved, and nobody has signed in to them since `before` (UTC). Their applications go too. What has documents stays, for
 * only the application names them; so does what a partner has applied for, and a partner with outlets: those are for people to decide. At most 500 at a time.
 */
export function removeLeftSignUps(before: string): SQL[] {
  const left = sql`FROM (SELECT id, restaurant_id, partner_id FROM accounts WHERE ${hasNoAddress} AND password_hash IS NULL AND created_at <= ${before}
      AND coalesce(last_login_at, '') <= ${before}
      AND NOT EXISTS (SELECT 1 FROM restaurants r WHERE r.id = accounts.restaurant_id AND json_array_length(r.profile, '$.documents') > 0)
      AND ${isUnsettled}
      AND NOT EXISTS (SELECT 1 FROM restaurants r WHERE r.partner_id = accounts.partner_id OR (r.id = accounts.restaurant_id AND r.partner_id IS NOT NULL))
      AND NOT EXISTS (SELECT 1 FROM accounts other WHERE other.restaurant_id = accounts.restaurant_id AND other.id <> accounts.id)
    ORDER BY email LIMIT 500)`
  return [
    sql`DELETE FROM sessions WHERE account_id IN (SELECT id ${left})`,
    forgetDevices(sql`SELECT id ${left}`),
    sql`DELETE FROM restaurants WHERE id IN (SELECT restaurant_id ${left})`,
    sql`DELETE FROM partners WHERE id IN (SELECT partner_id ${left})`,
    // Their owner's name is no staff's of a restaurant, so no former name is kept of it.
    sql`UPDATE accounts SET restaurant_id = NULL, partner_id = NULL WHERE id IN (SELECT id ${left})`,
    sql`DELETE FROM accounts WHERE ${hasNoAddress} AND restaurant_id IS NULL AND partner_id IS NULL`,
  ]
}

export const emailTaken = () => conflict('email_taken', 'This email address has an account already.')

/** Doesn't reveal whether the account exists, nor that its password was changed during the sign-in. */
export const wrongCredentials = () => unauthenticated('Email or password is wrong.', 'invalid_credentials')

/** The condition for an account's open sessions; both columns are in one index. */
export const openOf = (at: string, accountId: string | SQL): SQL =>
  sql`account_id = ${accountId} AND revoked_at IS NULL AND expires_at > ${at}`

/** Ends all of an account's sessions, or those opened `until` an instant in UTC. The caller then closes their sockets, in the rooms of the returned rows. */
export const revokeSessions = (at: string, accountId: string, until = '~'): SQL =>
  sql`UPDATE sessions SET revoked_at = ${at} WHERE ${openOf(at, accountId)} AND created_at <= ${until} RETURNING id, rooms`

/**
 * For somebody who has proved that an account's address is theirs without using its password: if the account comes from an unproved sign-up, the password and
 * sessions of the person who signed up end. Returns the account's id in that case.
 */
export const proven = (at: string, { id, email }: Pick<Account, 'id' | 'email'>): SQL[] => [
  sql`UPDATE accounts SET is_unproven = 0, password_hash = NULL WHERE id = ${id} AND email = ${email} AND is_unproven = 1 RETURNING id`,
  ...voidedByPassword(at, email),
]

/** Forgets the devices with which these accounts have signed in. */
export const forgetDevices = (whose: SQL): SQL => sql`DELETE FROM known_devices WHERE account_id IN (${whose})`

const voided = (at: string, email: string, whoseDevices: SQL): SQL[] => [
  sql`UPDATE codes SET used_at = ${at} WHERE purpose IN ('reset', 'resetToken', 'invitation') AND subject = ${email} AND used_at IS NULL`,
  forgetSubject(LIMITS.login, email),
  forgetSubject(LIMITS.knownDevice, email),
  forgetDevices(whoseDevices),
]

/**
 * Makes void what a password that was set with a mailed code ends besides the sessions: codes and links that would set another password, attempts counted against the address, remembered
 * devices, and the passwords and sessions of unlinked accounts that were opened for the address. `at` is the instant in UTC.
 */
export const voidedByPassword = (at: string, email: string): SQL[] => [
  ...voided(at, email, sql`SELECT id FROM (${accountsFor(email)})`),
  sql`UPDATE sessions SET revoked_at = ${at} WHERE account_id IN (SELECT id FROM accounts WHERE ${unlinkedFrom(email)}) AND revoked_at IS NULL`,
  sql`UPDATE accounts SET password_hash = NULL WHERE ${unlinkedFrom(email)}`,
]

/**
 * The same where a manager or a colleague sets the password, or somebody their own with the present one. That proves nothing about the address, so whoever
 * signed up with it too keeps their password, sessions and devices (docs/decisions/019-sign-up-tells-nothing.md).
 */
export const voidedOfAccount = (at: string, { id, email }: Pick<Account, 'id' | 'email'>): SQL[] => voided(at, email, sql`${id}`)
