import type { diner as contract } from '#domain/api/auth.ts'
import { accountNumberOf, smsNumberOf } from '#domain/customer.ts'
import { AppError, unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import { command } from '../command/command.ts'
import { sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import { run } from '../db/index.ts'
import { accounts } from '../db/platform.ts'
import { only } from '../db/reads.ts'
import { insert } from '../db/rows.ts'
import { Answer } from '../http/answer.ts'
import type { Handlers } from '../http/implement.ts'
import { logError } from '../http/log.ts'
import { isWithin, limitCaller, limitSubject } from '../http/limit.ts'
import { send } from '../messenger/messenger.ts'
import { orderEvent } from '../orders/effects.ts'
import { pendingOrders, readOrders, saveOrder } from '../orders/store.ts'
import { type Account, dinerEmail, newAccount } from './account.ts'
import { issueCode, takeCode } from './codes.ts'
import { findAccount } from './login.ts'
import { openSession, type Person, personOf, sessionUser } from './sessions.ts'
import { type Restaurant, sharedAllowance, signToken } from '../access/session.ts'
import { tableForGuest } from '../access/sitting.ts'

const GUEST = 'Guest'

/**
 * The account of a number, created at its first correct code. `asked` is the name given when the code was requested; anybody can request one, so it never
 * renames an existing account.
 */
async function accountOf(
  c: Context,
  digits: string,
  { name, mobile_number }: { name?: string; mobile_number: string },
  asked: unknown,
): Promise<Account> {
  const email = dinerEmail(digits)
  const known = await findAccount(c, email)
  if (!known)
    await run(
      c.env.PLATFORM,
      sql`${insert(accounts, await newAccount(c, { name: name ?? (typeof asked === 'string' ? asked : GUEST), email, mobile_number, role: 'user' }))} ON CONFLICT DO NOTHING`,
    )
  else if (name && known.name !== name) await run(c.env.PLATFORM, sql`UPDATE accounts SET name = ${name} WHERE id = ${known.id}`)
  const account = await findAccount(c, email)
  if (!account) throw unauthenticated(MESSAGES.authenticationFailed)
  return account
}

/**
 * A diner of this sitting who signs in again with its token: the same session goes on. This is no new sign-in, so other people's sign-ins never get it refused.
 * A guest may change its name and number. Null for everybody else.
 */
async function comeAgain(c: Context, sittingId: string, body: { name?: string; mobile_number: string }) {
  const { claims, session } = c
  if (!claims || session?.principal.role !== 'user' || session.principal.sittingId !== sittingId) return null
  const { principal, restaurant } = session
  const isGuest = principal.email === ''
  const name = (isGuest && body.name) || principal.name
  if (isGuest)
    await run(
      c.env.PLATFORM,
      sql`UPDATE sessions SET name = ${name}, mobile_number = ${body.mobile_number} WHERE id = ${principal.sid} AND revoked_at IS NULL`,
    )
  const token = await signToken(c.env, { ...claims, name }, new Date(principal.expiresAt))
  return { token, user: sessionUser({ ...principal, name }, restaurant) }
}

/**
 * An account that is signed in sits down with its own token: a session of its own for this sitting, without another code. Null for everybody else. A number
 * that is only typed never leads here.
 */
async function sitDown(c: Context, { restaurant, sittingId }: { restaurant: Restaurant; sittingId: string }) {
  const principal = c.session?.principal
  if (principal?.role !== 'user' || principal.email === '') return null
  const account = await findAccount(c, principal.email)
  if (!account) return null
  return { token: await openSession(c, account, restaurant, { sittingId }), user: sessionUser(personOf(account), restaurant) }
}

/**
 * A guest of this sitting who signs in to an account, with the guest's token: the open order that it began is the account's from then on. Without this it could no longer
 * give it a note or an offer, and would miss it among the account's past orders.
 */
async function bringOrder(c: Context, sittingId: string, userId: string): Promise<void> {
  const guest = c.session?.principal
  if (guest?.role !== 'user' || guest.email !== '' || guest.sittingId !== sittingId) return
  const own = sql`${pendingOrders(c.where.restaurantId)} AND sitting_id = ${sittingId} AND user_id = ${guest.accountId}`
  await command(c, {
    reads: { order: only(readOrders(own)) },
    decide: ({ order }) => {
      if (!order) return { statements: [], body: null }
      const next = { ...order, userId, version: order.version + 1 }
      return { statements: saveOrder(order, next), events: [orderEvent(order, next)], body: null }
    },
  })
}

export const dinerHandlers: Handlers<typeof contract> = {
  'POST /auth/user/login': async (c, { body }) => {
    if (body.tableId || body.qrToken) {
      const seat = await tableForGuest(c, body)
      const { restaurant, sittingId } = seat
      await c.guestCall(restaurant.id)
      const again = await comeAgain(c, sittingId, body)
      if (again) return again
      await limitSubject(c, LIMITS.guest, sittingId)
      const seated = await sitDown(c, seat)
      if (seated) return seated
      // The session is a guest's and never that of the account with this number, because a typed number proves nothing.
      const guest: Person = {
        id: randomId(),
        role: 'user',
        name: body.name ?? GUEST,
        email: '',
        restaurantId: restaurant.id,
        partnerId: null,
        mobileNumber: body.mobile_number,
      }
      const own = await isWithin(c, LIMITS.ownAllowance, sittingId)
      const token = await openSession(c, guest, restaurant, { sittingId, allowance: own ? undefined : sharedAllowance(sittingId) })
      return { token, user: sessionUser(personOf(guest), restaurant) }
    }
    const digits = accountNumberOf(body.mobile_number)
    await limitCaller(c, LIMITS.code)
    await limitSubject(c, LIMITS.code, digits)
    const deliver = (code: string) =>
      send(c, {
        kind: 'sms',
        to: smsNumberOf(digits),
        subject: 'Your code',
        text: `${code} is your Tawa code. It is good for 5 minutes. Give it to nobody.`,
      })
    await issueCode(c, 'diner', digits, null, deliver, { name: body.name })
    return new Answer(JSON.stringify({ message: 'A code was sent to this number.' }), 202)
  },
  'POST /auth/user/verify': async (c, { body }) => {
    const digits = accountNumberOf(body.mobile_number)
    await limitSubject(c, LIMITS.verify, digits)
    const seat = body.tableId || body.qrToken ? await tableForGuest(c, body) : null
    const { data } = await takeCode(c, 'diner', digits, body.otp)
    const account = await accountOf(c, digits, body, data.name)
    if (!account.isActive) throw new AppError(403, 'inactive', MESSAGES.inactive, { active: false })
    const token = await openSession(c, account, seat?.restaurant ?? null, { sittingId: seat?.sittingId })
    // The code is used up and the session is open, so that the sign-in can't fail any more.
    if (seat) await bringOrder(c, seat.sittingId, account.id).catch((error: unknown) => logError('bring order', error))
    return { token, user: sessionUser(personOf(account), seat?.restaurant ?? null) }
  },
}
