import { compile, type SQL, sql } from '../db/sql.ts'
import type { AudienceOf, DinerData, EventData, OutboxEvent } from '#domain/api/events.ts'

type Audiences = { staff: null; table: string | null; everyone: '*' }

/** An event that a command's batch writes to the outbox (DESIGN, "How a change flows" 4), typed by the contract (domain/api/events.ts). */
export type OutEvent = {
  [E in OutboxEvent]: {
    event: E
    /** The table whose diners get it too; null: staff only; '*': every diner of the restaurant. */
    tableId: Audiences[AudienceOf<E>]
    data: EventData<E>
    /** Fields that only a diner's copy of `data` has (the feedback token). */
    dinerData?: DinerData<E>
    /** JSON paths in `data` whose values are only known inside the batch: `{ '$.order.billNumber': sql`…` }`. */
    fill?: Record<string, SQL>
  }
}[OutboxEvent]
export type OutEventOf<E extends OutboxEvent> = Extract<OutEvent, { event: E }>

/** Reads a counter that the same batch has raised. */
export const counterValue = (restaurantId: string, name: string): SQL =>
  sql`(SELECT value FROM counters WHERE restaurant_id = ${restaurantId} AND name = ${name})`

/** Raises a counter by one (the first value is 1). */
export const raiseCounter = (restaurantId: string, name: string): SQL =>
  sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${restaurantId}, ${name}, 1) ON CONFLICT DO UPDATE SET value = value + 1`

/** `json_set(json, path, value, …)`, or the json unchanged. */
export function filled(json: string, fill: Record<string, SQL> = {}): SQL {
  const paths = Object.entries(fill)
  if (paths.length === 0) return sql`${json}`
  return sql`json_set(${json}, ${sql.join(
    paths.map(([path, value]) => sql`${path}, ${value}`),
    sql`, `,
  )})`
}

/** D1's limit of values bound to one statement. */
const MOST_VALUES = 100

/**
 * The statements that write events to the outbox, each event with the restaurant's next `seq`. The numbers have no gaps, because counter and events are written in
 * one batch. The counter is raised once for all of them, and a statement writes as many as D1's limit of values allows: one for an order and its print jobs, and an
 * order of 400 counted dishes stays far below 1,000 statements a request.
 */
export function outbox(restaurantId: string, events: readonly OutEvent[], at: string): SQL[] {
  if (events.length === 0) return []
  const rows = events.map(
    ({ event, tableId, data, dinerData, fill }, i) =>
      sql`(${restaurantId}, ${counterValue(restaurantId, 'seq')} - ${events.length - 1 - i}, ${event}, ${tableId}, ${filled(JSON.stringify(data), fill)},
           ${dinerData === undefined ? null : JSON.stringify(dinerData)}, ${at})`,
  )
  return [
    sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${restaurantId}, 'seq', ${events.length})
        ON CONFLICT DO UPDATE SET value = value + excluded.value`,
    ...groups(rows).map(
      (group) => sql`INSERT INTO events (restaurant_id, seq, event, table_id, data, diner_data, at) VALUES ${sql.join(group, sql`, `)}`,
    ),
  ]
}

/** The rows in their order, in groups that one statement can bind. A row with more values than that is a group of its own. */
function groups(rows: readonly SQL[]): SQL[][] {
  if (rows.length === 1) return [[...rows]]
  const out: SQL[][] = []
  let room = 0
  for (const row of rows) {
    const values = compile(row).params.length
    if (values > room) {
      out.push([])
      room = MOST_VALUES
    }
    out.at(-1)?.push(row)
    room -= values
  }
  return out
}
