import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { DeskUser } from '#domain/api/backoffice.ts'
import { lastAdmin, mustBeAllowed } from '#domain/deskUser.ts'
import { type Account, emailOf, revokeSessions, voidedOfAccount } from '../auth/account.ts'
import { likeOf } from '../auth/application.ts'
import { hashPassword } from '../auth/password.ts'
import { closeSockets } from '../auth/sessions.ts'
import { command, PLATFORM, WHILE_SIGNED_IN } from '../command/command.ts'
import { accounts } from '../db/platform.ts'
import { counted, exists, must, read, rows } from '../db/reads.ts'
import { column, mustHaveChanged, shape, update } from '../db/rows.ts'
import { DESK_USERS, THE_DESK } from '../employees/store.ts'
import type { Answer } from '../http/answer.ts'
import type { Context } from '../http/context.ts'
import { pageOf, paged } from '../http/paging.ts'
import { publicUrl } from '../messenger/links.ts'
import { sendLater } from '../messenger/messenger.ts'

const FORMER = sql`former_names f WHERE f.restaurant_id = ${THE_DESK} AND f.account_id = accounts.id`
const USER = shape(accounts, { formerNames: column.json<string[]>('former') })
/** The users that fit what follows. */
const SELECT = sql`SELECT accounts.*, (SELECT json_group_array(DISTINCT f.name) FROM ${FORMER} AND f.name <> accounts.name) AS former FROM ${DESK_USERS}`

const json = (a: Account & { formerNames: string[] }): z.input<typeof DeskUser> => ({
  _id: a.id,
  name: a.name,
  email: emailOf(a.email),
  mobile_number: a.mobileNumber,
  role: a.role as 'admin' | 'backoffice',
  isActive: a.isActive,
  createdAt: a.createdAt,
  lastLoginAt: a.lastLoginAt,
  formerNames: a.formerNames,
})

const ORDERS = { name: 'lower(name)', role: 'role', lastLogin: 'last_login_at' } as const
type Sort = keyof typeof ORDERS | `-${keyof typeof ORDERS}`

/** A page of the back office's users; a search finds them by their former names too. Equal entries are ordered by name; people who never signed in come last. */
export async function listDeskUsers(c: Context, query: { page: number; limit: number; search?: string; sort: Sort }) {
  const { search, sort, ...page } = query
  const column = sql.raw(ORDERS[sort.replace('-', '') as keyof typeof ORDERS])
  const direction = sql.raw(sort.startsWith('-') ? 'DESC' : 'ASC')
  const found = search
    ? sql`AND (instr(lower(name), lower(${search})) > 0 OR instr(email, lower(${search})) > 0
        OR EXISTS (SELECT 1 FROM ${FORMER} AND instr(lower(f.name), lower(${search})) > 0))`
    : sql``
  const { users, total } = await read(c.env.PLATFORM, {
    users: rows(USER, sql`${SELECT} ${found} ORDER BY ${column} ${direction} NULLS LAST, lower(name), id ${pageOf(page)}`),
    total: counted(sql`SELECT count(*) AS n FROM ${DESK_USERS} ${found}`),
  })
  return { users: users.map(json), ...paged(page, total), totalUsers: total }
}

const newPasswordMail = (c: Context, to: string) => ({
  kind: 'mail' as const,
  to,
  subject: 'Your password was changed by a colleague',
  text: `A colleague of the back office has set a new password for your account with Tawa, and you are signed out everywhere. Choose one of your own with “Forgot password”. If you didn’t want that, tell an administrator.\n\n${publicUrl(c)}`,
})

/** Another active administrator than this one. */
const otherAdmin = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ${DESK_USERS} AND role = 'admin' AND is_active = 1 AND id <> ${id})`

/**
 * Switches an account of the back office on or off, or gives it another password. Sessions end in the same batch unless it is switched on, and their sockets
 * after it. The statement checks again what was read and, where an administrator is lost, that another one remains: two who switch each other off at the same
 * time can't both succeed. A new password is told to its owner by mail, because whoever set it could decide under their name. Throws 404, 403 `role_above` and `own_account`, 409 `last_admin`.
 */
export const changeDeskUser = (
  c: Context,
  id: string,
  deed: 'activate' | 'deactivate' | 'reset',
  given: { isActive: boolean } | { password: string },
): Promise<Answer> =>
  command(c, {
    // Only a password takes time to hash.
    on: deed === 'reset' ? WHILE_SIGNED_IN : PLATFORM,
    reads: {
      before: must(rows(USER, sql`${SELECT} AND id = ${id}`), 'User not found'),
      hasOther: exists(sql`SELECT 1 WHERE ${otherAdmin(id)}`),
    },
    decide: async ({ before, hasOther }) => {
      mustBeAllowed(c.principal, deed, json(before))
      // Whoever signed up with the same address keeps their own sign-in (docs/decisions/019-sign-up-tells-nothing.md).
      const change =
        'password' in given ? { passwordHash: await hashPassword(given.password, await likeOf(c, emailOf(before.email), id)) } : given
      const losesAdmin = deed === 'deactivate' && before.role === 'admin' && before.isActive
      if (losesAdmin && !hasOther) throw lastAdmin()
      const still = sql`id = ${id} AND role = ${before.role} AND is_active = ${before.isActive ? 1 : 0}`
      return {
        statements: [
          update(accounts, change, losesAdmin ? sql`${still} AND ${otherAdmin(id)}` : still),
          mustHaveChanged('status'),
          ...(deed === 'activate' ? [] : [revokeSessions(c.at, id)]),
          ...(deed === 'reset' ? voidedOfAccount(c.at, before) : []),
        ],
        body: { user: json({ ...before, ...change }) },
        after: async ([, , ended]) => {
          closeSockets(c, [], ended ?? [])
          if (deed === 'reset') await sendLater(c, newPasswordMail(c, before.email))
        },
      }
    },
  })
