import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { employees as contract } from '#domain/api/employees.ts'
import type { Employee } from '#domain/api/employees.ts'
import {
  type Actor,
  headOfAfter,
  lastSuperuser,
  mustBeOnlyOne,
  mustNotBeOwnPassword,
  mustNotBeSelf,
  mustOutrank,
} from '#domain/employee.ts'
import { AppError } from '#domain/errors.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Role } from '#domain/roles.ts'
import { looksAlike } from '#domain/looks.ts'
import { type Account, emailOf, emailTaken, isUnlinked, newAccount, revokeSessions, setAside, voidedOfAccount } from '../auth/account.ts'
import { addressInUse, addressKept, likeOf, tellSetAside } from '../auth/application.ts'
import { hashPassword } from '../auth/password.ts'
import { closeSockets } from '../auth/sessions.ts'
import { groupOf } from '../access/session.ts'
import { command, WHILE_SIGNED_IN } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { accounts } from '../db/platform.ts'
import { exists, must, none, read } from '../db/reads.ts'
import { given, insert, mustHaveChanged, update } from '../db/rows.ts'
import type { Answer } from '../http/answer.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { publicUrl } from '../messenger/links.ts'
import { sendLater } from '../messenger/messenger.ts'
import { noNewNames, readEmployees, readFormerNames, readNames } from './store.ts'

const employeeJson = (c: Context, a: Account): z.input<typeof Employee> => ({
  _id: a.id,
  name: a.name,
  email: emailOf(a.email),
  mobile_number: a.mobileNumber,
  role: a.role as Role,
  isActive: a.isActive,
  createdAt: a.createdAt,
  lastLoginAt: a.lastLoginAt,
  ...(a.role === 'managerialHead' && c.restaurant.partnerId
    ? { readsGroup: groupOf({ role: a.role, headOf: a.headOf }, c.restaurant) !== null }
    : {}),
})

const actorOf = (c: Context): Actor => ({ accountId: c.principal.accountId, role: c.principal.role, entered: c.session?.entered ?? false })

