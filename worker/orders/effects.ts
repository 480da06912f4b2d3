import { type SQL, sql } from '../db/sql.ts'
import type { EventData } from '#domain/api/events.ts'
import type { Line, Order } from '#domain/order.ts'
import { type RollupEntry, rollupsOfChange } from '#domain/rollup.ts'
import { invoiceYear } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { addVisit, takeVisitBack } from '../customers/store.ts'
import { mustHaveChanged } from '../db/rows.ts'
import { countedNow, itemJson, type MenuItem, soldOutSince } from '../menu/store.ts'
import { closeBookings } from '../reservations/store.ts'
import { counterValue, type OutEvent, type OutEventOf, raiseCounter } from '../realtime/events.ts'
import { type DiningTable, freeAll, tableChanged } from '../tables/store.ts'
import { orderJson } from './store.ts'

/** The consequences of an order's change: rollups, freed tables, counted portions, events. */

export const addRollups = (restaurantId: string, entries: readonly RollupEntry[]): SQL[] =>
  entries.length === 0
    ? []
    : [
        sql`INSERT INTO rollups (restaurant_id, business_date, kind, key, amount, count)
            SELECT ${restaurantId}, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]')
            FROM json_each(${JSON.stringify(entries.map((e) => [e.businessDate, e.kind, e.key, e.amount, e.count]))}) WHERE true
            ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, count = count + excluded.count`,
      ]

/** Rollups for the money that `next` moves or makes final, and the customer's visit. Both orders have been through `withBookings`. */
export function finalMoney(c: Context, prev: Order, next: Order): SQL[] {
  const completed = next.orderStatus === 'completed' && prev.orderStatus !== 'completed'
  return [
    ...addRollups(c.restaurant.id, rollupsOfChange(prev, next)),
    ...(completed ? addVisit(c, next) : []),
    ...(next.refund && !prev.refund ? takeVisitBack(c, next) : []),
  ]
}

export type Bill = { statements: SQL[]; given: { billNumber?: SQL; invoiceNumber?: SQL }; fill: Record<string, SQL> }

/** The next bill and invoice numbers, when the order has none: raised by the batch itself, so that no number is ever missing (CONTRACT §5). */
export function giveBillNumber(c: Context, order: Order): Bill {
  if (order.billNumber !== null) return { statements: [], given: {}, fill: {} }
  const { id, invoicePrefix } = c.restaurant
  const year = invoiceYear(c.now, c.clock)
  const bill = counterValue(id, 'bill')
  const invoice = sql`${`${invoicePrefix}/${year}/`} || ${counterValue(id, `invoice:${year}`)}`
  return {
    statements: [raiseCounter(id, 'bill'), raiseCounter(id, `invoice:${year}`)],
    given: { billNumber: bill, invoiceNumber: invoice },
    fill: { '$.order.billNumber': bill, '$.order.invoiceNumber': invoice },
  }
}

/**
 * Frees the tables of an order that has just ended. When it was paid, the bookings whose guests sat at them are over: they hold their tables no longer. After a
 * cancelled one the guests may still be there, so that is left to the host.
 */
export function endTables(c: Context, prev: Order, next: Order, group: readonly DiningTable[]): { statements: SQL[]; events: OutEvent[] } {
  if (prev.orderStatus !== 'pending' || next.orderStatus === 'pending') return { statements: [], events: [] }
  const theirs = group.filter((t) => t.currentOrderId === next.id || (next.tableId !== null && t.mergedInto === next.tableId))
  const freed = freeAll(theirs, next)
  const paid = next.orderStatus === 'completed'
  const left = theirs.flatMap((t, i) => (paid && t.seatedBooking && !freed[i]?.table.seatedBooking ? [t.seatedBooking] : []))
  return {
    statements: [...freed.flatMap((w) => w.statements), ...closeBookings(c.restaurant.id, left)],
    events: freed.map(tableChanged(c.now)),
  }
}

/**
 * Counts portions down (`by` < 0) or up for items that have a `remaining`, and tells every open menu. The dish's `version` stays the same, because only edits
 * raise it: an edit must not be refused because a portion was sold meanwhile. If the dish was edited since it was read, the guard fails, because the event
 * would show its old state.
 */
export function countPortions(
  { at, restaurant: { id: restaurantId } }: Context,
  items: readonly MenuItem[],
  by: ReadonlyMap<string, number>,
): { statements: SQL[]; events: OutEvent[] } {
  const counted = items.filter((i) => i.remaining !== null && (by.get(i.id) ?? 0) !== 0)
  const left = sql`remaining + json_extract(p.value, '$[1]')`
  return {
    statements:
      counted.length === 0
        ? []
        : [
            // One statement for all of them: an order may hold 400 dishes, and D1 takes 1,000 statements from one request.
            sql`UPDATE menu_items SET remaining = ${left}, unavailable_since = ${soldOutSince(at, { remaining: left })}
                FROM json_each(${JSON.stringify(counted.map((i) => [i.id, by.get(i.id), i.version]))}) p
                WHERE menu_items.id = json_extract(p.value, '$[0]') AND restaurant_id = ${restaurantId} AND version = json_extract(p.value, '$[2]') AND remaining IS NOT NULL`,
            mustHaveChanged('version', counted.length),
          ],
    events: counted.map((i) => ({
      event: 'menuItemUpdated',
      tableId: '*',
      data: { item: itemJson(i), itemId: i.id },
      fill: countedNow(i.id),
    })),
  }
}

/** Portions by menu item. */
export function portions(lines: readonly Line[], sign: 1 | -1): Map<string, number> {
  const out = new Map<string, number>()
  for (const line of lines) out.set(line.itemId, (out.get(line.itemId) ?? 0) + sign * line.quantity)
  return out
}

/** The event for an order's change; it depends on whether and how the order ended. */
export function orderEvent(
  prev: Order | null,
  next: Order,
  fill: Record<string, SQL> = {},
  more: Pick<EventData<'orderUpdated'>, 'kotIds' | 'tableLeft'> = {},
): OutEventOf<'orderCreated' | 'orderUpdated' | 'orderCompleted'> {
  const ended = prev !== null && prev.orderStatus === 'pending' ? next.orderStatus : 'pending'
  const data = {
    order: orderJson(next),
    orderId: next.id,
    tableId: next.tableId,
    ...more,
    ...(ended === 'cancelled' ? { tableUpdated: true as const } : {}),
  }
  const change = { tableId: next.tableId ?? prev?.tableId ?? null, data, fill }
  if (ended === 'completed') return { event: 'orderCompleted', ...change, dinerData: { feedbackToken: next.feedbackToken } }
  return { event: prev === null ? 'orderCreated' : 'orderUpdated', ...change }
}
