import { type SQL, sql } from '../db/sql.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { reservations as contract } from '#domain/api/reservations.ts'
import { conflict, mustBeVersion, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { holds, isDue, mustLieAhead, mustStep, type ReservationStatus, spanOf } from '#domain/reservation.ts'
import { addDays, wallClock } from '#domain/time.ts'
import { arm, command, type Command } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { diningTables, reservations } from '../db/outlets.ts'
import { must, mustBeNone, only, read, readOne, type Reads, rows, type ValuesOf } from '../db/reads.ts'
import { insert, mustHaveChanged, pick, update } from '../db/rows.ts'
import type { Answer } from '../http/answer.ts'
import type { Handlers } from '../http/implement.ts'
import { paged } from '../http/paging.ts'
import type { OutEvent } from '../realtime/events.ts'
import { bookingsChanged } from '../realtime/publish.ts'
import { findRestaurant } from '../access/session.ts'
import { type DiningTable, readTables, seatings, tableChanged } from '../tables/store.ts'
import { listReservations } from './list.ts'
import { bookingsToZone } from './zone.ts'
import { holding, readReservations, type Reservation, reservationJson } from './store.ts'

type Api = typeof contract
type Fields = BodyOf<Api, 'PUT /restaurant/reservations/update/:id'>

/** A booking with the fields of a body applied. */
function changed(c: Context, before: Reservation, body: Fields): Reservation {
  const { customerName, mobile_number, partySize, date, time, durationMinutes, tableId, note, status } = body
  const next = {
    ...before,
    customerName: customerName ?? before.customerName,
    mobileNumber: mobile_number ?? before.mobileNumber,
    partySize: partySize ?? before.partySize,
    date: date ?? before.date,
    time: time ?? before.time,
    durationMinutes: durationMinutes ?? before.durationMinutes,
    tableId: tableId === undefined ? before.tableId : tableId,
    note: note ?? before.note,
    status: status ?? before.status,
  }
  // A booking that is not moved keeps its instants: since it was made the zone may have changed.
  const stays = next.date === before.date && next.time === before.time && next.durationMinutes === before.durationMinutes
  return stays ? next : { ...next, ...spanOf(next, c.restaurant.clock) }
}

/** What the decision about a booking needs: the table it names, and the bookings that hold that table then. */
const lookUp = (restaurantId: string, next: Reservation) => ({
  table: only(
    rows(
      pick(diningTables, 'tableNumber'),
      sql`SELECT table_number FROM dining_tables WHERE restaurant_id = ${restaurantId} AND id = ${next.tableId ?? ''} AND deleted_at IS NULL`,
    ),
  ),
  taken: readReservations(restaurantId, holding(next.tableId ?? '', next, next.id), sql`ORDER BY r.starts_at`),
})
type LookUp = ValuesOf<ReturnType<typeof lookUp>>

/** Checks that the booking may be stored. Throws 404, 409 table_taken. Returns the table's number. */
function mustFit(next: Reservation, { table, taken }: LookUp, allowOverlap: boolean | undefined): string | null {
  if (next.tableId === null) return null
  if (!table) throw notFound('Table not found')
  const { tableNumber } = table
  if (taken.length > 0 && holds(next.status) && !allowOverlap)
    throw conflict(
      'table_taken',
      `Table ${tableNumber} is booked then: ${taken.map((r) => `${r.customerName} at ${r.time}`).join(', ')}.`,
      { reservations: taken.map(reservationJson) },
    )
  return tableNumber
}

/**
 * What a booking's change does to the floor: its guests sit down at a table or leave it (`seatings`), and events for tables that become reserved now, or stop
 * being so: those of bookings that are due (CONTRACT §3). `tables` are their tables (`tablesOf`). Later changes by the clock are written by the room.
 */
function tablesTold(
  c: Context,
  before: Reservation | null,
  next: Reservation | null,
  tables: readonly DiningTable[],
): { statements: SQL[]; events: OutEvent[] } {
  const reserves = (r: Reservation | null) => (r && isDue(r, c.now) ? r.tableId : null)
  const [was, is] = [reserves(before), reserves(next)]
  const writes = seatings(tables, before, next, c.at)
  const told = was === is ? [] : tables.filter((t) => (t.id === was || t.id === is) && !writes.some((w) => w.table.id === t.id))
  if (told.length + writes.length > 0) arm(c)
  return {
    statements: writes.flatMap((w) => w.statements),
    events: [...writes, ...told.map((table) => ({ table }))].map(tableChanged(c.now)),
  }
}

const tablesOf = (restaurantId: string, ...bookings: (Reservation | null)[]) =>
  readTables(restaurantId, sql`t.id IN (SELECT value FROM json_each(${JSON.stringify(bookings.flatMap((b) => b?.tableId ?? []))}))`)

/** Changes the bookings. Only `tablesTold` arms the room, since few changes have events; the room is notified of every change afterwards. */
async function booked<R extends Reads>(c: Context, { reads, decide }: Pick<Command<R>, 'reads' | 'decide'>): Promise<Answer> {
  const answer = await command(c, { arms: false, reads, decide })
  c.waitUntil(bookingsChanged(c.env, c.where))
  c.waitUntil(toZoneOfNow(c))
  return answer
}

/**
 * If the zone was changed while this command ran, the instants are corrected. The zone's change does the same, so whichever of the two commits last corrects
 * them.
 */
async function toZoneOfNow(c: Context): Promise<void> {
  const now = await findRestaurant(c.env, c.restaurant.id)
  if (now && JSON.stringify(now.clock) !== JSON.stringify(c.restaurant.clock)) await bookingsToZone(c, now)
}

/** Checked in the batch: no other booking has taken the table meanwhile. */
const stillFree = (next: Reservation, allowOverlap: boolean | undefined): SQL[] =>
  next.tableId === null || allowOverlap || !holds(next.status)
    ? []
    : [mustBeNone('status', readReservations(next.restaurantId, holding(next.tableId, next, next.id)))]

/** Checked in the batch: the named table was not deleted meanwhile. */
const stillThere = ({ restaurantId, tableId }: Reservation, { table }: LookUp): SQL[] =>
  table
    ? [
        sql`INSERT INTO guard (status) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM dining_tables WHERE restaurant_id = ${restaurantId} AND id = ${tableId} AND deleted_at IS NULL)`,
      ]
    : []

const plain = ({ tableNumber: _n, ...row }: Reservation) => row

const bookingById = (c: Context, id: string) => must(readReservations(c.where.restaurantId, sql`r.id = ${id}`), 'Reservation not found')

export const reservationHandlers: Handlers<Api> = {
  'GET /restaurant/reservations': async (c, { query }) => {
    // Without any date: bookings to come. With only a last one: the year up to it.
    const from = query.from ?? (query.to ? addDays(query.to, -366) : wallClock(c.now, c.restaurant.timezone).date)
    const { reservations: found, total } = await listReservations(c.db, c.restaurant.id, { from, to: query.to }, query)
    return { reservations: found.map(reservationJson), ...paged(query, total), totalReservations: total }
  },
  'POST /restaurant/reservations/create': async (c, { body }) => {
    const { id: restaurantId } = c.restaurant
    const empty = {
      id: randomId(),
      restaurantId,
      tableId: null,
      note: '',
      status: 'booked',
      createdAt: c.at,
      deletedAt: null,
      version: 1,
    } as unknown as Reservation
    const next = changed(c, empty, body)
    return booked(c, {
      reads: { ...lookUp(restaurantId, next), tables: tablesOf(restaurantId, next) },
      decide: ({ tables, ...found }) => {
        mustLieAhead(next, c.now)
        const tableNumber = mustFit(next, found, body.allowOverlap)
        const told = tablesTold(c, null, next, tables)
        return {
          statements: [
            insert(reservations, plain(next)),
            ...stillFree(next, body.allowOverlap),
            ...stillThere(next, found),
            ...told.statements,
          ],
          events: told.events,
          body: { reservation: reservationJson({ ...next, tableNumber }) },
        }
      },
    })
  },
  'PUT /restaurant/reservations/update/:id': async (c, { params, body }) =>
    booked(c, {
      reads: { before: bookingById(c, params.id) },
      decide: async ({ before }) => {
        mustBeVersion(body.version, before, () => ({ reservation: reservationJson(before) }))
        const next = { ...changed(c, before, body), version: before.version + 1 }
        const { tables, ...found } = await read(c.db, {
          ...lookUp(c.restaurant.id, next),
          tables: tablesOf(c.restaurant.id, before, next),
        })
        const moved = next.startsAt !== before.startsAt
        if (moved) mustLieAhead(next, c.now)
        // A booking may stay where it is, even if it overlaps another; overlaps are checked only when it is moved or becomes active again.
        const asks =
          moved || next.endsAt !== before.endsAt || next.tableId !== before.tableId || (holds(next.status) && !holds(before.status))
        const allowOverlap = body.allowOverlap || !asks
        // A finished booking keeps the number of a table that was deleted since; an active one needs a table that exists.
        const gone = next.tableId === before.tableId && !found.table && !(asks && holds(next.status))
        const tableNumber = gone ? before.tableNumber : mustFit(next, found, allowOverlap)
        mustStep(before.status as ReservationStatus, next.status as ReservationStatus)
        const { id, restaurantId, createdAt: _c, ...change } = plain(next)
        const told = tablesTold(c, before, next, tables)
        return {
          statements: [
            update(
              reservations,
              change,
              sql`id = ${id} AND restaurant_id = ${restaurantId} AND version = ${before.version} AND deleted_at IS NULL`,
            ),
            mustHaveChanged('version'),
            ...stillFree(next, allowOverlap),
            ...stillThere(next, found),
            ...told.statements,
          ],
          events: told.events,
          body: { reservation: reservationJson({ ...next, tableNumber }) },
        }
      },
    }),
  'DELETE /restaurant/reservations/delete/:id': async (c, { params }) =>
    booked(c, {
      reads: { before: bookingById(c, params.id) },
      decide: async ({ before }) => {
        const tables = await readOne(c.db, tablesOf(c.restaurant.id, before))
        const told = tablesTold(c, before, null, tables)
        return {
          statements: [
            update(
              reservations,
              { deletedAt: c.at, version: before.version + 1 },
              sql`id = ${before.id} AND restaurant_id = ${c.restaurant.id} AND version = ${before.version} AND deleted_at IS NULL`,
            ),
            mustHaveChanged('version'),
            ...told.statements,
          ],
          events: told.events,
          body: { message: `The reservation of ${before.customerName} was taken out of the book.` },
        }
      },
    }),
}
