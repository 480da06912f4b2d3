import { sql } from '../db/sql.ts'
import { isDue, spanOf } from '#domain/reservation.ts'
import { addDays, wallClock } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { batch, outletDb } from '../db/index.ts'
import { reservations } from '../db/outlets.ts'
import { readOne, rows } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import { counterValue, outbox } from '../realtime/events.ts'
import { armRoom, bookingsChanged, hintRoom } from '../realtime/publish.ts'
import type { Restaurant } from '../access/session.ts'
import { readTables, tableChanged } from '../tables/store.ts'

/** The most days by which two zones' calendars differ, plus one for a booking over midnight. */
const APART = 3

const BOOKING = pick(reservations, 'id', 'date', 'time', 'startsAt', 'endsAt', 'durationMinutes', 'tableId', 'status')
type Booking = typeof BOOKING.row

/** A restaurant's bookings from a date on. */
const readBookings = (restaurantId: string, from: string) =>
  rows(
    BOOKING,
    sql`SELECT id, date, time, starts_at, ends_at, duration_minutes, table_id, status
        FROM reservations INDEXED BY reservations_date WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND date >= ${from}`,
  )

const dueTables = (bookings: readonly Booking[], now: Date): Set<string> =>
  new Set(bookings.flatMap((r) => (r.tableId !== null && isDue(r, now) ? [r.tableId] : [])))

/**
 * Adjusts bookings' instants to the restaurant's clock: the date and time that a guest was given stay (CONTRACT §4), in the zone that is in force then. The
 * clock is in the platform's database and the bookings in a shard, so this runs after the clock's own commit. It changes nothing when all is right; setting the zone again repairs a change whose
 * Worker died in between. The floor gets events for tables that are now reserved, or no longer are. No `command`: it is part of another
 * call, whose answer and Idempotency-Key are not its own.
 */
export async function bookingsToZone(c: Context, { id, shard, timezone, clock }: Restaurant): Promise<void> {
  const db = outletDb(c.env, shard)
  const where = { restaurantId: id, shard }
  const from = addDays(wallClock(c.now, timezone).date, -APART)
  const before = await readOne(db, readBookings(id, from))
  const after = before.map((r): Booking => ({ ...r, ...spanOf(r, clock) }))
  const moved = after.filter((r, i) => r.startsAt !== before[i]?.startsAt || r.endsAt !== before[i]?.endsAt)
  if (moved.length === 0) return
  const [was, is] = [dueTables(before, c.now), dueTables(after, c.now)]
  const changed = JSON.stringify([...was, ...is].filter((table) => was.has(table) !== is.has(table)))
  const tables = await readOne(db, readTables(id, sql`t.id IN (SELECT value FROM json_each(${changed}))`))
  const events = tables.map((table) => tableChanged(c.now)({ table }))
  await armRoom(c.env, where)
  const list = JSON.stringify(moved.map((r) => [r.id, r.startsAt, r.endsAt, r.date, r.time, r.durationMinutes]))
  const answers = await batch(db, [
    // A booking that was moved meanwhile got its instants from that change.
    sql`UPDATE reservations SET starts_at = json_extract(m.value, '$[1]'), ends_at = json_extract(m.value, '$[2]') FROM json_each(${list}) m
        WHERE reservations.id = json_extract(m.value, '$[0]') AND restaurant_id = ${id} AND date = json_extract(m.value, '$[3]') AND time = json_extract(m.value, '$[4]')
        AND duration_minutes = json_extract(m.value, '$[5]')`,
    ...outbox(id, events, c.at),
    sql`SELECT ${counterValue(id, 'seq')} AS seq`,
  ])
  if (events.length > 0) c.waitUntil(hintRoom(c.env, where, Number(answers.at(-1)?.[0]?.seq ?? 0)))
  c.waitUntil(bookingsChanged(c.env, where))
}
