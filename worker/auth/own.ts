import { type SQL, sql } from '../db/sql.ts'
import type { own as contract } from '#domain/api/auth.ts'
import { mustBeOnlyOne } from '#domain/employee.ts'
import { AppError, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { isStaff } from '#domain/roles.ts'
import { command, PLATFORM } from '../command/command.ts'
import { batch, first } from '../db/index.ts'
import { accounts, partners } from '../db/platform.ts'
import { none } from '../db/reads.ts'
import { mustHaveChanged, update } from '../db/rows.ts'
import { noNewNames, readNames, THE_DESK } from '../employees/store.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { emailOf, forgetDevices, isUnsettled, openOf, voidedOfAccount } from './account.ts'
import { likeOf } from './application.ts'
import { googleSignIn } from './google.ts'
import { fitting, hashPassword } from './password.ts'
import { closeSockets, openDevices, roomsOf, sessionUser } from './sessions.ts'

/** The condition for the caller's open sessions. */
const own = (c: Context) => openOf(c.at, c.principal.accountId)
/** The same without the one with which the call is made. */
const others = (c: Context) => sql`${own(c)} AND id <> ${c.principal.sid}`
const revoke = (c: Context, where: SQL) => sql`UPDATE sessions SET revoked_at = ${c.at} WHERE ${where} RETURNING id, rooms`

/** Ends sessions of the caller and closes their sockets. Returns whether there were any. */
async function endOwn(c: Context, where: SQL): Promise<boolean> {
  const rooms = await roomsOf(c, c.principal)
  const [ended = []] = await batch(c.env.PLATFORM, [revoke(c, where)])
  closeSockets(c, rooms, ended)
  return ended.length > 0
}

export const ownHandlers: Handlers<typeof contract> = {
  'GET /auth/google': async (c) => ({ google: googleSignIn(c.env) }),
  'GET /auth/sessions': async (c) => {
    const { accountId, sid } = c.principal
    const devices = (await openDevices(c, accountId)).map((device) => ({ ...device, current: device.id === sid }))
    return { sessions: devices.sort((a, b) => Number(b.current) - Number(a.current)) }
  },
  'DELETE /auth/sessions': async (c) => {
    await endOwn(c, others(c))
    return { message: 'All other devices are signed out.' }
  },
  'DELETE /auth/sessions/:id': async (c, { params }) => {
    if (!(await endOwn(c, sql`${own(c)} AND id = ${params.id}`))) throw notFound('This device is signed out already.')
    return { message: 'The device is signed out.' }
  },
  'PUT /auth/me': async (c, { body: { name } }) => {
    const { accountId, role, restaurantId, partnerId } = c.principal
    const at = isStaff(role) ? restaurantId : role === 'partner' ? null : THE_DESK
    return command(c, {
      on: PLATFORM,
      reads: {
        names: at === null ? none : readNames(at, accountId),
      },
      decide: ({ names }) => {
        if (names && name !== c.principal.name) mustBeOnlyOne(name, names.others)
        return {
          statements: [
            ...(at !== null && names ? [noNewNames(at, names.count)] : []),
            update(accounts, { name }, sql`id = ${accountId} AND is_active = 1`),
            mustHaveChanged('status'),
            // The back office lists and finds partners by this one.
            ...(role === 'partner' ? [update(partners, { name }, sql`id = ${partnerId}`)] : []),
          ],
          body: { user: sessionUser({ ...c.principal, name }, c.session?.restaurant ?? null) },
        }
      },
    })
  },
  'PUT /auth/password': async (c, { body }) => {
    const { accountId } = c.principal
    const account = await first<{ email: string; password_hash: string | null; unsettled: number }>(
      c.env.PLATFORM,
      sql`SELECT email, password_hash, ${isUnsettled} AS unsettled FROM accounts WHERE id = ${accountId}`,
    )
    const isStored = async (password: string) => (await fitting(password, [account?.password_hash ?? null], { account: accountId }))[0]
    // True also of a new password that was the present one all along.
    const changedAnswer = { message: 'This is your password now. Your other devices are signed out.' }
    const fits = await isStored(body.password)
    // It is the new one already when the answer to an earlier try was lost.
    if (!fits && (await isStored(body.newPassword))) {
      await endOwn(c, others(c))
      return changedAnswer
    }
    if (!account || !fits) throw invalidFields([{ path: 'password', message: 'This is not your present password.' }])
    // Other accounts of the address may be signed in to with a password too, which one derivation has to check (docs/decisions/019-sign-up-tells-nothing.md).
    const like = await likeOf(c, emailOf(account.email), accountId)
    const [passwordHash, rooms] = await Promise.all([hashPassword(body.newPassword, like, { account: accountId }), roomsOf(c, c.principal)])
    const [changed, ended = []] = await batch(c.env.PLATFORM, [
      sql`UPDATE accounts SET password_hash = ${passwordHash} WHERE id = ${accountId} AND password_hash = ${account.password_hash} AND is_active = 1 RETURNING id`,
      revoke(c, sql`${others(c)} AND changes() = 1`),
      // Nobody has shown that a sign-up's address is theirs, so the codes that went to it and the attempts counted for it are not theirs either.
      ...(account.unsettled ? [forgetDevices(sql`${accountId}`)] : voidedOfAccount(c.at, { id: accountId, email: account.email })),
    ])
    if (!changed?.[0]) throw new AppError(409, 'busy', 'The password was changed on another device at the same time. Sign in again.')
    closeSockets(c, rooms, ended)
    return changedAnswer
  },
}
