import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { byId, Id, Instant, Message, Version } from './common.ts'
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
const Area = z.string().trim().max(40)
const Capacity = z.number().int().min(1).max(99)
export const tables = {
  'POST /tables/createTables': staff({
    operationId: 'createTables',
    summary: 'Create tables, all or none',
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
    errors: { '409 duplicate_table': 'A table of that number exists' },
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
    summary: 'The alerts that are not cleared',
    tags,
    roles: [...POS],
    reads: true,
    pages,
    returns: z.object({ alerts: z.array(AlertShape) }),
    failure: 'Failed to fetch table alerts',
  }),
  'GET /tables/:id': call({
    operationId: 'readTable',
    summary: 'One table; to the public a stub of it, by its id or by the code that is printed for it',
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
    summary: 'Change number, area or capacity',
    tags,
    roles: [...OWNERS],
    pages: ['/restaurant/settings/table', '/restaurant/settings'],
    idempotent: true,
    query: z.object({ id: Id }),
    body: z.object({
      tableNumber: TableNumber.optional(),
      area: Area.optional(),
      capacity: Capacity.optional(),
      version: Version.optional(),
    }),
    returns: z.object({ table: TableShape }),
    failure: 'Table update failed',
    errors: {
      '404 not_found': 'No such table',
      '409 version_conflict': 'Changed meanwhile: `{ table }`',
      '409 duplicate_table': 'A table of that number exists',
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
      '409 table_booked': 'It has reservations to come: `{ reservations }`, the next one first',
    },
  }),
  'POST /tables/alert': staff({
    operationId: 'createTableAlert',
    summary: 'Call for service; replaces an alert of the same table and type, and a text in own words any other such text',
    tags,
    roles: [...POS, 'user'],
    pages,
    idempotent: true,
    status: 201,
    rateLimit: LIMITS.alert,
    body: z.object({ tableId: Id, alertType: z.string().trim().min(1).max(40), orderId: Id.optional() }),
    returns: z.object({ alert: AlertShape.describe("a diner's call that is open for less than 30 s: that one") }),
    failure: 'Failed to create alert',
    errors: { '403 sitting_ended': 'The visit at the table has ended', '404 not_found': 'No such table or order' },
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
      alertType: z.string().trim().min(1).max(40).optional(),
      action: z.enum(['acknowledge', 'clear']).default('clear'),
    }),
    returns: z.object({ alerts: z.array(AlertShape).describe("the table's alerts that are left") }),
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
      '409 table_occupied': 'The target has an open order: `{ table }`',
      '409 no_open_order': 'The source has none: `{ table }`',
      '409 version_conflict': 'Its order changed meanwhile: `{ order }`',
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
      '409 order_full': 'The merged order would have more than 60 tickets or 400 lines',
      '409 already_merged': 'One of them is merged into another table: `{ table }`',
      '409 no_open_order': 'None of these tables has an open order',
      '409 invalid_transition': 'More has been received than the merged bill would be',
    },
  }),
} as const
