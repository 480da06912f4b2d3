import { SQL, sql } from '../db/sql.ts'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { digitsOf } from '#domain/customer.ts'
import { AppError } from '#domain/errors.ts'
import { toRupees } from '#domain/money.ts'
import { forDiner } from '#domain/diner.ts'
import { netOf } from '#domain/moves.ts'
import { COOK_WITHIN, isToCook, isToServe, SERVE_WITHIN } from '#domain/itemStatus.ts'
import { inRupees } from '#domain/offer.ts'
import { isOpen, type LastPrinted, type Line, linesOf, type Order, type Refund, type Ticket, withRestOwed } from '#domain/order.ts'
import { issuedAt } from '#domain/printed.ts'
import { unitPriceOf } from '#domain/tax.ts'
import type { Context } from '../http/context.ts'
import { lines, orders, payments, tickets } from '../db/outlets.ts'
import { only, type Read, readOne } from '../db/reads.ts'
import { decode, insert, insertMany, mustHaveChanged, pick, type Row, update, without } from '../db/rows.ts'
import { dinerOf } from '../access/session.ts'

/** Orders as rows and as JSON. Every function takes the restaurant first or a condition that names it. */

/** `restaurant_id = … AND …` over the orders' columns. */
export const orderById = (restaurantId: string, id: string): SQL => sql`restaurant_id = ${restaurantId} AND id = ${id}`

/** The open order of a table, or of the table that it is merged into. */
export const openOrderOfTable = (restaurantId: string, tableId: string): SQL =>
  sql`restaurant_id = ${restaurantId} AND order_status = 'pending' AND table_id = (SELECT coalesce(t.merged_into, t.id) FROM dining_tables t WHERE t.id = ${tableId} AND t.restaurant_id = ${restaurantId})`

/** `orders`, read by the index that contains only open orders: without statistics SQLite would use another index and read the orders of all years. */
export const OPEN_ORDERS = sql.raw('orders INDEXED BY orders_pending')
export const pendingOrders = (restaurantId: string): SQL => sql`restaurant_id = ${restaurantId} AND order_status = 'pending'`

/** Has its partner taken the outlet out? Then it gets no new order. */
export const isTakenOut = (restaurantId: string): SQL => sql`EXISTS (SELECT 1 FROM taken_out WHERE restaurant_id = ${restaurantId})`

const MOST_TO_COOK = 100

/**
 * The ids of completed orders whose food is still being prepared (`isToCook`) or still to be served (`isToServe`), by two indexes that contain only them: the
 * newest 100 of the last 12 hours, and the newest 100 of the last 2.
 */
export const ordersToCook = (restaurantId: string, now: Date): SQL => {
  const since = (ago: number) => new Date(now.getTime() - ago).toISOString()
  return sql`SELECT id FROM (SELECT id FROM orders INDEXED BY orders_to_cook
    WHERE restaurant_id = ${restaurantId} AND to_cook = 1 AND completed_at > ${since(COOK_WITHIN)} ORDER BY completed_at DESC LIMIT ${MOST_TO_COOK})
    UNION ALL SELECT id FROM (SELECT id FROM orders INDEXED BY orders_to_serve
    WHERE restaurant_id = ${restaurantId} AND to_serve = 1 AND completed_at > ${since(SERVE_WITHIN)} ORDER BY completed_at DESC LIMIT ${MOST_TO_COOK})`
}

/** The ids of cancelled orders that have one of these tickets. */
export const cancelledWith = (restaurantId: string, kotIds: readonly string[]): SQL =>
  sql`SELECT id FROM orders WHERE order_status = 'cancelled' AND id IN (SELECT order_id FROM tickets
    WHERE restaurant_id = ${restaurantId} AND kot_id IN (SELECT value FROM json_each(${JSON.stringify(kotIds)})))`

