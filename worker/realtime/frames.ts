import type { roomEvents, EventData, FrameData, FrameName } from '#domain/api/events.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { type Diner, forDiner, isOwnNumber } from '#domain/diner.ts'

/** The texts that go over a socket (domain/api/events.ts). */

/** A row of the outbox. */
export type EventRow = { seq: number; event: string; tableId: string | null; data: string; dinerData: string | null; at: string }
export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function dataOf(row: EventRow): Json {
  const data = parseJson(row.data)
  return isJson(data) ? data : {}
}

type Unstored = FrameName | keyof typeof roomEvents
type DataOf<E extends Unstored> = E extends FrameName ? FrameData<E> : E extends keyof typeof roomEvents ? EventData<E> : never

/** A frame or an alert: sent by the room itself, without `seq`. */
export const frame = <E extends Unstored>(event: E, data: DataOf<E>): string =>
  JSON.stringify({ event, data, at: new Date().toISOString() })

/** An event for staff: the row's own text, so it isn't parsed and serialised again for every socket. */
export const staffCopy = ({ event, data, seq, at }: EventRow): string =>
  `{"event":${JSON.stringify(event)},"data":${data},"seq":${seq},"at":${JSON.stringify(at)}}`

/** The same for staff from whom the restaurant's permissions withhold events (hears.ts): the `seq` stays, so that the client misses none. */
export function narrowedCopy(row: EventRow, withheld: readonly string[]): string {
  if (withheld.includes(row.event)) return staffCopy({ ...row, event: 'withheld' satisfies keyof typeof roomEvents, data: '{}' })
  // Of an order that changes its table they hear the tables.
  if (!withheld.includes('orderUpdated') || !['tableMoved', 'tablesUnmerged'].includes(row.event)) return staffCopy(row)
  const { order: _, ...rest } = dataOf(row)
  return staffCopy({ ...row, data: JSON.stringify(row.event === 'tableMoved' ? rest : { ...rest, order: null, orders: [] }) })
}

export const changesPermissions = (row: EventRow): boolean => row.event === 'settingsUpdated' && dataOf(row).changed === 'permissions'

/** Several events in one message, for those who ask for it (CONTRACT §9). */
export const batchOf = (texts: readonly string[]): string => `{"events":[${texts.join()}]}`

/**
 * An event for diners, in two versions: one for the diner whose number the order has, and one without name and number for everybody else at the table. Each
 * is built when first needed. Neither says who of the staff did it.
 */
export function dinerCopies(row: EventRow): (diner: Diner | null | undefined) => string {
  const { by, ...rest } = dataOf(row)
  const data: Json = by === undefined ? rest : { ...rest, by: '' }
  const more = row.dinerData === null ? {} : parseJson(row.dinerData)
  const copy = (change: Json): string => staffCopy({ ...row, data: JSON.stringify(merged({ ...data, ...change }, more)) })
  if (!isJson(data.order)) {
    let same: string | null = null
    return () => (same ??= row.dinerData === null && by === undefined ? staffCopy(row) : copy({}))
  }
  // An outbox row's order is what `orderJson` wrote.
  const order = data.order as unknown as OrderShape
  let own: string | null = null
  let others: string | null = null
  return (diner) =>
    diner && isOwnNumber(order, diner)
      ? (own ??= copy({ order: forDiner(order, diner) }))
      : (others ??= copy({ order: forDiner(order, null) }))
}

/** Merges deeply: `{ order: { feedbackToken } }` adds to the order and does not replace it. */
function merged(base: unknown, more: unknown): unknown {
  if (!isJson(base) || !isJson(more)) return more === undefined ? base : more
  const all = { ...base }
  for (const [key, value] of Object.entries(more)) all[key] = merged(base[key], value)
  return all
}
