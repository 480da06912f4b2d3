import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Application } from '#domain/api/auth.ts'
import { nameBeside } from '#domain/employee.ts'
import { randomId } from '#domain/ids.ts'
import { firstTaxes, newSettings } from '#domain/settings.ts'
import type { Context } from '../http/context.ts'
import { addressOf } from '../http/limit.ts'
import { all, batch, brokenConstraint, shardsOf } from '../db/index.ts'
import { accounts, restaurants } from '../db/platform.ts'
import { exists, type Read, readOne, rows } from '../db/reads.ts'
import { given, insert, type Row } from '../db/rows.ts'
import { publicUrl } from '../messenger/links.ts'
import { sendLater } from '../messenger/messenger.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { type Account, accountsFor, emailTaken, insertUnlessTaken, isUnlinked, isUnsettled, newAccount, SET_ASIDE } from './account.ts'

/** Whether an address has an account (of those that fit `and`), for the reads of a command that makes one or gives it another address. */
const addressTaken = (email: string, and = sql`true`): Read<boolean> =>
  exists(sql`SELECT 1 FROM accounts WHERE email = ${email} AND ${and}`)

/**
 * Whether an account that exists can't be given an address: another account has it, or can be signed in to with it although another one had it. One derivation
 * checks a password against all accounts of an address, and the password of an account that wasn't opened for it has a salt of its own
 * (docs/decisions/019-sign-up-tells-nothing.md). `own` is the condition for the account itself.
 */
export const addressInUse = (email: string, own: SQL): Read<boolean> =>
  exists(sql`SELECT 1 FROM (${accountsFor(email)}) WHERE NOT (${own})
    AND (email = ${email} OR (password_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM (${accountsFor(email)}) WHERE ${own})))`)

/**
 * For managers and the back office, who open accounts for other people: employees, partners, owners of a new restaurant. An unconfirmed sign-up with the
 * address is no reason to refuse; it is set aside, as by a claim (docs/decisions/019-sign-up-tells-nothing.md). `own` are the accounts of the restaurant or
 * partner itself, which keep their address.
 */
export const addressKept = (email: string, own: SQL = sql`false`): Read<boolean> =>
  addressTaken(email, sql`(${own} OR NOT (${isUnsettled}))`)

/** Tells the owner of an address what became of a sign-up with it, if one was set aside: it may have been their own. `aside` are the rows of `setAside`'s first statement. */
export async function tellSetAside(
  c: Context,
  email: string,
  aside: readonly Row[] | undefined,
  why = 'Somebody who works with Tawa opened an account for you with this address.',
  then = 'If you don’t know of the account that was opened for you, set a new password with “Forgot password” on the sign-in page. That also ends what anybody had opened with this address before: give an application of your own another address first.',
): Promise<void> {
  if (!aside?.[0]) return
  await sendLater(c, {
    kind: 'mail',
    to: email,
    subject: 'You have an account with Tawa',
    text: [why, SET_ASIDE, then, publicUrl(c)].filter(Boolean).join('\n\n'),
  })
}

/** Addresses are unique over all accounts (CONTRACT §2); in a race the database's constraint decides. Throws 409 email_taken. */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error) === 'accounts.email') throw emailTaken()
    throw error
  }
}

/** The hash whose salt a new account for this address uses, or the new password of `own`; null when no other account has a password for it. */
export async function likeOf(c: Context, email: string, own?: string): Promise<string | null> {
  const known = await readOne(c.env.PLATFORM, rows(accounts, accountsFor(email)))
  return known.find((account) => account.passwordHash !== null && account.id !== own)?.passwordHash ?? null
}

/**
 * Tells the owner of an address by mail that an account was opened for it; `results` are those of a batch that began by storing the address (`unlessTakenBy`). Either way one
 * mail is sent, and it contains nothing that the person who signed up typed, since it may go to a stranger.
 */