/** Whole orders that fit a condition, in three statements. `order` is an ORDER BY with its LIMIT. */
export const readOrders = (where: SQL, order: SQL = sql``): Read<Order[]> => ({
  statements: [sql`SELECT * FROM orders WHERE ${where} ${order}`, ...ticketsAndLines(sql`SELECT id FROM orders WHERE ${where} ${order}`)],
  value: assemble,
})

/** The same of the orders whose ids a SELECT gives. */
export const readOrdersByIds = (ids: SQL, order: SQL): Read<Order[]> => ({
  statements: [sql`SELECT * FROM orders WHERE id IN (${ids}) ${order}`, ...ticketsAndLines(ids)],
  value: assemble,
})

const ticketsAndLines = (ids: SQL): SQL[] => [
  sql`SELECT * FROM tickets WHERE order_id IN (${ids}) ORDER BY order_id, position`,
  sql`SELECT * FROM lines WHERE order_id IN (${ids}) ORDER BY order_id, kot_id, position`,
]

const TOTALS = ['subtotal', 'discount', 'cgst', 'sgst', 'vat', 'serviceCharge', 'charges', 'taxIncluded', 'roundOff', 'grandTotal'] as const
const ORDER = without(orders, 'mobileDigits', 'refundDate', 'toCook', 'toServe', ...TOTALS)
const ORDER_TOTALS = pick(orders, ...TOTALS)
const TICKET = without(tickets, 'restaurantId', 'orderId', 'position', 'epoch')
const LINE = without(lines, 'restaurantId', 'orderId', 'kotId', 'position')

/** Rows by the text of a column that they share, in their order. */
function grouped<T>(found: readonly Row[], column: string, make: (row: Row) => T): Map<unknown, T[]> {
  const groups = new Map<unknown, T[]>()
  for (const row of found) {
    const group = groups.get(row[column])
    if (group) group.push(make(row))
    else groups.set(row[column], [make(row)])
  }
  return groups
}

/** Domain orders from the rows of the three statements, sorted as the first statement returned them. */
function assemble([orderRows = [], ticketRows = [], lineRows = []]: readonly Row[][]): Order[] {
  const itself = (row: Row) => row
  const ticketsOf = grouped(ticketRows, 'order_id', itself)
  const linesOf = grouped(lineRows, 'order_id', itself)
  return orderRows.map((raw) => {
    const row = decode(ORDER, raw)
    const ofKot = grouped(linesOf.get(row.id) ?? [], 'kot_id', (line) => decode(LINE, line) as Line)
    const order = Object.assign(row, {
      totals: decode(ORDER_TOTALS, raw),
      // Rows of older versions have one entry for each payment, and keep them after a refund.
      payments: row.refund ? [] : netOf(row.payments),
      moves: [],
      tickets: (ticketsOf.get(row.id) ?? []).map((ticket) =>
        Object.assign(decode(TICKET, ticket), { lines: ofKot.get(ticket.kot_id) ?? [] }),
      ),
    }) as Order
    // Older versions left a paid order `paid` when it came to cost more. What is left to pay decides.
    return isOpen(order) ? withRestOwed(order) : order
  })
}

/** One order, or null. */
export const findOrder = (db: D1Database, restaurantId: string, id: string): Promise<Order | null> =>
  readOne(db, only(readOrders(orderById(restaurantId, id))))

type Epochs = ReadonlyMap<string, number>

/** Whether some of a completed order's food is still to be made, or all of it is made and some still to be served. */
function leftToDo(order: Pick<Order, 'orderStatus' | 'completedAt' | 'tableId'>, lines: readonly Line[]) {
  const toCook = lines.some((l) => isToCook(order, l))
  return { toCook, toServe: !toCook && lines.some((l) => isToServe(order, l)) }
}

const orderRow = ({ tickets, moves: _p, totals, ...rest }: Order) => ({
  ...rest,
  ...totals,
  mobileDigits: digitsOf(rest.mobileNumber),
  refundDate: rest.refund?.businessDate ?? null,
  ...leftToDo(rest, linesOf({ tickets })),
})