/** Another active superuser than this one. */
const otherOwner = (c: Context, id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts o WHERE o.restaurant_id = ${c.restaurant.id} AND o.role = 'superuser' AND o.is_active = 1 AND o.id <> ${id})`

type Change = {
  /** The statement that changes or deletes the row, under this condition. */
  write: (where: SQL) => SQL
  /** True if the change makes an active superuser lose that role or become inactive. */
  losesOwner: boolean
  /** The rule for changes of one's own account. */
  notToSelf?: 'deactivate' | 'remove'
  endsSessions: boolean
  setsPassword?: boolean
  body: unknown
  /** The mail to the address that the account had before the change. */
  tells?: { to: string; what: keyof typeof MAILS }
}

/**
 * Changes one employee of no role above the caller's; `decide` returns null when there is nothing to change. The statement checks again the role and
 * state that were read and, where an owner is lost, that another one remains, so that two owners who lower each other at the same time can't both succeed.
 * Sessions end in the same batch and their sockets after it. Throws 404, 403 `role_above` and `own_account`, 409 `last_superuser`, `email_taken` and `name_taken`, 429 for a name too many in a day.
 */
const changeEmployee = (
  c: Context,
  id: string,
  decide: (before: Account) => Change | null | Promise<Change | null>,
  { email, name }: { email?: string; name?: string } = {},
): Promise<Answer> => {
  // Counted once, however often the command decides again.
  let counted: Promise<void> | undefined
  return command(c, {
    on: WHILE_SIGNED_IN,
    reads: {
      before: must(readEmployees(c.restaurant.id, sql`id = ${id}`), 'Employee not found'),
      hasOther: exists(sql`SELECT 1 WHERE ${otherOwner(c, id)}`),
      taken: email === undefined ? none : addressInUse(email, sql`id = ${id}`),
      names: name === undefined ? none : readNames(c.restaurant.id, id),
    },
    decide: async ({ before, hasOther, taken, names }) => {
      const actor = actorOf(c)
      mustOutrank(actor, before.role as Role)
      const change = await decide(before)
      if (!change) return { statements: [], body: { employee: employeeJson(c, before) } }
      const isOwner = before.role === 'superuser' && before.isActive
      const losesOwner = change.losesOwner && isOwner
      if (losesOwner && !hasOther) throw lastSuperuser()
      if (change.notToSelf) mustNotBeSelf(actor, id, change.notToSelf)
      const isNew = name !== undefined && names && name !== before.name
      // Before the address, so that nobody learns of an address by a change that they know to be refused.
      if (isNew) mustBeOnlyOne(name, names.others)
      if (taken) throw emailTaken()
      if (isNew) await (counted ??= limitSubject(c, LIMITS.givenName, id))
      const still = sql`id = ${id} AND restaurant_id = ${c.restaurant.id} AND role = ${before.role} AND is_active = ${before.isActive ? 1 : 0}`
      return {
        statements: [
          ...(names ? [noNewNames(c.restaurant.id, names.count)] : []),
          change.write(losesOwner ? sql`${still} AND ${otherOwner(c, id)}` : still),
          mustHaveChanged('status'),
          ...(change.setsPassword ? voidedOfAccount(c.at, before) : []),
          // The last one, because `after` reads its rows.
          ...(change.endsSessions ? [revokeSessions(c.at, id)] : []),
        ],
        body: change.body,
        after: async (results) => {
          closeSockets(c, [c.restaurant], results.at(-1) ?? [])
          if (change.tells) await tell(c, change.tells)
        },
      }
    },
  })
}

/**
 * Somebody who changes an account's address at an unlocked screen could then request a new password, and a manager who sets a colleague's password could take
 * money under the colleague's name. So the account's owner gets a mail at the previous address. The mail contains nothing that anybody typed, because that
 * address may belong to a stranger.
 */
const MAILS = {
  address: {
    subject: 'Your sign-in address was changed',
    text: 'Your account with a restaurant on Tawa has another address to sign in with from now on.',
  },
  password: {
    subject: 'Your password was changed by a manager',
    text: 'A manager has set a new password for your account with a restaurant on Tawa, and you are signed out everywhere. Choose one of your own in your account, or with “Forgot password”.',
  },
} as const

const tell = (c: Context, { to, what }: NonNullable<Change['tells']>): Promise<void> =>
  sendLater(c, {
    kind: 'mail',
    to,
    subject: MAILS[what].subject,
    text: `${MAILS[what].text} If you didn’t want that, tell the owner of the restaurant.\n\n${publicUrl(c)}`,
  })

export const employeeHandlers: Handlers<typeof contract> = {
  'GET /restaurant/employees': async (c, { query: { formerName } }) => {
    const { employees, former } = await read(c.env.PLATFORM, {
      employees: readEmployees(c.restaurant.id),
      former: readFormerNames(c.restaurant.id, formerName === undefined),
    })
    return {
      employees: employees.map((a) => employeeJson(c, a)),
      formerNames: former
        .filter(({ name }) => formerName === undefined || looksAlike(name, formerName))
        .map(({ accountId, name, until, isRemoved, now }) => ({ employeeId: accountId, name, until, now, isRemoved })),
    }
  },
  'POST /restaurant/employees': async (c, { body }) => {
    mustOutrank(actorOf(c), body.role)
    await limitSubject(c, LIMITS.people, c.restaurant.id)
    return command(c, {
      on: WHILE_SIGNED_IN,
      reads: {
        taken: addressKept(body.email, sql`restaurant_id = ${c.restaurant.id}`),
        names: readNames(c.restaurant.id, null, { kept: true }),
      },
      decide: async ({ taken, names }) => {
        mustBeOnlyOne(body.name, names.others)
        if (taken) throw emailTaken()
        const made = await newAccount(c, {
          ...body,
          like: await likeOf(c, body.email),
          restaurantId: c.restaurant.id,
          headOf: headOfAfter(actorOf(c), c.restaurant.partnerId, body),
        })
        return {
          statements: [...setAside(c.at, body.email), noNewNames(c.restaurant.id, names.count), insert(accounts, made)],
          body: { employee: employeeJson(c, made) },
          after: ([aside]) => tellSetAside(c, body.email, aside),
        }
      },
    })
  },
  'PUT /restaurant/employees': async (c, { body }) => {
    if (body.role) mustOutrank(actorOf(c), body.role)
    const { name, email, mobile_number: mobileNumber, role, password } = body
    if (password !== undefined) mustNotBeOwnPassword(actorOf(c), body._id)
    if (email !== undefined) await limitSubject(c, LIMITS.people, c.restaurant.id)
    const decide = async (before: Account): Promise<Change | null> => {
      // Whoever signed up with the same address keeps their own sign-in (docs/decisions/019-sign-up-tells-nothing.md).
      const passwordHash = password ? await hashPassword(password, await likeOf(c, email ?? emailOf(before.email), before.id)) : undefined
      const roleChanges = role !== undefined && role !== before.role
      const addressChanges = email !== undefined && email !== before.email
      // A head's own role named by somebody of the outlet changes nothing; from outside it appoints.
      const headOf = headOfAfter(actorOf(c), c.restaurant.partnerId, {
        ...{ _id: body._id, password, email: addressChanges ? email : undefined },
        role: roleChanges || actorOf(c).entered ? role : undefined,
      })
      const changes = given({ name, email, mobileNumber, role, passwordHash, headOf })
      if (Object.keys(changes).length === 0) return null
      const what = addressChanges ? 'address' : password !== undefined ? 'password' : null
      return {
        write: (where) => update(accounts, changes, where),
        losesOwner: roleChanges,
        endsSessions: roleChanges || password !== undefined,
        setsPassword: password !== undefined,
        body: { employee: employeeJson(c, { ...before, ...changes }) },
        ...(what && !isUnlinked(before.email) ? { tells: { to: before.email, what } } : {}),
      }
    }
    return changeEmployee(c, body._id, decide, { email, name })
  },
  'DELETE /restaurant/employees/:id': (c, { params }) =>
    changeEmployee(c, params.id, (before) => ({
      write: (where) => sql`DELETE FROM accounts WHERE ${where}`,
      losesOwner: true,
      notToSelf: 'remove',
      endsSessions: true,
      body: { message: `${before.name} was removed.` },
    })),
  'PUT /restaurant/employees/:id/toggle-status': (c, { params }) => {
    let seen: boolean | undefined
    return changeEmployee(c, params.id, (before) => {
      // If this were decided again after another device's toggle, it would undo that toggle.
      seen ??= before.isActive
      if (seen !== before.isActive)
        throw new AppError(409, 'busy', 'This employee was changed on another device. Look at the latest state and try again.')
      return {
        write: (where) => update(accounts, { isActive: !before.isActive }, where),
        losesOwner: before.isActive,
        ...(before.isActive ? { notToSelf: 'deactivate' } : {}),
        endsSessions: before.isActive,
        body: { employee: employeeJson(c, { ...before, isActive: !before.isActive }) },
      }
    })
  },
}
