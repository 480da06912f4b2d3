import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Reservation as Shape } from '#domain/api/reservations.ts'
import { DUE_MS, HOLDING, type ReservationStatus, type Span } from '#domain/reservation.ts'
import { reservations } from '../db/outlets.ts'
import { exists, type Read, rows } from '../db/reads.ts'
import { column, pick, type RowOf, shape } from '../db/rows.ts'

const RESERVATION = shape(reservations, { tableNumber: column.orNull(column.text('table_number')) })
export type Reservation = RowOf<typeof RESERVATION>

const COLUMNS = sql`r.*, (SELECT table_number FROM dining_tables t WHERE t.id = r.table_id AND t.restaurant_id = r.restaurant_id) AS table_number`
const STANDING = sql.raw(HOLDING.map((s) => `'${s}'`).join(', '))
/** The longest booking: one that began earlier than this has ended. */
export const LONGEST_MS = 12 * 60 * 60_000
const ago = (at: string, ms: number) => new Date(Date.parse(at) - ms).toISOString()

/** Bookings of a restaurant that match a condition over `r`; `by` names the index. */
export const readReservations = (restaurantId: string, where: SQL, rest: SQL = sql``, by: SQL = sql``): Read<Reservation[]> =>
  rows(
    RESERVATION,
    sql`SELECT ${COLUMNS} FROM reservations r${by} WHERE r.restaurant_id = ${restaurantId} AND r.deleted_at IS NULL AND ${where} ${rest}`,
  )

/** Bookings that hold a table at any time of a span, except one. */
export const holding = (tableId: string, { startsAt, endsAt }: Span, but: string): SQL =>
  sql`r.table_id = ${tableId} AND r.starts_at > ${ago(startsAt, LONGEST_MS)} AND r.starts_at < ${endsAt} AND r.ends_at > ${startsAt} AND r.id <> ${but} AND r.status IN (${STANDING})`

/** A table's bookings that are still to come or under way. */
export const standingOf = (tableId: string, now: Date): SQL =>
  sql`r.table_id = ${tableId} AND r.starts_at > ${ago(now.toISOString(), LONGEST_MS)} AND r.ends_at > ${now.toISOString()} AND r.status IN (${STANDING})`

/** Bookings for which a table is reserved now: they begin within 60 minutes, or have begun and the guests are not seated yet (`isDue`). */
const due = (restaurantId: string, now: Date): SQL =>
  sql`FROM reservations WHERE restaurant_id = ${restaurantId} AND starts_at > ${ago(now.toISOString(), LONGEST_MS)} AND starts_at <= ${ago(now.toISOString(), -DUE_MS)}
      AND ends_at > ${now.toISOString()} AND status IN ('booked', 'arrived') AND deleted_at IS NULL AND table_id IS NOT NULL`

/** Ids of tables that are reserved now. */
export const reservedTables = (restaurantId: string, now: Date): SQL => sql`SELECT DISTINCT table_id ${due(restaurantId, now)}`

/**
 * The bookings for which tables are reserved now, and those whose guests sit at their table (`seated` 1), the earliest first: what the floor shows of them,
 * without the guest's number.
 */
export const floorBookings = (restaurantId: string, now: Date) =>
  rows(
    shape(pick(reservations, 'tableId', 'time', 'customerName', 'partySize'), { seated: column.number('seated') }),
    sql`SELECT table_id, time, customer_name, party_size, starts_at, id, 0 AS seated ${due(restaurantId, now)}
      UNION ALL SELECT r.table_id, r.time, r.customer_name, r.party_size, r.starts_at, r.id, 1 FROM dining_tables t CROSS JOIN reservations r
        WHERE t.restaurant_id = ${restaurantId} AND t.deleted_at IS NULL AND t.seated_booking IS NOT NULL AND r.id = t.seated_booking AND r.restaurant_id = t.restaurant_id AND r.deleted_at IS NULL
      ORDER BY starts_at, id`,
  )

/** The guests of these bookings have paid and left; nothing changes of one that isn't `seated` by then. No statement without any, so that most orders end as cheaply as before. */
export const closeBookings = (restaurantId: string, ids: readonly string[]): SQL[] =>
  ids.length === 0
    ? []
    : [
        sql`UPDATE reservations SET status = 'completed', version = version + 1
            WHERE restaurant_id = ${restaurantId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND status = 'seated' AND deleted_at IS NULL`,
      ]

/** A booking whose seated guests have moved to a table; no statement for none. */
export const bookingToTable = (table: { id: string; restaurantId: string }, id: string | null | undefined): SQL[] =>
  id
    ? [
        sql`UPDATE reservations SET table_id = ${table.id}, version = version + 1
            WHERE restaurant_id = ${table.restaurantId} AND id = ${id} AND status = 'seated' AND deleted_at IS NULL`,
      ]
    : []

/** Whether a table is among them. */
export const reservedNow = ({ id, restaurantId }: { id: string; restaurantId: string }, now: Date): Read<boolean> =>
  exists(sql`SELECT 1 FROM (${reservedTables(restaurantId, now)}) WHERE table_id = ${id}`)

export const reservationJson = (r: Reservation): z.input<typeof Shape> => ({
  _id: r.id,
  customerName: r.customerName,
  mobile_number: r.mobileNumber,
  partySize: r.partySize,
  date: r.date,
  time: r.time,
  durationMinutes: r.durationMinutes,
  tableId: r.tableId,
  tableNumber: r.tableNumber,
  note: r.note,
  status: r.status as ReservationStatus,
  createdAt: r.createdAt,
  version: r.version,
})
