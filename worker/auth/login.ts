import { sql } from '../db/sql.ts'
import type { login as contract } from '#domain/api/auth.ts'
import { AppError, notFound } from '#domain/errors.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import { isStaff, type Role } from '#domain/roles.ts'
import type { Context } from '../http/context.ts'
import { batch, first, run } from '../db/index.ts'
import { accounts } from '../db/platform.ts'
import { only, read, readOne, rows } from '../db/reads.ts'
import { decode } from '../db/rows.ts'
import { forbiddenPending } from '../access/authorise.ts'
import type { Handlers } from '../http/implement.ts'
import { addressOf, forgiving, isWithin, limitSubject } from '../http/limit.ts'
import { publicUrl } from '../messenger/links.ts'
import { sendLater } from '../messenger/messenger.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { type GoogleUser, googleUser, usedOnce } from './google.ts'
import { type Account, accountsFor, emailOf, proven, wrongCredentials } from './account.ts'
import { knownDevice, rememberDevice } from './knownDevice.ts'
import { fitting } from './password.ts'
import { end, endAccount, openSession, personOf, roomsOf, sessionUser } from './sessions.ts'

const UNCONFIRMED =
  'Google does not know whether this address is still yours. Enter the password of your Tawa account, once, to connect it with Google. If you have none, choose “Forgot password” first.'

const inactive = () => new AppError(403, 'inactive', MESSAGES.inactive, { active: false })

export async function findAccount(c: Context, email: string): Promise<Account | null> {
  const row = await first<Record<string, unknown>>(c.env.PLATFORM, sql`SELECT * FROM accounts WHERE email = ${email}`)
  return row && decode(accounts, row)
}

/**
 * Checks a password, after the limits, because scrypt is expensive. Throws 401 (which never reveals whether the account exists), 403 for an inactive account,
 * 429.
 */
async function checkCredentials(
  c: Context,
  { email, password }: { email: string; password: string },
  roles: (role: string) => boolean,
): Promise<Account> {
  const known = await knownDevice(c, email)
  // A known device whose tries are used up has a stranger's, as before it was known: nobody is kept out by what another did with either.
  const device = known !== null && (await isWithin(c, LIMITS.knownDevice, email, known)) ? known : null
  if (device === null) await limitSubject(c, LIMITS.login, email)
  const candidates = await readOne(c.env.PLATFORM, rows(accounts, accountsFor(email)))
  const fits = await fitting(
    password,
    candidates.map((account) => account.passwordHash),
    { stranger: device === null ? addressOf(c.request) : null, account: email },
  )
  const account = candidates.find((one, i) => fits[i] && roles(one.role))
  if (!account) throw wrongCredentials()
  await batch(c.env.PLATFORM, [
    ...(device === null ? forgiving(c, LIMITS.login, email) : forgiving(c, LIMITS.knownDevice, email, device)),
    ...rememberDevice(c, account.id),
  ])
  if (!account.isActive) throw inactive()
  return account
}

/** Signs staff in. Throws 403 with a limited token for a restaurant that is not approved; 409 while other sessions are open. */
async function enterRestaurant(
  c: Context,
  account: Account,
  terminate: boolean | undefined,
): Promise<{ token: string; restaurant: Restaurant }> {
  const restaurant = account.restaurantId ? await findRestaurant(c.env, account.restaurantId) : null
  if (!restaurant) throw inactive()
  const approved = restaurant.approvalStatus === 'approved'
  const token = await openSession(
    c,
    account,
    restaurant,
    terminate ? { ends: true } : approved ? { most: restaurant.maxSessionsPerUser } : {},
  )
  if (!approved) throw forbiddenPending(restaurant, { token })
  return { token, restaurant }
}

/** The owner of an address takes over the account that somebody opened with it: only now is it proved that the address is theirs. */
async function takeOver(c: Context, account: Account): Promise<void> {
  const [changed] = await batch(c.env.PLATFORM, proven(c.at, account))
  Object.assign(account, { passwordHash: null, isUnproven: false })
  // Another sign-in was first.
  if (!changed?.[0]) return
  await endAccount(c, account)
  await sendLater(c, {
    kind: 'mail',
    to: account.email,
    subject: 'Your address is confirmed',
    text: `You signed in with Google to the account that was opened with this address. Its password is no longer valid, since nobody had shown that the address is theirs when it was set. To sign in with a password too, choose “Forgot password”.\n\n${publicUrl(c)}`,
  })
}

