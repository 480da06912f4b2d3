import { type SQL, sql } from '../db/sql.ts'
import type { ListSort } from '#domain/api/backoffice.ts'
import type { Context } from '../http/context.ts'
import { counted, readOne } from '../db/reads.ts'
import { placeOf, type Tallied, total } from '../db/tally.ts'

/** What a list is sorted by: the alias of its table, and the column of the name. */
type Sorted = { as: SQL; name: SQL }
type Query = { page: number; limit: number; sort: ListSort }

/**
 * A page of a list in the order asked for, each order by an index: `where` is a condition for the statement, `order` its ORDER BY, LIMIT and OFFSET. A far page
 * by date begins at its day (tally.ts). A far page by name skips index entries, but reads none of their rows.
 */
export async function sortedPage(c: Context, of: Tallied, { page, limit, sort }: Query, by: Sorted) {
  const oldest = sort === 'added'
  const at = sql`${by.as}.created_at`
  if (sort === 'name' || sort === '-name')
    return {
      total: await readOne(c.env.PLATFORM, counted(sql`SELECT ${total(of)} AS n`)),
      // Every name; the bound names the index.
      where: sql`lower(${by.as}.${by.name}) >= ''`,
      order: sql`${orderBy(sort, by)} LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    }
  const { total: n, from, before, rest } = await placeOf(c.env.PLATFORM, of, { page, limit }, oldest ? 'oldest' : 'newest')
  return {
    total: n,
    where: oldest ? sql`${at} >= ${from}` : sql`${at} < ${before}`,
    order: sql`${orderBy(sort, by)} LIMIT ${limit} OFFSET ${rest}`,
  }
}

/** A page of the few rows that a search has found. The + keeps SQLite from using an index for the order instead of for the search. */
export const foundPage = ({ page, limit, sort }: Query, by: Sorted): SQL =>
  sql`${orderBy(sort, by, sql`+`)} LIMIT ${limit} OFFSET ${(page - 1) * limit}`

function orderBy(sort: ListSort, { as, name }: Sorted, plus = sql``): SQL {
  const direction = sort.startsWith('-') ? sql` DESC` : sql``
  const column = sort.endsWith('name') ? sql`lower(${as}.${name})` : sql`${as}.created_at`
  return sql`ORDER BY ${plus}${column}${direction}, ${as}.rowid${direction}`
}
