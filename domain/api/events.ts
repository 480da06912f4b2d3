import { z } from 'zod'
import { ITEM_STATUSES } from '../order.ts'
import { Id, Instant } from './common.ts'
import { RawMaterial } from './inventory.ts'
import { UnseenKots } from './kot.ts'
import { CategoryShape, MenuItemShape, SubcategoryShape } from './menu/menu.ts'
import { OrderShape } from './order.ts'
import { PrintJobShape, UnprintedJobs } from './printJob.ts'
import { AlertShape, TableShape } from './tables.ts'

/**
 * What goes over the WebSocket of `GET /v1/realtime/{restaurantId}` (SPEC §4, CONTRACT §7): every event and frame by its name, as data. The server sends by
 * these types (worker/realtime), the screens listen by them (web/core/live.ts), and the tests check every sent event and frame against its schema.
 */

/** Who receives it. `staff`: only staff. `table`: staff and the diners at the event's table. `everyone`: staff and all diners of the restaurant. */
type Audience = 'staff' | 'table' | 'everyone'
type EventEntry = {
  summary: string
  to: Audience
  data: z.ZodType<Record<string, unknown>>
  /** Fields that only a diner's copy has. */
  diner?: z.ZodObject
}
/** Infers the entry's own types. */
const event = <const E extends EventEntry>(entry: E): E => entry

const By = z.string().describe('the name of the person who did it; empty to a diner')
const Deleted = z.literal(true).optional().describe('the resource was deleted; this is its last state')
const OrderChange = z.object({
  order: OrderShape,
  orderId: Id,
  tableId: z.string().nullable(),
  kotIds: z.array(z.string()).optional().describe('the tickets that were sent or accepted by this change'),
  tableUpdated: z.literal(true).optional().describe('the order was cancelled'),
  tableLeft: z.literal(true).optional().describe('the order left its table, whose sitting is over'),
})

/** Written to the outbox together with the change itself. They have a `seq`, and are replayed to a client that joins with `since`. */
export const outboxEvents = {
  orderCreated: event({ summary: 'A new order', to: 'table', data: OrderChange }),
  orderUpdated: event({
    summary: 'An order changed; also for an addition, and for a cancelled order (`tableUpdated`)',
    to: 'table',
    data: OrderChange,
  }),
  orderCompleted: event({
    summary: 'An order was settled, which ends the sitting of its table',
    to: 'table',
    data: OrderChange,
    diner: z.object({ feedbackToken: z.string().describe('lets the diner give feedback without an account') }),
  }),
  orderItemUpdated: event({
    summary: 'Lines of one ticket changed their status',
    to: 'table',
    data: z.object({
      order: OrderShape,
      orderId: Id,
      tableId: z.string().nullable(),
      kotId: z.string(),
      itemId: z.string().nullable().describe('the first line’s menu item; the whole ticket changed when the caller named none'),
      lineId: z.string().nullable(),
      lineIds: z.array(z.string()).describe('all lines that changed'),
      status: z.enum(ITEM_STATUSES),
      quantityChange: z.number().int().describe('-n: n of a line were cancelled; 0 otherwise'),
      by: By,
      tableUpdated: z.boolean().describe('true: all items are cancelled, and so is the order'),
    }),
  }),
  tableMoved: event({
    summary:
      'An order moved to another table. A merge is a move of each child table to the parent; its order comes once, with the `orderUpdated` that follows',
    to: 'table',
    data: z.object({
      fromTableId: Id,
      toTableId: Id,
      fromTableNumber: z.string(),
      toTableNumber: z.string(),
      from: TableShape,
      to: TableShape,
      order: OrderShape.optional().describe('missing in a merge'),
      orderId: Id,
      sittingId: z.string().nullable().optional().describe('the sitting of the order that a merge names'),
    }),
  }),
  tablesUnmerged: event({
    summary:
      'Tables were taken out of a merge: all that changed, at once. An `orderUpdated` of each of the orders follows, which diners get too',
    to: 'staff',
    data: z.object({
      parent: TableShape,
      children: z.array(TableShape),
      order: OrderShape.nullable().describe('the parent’s, if it has one left'),
      orders: z.array(OrderShape).describe('the children’s'),
      sittings: z.record(z.string(), z.string().nullable()).describe('the sitting of each of the tables, by its id'),
      by: By,
    }),
  }),
  tableChanged: event({
    summary: 'A table was made, changed, deleted, occupied, freed or reserved',
    to: 'staff',
    data: z.object({ table: TableShape, tableId: Id, deleted: Deleted }),
  }),
  menuItemUpdated: event({
    summary: 'A dish, category or subcategory was made, changed, put in another order or deleted',
    to: 'everyone',
    data: z.union([
      z.object({ item: MenuItemShape, itemId: Id, deleted: Deleted, by: By.optional().describe('missing when a sale counted portions') }),
      z.object({ category: CategoryShape.pick({ _id: true, name: true, description: true }), categoryId: Id, deleted: Deleted, by: By }),
      z.object({
        subcategory: SubcategoryShape.omit({ menuItems: true }).partial({ description: true, image: true }),
        categoryId: Id,
        subCategoryId: Id,
        deleted: Deleted,
        by: By,
      }),
      z.object({
        ordered: z
          .object({ kind: z.enum(['categories', 'subcategories', 'items']), categoryId: Id.nullable(), subCategoryId: Id.nullable() })
          .describe('the place whose categories, subcategories or items have another order: read the menu again'),
        by: By,
      }),
    ]),
  }),
  stockLow: event({
    summary: 'A raw material fell to its minimum, or ran out',
    to: 'staff',
    data: z.object({ material: RawMaterial, rawMaterialId: Id }),
  }),
  settingsUpdated: event({
    summary:
      'Settings were saved. The event names only the kind of settings, because what a profile shows depends on the reader: read `GET /restaurant/profile`, the offers or the own permissions again. `drawer`: something was entered for the cash drawer',
    to: 'staff',
    data: z.object({ changed: z.enum(['profile', 'offers', 'permissions', 'drawer']), by: By }),
  }),
  printJob: event({
    summary: 'Print jobs were made or changed. Several come together when one ticket is split by station',
    to: 'staff',
    data: z.object({ jobs: z.array(PrintJobShape) }),
  }),
}

