import { type SQL, sql } from '../db/sql.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { randomId } from '#domain/ids.ts'
import type { Order } from '#domain/order.ts'
import { isOfEarlierGuests } from '#domain/table.ts'
import { diningTables } from '../db/outlets.ts'
import { type Read, rows } from '../db/reads.ts'
import { column, mustHaveChanged, type RowOf, shape, update } from '../db/rows.ts'
import type { OutEvent } from '../realtime/events.ts'
import { reservedTables } from '../reservations/store.ts'

const TABLE = shape(diningTables, { mergedTables: column.json<string[]>('merged_tables') })
export type DiningTable = RowOf<typeof TABLE>

const COLUMNS = sql`t.*, (SELECT json_group_array(m.id) FROM dining_tables m WHERE m.restaurant_id = t.restaurant_id AND m.merged_into = t.id AND m.merged_into IS NOT NULL) AS merged_tables`

/** A restaurant's tables that are not deleted and fit a condition over `t`. */
export const readTables = (restaurantId: string, where: SQL = sql`true`): Read<DiningTable[]> =>
  rows(TABLE, sql`SELECT ${COLUMNS} FROM dining_tables t WHERE t.restaurant_id = ${restaurantId} AND t.deleted_at IS NULL AND ${where}`)

/** A table, the table that it is merged into, and the tables merged into either: all that an order's end or a merge touches. */
export const readTableGroup = (restaurantId: string, tableId: string | SQL): Read<DiningTable[]> =>
  readTables(
    restaurantId,
    sql`(t.id IN (SELECT x.id FROM dining_tables x WHERE x.id = ${tableId} UNION SELECT x.merged_into FROM dining_tables x WHERE x.id = ${tableId})
         OR t.id IN (SELECT m.id FROM dining_tables m WHERE m.restaurant_id = ${restaurantId} AND m.merged_into IS NOT NULL AND m.merged_into IN (SELECT coalesce(x.merged_into, x.id) FROM dining_tables x WHERE x.id = ${tableId})))`,
  )

/** A table by its id or its printed code alone, for callers who name no restaurant: each is found by an index of its own. */
export const readTableAnywhere = (id: string): Read<DiningTable[]> =>
  rows(
    TABLE,
    sql`SELECT t.*, '[]' AS merged_tables FROM dining_tables t WHERE t.deleted_at IS NULL AND (t.id = ${id} OR t.qr_token = ${id})`,
  )

export const isOccupied = (table: DiningTable): boolean => table.currentOrderId !== null || table.mergedInto !== null

/** A table as JSON has it. `reservedNow` says that a booking begins within 60 minutes. */
export const tableJson = (table: DiningTable, reservedNow = false): TableShape => ({
  _id: table.id,
  restaurantId: table.restaurantId,
  tableNumber: table.tableNumber,
  area: table.area,
  capacity: table.capacity,
  status: isOccupied(table) ? 'occupied' : reservedNow ? 'reserved' : 'available',
  currentOrderId: table.currentOrderId,
  mergedInto: table.mergedInto,
  mergedTables: table.mergedTables,
  qrToken: table.qrToken,
  qrUrl: `/t/${table.qrToken}`,
  version: table.version,
  ...(table.seatedAt ? { seatedAt: table.seatedAt } : null),
})

export type TableWrite = { table: DiningTable; statements: SQL[] }

/** Changes a table under its version's guard; `table` is what it is afterwards. */
export function writeTable(
  table: DiningTable,
  change: Partial<typeof diningTables.$inferInsert>,
  mergedTables: string[] = table.mergedTables,
): TableWrite {
  const version = table.version + 1
  return {
    table: { ...table, ...change, version, mergedTables } as DiningTable,
    statements: [
      update(
        diningTables,
        { ...change, version },
        sql`id = ${table.id} AND restaurant_id = ${table.restaurantId} AND version = ${table.version} AND deleted_at IS NULL`,
      ),
      mustHaveChanged('table_version'),
    ],
  }
}

export const occupy = (table: DiningTable, orderId: string): TableWrite => writeTable(table, { currentOrderId: orderId })

/** What ends the seating of a booking's guests at a table; nothing where none sit, so that most writes stay as they are. */
const unseated = (table: DiningTable): Partial<typeof diningTables.$inferInsert> =>
  table.seatedAt ? { seatedAt: null, seatedBooking: null } : {}

/** The change of a table whose order has ended or moved away: a new sitting begins. Guests who sat down while the order before theirs was open stay seated. */
export const freed = (table: DiningTable, order: Order): Partial<typeof diningTables.$inferInsert> => ({
  currentOrderId: null,
  sittingId: randomId(),
  ...(table.seatedAt && isOfEarlierGuests(order, table.seatedAt) ? {} : unseated(table)),
})

/** The seating that goes with an order to another table, when it is that of the booking's guests. Guests of another booking who sit there already stay. */
export const seatAlong = (from: DiningTable, to: DiningTable, order: Order): Partial<typeof diningTables.$inferInsert> =>
  from.seatedAt && !to.seatedAt && !isOfEarlierGuests(order, from.seatedAt)
    ? { seatedAt: from.seatedAt, seatedBooking: from.seatedBooking }
    : {}

/** Frees an order's table and the tables merged into it; each begins a new sitting. */
export const freeAll = (group: readonly DiningTable[], order: Order): TableWrite[] =>
  group.map((table) => writeTable(table, { mergedInto: null, ...freed(table, order) }, []))

/**
 * The tables whose seating changes with a booking: the guests of a booking that becomes `seated` sit at its table from `at` on (UTC ISO), until it stops being so
 * or names another table. Guests who change tables keep the time at which they sat down. A table that others were given meanwhile stays theirs.
 */
export function seatings(
  tables: readonly DiningTable[],
  was: { id: string; tableId: string | null; status: string } | null,
  is: { id: string; tableId: string | null; status: string } | null,
  at: string,
): TableWrite[] {
  const seat = (booking: typeof is) => (booking?.status === 'seated' ? booking.tableId : null)
  const [left, taken] = [seat(was), seat(is)]
  if (left === taken) return []
  const before = tables.find((t) => t.id === left && t.seatedBooking === was?.id)
  const next = tables.find((t) => t.id === taken)
  return [
    ...(before ? [writeTable(before, unseated(before))] : []),
    ...(next && is ? [writeTable(next, { seatedAt: before?.seatedAt ?? at, seatedBooking: is.id })] : []),
  ]
}

/** The status of a free table, computed inside the batch: `reserved` when a booking is due, else `available` (CONTRACT §3). */
export const statusAt = (path: string, table: DiningTable, now: Date): Record<string, SQL> =>
  isOccupied(table)
    ? {}
    : {
        [path]: sql`(SELECT CASE WHEN EXISTS (SELECT 1 FROM (${reservedTables(table.restaurantId, now)}) WHERE table_id = ${table.id}) THEN 'reserved' ELSE 'available' END)`,
      }

export const tableChanged =
  (now: Date) =>
  ({ table }: Pick<TableWrite, 'table'>): OutEvent => ({
    event: 'tableChanged',
    tableId: null,
    data: { table: tableJson(table), tableId: table.id },
    fill: statusAt('$.table.status', table, now),
  })
