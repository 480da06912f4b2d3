import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { restaurantId } from './columns.ts'

/** The floor and its bookings. See outlets.ts. */

export const diningTables = sqliteTable(
  'dining_tables',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    tableNumber: text('table_number').notNull(),
    area: text('area').notNull().default(''),
    capacity: integer('capacity').notNull(),
    currentOrderId: text('current_order_id'),
    mergedInto: text('merged_into'),
    /** Changes when the table's order ends (CONTRACT §5, "Diner's sitting"). */
    sittingId: text('sitting_id').notNull(),
    qrToken: text('qr_token').notNull(),
    /** Since when the guests of a booking sit here, and which booking it is, until their order ends, they leave or they move. */
    seatedAt: text('seated_at'),
    seatedBooking: text('seated_booking'),
    version: integer('version').notNull().default(1),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [
    uniqueIndex('tables_number')
      .on(t.restaurantId, t.tableNumber)
      .where(sql`${t.deletedAt} IS NULL`),
    index('tables_merged')
      .on(t.restaurantId, t.mergedInto)
      .where(sql`${t.mergedInto} IS NOT NULL`),
    uniqueIndex('tables_qr').on(t.qrToken),
  ],
)

export const reservations = sqliteTable(
  'reservations',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    customerName: text('customer_name').notNull(),
    mobileNumber: text('mobile_number').notNull(),
    partySize: integer('party_size').notNull(),
    /** The date and time in the restaurant's zone, and the same as instants. */
    date: text('date').notNull(),
    time: text('time').notNull(),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    tableId: text('table_id'),
    note: text('note').notNull().default(''),
    status: text('status').notNull().default('booked'),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('reservations_date')
      .on(t.restaurantId, t.date, t.time)
      .where(sql`${t.deletedAt} IS NULL`),
    index('reservations_status')
      .on(t.restaurantId, t.status, t.date, t.time)
      .where(sql`${t.deletedAt} IS NULL`),
    index('reservations_table').on(t.restaurantId, t.tableId, t.startsAt),
    index('reservations_starts').on(t.restaurantId, t.startsAt),
  ],
)