/**
 * The account that somebody enters with Google: the one that is connected with their Google account, else the one of their address. Where the mailbox is not at
 * Google, its password has to be known too, because whoever once read a mail there would otherwise enter it. Throws 404, 403, and what a password's check throws.
 */
async function accountOfGoogle(c: Context, { sub, email, hasMailbox }: GoogleUser, password: string | undefined): Promise<Account> {
  const { connected, named } = await read(c.env.PLATFORM, {
    connected: only(rows(accounts, sql`SELECT * FROM accounts WHERE google_sub = ${sub}`)),
    named: only(rows(accounts, sql`SELECT * FROM accounts WHERE email = ${email}`)),
  })
  if (connected) return connected
  if (hasMailbox) {
    // SPEC §8's text. It may reveal that there is no account, because Google has confirmed that the address is the caller's own.
    if (!named) throw notFound('No account associated with this Google account')
    return named
  }
  // The same answer whether there is an account or not (docs/decisions/019-sign-up-tells-nothing.md).
  if (password === undefined) throw new AppError(403, 'google_unconfirmed', UNCONFIRMED, { email })
  return checkCredentials(c, { email, password }, () => true)
}

/** From now on the Google account enters this account, until its address or password changes. Not if the password was changed since it was checked, or the Google account was connected with another at this moment. */
async function connect(c: Context, account: Account, { sub, email }: GoogleUser): Promise<void> {
  if (account.isUnproven || account.googleSub === sub) return
  await run(
    c.env.PLATFORM,
    sql`UPDATE accounts SET google_sub = ${sub} WHERE id = ${account.id} AND email = ${email} AND password_hash IS ${account.passwordHash}
        AND NOT EXISTS (SELECT 1 FROM accounts WHERE google_sub = ${sub})`,
  )
}

export const loginHandlers: Handlers<typeof contract> = {
  'POST /auth/restaurant/login': async (c, { body }) => {
    const account = await checkCredentials(c, body, isStaff)
    const { token, restaurant } = await enterRestaurant(c, account, body.terminate_existing)
    return { token, user: sessionUser(personOf(account), restaurant), permissions: restaurant.permissions ?? {} }
  },
  'POST /auth/partner/login': async (c, { body }) => {
    const account = await checkCredentials(c, body, (role) => role === 'partner')
    const token = await openSession(c, account, null)
    return {
      token,
      user: sessionUser(personOf(account), null),
      partner: { _id: account.partnerId ?? account.id, name: account.name, email: emailOf(account.email) },
    }
  },
  'POST /auth/backoffice/login': async (c, { body }) => {
    const account = await checkCredentials(c, body, (role) => role === 'admin' || role === 'backoffice')
    const token = await openSession(c, account, null)
    const user = sessionUser(personOf(account), null)
    return { token, user, id: user.id, role: user.role, name: user.name, email: user.email, permissions: {} }
  },
  'POST /auth/google/token': async (c, { body }) => {
    const who = await googleUser(c.env, body.idToken)
    await limitSubject(c, LIMITS.google, who.email)
    const account = await accountOfGoogle(c, who, body.password)
    if (!account.isActive) throw inactive()
    const { token, restaurant } = await usedOnce(c, body.idToken, who.until, async () => {
      if (account.isUnproven && who.hasMailbox) await takeOver(c, account)
      await connect(c, account, who)
      return isStaff(account.role)
        ? await enterRestaurant(c, account, body.terminate_existing)
        : { token: await openSession(c, account, null), restaurant: null }
    })
    const user = sessionUser(personOf(account), restaurant)
    const { id, role, approved, restaurantName } = user
    return { token, user, id, role: role as Role, approved, restaurantName, active: true, permissions: restaurant?.permissions ?? {} }
  },
  'POST /auth/logout': async (c) => {
    const { principal, session } = c
    await end(c, session?.restaurant ? [session.restaurant] : await roomsOf(c, principal), [principal.sid])
    return { message: 'Signed out' }
  },
  'POST /restaurant/user': async (c) => ({ user: sessionUser(c.principal, c.session?.restaurant ?? null) }),
  'GET /auth/me': async (c) => {
    const restaurant = c.session?.restaurant ?? null
    return { user: sessionUser(c.principal, restaurant), permissions: restaurant?.permissions ?? {} }
  },
}
