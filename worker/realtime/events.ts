import { type SQL, sql } from '../db/sql.ts'
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

/**
 * The statements that write events to the outbox, each with the restaurant's next `seq`. The numbers have no gaps, because counter and event are written in
 * one batch. The counter is raised once for all of them, so that an order of 400 counted dishes stays below D1's 1,000 statements a request.
 */
export function outbox(restaurantId: string, events: readonly OutEvent[], at: string): SQL[] {
  if (events.length === 0) return []
  return [
    sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${restaurantId}, 'seq', ${events.length})
        ON CONFLICT DO UPDATE SET value = value + excluded.value`,
    ...events.map(
      ({ event, tableId, data, dinerData, fill }, i) =>
        sql`INSERT INTO events (restaurant_id, seq, event, table_id, data, diner_data, at)
            VALUES (${restaurantId}, ${counterValue(restaurantId, 'seq')} - ${events.length - 1 - i}, ${event}, ${tableId}, ${filled(JSON.stringify(data), fill)},
                    ${dinerData === undefined ? null : JSON.stringify(dinerData)}, ${at})`,
    ),
  ]
}
