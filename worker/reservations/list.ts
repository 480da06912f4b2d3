import { type SQL, sql } from '../db/sql.ts'
import type { QueryOf } from '#domain/api/contract.ts'
import type { reservations as contract } from '#domain/api/reservations.ts'
import { batch } from '../db/index.ts'
import { counted, read } from '../db/reads.ts'
import { type Days, FAR, skip, type Tallied, total } from '../db/tally.ts'
import { readReservations, type Reservation } from './store.ts'

type Query = Pick<QueryOf<typeof contract, 'GET /restaurant/reservations'>, 'page' | 'limit' | 'status'>

const between = ({ from, to }: Days): SQL =>
  sql`${from === undefined ? sql`true` : sql`r.date >= ${from}`}${to === undefined ? sql`` : sql` AND r.date <= ${to}`}`

/** The matching bookings of these days, the earliest first, and their number. The cost depends on the page, not on how many bookings the book has. */
export async function listReservations(
  db: D1Database,
  restaurantId: string,
  days: Days,
  { page, limit, status }: Query,
): Promise<{ reservations: Reservation[]; total: number }> {
  const list: Tallied = { restaurantId, list: 'reservations', ...(status ? { facets: [status] } : {}) }
  const count = total(list, days)
  const offset = (page - 1) * limit
  const place = offset > FAR ? await farPage(db, list, count, days, offset) : { days, rest: offset }
  const fits = sql`${between(place.days)}${status ? sql` AND r.status = ${status}` : sql``}`
  return read(db, {
    total: counted(sql`SELECT ${count} AS n`),
    reservations: readReservations(
      restaurantId,
      fits,
      sql`ORDER BY r.date, r.time, r.rowid LIMIT ${limit} OFFSET ${place.rest}`,
      // Without the named index SQLite would scan all bookings of the most common status.
      status ? sql` INDEXED BY reservations_status` : sql` INDEXED BY reservations_date`,
    ),
  })
}

/** The day that a far page begins in, and how many bookings of that day come before the page. No days when the list ends earlier. */
async function farPage(db: D1Database, list: Tallied, count: SQL, { from, to }: Days, offset: number) {
  const [found] = await batch(db, [
    sql`SELECT day, before FROM (${skip(list, { from }, offset, sql`0`, 'oldest')}) WHERE ${offset} < ${count}`,
  ])
  const [begins] = (found ?? []) as { day: string; before: number }[]
  if (!begins) return { days: { from: '9999', to: '0000' }, rest: 0 }
  return { days: { from: begins.day, to }, rest: offset - begins.before }
}
