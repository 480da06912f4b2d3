import { type SQL, sql } from '../db/sql.ts'
import { STAFF_ROLES } from '#domain/roles.ts'
import type { Account } from '../auth/account.ts'
import { accounts } from '../db/platform.ts'
import { type Read, rows } from '../db/reads.ts'

const STAFF = sql.raw(STAFF_ROLES.map((role) => `'${role}'`).join(', '))

/** Accounts of a restaurant's staff, the oldest first. */
export const employeesWhere = (restaurantId: string, where: SQL = sql`true`): SQL =>
  sql`SELECT * FROM accounts WHERE restaurant_id = ${restaurantId} AND role IN (${STAFF}) AND ${where} ORDER BY created_at`

export const readEmployees = (restaurantId: string, where?: SQL): Read<Account[]> => rows(accounts, employeesWhere(restaurantId, where))
