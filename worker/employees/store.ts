import { type SQL, sql } from '../db/sql.ts'
import { STAFF_ROLES } from '#domain/roles.ts'
import type { Account } from '../auth/account.ts'
import { accounts, formerNames } from '../db/platform.ts'
import { counted, type Read, rows } from '../db/reads.ts'
import { column, pick, shape } from '../db/rows.ts'

const STAFF = sql.raw(STAFF_ROLES.map((role) => `'${role}'`).join(', '))

/** Tawa's own staff by their index. They are few, so a search and an order may look at all of them. */
export const DESK_USERS = sql.raw(`accounts INDEXED BY accounts_desk WHERE role IN ('admin', 'backoffice')`)

/** In place of a restaurant's id: Tawa's own staff, who are of none. Their former names are kept under it. */
export const THE_DESK = ''

/** The people among whom a name belongs to one. */
const peopleOf = (restaurantId: string): SQL =>
  restaurantId === THE_DESK ? DESK_USERS : sql`accounts WHERE restaurant_id = ${restaurantId} AND role IN (${STAFF})`

/** Accounts of a restaurant's staff, the oldest first. */
export const employeesWhere = (restaurantId: string, where: SQL = sql`true`): SQL =>
  sql`SELECT * FROM accounts WHERE restaurant_id = ${restaurantId} AND role IN (${STAFF}) AND ${where} ORDER BY created_at`

export const readEmployees = (restaurantId: string, where?: SQL): Read<Account[]> => rows(accounts, employeesWhere(restaurantId, where))

/**
 * How many names these people have and had. Each rename and each new person raises it, and nothing lowers it, because a removed person's name is
 * kept.
 */
const given = (restaurantId: string): SQL =>
  sql`(SELECT count(*) FROM ${peopleOf(restaurantId)}) + (SELECT count(*) FROM former_names WHERE restaurant_id = ${restaurantId})`

/**
 * The names that other accounts have or had in the restaurant or at `THE_DESK`, and the count of names for `noNewNames`. With `kept`, former names only of accounts that still
 * exist: a new person may have the name of one who left.
 */
export function readNames(
  restaurantId: string,
  id: string | null,
  { kept = false } = {},
): Read<{ others: { name: string }[]; count: number }> {
  const others = rows(
    pick(formerNames, 'name'),
    sql`SELECT name FROM ${peopleOf(restaurantId)} AND id IS NOT ${id}
        UNION ALL SELECT name FROM former_names f WHERE restaurant_id = ${restaurantId} AND account_id IS NOT ${id}
        ${kept ? sql`AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = f.account_id)` : sql``}`,
  )
  const count = counted(sql`SELECT ${given(restaurantId)} AS n`)
  return {
    statements: [...others.statements, ...count.statements],
    value: ([named = [], given = []]) => ({ others: others.value([named]), count: count.value([given]) }),
  }
}

/**
 * Fails the batch when anybody got a new name since they were counted, because the database can't compare names by their looks. Goes before the statement that
 * sets a name.
 */
export const noNewNames = (restaurantId: string, count: number): SQL =>
  sql`INSERT INTO guard (status) SELECT NULL WHERE ${given(restaurantId)} <> ${count}`

const FORMER = shape(pick(formerNames, 'accountId', 'name', 'until', 'isRemoved'), { now: column.text('now') })
/** The number of names that the list shows. */
const FORMER_NAMES = 1000
/**
 * The names that the restaurant's people had, the newest first (`newest`: the last 1,000 alone), with the name that they have now or left with; those who were removed are
 * there with their last one.
 */
export const readFormerNames = (restaurantId: string, newest: boolean) =>
  rows(
    FORMER,
    sql`SELECT f.account_id, f.name, f.until, f.is_removed,
          coalesce(a.name, (SELECT r.name FROM former_names r WHERE r.account_id = f.account_id AND r.is_removed = 1), f.name) AS now
        FROM former_names f LEFT JOIN accounts a ON a.id = f.account_id
        WHERE f.restaurant_id = ${restaurantId} ORDER BY f.until DESC, f.rowid DESC LIMIT ${newest ? FORMER_NAMES : -1}`,
  )