/** Sent by the room, which stores what they say. They have no `seq`; every `joined` frame carries all open alerts, unseen tickets and unprinted jobs. `withheld` alone is another thing: it stands for a stored event and has its `seq`. */
export const roomEvents = {
  tableAlert: event({
    summary: 'A table calls for service. Replaces an open alert of the same table and type',
    to: 'table',
    data: z.object({ alert: AlertShape, tableId: z.string(), alertType: z.string(), tableNumber: z.string(), timestamp: Instant }),
  }),
  tableAlertCleared: event({
    summary: 'Alerts of a table were acknowledged or cleared',
    to: 'table',
    data: z.object({
      tableId: z.string(),
      alertType: z.string().nullable().describe('null: all types'),
      action: z.enum(['acknowledge', 'clear']),
      acknowledged: z.boolean(),
      alerts: z.array(AlertShape).describe('the table’s remaining alerts'),
    }),
  }),
  ticketsUnseen: event({
    summary: 'The list of tickets that no kitchen screen has acknowledged in time has changed: this is all of it',
    to: 'staff',
    data: z.object({ unseenKots: UnseenKots }),
  }),
  unprintedJobs: event({
    summary: 'The list of print jobs that wait for a person has changed: this is all of it',
    to: 'staff',
    data: z.object({ unprinted: UnprintedJobs }),
  }),
  withheld: event({
    summary:
      'In place of an event that the restaurant’s permissions keep from the reader’s role. It has that event’s `seq`, so that none is missing, and says nothing else',
    to: 'staff',
    data: z.object({}),
  }),
}

export const events = { ...outboxEvents, ...roomEvents }

/** Frames that the room sends to one socket. */
export const frames = {
  joined: z.object({
    room: z.string().describe('`restaurant`, or the table’s id'),
    seq: z.number().int().describe('the last event that was sent'),
    resumed: z.boolean().describe('true: the events after `since` follow; false: fetch everything again'),
    alerts: z.array(AlertShape),
    unseenKots: UnseenKots.optional().describe('only for staff'),
    unprinted: UnprintedJobs.optional().describe('only for staff'),
  }),
  ping: z.object({}),
  error: z.object({
    code: z
      .string()
      .describe(
        '`session_ended`, `forbidden`, `bad_message`, `unknown_event`, `validation_failed`, `unavailable`; `rate_limited`, `too_large`: the socket is closed; `too_slow`: no more events until you have read what was sent and answered each `ping`; then `joined` says `resumed: false`',
      ),
    message: z.string(),
    tableId: z.string().nullable().optional().describe('when `joinTable` was refused: the diner’s own table'),
  }),
}

const Since = z.number().int().min(0).nullish().describe('the last `seq` that the client has; all later events are sent')
/** What a client may send: `{ event, data }`. */
export const clientFrames = {
  joinRestaurant: z.object({
    restaurantId: z.string().nullish(),
    since: Since,
    batch: z.boolean().nullish().describe('true: events come as `{ events: [...] }`, those of a burst in one message'),
  }),
  joinTable: z.object({ tableId: z.string().min(1).max(40), since: Since }),
  leaveTable: z.object({ tableId: z.string().min(1).max(40) }),
  pong: z.unknown(),
}

export type OutboxEvent = keyof typeof outboxEvents
export type EventName = keyof typeof events
/** An event's `data` as staff receive it. */
export type EventData<E extends EventName> = z.output<(typeof events)[E]['data']>
/** The additional fields of a diner's copy. */
export type DinerData<E extends EventName> = (typeof events)[E] extends { diner: infer D extends z.ZodObject } ? z.output<D> : never
export type AudienceOf<E extends EventName> = (typeof events)[E]['to']
export type FrameName = keyof typeof frames
export type FrameData<F extends FrameName> = z.output<(typeof frames)[F]>
export type ClientFrame = keyof typeof clientFrames
export type ClientData<F extends ClientFrame> = z.input<(typeof clientFrames)[F]>

/** A message from the server: one event or one frame. */
export type ServerMessage =
  | { [E in EventName]: { event: E; data: EventData<E>; seq?: number; at: string } }[EventName]
  | { [F in FrameName]: { event: F; data: FrameData<F>; at: string } }[FrameName]
/** The same for a socket that asked for batches: relayed events come together. */
export type ServerBatch = { events: Exclude<ServerMessage, { event: FrameName }>[] }
