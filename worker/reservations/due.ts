import { sql } from '../db/sql.ts'
import { DUE_MS } from '#domain/reservation.ts'
import { batch } from '../db/index.ts'
import { readOne } from '../db/reads.ts'
import { counterValue, type OutEvent, outbox } from '../realtime/events.ts'
import { readTables, tableChanged } from '../tables/store.ts'
import { LONGEST_MS } from './store.ts'

/**
 * By the clock alone, a booking makes its table `reserved` an hour before it begins, and frees it when its time is over and nobody came (CONTRACT §3). No
 * command writes that event: the room wakes at the next such instant and writes it, while any staff are connected (realtime/floorClock.ts).
 */
const WAITING = sql.raw("status IN ('booked', 'arrived') AND deleted_at IS NULL AND table_id IS NOT NULL")
const iso = (ms: number) => new Date(ms).toISOString()

/** When a table's status next changes by the clock, in milliseconds; null without bookings. */
export async function nextTableChange(db: D1Database, restaurantId: string, now: number): Promise<number | null> {
  const [start, end] = await batch(db, [
    sql`SELECT starts_at AS at FROM reservations WHERE restaurant_id = ${restaurantId} AND starts_at > ${iso(now + DUE_MS)} AND ${WAITING} ORDER BY starts_at LIMIT 1`,
    sql`SELECT min(ends_at) AS at FROM reservations WHERE restaurant_id = ${restaurantId} AND starts_at > ${iso(now - LONGEST_MS)} AND starts_at <= ${iso(now + DUE_MS)} AND ends_at > ${iso(now)} AND ${WAITING}`,
  ])
  const at = [
    ...(start?.[0]?.at ? [Date.parse(String(start[0].at)) - DUE_MS] : []),
    ...(end?.[0]?.at ? [Date.parse(String(end[0].at))] : []),
  ]
  return at.length > 0 ? Math.min(...at) : null
}

/** Writes a `tableChanged` to the outbox for each table whose status has changed by the clock since then. No `command`: the room calls it, without a caller. */
export async function writeTablesDue(db: D1Database, restaurantId: string, since: number, now: number): Promise<void> {
  const changed = sql`SELECT table_id FROM reservations WHERE restaurant_id = ${restaurantId} AND starts_at >= ${iso(since + DUE_MS)} AND starts_at <= ${iso(now + DUE_MS)} AND ${WAITING}
    UNION SELECT table_id FROM reservations WHERE restaurant_id = ${restaurantId} AND starts_at > ${iso(since - LONGEST_MS)} AND starts_at <= ${iso(now)} AND ends_at >= ${iso(since)} AND ends_at <= ${iso(now)} AND ${WAITING}`
  const tables = await readOne(db, readTables(restaurantId, sql`t.id IN (${changed})`))
  const events = tables.map((table): OutEvent => tableChanged(new Date(now))({ table }))
  if (events.length > 0)
    await batch(db, [...outbox(restaurantId, events, iso(now)), sql`SELECT ${counterValue(restaurantId, 'seq')} AS seq`])
}
