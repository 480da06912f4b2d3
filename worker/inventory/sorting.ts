import { type SQL, sql } from '../db/sql.ts'
import { invalidFields } from '#domain/fields.ts'

type Sorting = { sort?: string; order: 'asc' | 'desc' }

/** ORDER BY of a list that is sorted by one of its keys. Throws 422 for an unknown key. */
export function sorted(keys: Record<string, SQL>, { sort, order }: Sorting, otherwise: SQL, last: SQL): SQL {
  if (sort === undefined) return otherwise
  const key = Object.hasOwn(keys, sort) ? keys[sort] : undefined
  if (!key) throw invalidFields([{ path: 'sort', message: `Choose one of: ${Object.keys(keys).join(', ')}.` }])
  return sql`ORDER BY ${key} IS NULL, ${key} ${sql.raw(order === 'desc' ? 'DESC' : 'ASC')}, ${last}`
}

/** Whether a column contains a text, ignoring case. SQLite's lower() only knows A to Z, so the text is also tried in both cases: éclair finds Éclair. */
export const contains = (column: SQL, text: string): SQL =>
  sql`(${sql.join(
    [...new Set([text, text.toLowerCase(), text.toUpperCase()])].map((t) => sql`instr(lower(${column}), lower(${t})) > 0`),
    sql` OR `,
  )})`
