import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { restaurantId } from './columns.ts'

/** What every command writes besides its rows: counters, totals, the outbox and stored answers. See outlets.ts. */

/** Gap-free numbers: `seq`, `bill`, `invoice:26-27`, `serial:20261121`. Raised by the batch that uses them, so a failed batch leaves no gap. */
export const counters = sqliteTable(
  'counters',
  { restaurantId: restaurantId(), name: text('name').notNull(), value: integer('value').notNull() },
  (t) => [primaryKey({ columns: [t.restaurantId, t.name] })],
)

/**
 * How many rows a list has, by facet and by day. Triggers keep it in the same statement that changes a row (migrations, "By hand"), so that totals need no
 * counting and a far page is found without reading the rows before it (docs/decisions/007-totals.md).
 */
export const tallies = sqliteTable(
  'tallies',
  {
    restaurantId: restaurantId(),
    /** `orders`, `orders:<tableId>`, `customers`, `reservations`, `feedback`. */
    list: text('list').notNull(),
    /** The length of `start`: 0 for all days, 7 for a month, 10 for a day. */
    span: integer('span').notNull(),
    /** '', `2026-11`, `2026-11-21`. */
    start: text('start').notNull(),
    facet: text('facet').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurantId, t.list, t.span, t.start, t.facet] })],
)

/** The KOT counter's reset epoch: a reset raises it, and the room counts from 1 for (business day, epoch). */
export const kotEpochs = sqliteTable('kot_epochs', {
  restaurantId: text('restaurant_id').primaryKey(),
  epoch: integer('epoch').notNull(),
  resetAt: text('reset_at').notNull(),
  /** When a day was closed last, and by whom; null before that. */
  closedAt: text('closed_at'),
  closedBy: text('closed_by'),
})

/**
 * Outlets that their partner took out. That they are gone stands in the platform's database, which a command's commit can't ask; an order that was read before
 * and commits after asks here, so that no open order is left in an outlet that nobody can enter.
 */
export const takenOut = sqliteTable('taken_out', {
  restaurantId: text('restaurant_id').primaryKey(),
  at: text('at').notNull(),
})

/** The outbox. Rows older than 24 h that the room has relayed are purged. */
export const events = sqliteTable(
  'events',
  {
    restaurantId: restaurantId(),
    seq: integer('seq').notNull(),
    event: text('event').notNull(),
    /** The table whose diners may see it. */
    tableId: text('table_id'),
    data: text('data').notNull(),
    /** Additional fields of the diners' copy, as JSON. */
    dinerData: text('diner_data'),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurantId, t.seq] }), index('events_at').on(t.at)],
)

/** First successful answers, for 24 h (CONTRACT §1). `key` is the caller’s key hashed with the restaurant and the call that it was sent for (http/parse.ts). */
export const idempotency = sqliteTable(
  'idempotency',
  {
    account: text('account').notNull(),
    key: text('key').notNull(),
    restaurantId: restaurantId(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.key] }), index('idempotency_at').on(t.at)],
)