const ticketRow = (order: Order, ticket: Ticket, position: number, epoch: number) => {
  const { lines: _l, ...rest } = ticket
  return { ...rest, restaurantId: order.restaurantId, orderId: order.id, position, epoch }
}

const lineRows = (order: Order) =>
  order.tickets.flatMap((ticket) =>
    ticket.lines.map((line, position) => ({ ...line, restaurantId: order.restaurantId, orderId: order.id, kotId: ticket.kotId, position })),
  )

type OrderRow = ReturnType<typeof orderRow>
type Column = keyof OrderRow
/** Fields that rows of older versions lack and `withBookings` has filled in. */
const BOOKED: readonly Column[] = ['endedDate', 'endedHour', 'refund', 'refundDate']

/** Only the columns that have changed: an UPDATE rewrites the index of every column that it names, changed or not. */
const changedOf = (before: OrderRow, after: { [K in Column]: OrderRow[K] | SQL }): Partial<typeof after> =>
  Object.fromEntries(
    (Object.keys(after) as Column[])
      .filter((key) => BOOKED.includes(key) || after[key] instanceof SQL || JSON.stringify(after[key]) !== JSON.stringify(before[key]))
      .map((key) => [key, after[key]]),
  )

/**
 * The statements that bring the database from `prev` (null: nothing yet) to `next`, guarded by `prev.version`, with the payment rows that `next.moves` adds.
 * `next.version` must be one more.
 * `epochs` gives the KOT reset epoch of new tickets by kotId. `given` are columns whose values only the batch knows.
 */
export function saveOrder(
  prev: Order | null,
  next: Order,
  { epochs = new Map(), given = {} }: { epochs?: Epochs; given?: Partial<Record<keyof typeof orders.$inferInsert, SQL>> } = {},
): SQL[] {
  const out: SQL[] = []
  const row = { ...orderRow(next), ...given }
  if (prev) {
    out.push(
      update(
        orders,
        changedOf(orderRow(prev), row),
        sql`id = ${next.id} AND restaurant_id = ${next.restaurantId} AND version = ${prev.version}`,
      ),
      mustHaveChanged('version'),
    )
  } else out.push(insert(orders, row))
  if (next.moves.length > 0)
    out.push(
      insertMany(
        payments,
        next.moves.map((move) => ({ ...move, restaurantId: next.restaurantId, orderId: next.id })),
      ),
    )
  const known = new Map(prev?.tickets.map((t) => [t.kotId, t]) ?? [])
  const newTickets = next.tickets.map((t, i) => ticketRow(next, t, i, epochs.get(t.kotId) ?? 0)).filter((t) => !known.has(t.kotId))
  if (newTickets.length > 0) out.push(insertMany(tickets, newTickets))
  for (const ticket of next.tickets) {
    const before = known.get(ticket.kotId)
    if (before && before.kotNumber !== ticket.kotNumber)
      out.push(
        update(
          tickets,
          {
            kotNumber: ticket.kotNumber,
            date: ticket.date,
            epoch: epochs.get(ticket.kotId) ?? 0,
            held: ticket.held,
            kind: ticket.kind,
            sentAt: ticket.sentAt,
            sentBy: ticket.sentBy,
          },
          sql`restaurant_id = ${next.restaurantId} AND kot_id = ${ticket.kotId}`,
        ),
      )
  }
  const before = new Map(prev ? lineRows(prev).map((l) => [l.lineId, JSON.stringify(l)]) : [])
  const changed = lineRows(next).filter((l) => before.get(l.lineId) !== JSON.stringify(l))
  if (changed.length > 0)
    out.push(
      insertMany(
        lines,
        changed,
        sql`ON CONFLICT (line_id) DO UPDATE SET quantity = excluded.quantity, status = excluded.status, status_at = excluded.status_at, position = excluded.position,
            additional_item_note = excluded.additional_item_note, cancel_reason = excluded.cancel_reason, cancelled_by = excluded.cancelled_by,
            prepared = excluded.prepared, booked_date = excluded.booked_date`,
      ),
    )
  return out
}

