import { conflict } from './errors.ts'
import { formatPaise, type Paise } from './money.ts'
import type { Line, Order, Ticket } from './order.ts'
import { unitPriceOf } from './tax.ts'

/**
 * How large tickets and orders may grow (CONTRACT §9 "Size"). Every event and answer about an order contains the whole order, so its size decides what each
 * change costs all devices of the restaurant.
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

/**
 * The size up to which guests may fill an order; the rest is reserved for the staff, so that they can always add. The bytes are those of 300 lines with an
 * addon and a short note each, far more than a table of eight phones needs.
 */
export const MAX_BY_GUESTS = { tickets: 40, lines: 300, bytes: 250_000 }
/**
 * What all guests' dishes of an order may come to, and those of one of them, in paise without taxes: Rs. 1 crore and Rs. 10 lakh, far more than any party's. Quantities
 * alone would let one guest fill the order to `MAX_TOTAL`, and then nobody could add a coffee. One guest is counted by its allowance, as for `MAX_WAITING`.
 */
export const MAX_OF_GUESTS: Paise = 1_000_000_000
export const MAX_OF_A_GUEST: Paise = 100_000_000

/**
 * How much of one guest may wait to be accepted, counted by its allowance. All allowances of one address at a sitting (seven: domain/limits.ts) come to less
 * than `MAX_BY_GUESTS`, so one guest who signs in again and again leaves room for the others.
 */
export const MAX_WAITING = { tickets: 5, lines: 42 }

/**
 * What an order may come to, in paise: Rs. 10 crore, the most that one payment takes (`Amount` in api/common.ts). Dishes, addons and quantities alone allow so
 * much that taxes would not be exact to the paisa, and sums over days and outlets could not be stored.
 */
export const MAX_TOTAL: Paise = 10_000_000_000

/** How many payment rows an order may have, besides those that settle or refund it. A table that splits its bill has one for each person. */
export const MAX_PAYMENTS = 100

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Throws 409 `order_full` for a ticket with more lines than one may have. */
export function mustFitTicket(lines: number, { guest }: { guest: boolean }): void {
  const most = guest ? MAX_GUEST_TICKET_LINES : MAX_TICKET_LINES
  if (lines > most) throw conflict('order_full', `A ticket takes ${most} different items at most. Send it in parts.`)
}

/** Throws 409 `order_full` for an order that would have more tickets or lines than allowed. Cancelled ones count, because they are rows too. */
export function mustFitOrder(tickets: readonly { lines: readonly unknown[] }[]): void {
  const lines = tickets.reduce((sum, t) => sum + t.lines.length, 0)
  if (tickets.length > MAX_TICKETS || lines > MAX_LINES)
    throw conflict(
      'order_full',
      `This order is full: it takes ${MAX_TICKETS} tickets and ${MAX_LINES} items at most. Settle it, then begin a new one.`,
    )
}

/** Throws 409 `order_full` for an order whose notes and addons make it too large, even with few lines. Guests may fill a quarter of the size. */
export function mustFitRow({ tickets }: Pick<Order, 'tickets'>, { guest }: { guest: boolean } = { guest: false }): void {
  if (bytesOf(tickets) <= (guest ? MAX_BY_GUESTS.bytes : MAX_ORDER_BYTES)) return
  throw guest
    ? fullForGuests()
    : conflict('order_full', 'This order is full: its items, addons and notes are too long together. Settle it, then begin a new one.')
}

type Priced = Pick<Order, 'totals'>
const sumOf = ({ totals: { subtotal, grandTotal } }: Priced): Paise => Math.max(subtotal, grandTotal)
/**
 * Throws 409 `order_full` for an order that would come to more than `MAX_TOTAL`, before or after its discount, taxes and service charge. One that came to more
 * than that already (`prev`) may be changed, but not raised.
 */
export function mustFitTotal(order: Priced, prev: Priced | null = null): void {
  if (sumOf(order) > Math.max(MAX_TOTAL, prev ? sumOf(prev) : 0))
    throw conflict('order_full', `An order comes to ${formatPaise(MAX_TOTAL)} at most. Check its quantities.`)
}

/**
 * Throws 409 `order_full` for an order with a ticket that a guest sends, whose allowance is named, when guests' dishes would come to more than is theirs. Cancelled
 * dishes don't count.
 */
export function mustFitSums({ tickets }: Pick<Order, 'tickets'>, allowance: string): void {
  const sumBy = (isCounted: (ticket: Ticket) => boolean): Paise =>
    tickets
      .filter(isCounted)
      .flatMap((t) => t.lines)
      .reduce((sum, l) => (l.status === 'Cancelled' ? sum : sum + unitPriceOf(l) * l.quantity), 0)
  if (sumBy((t) => t.allowance === allowance) > MAX_OF_A_GUEST)
    throw conflict(
      'order_full',
      `What one guest orders comes to ${formatPaise(MAX_OF_A_GUEST)} at most. Check its quantities, or ask the staff.`,
    )
  if (sumBy((t) => t.allowance !== null) > MAX_OF_GUESTS) throw fullForGuests()
}

/**
 * Throws 409 `payments_full` before a part payment, a correction, money given back or money that a merge brings along (`more` rows), on an order that has as many payment
 * rows as one may have.
 */
export function mustFitPayments(rows: readonly unknown[], more = 1): void {
  if (rows.length + more > MAX_PAYMENTS)
    throw conflict('payments_full', `This order has ${MAX_PAYMENTS} payment entries, which is as many as one takes. Settle or refund it.`)
}

const fullForGuests = () => conflict('order_full', 'This order takes no more from phones. Ask the staff: they can still add to it.')

type Sized = { lines: readonly unknown[] }
type Waiting = Pick<Ticket, 'held' | 'allowance'> & { lines: readonly Pick<Line, 'status'>[] }

/**
 * For tickets that a guest sends. Throws 409 `order_full` when they would fill the part of the order that is left to the staff, and 409 `tickets_waiting` when
 * they would be held (`hold`) and too much of the same allowance waits already.
 */
export function mustLeaveRoom(
  tickets: readonly Waiting[],
  fresh: readonly Sized[],
  { allowance, hold }: { allowance: string; hold: boolean },
): void {
  const count = (list: readonly Sized[]) => list.reduce((sum, t) => sum + t.lines.length, 0)
  const waiting = tickets.filter((t) => t.held && t.allowance === allowance && t.lines.some((l) => l.status !== 'Cancelled'))
  if (hold && (waiting.length + fresh.length > MAX_WAITING.tickets || count(waiting) + count(fresh) > MAX_WAITING.lines))
    throw conflict(
      'tickets_waiting',
      `What you sent is waiting for the staff: ${MAX_WAITING.tickets} tickets and ${MAX_WAITING.lines} items can wait at most. Try again when they have answered.`,
    )
  if (tickets.length + fresh.length > MAX_BY_GUESTS.tickets || count(tickets) + count(fresh) > MAX_BY_GUESTS.lines) throw fullForGuests()
}
