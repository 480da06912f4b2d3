import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { byId, HHmm, Id, Instant, isNoBuiltIn, Message, Version } from './common.ts'
import { call, EVERY_STAFF, OWNERS, POS, staff } from './contract.ts'
import { OrderShape } from './order.ts'

export const TableShape = z.object({
  _id: Id,
  restaurantId: Id,
  tableNumber: z.string(),
  area: z.string(),
  capacity: z.number().int(),
  status: z.enum(['available', 'occupied', 'reserved']),
  currentOrderId: z.string().nullable(),
  mergedInto: z.string().nullable(),
  mergedTables: z.array(z.string()),
  qrToken: z.string(),
  qrUrl: z.string(),
  seatedAt: Instant.optional().describe('(+) since when the guests of a booking that is `seated` sit here; left out when there are none'),
  version: z.number().int(),
})
export type TableShape = z.infer<typeof TableShape>
export const AlertShape = z.object({
  _id: z.string(),
  id: z.string().describe('table id plus timestamp'),
  tableId: z.string(),
  alertType: z.string(),
  tableNumber: z.string(),
  orderId: z.string().nullable(),
  timestamp: Instant,
  acknowledged: z.boolean(),
  acknowledgedBy: z.string().nullable(),
})
export type AlertShape = z.infer<typeof AlertShape>
export const TableBooking = z.object({
  tableId: Id,
  time: HHmm.describe('on the restaurant’s clock'),
  customerName: z.string(),
  partySize: z.number().int(),
  seated: z.boolean().optional().describe('true when its guests sit at the table (`seatedAt`)'),
})
export type TableBooking = z.infer<typeof TableBooking>