/**
 * Takes tickets with their lines from merged orders over to another, after its own and in this order; the rows keep their ids and numbers. Positions have no
 * holes, so what is sent to the merged order later comes last.
 */
export function adoptTickets(restaurantId: string, from: readonly Order[], to: Order): SQL[] {
  let first = to.tickets.length
  return from.flatMap(({ id, tickets: { length } }) => {
    const moved = [
      sql`UPDATE tickets SET order_id = ${to.id}, position = position + ${first} WHERE restaurant_id = ${restaurantId} AND order_id = ${id}`,
      sql`UPDATE lines SET order_id = ${to.id} WHERE restaurant_id = ${restaurantId} AND order_id = ${id}`,
    ]
    first += length
    return moved
  })
}

/** Gives the tickets of an order, with their lines, to the orders that have them now. Positions have no holes, so what is sent to one of them later comes last. */
export function placeTickets(from: Order, orders: readonly Order[]): SQL[] {
  const { restaurantId, id } = from
  const places = sql`json_each(${JSON.stringify(orders.flatMap((order) => order.tickets.map((t, i) => [t.kotId, order.id, i])))}) p`
  const of = sql`order_id = ${id} AND restaurant_id = ${restaurantId}`
  return [
    sql`UPDATE lines SET order_id = (SELECT json_extract(p.value, '$[1]') FROM ${places} WHERE json_extract(p.value, '$[0]') = lines.kot_id) WHERE ${of}`,
    sql`UPDATE tickets SET (order_id, position) = (SELECT json_extract(p.value, '$[1]'), json_extract(p.value, '$[2]') FROM ${places}
        WHERE json_extract(p.value, '$[0]') = tickets.kot_id) WHERE ${of}`,
  ]
}

const itemJson = (line: Line, tableId: string | null): OrderItem => ({
  _id: line.itemId,
  lineId: line.lineId,
  itemName: line.itemName,
  printName: line.printName,
  categoryName: line.categoryName,
  quantity: line.quantity,
  price: toRupees(line.price),
  status: line.status,
  statusAt: line.statusAt,
  dietType: line.dietType,
  isAlcohol: line.isAlcohol,
  gstRate: line.gstRate ?? undefined,
  taxIncluded: line.taxIncluded || undefined,
  variants: line.variants.map((v) => ({ name: v.name, additionalPrice: toRupees(v.additionalPrice) })),
  addonGroups: line.addonGroups.map((g) => ({ name: g.name, addons: g.addons.map((a) => ({ ...a, price: toRupees(a.price) })) })),
  image: line.image,
  station: line.station,
  tableId,
  additionalItemNote: line.additionalItemNote,
  cancelReason: line.cancelReason,
  cancelledBy: line.cancelledBy,
  prepared: line.prepared,
  amount: toRupees(unitPriceOf(line) * line.quantity),
})

const kotJson = ({ lines: list, tableId, allowance: _a, ...ticket }: Ticket): Kot => ({
  ...ticket,
  items: list.map((l) => itemJson(l, tableId)),
})

const refundJson = ({ hour: _h, amount, ...refund }: Refund) => ({ ...refund, amount: toRupees(amount) })

const printJson = (printed: LastPrinted) => ({
  total: toRupees(printed.total),
  at: printed.at,
  by: printed.by,
  revision: printed.revision ?? 0,
  issuedAt: issuedAt(printed) ?? printed.at,
})

