import { sql } from 'drizzle-orm'
import type { own as contract } from '#domain/api/auth.ts'
import { mustBeOnlyOne } from '#domain/employee.ts'
import { AppError, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { isStaff } from '#domain/roles.ts'
import { command, PLATFORM } from '../command/command.ts'
import { all, batch, first } from '../db/index.ts'
import { accounts, sessions } from '../db/platform.ts'
import { none } from '../db/reads.ts'
import { mustHaveChanged, update } from '../db/rows.ts'
import { readEmployees } from '../employees/store.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { openOf, voidedByPassword } from './account.ts'
import { googleSignIn } from './google.ts'
import { fitting, hashPassword } from './password.ts'
import { closeSockets, roomsOf, sessionUser } from './sessions.ts'

/** The condition for the caller's open sessions but the one with which the call is made. */
const others = (c: Context) => sql`${openOf(c.at, c.principal.accountId)} AND id <> ${c.principal.sid}`

const roomsOfCaller = (c: Context) => roomsOf(c, c.principal)

export const ownHandlers: Handlers<typeof contract> = {
  'GET /auth/google': async (c) => ({ google: googleSignIn(c.env) }),
  'GET /auth/sessions': async (c) => {
    const { accountId, sid } = c.principal
    const open = await all<{ id: string; device: string; created_at: string; last_seen_at: string }>(
      c.env.PLATFORM,
      sql`SELECT id, device, created_at, last_seen_at FROM ${sessions} WHERE ${openOf(c.at, accountId)}`,
    )
    // At most ten (maxSessionsPerUser), so they are sorted here.
    const devices = open.map((s) => ({
      id: s.id,
      device: s.device,
      createdAt: s.created_at,
      lastSeenAt: s.last_seen_at,
      current: s.id === sid,
    }))
    return { sessions: devices.sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt)) }
  },
  'DELETE /auth/sessions': async (c) => {
    const rooms = await roomsOfCaller(c)
    const [ended = []] = await batch(c.env.PLATFORM, [sql`UPDATE sessions SET revoked_at = ${c.at} WHERE ${others(c)} RETURNING id, rooms`])
    closeSockets(c, rooms, ended)
    return { message: 'All other devices are signed out.' }
  },
  'DELETE /auth/sessions/:id': async (c, { params }) => {
    const rooms = await roomsOfCaller(c)
    const [ended = []] = await batch(c.env.PLATFORM, [
      sql`UPDATE sessions SET revoked_at = ${c.at} WHERE ${openOf(c.at, c.principal.accountId)} AND id = ${params.id} RETURNING id, rooms`,
    ])
    if (!ended[0]) throw notFound('This device is signed out already.')
    closeSockets(c, rooms, ended)
    return { message: 'The device is signed out.' }
  },
  'PUT /auth/me': async (c, { body: { name } }) => {
    const { accountId, role, restaurantId } = c.principal
    return command(c, {
      on: PLATFORM,
      reads: { colleagues: isStaff(role) && restaurantId ? readEmployees(restaurantId, sql`id <> ${accountId}`) : none },
      decide: ({ colleagues }) => {
        if (name !== c.principal.name) mustBeOnlyOne(name, colleagues ?? [])
        return {
          statements: [update(accounts, { name }, sql`id = ${accountId} AND is_active = 1`), mustHaveChanged('status')],
          body: { user: sessionUser({ ...c.principal, name }, c.session?.restaurant ?? null) },
        }
      },
    })
  },
  'PUT /auth/password': async (c, { body }) => {
    const { accountId } = c.principal
    const account = await first<{ email: string; password_hash: string | null }>(
      c.env.PLATFORM,
      sql`SELECT email, password_hash FROM accounts WHERE id = ${accountId}`,
    )
    const [fits] = await fitting(body.password, [account?.password_hash ?? null])
    if (!account || !fits) throw invalidFields([{ path: 'password', message: 'This is not your present password.' }])
    const [passwordHash, rooms] = await Promise.all([hashPassword(body.newPassword), roomsOfCaller(c)])
    const [changed, ended = []] = await batch(c.env.PLATFORM, [
      sql`UPDATE accounts SET password_hash = ${passwordHash} WHERE id = ${accountId} AND password_hash = ${account.password_hash} AND is_active = 1 RETURNING id`,
      sql`UPDATE sessions SET revoked_at = ${c.at} WHERE ${others(c)} AND changes() = 1 RETURNING id, rooms`,
      ...voidedByPassword(c.at, account.email),
    ])
    if (!changed?.[0]) throw new AppError(409, 'busy', 'The password was changed on another device at the same time. Sign in again.')
    closeSockets(c, rooms, ended)
    return { message: 'The password was changed. Your other devices are signed out.' }
  },
}
