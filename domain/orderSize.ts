import { conflict } from './errors.ts'
import type { Order } from './order.ts'

/**
 * How large tickets and orders may grow (CONTRACT §9 "Size"). An order is one row in every event and every answer that tells of it, so its size is
 * what each change costs everybody in the restaurant.
 */
export const MAX_TICKET_LINES = 100
export const MAX_GUEST_TICKET_LINES = 30
export const MAX_TICKETS = 60
export const MAX_LINES = 400
/**
 * The order's tickets as JSON, in bytes of UTF-8: half of what D1 takes as a row or a parameter. 400 lines with long notes in Hindi and six addons each
 * stay below it.
 */
export const MAX_ORDER_BYTES = 1_000_000

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Throws 409 `order_full` for a ticket with more lines than one may have. */
export function mustFitTicket(lines: number, { guest }: { guest: boolean }): void {
  const most = guest ? MAX_GUEST_TICKET_LINES : MAX_TICKET_LINES
  if (lines > most) throw conflict('order_full', `A ticket takes ${most} different items at most. Send it in parts.`)
}

/** Throws 409 `order_full` for an order that would have more tickets or lines than one may have, cancelled ones counted: they are rows too. */
export function mustFitOrder(tickets: readonly { lines: readonly unknown[] }[]): void {
  const lines = tickets.reduce((sum, t) => sum + t.lines.length, 0)
  if (tickets.length > MAX_TICKETS || lines > MAX_LINES)
    throw conflict(
      'order_full',
      `This order is full: it takes ${MAX_TICKETS} tickets and ${MAX_LINES} items at most. Settle it, then begin a new one.`,
    )
}

/** Throws 409 `order_full` for an order whose notes and addons make it too large, however few its lines. */
export function mustFitRow({ tickets }: Pick<Order, 'tickets'>): void {
  if (bytesOf(tickets) > MAX_ORDER_BYTES)
    throw conflict('order_full', 'This order is full: its items, addons and notes are too long together. Settle it, then begin a new one.')
}