export function tellOwner(c: Context, email: string, results: readonly Row[][]): Promise<void> {
  const taken = isUnlinked(String(results[0]?.[0]?.email))
  const end = `If this was not you, set a new password with “Forgot password” on the sign-in page. That ends whatever was opened with your address.\n\n${publicUrl(c)}`
  return sendLater(c, {
    kind: 'mail',
    to: email,
    subject: taken ? 'Somebody signed up with your address' : 'You signed up with Tawa',
    text: taken
      ? `Somebody signed up with this address, which has an account already. That account stays as it is: sign in to it, or choose “Forgot password”. What was opened now can’t be approved with this address; to apply, use another one.\n\n${end}`
      : `An account was opened with this address. We write again when an application is decided.\n\n${end}`,
  })
}

/** A new restaurant's rows go to the shard with the fewest restaurants. */
async function roomiestShard(c: Context): Promise<string> {
  const shards = JSON.stringify(shardsOf(c.env).map((s) => s.shard))
  const [least] = await all<{ shard: string }>(
    c.env.PLATFORM,
    sql`SELECT value AS shard FROM json_each(${shards}) ORDER BY (SELECT count FROM tallies WHERE list = 'shards' AND span = 0 AND start = '' AND facet = value), value LIMIT 1`,
  )
  if (!least) throw new Error('no shard is bound')
  return least.shard
}

/** Two to four letters for the bill's number: `Smash Yard` → `SY`. */
const prefixOf = (name: string): string => {
  const words = name.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const letters = words.length > 1 ? words.map((w) => w[0]).join('') : (words[0] ?? '')
  return letters.slice(0, 4) || 'B'
}

type Applied = Omit<z.output<typeof Application>, 'password'> & { password?: string }

/** An application's fields, as the profile stores them. */
const profileOf = (a: Applied): Record<string, unknown> => {
  const { user_name, user_contact_number, address, location, opening_hours, gstNumber, fssaiNumber } = a
  return given({
    user_name,
    user_contact_number,
    address,
    location,
    gstNumber,
    fssaiNumber,
    opening_hours: { ...opening_hours, open_now: false },
  })
}

/** A new restaurant and the account of its owner: their rows, and the statements that write them together (`unlessTaken` words a taken address). */
export async function applied(
  c: Context,
  application: Applied,
  {
    approvalStatus,
    partnerId = null,
    blind = false,
  }: {
    approvalStatus: 'pending' | 'approved'
    partnerId?: string | null
    /** The caller may not learn whether the address has an account (`insertUnlessTaken`). */
    blind?: boolean
  },
) {
  const id = randomId()
  const { user_name: name, email, user_contact_number: mobile_number, password } = application
  const [shard, owner] = await Promise.all([
    roomiestShard(c),
    likeOf(c, email).then((like) =>
      newAccount(
        c,
        { name: nameBeside(name, []), email, mobile_number, password, like, role: 'superuser', restaurantId: id },
        { stranger: blind ? addressOf(c.request) : null },
      ),
    ),
  ])
  const restaurant = {
    id,
    establishmentName: application.establishment_name,
    shard,
    partnerId,
    approvalStatus,
    ...newSettings(),
    taxPercentages: firstTaxes(application.gstNumber),
    invoicePrefix: prefixOf(application.establishment_name),
    profile: { currency: 'INR', ...profileOf(application) },
    createdAt: c.at,
  }
  return { restaurant, owner, statements: [blind ? insertUnlessTaken(owner) : insert(accounts, owner), insert(restaurants, restaurant)] }
}

/** Stores somebody's application and mails the owner of its address. */
export async function apply(c: Context, application: Applied): Promise<{ restaurant: Restaurant; owner: Account }> {
  const { restaurant: made, owner, statements } = await applied(c, application, { approvalStatus: 'pending', blind: true })
  await tellOwner(c, owner.email, await batch(c.env.PLATFORM, statements))
  const restaurant = await findRestaurant(c.env, made.id)
  if (!restaurant) throw new Error('the restaurant that was just made is gone')
  return { restaurant, owner }
}
