import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Application } from '#domain/api/auth.ts'
import { randomId } from '#domain/ids.ts'
import { newSettings } from '#domain/settings.ts'
import type { Context } from '../http/context.ts'
import { all, batch, brokenConstraint, shardsOf } from '../db/index.ts'
import { accounts, restaurants } from '../db/platform.ts'
import { exists, type Read } from '../db/reads.ts'
import { insert } from '../db/rows.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { type Account, emailTaken, newAccount } from './account.ts'

/** Whether an address has an account (of those that fit `and`), for the reads of a command that makes one or gives it another address. */
export const addressTaken = (email: string, and = sql`true`): Read<boolean> =>
  exists(sql`SELECT 1 FROM accounts WHERE email = ${email} AND ${and}`)

/** Addresses are unique over all accounts (CONTRACT §2): the database is the last to say so. Throws 409 email_taken. */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenConstraint(error) === 'accounts.email') throw emailTaken()
    throw error
  }
}

/** A new restaurant's rows go where there are fewest. */
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

/** What an application says, as the profile keeps it. */
const profileOf = (a: Applied): Record<string, unknown> => {
  const { user_name, user_contact_number, address, location, opening_hours, gstNumber, fssaiNumber } = a
  const said = {
    user_name,
    user_contact_number,
    address,
    location,
    gstNumber,
    fssaiNumber,
    opening_hours: { ...opening_hours, open_now: false },
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** A new restaurant and the account of its owner: their rows, and the statements that write them together (`unlessTaken` words a taken address). */
export async function applied(
  c: Context,
  application: Applied,
  { approvalStatus, partnerId = null }: { approvalStatus: 'pending' | 'approved'; partnerId?: string | null },
) {
  const id = randomId()
  const { user_name: name, email, user_contact_number: mobile_number, password } = application
  const [shard, owner] = await Promise.all([
    roomiestShard(c),
    newAccount(c, { name, email, mobile_number, password, role: 'superuser', restaurantId: id }),
  ])
  const restaurant = {
    id,
    establishmentName: application.establishment_name,
    shard,
    partnerId,
    approvalStatus,
    ...newSettings(),
    invoicePrefix: prefixOf(application.establishment_name),
    profile: { currency: 'INR', ...profileOf(application) },
    createdAt: c.at,
  }
  return { restaurant, owner, statements: [insert(accounts, owner), insert(restaurants, restaurant)] }
}

/** The same, written. Throws 409 email_taken. */
export async function apply(
  c: Context,
  application: Applied,
  options: { approvalStatus: 'pending' | 'approved' },
): Promise<{ restaurant: Restaurant; owner: Account }> {
  const { restaurant: made, owner, statements } = await applied(c, application, options)
  await unlessTaken(() => batch(c.env.PLATFORM, statements))
  const restaurant = await findRestaurant(c.env, made.id)
  if (!restaurant) throw new Error('the restaurant that was just made is gone')
  return { restaurant, owner }
}