/** The JSON of an order for staff and the outbox (CONTRACT §4): in rupees, and without the feedback token, which only the diner gets. */
export function orderJson(order: Order): OrderShape {
  const { totals } = order
  return {
    _id: order.id,
    version: order.version,
    restaurantId: order.restaurantId,
    tableId: order.tableId,
    tableNumber: order.tableNumber,
    sittingId: order.sittingId,
    userId: order.userId,
    user: { name: order.customerName, mobile_number: order.mobileNumber },
    customer_name: order.customerName,
    mobile_number: order.mobileNumber,
    customerGstin: order.customerGstin,
    deliveryAddress: order.deliveryAddress,
    guests: order.guests,
    orderType: order.orderType,
    additionalNote: order.additionalNote,
    specialInstructions: order.specialInstructions,
    isKOT: order.isKOT,
    serialNumber: order.serialNumber,
    billNumber: order.billNumber,
    invoiceNumber: order.invoiceNumber,
    billPrintedAt: order.billPrintedAt,
    totalPrice: toRupees(totals.subtotal),
    discount: toRupees(totals.discount),
    discountTitle: order.discountTitle,
    offerId: order.offerId,
    ...(order.orderStatus === 'pending' && order.offer ? { offer: inRupees(order.offer) } : null),
    ...(order.orderStatus === 'pending' ? { roundOffEnabled: order.roundOffEnabled } : null),
    additionalCharges: {
      cgst: toRupees(totals.cgst),
      sgst: toRupees(totals.sgst),
      vat: toRupees(totals.vat),
      serviceCharge: toRupees(totals.serviceCharge),
      ...(totals.charges > 0 && { charges: toRupees(totals.charges) }),
      ...(totals.taxIncluded > 0 && { taxIncluded: toRupees(totals.taxIncluded) }),
    },
    roundOff: toRupees(totals.roundOff),
    grandTotal: toRupees(totals.grandTotal),
    taxPercentages: order.taxPercentages,
    serviceChargeAccepted: order.serviceChargeAccepted,
    orderStatus: order.orderStatus,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    payments: order.payments.map((p) => ({ ...p, amount: toRupees(p.amount) })),
    refund: order.refund && refundJson(order.refund),
    biller: order.biller,
    cancelReason: order.cancelReason,
    cancelledBy: order.cancelledBy,
    discountBy: order.discountBy,
    serviceChargeBy: order.serviceChargeBy,
    lastPrinted: order.lastPrinted && printJson(order.lastPrinted),
    businessDate: order.businessDate,
    createdAt: order.createdAt,
    completedAt: order.completedAt,
    ...(order.endedDate && { endedDate: order.endedDate }),
    kots: order.tickets.map(kotJson),
  }
}

/** An order as the caller may see it. */
export const orderJsonFor = ({ principal }: Context, order: Order): OrderShape =>
  principal.role === 'user' ? forDiner(orderJson(order), dinerOf(principal)) : orderJson(order)

/**
 * The order as a 409 carries it: whole for staff, whose screen shows it. A guest gets only its id and version, and reads the rest if it needs it: a refusal must cost
 * less than an order (docs/decisions/022-what-guests-may-cost.md).
 */
const currentFor = (c: Context, order: Order): OrderShape | Pick<OrderShape, '_id' | 'version'> =>
  c.principal.role === 'user' ? { _id: order.id, version: order.version } : orderJson(order)

/** Adds the current order, if there is one, to a 409 that `decide` throws, so that the screen that lost can show it (SCREENS G6). */
export function withCurrent<T>(c: Context, order: Order | null, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    if (order && error instanceof AppError && error.status === 409)
      throw new AppError(409, error.code, error.message, { ...error.details, order: currentFor(c, order) })
    throw error
  }
}

/**
 * The same for calls by which diners send and read their orders. It adds the feedback token: a phone that sleeps while the bill is settled misses
 * `orderCompleted`, which would bring it.
 */
export const orderToRead = (c: Context, order: Order): OrderShape =>
  c.principal.role === 'user' ? { ...orderJsonFor(c, order), feedbackToken: order.feedbackToken } : orderJson(order)