const tags = ['Tables']
const pages = [
  '/restaurant/tables',
  '/restaurant/pos',
  '/restaurant/captain',
  '/restaurant/captain/tables',
  '/restaurant/captain/menu',
  '/restaurant/captain/orders',
  '/restaurant/pos-mobile',
  '/restaurant/pos-mobile/menu',
  '/restaurant/orders',
] as const
const readers = [...POS, 'mobileAdmin'] as const
const TableNumber = z.string().trim().min(1).max(20)
const AlertType = z.string().trim().min(1).max(40).refine(isNoBuiltIn, 'Say it in other words.')
const Area = z.string().trim().max(40)
const Capacity = z.number().int().min(1).max(99)
export const tables = {
  'POST /tables/createTables': staff({
    operationId: 'createTables',
    summary: 'Create tables: all of them, or none',
    tags,
    roles: [...OWNERS],
    pages: ['/restaurant/settings/table', '/restaurant/settings'],
    idempotent: true,
    status: 201,
    body: z.object({
      tables: z
        .array(z.object({ tableNumber: TableNumber, area: Area.default(''), capacity: Capacity.default(4) }))
        .min(1)
        .max(200),
    }),
    returns: z.object({ tables: z.array(TableShape) }),
    failure: 'Table creation failed',
    errors: { '409 duplicate_table': 'Another table has this number; 7, T7 and t 7 are the same one' },
  }),
  'GET /tables': staff({
    operationId: 'listTables',
    summary: 'All tables',
    tags,
    roles: readers,
    pages: [...pages, '/restaurant/reservation', '/restaurant/settings/table'],
    syncKey: true,
    returns: z.object({ tables: z.array(TableShape) }),
    failure: 'Failed to fetch tables',
  }),
  'GET /tables/alerts': staff({
    operationId: 'listTableAlerts',
    summary: 'All open alerts',
    tags,
    roles: [...POS],
    reads: true,
    pages,
    returns: z.object({ alerts: z.array(AlertShape) }),
    failure: 'Failed to fetch table alerts',
  }),
  'GET /tables/bookings': staff({
    operationId: 'listTableBookings',
    summary: 'The bookings for which tables are `reserved` now or have a `seatedAt`, the earliest first',
    tags,
    roles: [...POS],
    reads: true,
    pages,
    returns: z.object({ bookings: z.array(TableBooking) }),
    failure: 'Failed to fetch table bookings',
  }),
  'GET /tables/:id': call({
    operationId: 'readTable',
    summary: 'One table, by its id or by its printed code; the public gets only `_id`, `tableNumber` and `restaurantId`',
    tags,
    scope: 'restaurant',
    roles: ['public', ...EVERY_STAFF, 'user', 'partner', 'backoffice', 'admin'],
    pages: [...pages, '/restaurant/reservation', '/restaurant/settings/table'],
    syncKey: true,
    params: byId,
    returns: z.object({ table: z.union([TableShape, z.object({ _id: Id, tableNumber: z.string(), restaurantId: Id })]) }),
    failure: 'Failed to fetch table',
    errors: { '404 not_found': 'No such table' },
  }),
  'PUT /tables/update': staff({
    operationId: 'updateTable',
    summary: 'Change number, area or capacity, or replace the printed code',
    tags,
    roles: [...OWNERS],
    pages: ['/restaurant/settings/table', '/restaurant/settings'],
    idempotent: true,
    query: z.object({ id: Id }),
    body: z.object({
      tableNumber: TableNumber.optional(),
      area: Area.optional(),
      capacity: Capacity.optional(),
      replacesCode: z
        .string()
        .max(60)
        .optional()
        .describe(
          '(+) the `qrToken` that the table has now: it stops working, and the table gets a new one, which a sign-in there then needs; guests who sit there stay',
        ),
      version: Version.optional(),
    }),
    returns: z.object({ table: TableShape }),
    failure: 'Table update failed',
    errors: {
      '404 not_found': 'No such table',
      '409 version_conflict': 'The table was changed since, or has another code than `replacesCode`: `{ table }`',
      '409 duplicate_table': 'Another table has this number; 7, T7 and t 7 are the same one',
      '409 table_occupied': 'Its number can’t change while it has an open order or is merged',
    },
  }),
  'DELETE /tables/delete/:id': staff({
    operationId: 'deleteTable',
    summary: 'Delete a free table',
    tags,
    roles: [...OWNERS],
    pages: ['/restaurant/settings/table', '/restaurant/settings'],
    idempotent: true,
    params: byId,
    returns: Message,
    failure: 'Failed to delete table',
    errors: {
      '404 not_found': 'No such table',
      '409 table_occupied': 'It has an open order, or tables are merged into it: `{ table }`',
      '409 table_booked': 'It has reservations ahead: `{ reservations }`, the next one first',
    },
  }),
  'POST /tables/alert': staff({
    operationId: 'createTableAlert',
    summary: 'Call for service. Replaces an open alert of the same table and type; all free texts of a table count as one type',
    tags,
    roles: [...POS, 'user'],
    pages,
    idempotent: true,
    status: 201,
    rateLimit: LIMITS.alert,
    body: z.object({ tableId: Id, alertType: AlertType, orderId: Id.optional() }),
    returns: z.object({ alert: AlertShape.describe('if the diner made the same call less than 30 s ago, that alert') }),
    failure: 'Failed to create alert',
    errors: { '403 sitting_ended': 'The visit at the table has ended', '404 not_found': 'No such table or order' },
  }),
  'POST /tables/alert/withdraw': staff({
    operationId: 'withdrawTableAlerts',
    summary: 'Withdraw the caller’s own calls for service at a table. A call that somebody else made too stays open',
    tags,
    roles: [...POS, 'user'],
    pages,
    idempotent: true,
    rateLimit: LIMITS.alert,
    body: z.object({ tableId: Id, alertType: AlertType.optional() }),
    returns: z.object({ withdrawn: z.number().int().describe('how many of the table’s calls were the caller’s') }),
    failure: 'Failed to clear table alert',
    errors: { '403 sitting_ended': 'The visit at the table has ended', '404 not_found': 'No such table' },
  }),
  'POST /tables/clear-alert': staff({
    operationId: 'clearTableAlert',
    summary: "Acknowledge or clear a table's alert, or all of them",
    tags,
    roles: [...POS],
    pages,
    idempotent: true,
    body: z.object({
      tableId: Id,
      alertType: AlertType.optional(),
      action: z.enum(['acknowledge', 'clear']).default('clear'),
    }),
    returns: z.object({ alerts: z.array(AlertShape).describe("the table's remaining alerts") }),
    failure: 'Failed to clear table alert',
    errors: { '404 not_found': 'No such table' },
  }),
  'POST /tables/move': staff({
    operationId: 'moveTable',
    summary: 'Move an order to a free table',
    tags,
    roles: [...POS],
    pages,
    idempotent: true,
    body: z.object({ fromTableId: Id, toTableId: Id, version: Version.optional() }),
    returns: z.object({ from: TableShape, to: TableShape, order: OrderShape }),
    failure: 'Failed to move table',
    errors: {
      '404 not_found': 'No such table',
      '409 table_occupied': 'The target table has an open order: `{ table }`',
      '409 no_open_order': 'The source table has no open order: `{ table }`',
      '409 version_conflict': 'The order was changed since: `{ order }`',
    },
  }),
  'POST /tables/merge': staff({
    operationId: 'mergeTables',
    summary: "Merge tables: the children's lines go to the parent's order",
    tags,
    roles: [...POS],
    pages,
    idempotent: true,
    body: z.object({ parentTableId: Id, childTableIds: z.array(Id).min(1).max(50) }),
    returns: z.object({ parent: TableShape, children: z.array(TableShape), order: OrderShape.nullable() }),
    failure: 'Failed to merge tables',
    errors: {
      '404 not_found': 'No such table',
      '409 order_full': 'The merged order would have more than 60 tickets or 400 lines, or come to more than Rs. 10 crore',
      '409 payments_full':
        'With the payments of the merged tables the order would have more than 100 payment entries; settle the tables one by one: `{ order }`',
      '409 already_merged': 'One of the tables is merged into another one already: `{ table }`',
      '409 no_open_order': 'None of these tables has an open order',
      '409 invalid_transition': 'More has been received than the merged bill would be',
    },
  }),
  'POST /tables/unmerge': staff({
    operationId: 'unmergeTables',
    summary: 'Take tables out of a merge: each gets its lines and money back in a new order without a bill number',
    tags,
    roles: [...POS],
    pages,
    idempotent: true,
    body: z.object({
      parentTableId: Id,
      childTableIds: z.array(Id).min(1).max(50).optional().describe('all tables that are merged into the parent, when left out'),
    }),
    returns: z.object({
      parent: TableShape,
      children: z
        .array(TableShape)
        .describe('the tables that left, the named ones first; all that were merged there when the parent is left without an order'),
      order: OrderShape.nullable().describe(
        'the parent’s order; null when it had none of its own and nothing is left at it: then the order went back to a child',
      ),
      orders: z.array(OrderShape).describe('the children’s; a table that was merged while free has none'),
    }),
    failure: 'Failed to unmerge tables',
    errors: {
      '404 not_found': 'No such table',
      '409 not_merged': 'One of the tables is not merged into this parent, or none is: `{ table }`',
      '409 invalid_transition':
        'The bill is paid; or money was received, corrected or given back since the merge; or more was received for one part than its total: `{ order }`',
    },
  }),
} as const
