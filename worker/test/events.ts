import { sql } from 'drizzle-orm'
import { type EventName, events, frames, outboxEvents } from '#domain/api/events.ts'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { fieldErrors } from '#domain/fields.ts'
import { aMenuItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { all } from '../db/index.ts'
import type { OutEvent } from '../realtime/events.ts'
import { env } from './env.ts'

/**
 * Every event that any test has put in the outbox, and every message that a test's socket gets, is checked against the contract (domain/api/events.ts):
 * this covers what the types can't: batches fill numbers in, and some events are written in SQL alone.
 */

/** The fault of a message from the server; null when it follows the contract. */
export function faultOfMessage({ event, data }: { event: string; data: unknown }): string | null {
  const schema = Object.hasOwn(frames, event)
    ? frames[event as keyof typeof frames]
    : Object.hasOwn(events, event)
      ? events[event as EventName].data
      : null
  if (!schema) return `the contract has no event ${event}`
  const result = schema.safeParse(data)
  return result.success ? null : `${event} is not as the contract has it: ${JSON.stringify(fieldErrors(result.error).slice(0, 5))}`
}

type Row = { id: number; event: string; tableId: string | null; data: string; dinerData: string | null }

/** The fault of a row of the outbox; null when it follows the contract. */
export function faultOfRow({ event, tableId, data, dinerData }: Omit<Row, 'id'>): string | null {
  if (!Object.hasOwn(outboxEvents, event)) return `the outbox has an event ${event}`
  const { to, ...entry } = outboxEvents[event as keyof typeof outboxEvents]
  if (to === 'everyone' ? tableId !== '*' : to === 'staff' ? tableId !== null : tableId === '*')
    return `${event} is for ${to}, and went to ${tableId}`
  if (dinerData !== null) {
    const more = 'diner' in entry ? entry.diner.safeParse(JSON.parse(dinerData)) : null
    if (!more?.success) return `${event} tells diners what the contract does not know: ${dinerData}`
  }
  return faultOfMessage({ event, data: JSON.parse(data) })
}

const SHARDS = ['OUTLETS_0', 'OUTLETS_1'] as const
const seen = { OUTLETS_0: 0, OUTLETS_1: 0 }

/** Faults of all events written since the last call of this function. */
export async function faultsOfOutbox(): Promise<string[]> {
  const faults: string[] = []
  for (const shard of SHARDS) {
    const rows = await all<Row>(
      env[shard],
      sql`SELECT rowid AS id, event, table_id AS tableId, data, diner_data AS dinerData FROM events WHERE rowid > ${seen[shard]} ORDER BY rowid`,
    )
    seen[shard] = rows.at(-1)?.id ?? seen[shard]
    faults.push(...rows.flatMap((row) => faultOfRow(row) ?? []))
  }
  return faults
}

// ------------------------------------------------------------ events that nothing but their room cares for

/** The fields of an event that a test gives; the rest is filled in. An event without a table is only for staff. */
export type EventSketch = {
  event?: OutEvent['event']
  tableId?: string | null
  data?: Record<string, unknown>
  dinerData?: Record<string, unknown>
}

export const anOrder = (more: Record<string, unknown> = {}): OrderShape =>
  anOrderShape([], { _id: 'o1', version: 1, tableId: null, tableNumber: null, ...more })
const tableOf = (id: unknown, more: Record<string, unknown>): TableShape => aTable({ _id: typeof id === 'string' ? id : 't', ...more })

const rest = {
  material: {
    _id: 'm',
    name: 'Rice',
    unit: 'kg',
    category: 'Dry',
    subcategory: null,
    minimumStock: 5,
    currentStock: 1,
    costPerUnit: 60,
    usedIn: [],
  },
  line: { kotId: 'k', itemId: null, lineId: null, lineIds: [], status: 'Ready', quantityChange: 0, by: 'Asha', tableUpdated: false },
}

/** A whole event from its sketch. */
export function anEvent({ event = 'orderUpdated', tableId = null, data = {}, dinerData }: EventSketch): OutEvent {
  const part = (name: string) => (data[name] ?? {}) as Record<string, unknown>
  const order = { orderId: 'o1', tableId, ...data, order: anOrder(part('order')) }
  const whole = {
    orderCreated: order,
    orderUpdated: order,
    orderCompleted: order,
    orderItemUpdated: { ...rest.line, ...order },
    // A merge names its order and does not carry it.
    tableMoved: {
      ...order,
      ...('sittingId' in data ? { order: undefined } : {}),
      from: tableOf(data.fromTableId, part('from')),
      to: tableOf(data.toTableId, part('to')),
    },
    tablesUnmerged: {
      order: null,
      orders: [],
      sittings: {},
      by: 'Asha',
      ...data,
      parent: tableOf('t', part('parent')),
      children: ((data.children ?? []) as Record<string, unknown>[]).map((child) => tableOf(child._id, child)),
    },
    tableChanged: { tableId: 't', ...data, table: tableOf(data.tableId, part('table')) },
    menuItemUpdated: { itemId: 'i', ...data, item: aMenuItem(part('item')) },
    stockLow: { material: rest.material, rawMaterialId: 'm', ...data },
    settingsUpdated: { changed: 'profile', by: 'Asha', ...data },
    printJob: { jobs: [], ...data },
  }[event]
  return { event, tableId, data: whole, ...(dinerData ? { dinerData } : {}) } as OutEvent
}
