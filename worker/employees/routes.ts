import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { employees as contract } from '#domain/api/employees.ts'
import type { Employee } from '#domain/api/employees.ts'
import { type Actor, lastSuperuser, mustNotBeSelf, mustOutrank } from '#domain/employee.ts'
import { AppError, notFound } from '#domain/errors.ts'
import type { Role } from '#domain/roles.ts'
import { type Account, emailTaken, newAccount } from '../auth/account.ts'
import { addressTaken, unlessTaken } from '../auth/application.ts'
import { hashPassword } from '../auth/password.ts'
import { command, PLATFORM } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { batch, first } from '../db/index.ts'
import { accounts } from '../db/platform.ts'
import { readOne, rows } from '../db/reads.ts'
import { decode, insert, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { endSessions } from '../realtime/publish.ts'
import { employeesWhere } from './store.ts'

const employeeJson = (a: Account): z.input<typeof Employee> => ({
  _id: a.id,
  name: a.name,
  email: a.email,
  mobile_number: a.mobileNumber,
  role: a.role as Role,
  isActive: a.isActive,
  createdAt: a.createdAt,
  lastLoginAt: a.lastLoginAt,
})

const actorOf = (c: Context): Actor => ({ accountId: c.principal.accountId, role: c.principal.role, entered: c.session?.entered ?? false })

const readEmployees = (c: Context, where?: SQL): Promise<Account[]> =>
  readOne(c.env.PLATFORM, rows(accounts, employeesWhere(c.restaurant.id, where)))

/** One of the restaurant's staff, of no role above the caller's. Throws 404, 403 `role_above`. */
async function employeeOf(c: Context, id: string): Promise<Account> {
  const [employee] = await readEmployees(c, sql`id = ${id}`)
  if (!employee) throw notFound('Employee not found')
  mustOutrank(actorOf(c), employee.role as Role)
  return employee
}

/** Another active superuser than this one. */
const otherOwner = (c: Context, id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts o WHERE o.restaurant_id = ${c.restaurant.id} AND o.role = 'superuser' AND o.is_active = 1 AND o.id <> ${id})`

const isLastOwner = async (c: Context, { id, role, isActive }: Account): Promise<boolean> =>
  role === 'superuser' && isActive && (await first(c.env.PLATFORM, sql`SELECT 1 WHERE ${otherOwner(c, id)}`)) === null

/**
 * Writes one employee as it was read: the statement itself asks for the role and state that were judged and, where an owner is lost, for another
 * one, so that two owners who lower each other at once can't both succeed. Its sessions end in the same batch. No `command`: the sockets to close are rows that
 * the batch gives back, and a lost race is the caller's 409 rather than decided again. Throws 409 `last_superuser`, 409 `busy`.
 */
async function write(
  c: Context,
  before: Account,
  { statement, losesOwner, ends }: { statement: (where: SQL) => SQL; losesOwner: boolean; ends: boolean },
): Promise<Account> {
  const owner = losesOwner && before.role === 'superuser' && before.isActive
  const where = sql`id = ${before.id} AND restaurant_id = ${c.restaurant.id} AND role = ${before.role} AND is_active = ${before.isActive ? 1 : 0} ${owner ? sql`AND ${otherOwner(c, before.id)}` : sql``}`
  const [changed, ended] = await unlessTaken(() =>
    batch(c.env.PLATFORM, [
      sql`${statement(where)} RETURNING *`,
      ...(ends
        ? [
            sql`UPDATE sessions SET revoked_at = ${c.at} WHERE account_id = ${before.id} AND revoked_at IS NULL AND changes() > 0 RETURNING id`,
          ]
        : []),
    ]),
  )
  if (changed?.[0]) {
    const sids = (ended ?? []).map((s) => String(s.id))
    const { id: restaurantId, shard } = c.restaurant
    c.waitUntil(endSessions(c.env, { restaurantId, shard }, sids))
    return decode(accounts, changed[0])
  }
  if (owner && (await isLastOwner(c, before))) throw lastSuperuser()
  throw new AppError(409, 'busy', 'This employee was changed on another device. Look at the latest state and try again.')
}

export const employeeHandlers: Handlers<typeof contract> = {
  'GET /restaurant/employees': async (c) => ({ employees: (await readEmployees(c)).map(employeeJson) }),
  'POST /restaurant/employees': async (c, { body }) => {
    mustOutrank(actorOf(c), body.role)
    return command(c, {
      on: PLATFORM,
      reads: { taken: addressTaken(body.email) },
      decide: async ({ taken }) => {
        if (taken) throw emailTaken()
        const made = await newAccount(c, { ...body, restaurantId: c.restaurant.id })
        return { statements: [insert(accounts, made)], body: { employee: employeeJson(made) } }
      },
    })
  },
  'PUT /restaurant/employees': async (c, { body }) => {
    const before = await employeeOf(c, body._id)
    if (body.role) mustOutrank(actorOf(c), body.role)
    const roleChanges = body.role !== undefined && body.role !== before.role
    const change = {
      name: body.name,
      email: body.email,
      mobileNumber: body.mobile_number,
      role: body.role,
      ...(body.password ? { passwordHash: await hashPassword(body.password) } : {}),
    }
    if (Object.values(change).every((value) => value === undefined)) return { employee: employeeJson(before) }
    const after = await write(c, before, {
      statement: (where) => update(accounts, change, where),
      losesOwner: roleChanges,
      ends: roleChanges || body.password !== undefined,
    })
    return { employee: employeeJson(after) }
  },
  'DELETE /restaurant/employees/:id': async (c, { params }) => {
    const before = await employeeOf(c, params.id)
    if (await isLastOwner(c, before)) throw lastSuperuser()
    mustNotBeSelf(actorOf(c), before.id, 'remove')
    await write(c, before, { statement: (where) => sql`DELETE FROM accounts WHERE ${where}`, losesOwner: true, ends: true })
    return { message: `${before.name} was removed.` }
  },
  'PUT /restaurant/employees/:id/toggle-status': async (c, { params }) => {
    const before = await employeeOf(c, params.id)
    if (await isLastOwner(c, before)) throw lastSuperuser()
    if (before.isActive) mustNotBeSelf(actorOf(c), before.id, 'deactivate')
    const after = await write(c, before, {
      statement: (where) => update(accounts, { isActive: !before.isActive }, where),
      losesOwner: before.isActive,
      ends: before.isActive,
    })
    return { employee: employeeJson(after) }
  },
}
