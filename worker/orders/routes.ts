import { type SQL, sql } from '../db/sql.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { EventData } from '#domain/api/events.ts'
import type { orders as contract } from '#domain/api/orders.ts'
import { LIMITS } from '#domain/limits.ts'
import { forbidden, mustBeVersion, notFound } from '#domain/errors.ts'
import { toPaise } from '#domain/money.ts'
import { isOpen, type Line, linesOf, mustBeAccepted, mustBeOpen, type Order, ORDER_DETAILS, type PaymentRow } from '#domain/order.ts'
import { changeItemStatus, cookedAgain, type ItemStatusChange, linesMeant, linesToChange, stageOf } from '#domain/itemStatus.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { mustFitPayments } from '#domain/orderSize.ts'
import { changeOrderStatus, correctPayment, giveBack, pay } from '#domain/payment.ts'
import { orderCan, REFUSED, stepRefusal } from '#domain/orderCan.ts'
import type { OrderStatus } from '#domain/statuses.ts'
import { withActs, withIssue, withPrint } from '#domain/printed.ts'
import { invalidTransition } from '#domain/errors.ts'
import { withBookings } from '#domain/rollup.ts'
import { seatAt } from '#domain/table.ts'
import { businessDayRange } from '#domain/time.ts'
import { command, readAhead } from '../command/command.ts'
import { limitCaller, limitSubject } from '../http/limit.ts'
import { mustSit } from '../access/sitting.ts'
import type { Context } from '../http/context.ts'
import { diningTables, orders as orderTable } from '../db/outlets.ts'
import { counted, must, none, noRows, only, read, rows } from '../db/reads.ts'
import { pick } from '../db/rows.ts'
import { type Handler, type Handlers, type Input, reading } from '../http/implement.ts'
import { settleCancelled } from '../inventory/ledger.ts'
import { itemsAmong, type MenuItem } from '../menu/store.ts'
import { offerByCode, offerJson } from '../offers/store.ts'
import { issueBy, isPrintingOn, printBill, printCancellations, settledWithPrint } from '../printing/make.ts'
import { counterValue, type OutEvent } from '../realtime/events.ts'
import { readTableGroup } from '../tables/store.ts'
import { countPortions, endTables, finalMoney, giveBillNumber, orderEvent, portions } from './effects.ts'
import { guestTurn } from './guestTurn.ts'
import { historyJson, orderWithPayments, readPayments, seesPayments } from './history.ts'
import { listOrders } from './list.ts'
import { noSuchCode, readForSend, type Send, sendTickets } from './send.ts'
import { dayNote } from './dayNotes.ts'
import { drawerToday, enterDrawerMove } from './drawer.ts'
import { closeDay, daySummary } from './summary.ts'
import {
  cancelledWith,
  openOrderOfTable,
  orderById,
  orderJson,
  orderToRead,
  OPEN_ORDERS,
  ordersToCook,
  pendingOrders,
  readOrders,
  readOrdersByIds,
  saveOrder,
  withCurrent,
} from './store.ts'
import { pastOrders } from './past.ts'
import { paged } from '../http/paging.ts'

type Api = typeof contract

const ownRestaurant = (c: Context, restaurantId: string | undefined) => {
  if (restaurantId !== undefined && restaurantId !== c.restaurant.id) throw notFound('Restaurant details not found')
}

const createOf = (
  body: Parameters<typeof detailsOf>[0] & { tableId?: string | null; orderType: Send['orderType']; isKOT?: boolean; kots: Send['kots'] },
  at: Send['at'],
): Send => ({
  tableId: body.orderType === 'Dine In' ? body.tableId : null,
  orderType: body.orderType,
  isKOT: body.isKOT ?? true,
  kots: body.kots,
  details: detailsOf(body),
  at,
})

/** All details but the order type, which applies to a new order only. */
const DETAILS = [
  ...ORDER_DETAILS,
  'serviceChargeAccepted',
  'charges',
  'offerId',
  'offerCode',
] as const satisfies readonly (keyof Send['details'])[]

const some = <T, K extends keyof T>(from: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
const detailsOf = (body: Send['details']): Send['details'] => some(body, DETAILS)

/**
 * Limits tries of offer codes so that they can't be guessed: by account, and for diners also by sitting, because a guest may sign in again and again. Throws
 * 429.
 */
async function limitCodes(c: Context, code: string | undefined): Promise<void> {
  if (code === undefined) return
  const { sittingId } = c.principal
  await limitCaller(c, sittingId ? LIMITS.dinerCode : LIMITS.offerCode)
  if (sittingId) await limitSubject(c, LIMITS.dinerCode, sittingId)
}

type Changed = {
  order: Order
  bill?: boolean
  /** Lines of one ticket changed: the event is `orderItemUpdated`. */
  items?: Omit<EventData<'orderItemUpdated'>, 'order' | 'orderId' | 'tableId'>
  more?: Record<string, unknown>
  /** Notes of the day, with the caller's name. */
  notes?: readonly SQL[]
}

const readsForChange = ({ where: { restaurantId } }: Context, orderId: string, { history = false }: { history?: boolean } = {}) => ({
  order: must(readOrders(orderById(restaurantId, orderId)), 'Order not found'),
  group: readTableGroup(restaurantId, sql`(SELECT table_id FROM orders WHERE id = ${orderId} AND restaurant_id = ${restaurantId})`),
  payments: history ? readPayments(restaurantId, sql`SELECT ${orderId}`) : none,
  items: itemsAmong(restaurantId, sql`SELECT item_id FROM lines WHERE order_id = ${orderId}`, sql`m.remaining IS NOT NULL`),
})

type Named = { orderId: string; version?: number }
const byBody = ({ body: { orderId, version } }: { body: Named }): Named => ({ orderId, version })
const byPath = ({ params, body }: { params: { id: string }; body: { version?: number } }): Named => ({
  orderId: params.id,
  version: body.version,
})

/**
 * A call that changes an order. `change` is pure and returns the changed order, or null when nothing changes; it is saved under the version's guard with all
 * its consequences. A refusal contains the current order, so that the screen can show it. With `history` the payment rows are read too, and are in the answer
 * for those who may see them. With `paper` the answer says whether the bill got a print job.
 */
const changing = <K extends keyof Api>(
  named: (input: Input<Api, K>) => Named,
  change: (c: Context, input: Input<Api, K>, order: Order, rows: readonly PaymentRow[]) => Changed | null,
  what: { history?: boolean; paper?: boolean } = {},
): Handler<Api, K> =>
  reading(
    (c, input) => readAhead(c, readsForChange(c, named(input).orderId, what)),
    (c, input, reads) =>
      command(c, {
        reads,
        decide: async ({ order, group, payments, items }) => {
          const moved = payments?.get(order.id) ?? []
          const json = (shown: Order) => (payments ? orderWithPayments(c, shown, [...moved, ...shown.moves]) : orderJson(shown))
          const { version } = named(input)
          const prev = withBookings(order, c.clock)
          mustBeVersion(version, prev, () => ({ order: orderJson(prev) }))
          const decided = withCurrent(c, prev, () => change(c, input, prev, moved))
          if (!decided) return { statements: [], body: { order: json(prev) } }
          const changed = decided.bill ? withIssue(settledWithPrint(c, decided.order), issueBy(c)) : decided.order
          const next = withBookings({ ...withActs(prev, changed, c.by), version: prev.version + 1 }, c.clock)
          const bill = decided.bill ? giveBillNumber(c, prev) : { statements: [], given: {}, fill: {} }
          const ended = endTables(c, prev, next, group)
          const given = portionsGivenBack(c, prev, next, items)
          const { tableId } = prev
          const billed = printBill(c, prev, next, bill.fill)
          const prints = [await printCancellations(c, prev, next), billed]
          const changeEvent: OutEvent = decided.items
            ? { event: 'orderItemUpdated', tableId, data: { ...decided.items, orderId: prev.id, tableId, order: orderJson(next) } }
            : orderEvent(prev, next, bill.fill)
          // The table of an ended order may have other guests now, so only staff get its events.
          const event: OutEvent = isOpen(prev) ? changeEvent : { ...changeEvent, tableId: null }
          return {
            statements: [
              ...bill.statements,
              ...saveOrder(prev, next, { given: bill.given }),
              ...finalMoney(c, prev, next),
              ...ended.statements,
              ...given.statements,
              ...settleCancelled(c, prev, next),
              ...(decided.notes ?? []),
              ...prints.flatMap((p) => p.statements),
            ],
            events: [event, ...ended.events, ...given.events, ...prints.flatMap((p) => p.events)],
            body: { order: json(next), ...decided.more, ...(what.paper && { paper: billed.jobs.length > 0 }) },
            fill: bill.fill,
          }
        },
      }),
  )

/** Cancelled before it was cooked: the portion can be sold again. A ticket that was held had taken none. */
function portionsGivenBack(c: Context, prev: Order, next: Order, items: readonly MenuItem[]) {
  const before = new Map(linesOf(prev).map((l) => [l.lineId, l]))
  const held = new Set(prev.tickets.flatMap((t) => (t.held ? [t.kotId] : [])))
  const sent = next.tickets.flatMap((t) => (held.has(t.kotId) ? [] : t.lines))
  const freed: Line[] = sent.filter((l) => l.status === 'Cancelled' && !l.prepared && before.get(l.lineId)?.status !== 'Cancelled')
  if (next.orderStatus === 'cancelled' && prev.orderStatus === 'pending')
    freed.push(...sent.filter((l) => l.status === 'Preparing' && !l.prepared))
  return countPortions(c, items, portions(freed, 1))
}

export const orderHandlers: Handlers<Api> = {
  'POST /orders': reading(
    async (c, { body }) => {
      if (c.claims?.role === 'user') await guestTurn(c)
      return readForSend(c, createOf(body.order, 'order.'))
    },
    async (c, { body }, read) => {
      // 403 comes before 404 (CONTRACT §1).
      if (c.principal.role === 'user') mustSit(c)
      ownRestaurant(c, body.order.restaurantId)
      await limitCodes(c, body.order.offerCode)
      return sendTickets(c, createOf(body.order, 'order.'), read)
    },
    (reads) => reads.get('sittingActive'),
  ),
  'POST /pos/order': reading(
    (c, { body }) => readForSend(c, createOf(body, '')),
    async (c, { body }, read) => {
      ownRestaurant(c, body.restaurantId)
      await limitCodes(c, body.offerCode)
      return sendTickets(c, createOf(body, ''), read)
    },
  ),
  'PUT /pos/order': reading(
    (c, { body }) => readForSend(c, updateOf(body)),
    async (c, { body }, read) => {
      await limitCodes(c, body.orderData.offerCode)
      return sendTickets(c, updateOf(body), read)
    },
  ),
  'GET /orders': async (c, { query }) => {
    const { id } = c.restaurant
    const { orders, total, payments } = await listOrders(c.db, id, query, { payments: seesPayments(c) })
    return {
      orders: orders.map((order) => orderWithPayments(c, order, payments?.get(order.id) ?? [])),
      ...paged(query, total),
      totalOrders: total,
    }
  },
  'GET /orders/restaurant/pending': async (c, { query: { kots } }) => {
    const { id } = c.restaurant
    const asked = kots ? sql`UNION ALL ${cancelledWith(id, kots.split(','))}` : sql``
    const pending = sql`SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)}`
    const { seq, found, payments } = await read(c.db, {
      seq: counted(sql`SELECT ${counterValue(id, 'seq')} AS n`),
      found: readOrdersByIds(sql`${pending} UNION ALL ${ordersToCook(id, c.now)} ${asked}`, sql`ORDER BY created_at`),
      payments: seesPayments(c) ? readPayments(id, pending) : none,
    })
    const such = (status: OrderStatus) => found.filter((order) => order.orderStatus === status)
    return {
      orders: such('pending').map((order) => orderWithPayments(c, order, payments?.get(order.id) ?? [])),
      toCook: such('completed').map(orderJson),
      ...(kots ? { cancelled: such('cancelled').map(orderJson) } : {}),
      seq,
    }
  },
  'GET /orders/user/:id': async (c, { params }) => {
    const { id } = c.restaurant
    const { principal } = c
    if (principal.role === 'user' && principal.accountId !== params.id) throw notFound('Diner not found')
    const sitting = principal.role === 'user' ? principal.sittingId : null
    // A guest whose table has been merged into another is at the parent, and sees its order.
    const tables = sql`SELECT s.id, s.table_number, s.sitting_id, s.merged_into FROM dining_tables t JOIN dining_tables s ON s.id IN (t.id, t.merged_into) AND s.restaurant_id = t.restaurant_id
                       WHERE t.restaurant_id = ${id} AND t.sitting_id = ${sitting ?? ''} AND t.deleted_at IS NULL`
    const own = sql`SELECT id FROM (SELECT id FROM orders WHERE restaurant_id = ${id} AND user_id = ${params.id} ORDER BY created_at DESC LIMIT 50)`
    const open = sql`SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)} AND sitting_id IN (SELECT sitting_id FROM (${tables})) AND table_id IS NOT NULL`
    const { seats, orders } = await read(c.db, {
      seats: sitting === null ? noRows : rows(pick(diningTables, 'id', 'tableNumber', 'sittingId', 'mergedInto'), tables),
      orders: readOrdersByIds(sql`${own} UNION ${open}`, sql`ORDER BY created_at DESC`),
    })
    // Staff see only people who have ordered at their restaurant; anyone else is 404.
    if (principal.role !== 'user' && orders.length === 0) throw notFound('Diner not found')
    // The account's other orders may be open too, at another table for one.
    const current = orders.find((o) => isOpen(o) && seats.some((seat) => seat.sittingId === o.sittingId))
    const seat = seats.find((table) => table.mergedInto === null)
    return {
      orders: orders.map((order) => orderToRead(c, order)),
      current: current?.id ?? null,
      table: seat ? { tableId: seat.id, tableNumber: seat.tableNumber } : null,
    }
  },
  'GET /orders/past': pastOrders,
  'POST /orders/active': async (c, { body }) => {
    const { id } = c.restaurant
    const { group, order } = await read(c.db, {
      group: readTableGroup(id, body.tableId),
      order: only(readOrders(openOrderOfTable(id, body.tableId))),
    })
    const sittingId = c.principal.role === 'user' ? mustSit(c) : null
    const table = sittingId ? seatAt(group, body.tableId, sittingId) : group.find((x) => x.id === body.tableId)
    if (!table) throw notFound('Table not found')
    return { order: order ? orderToRead(c, order) : null }
  },
  'POST /orders/offer': async (c, { body }) => {
    if (c.principal.role === 'user') mustSit(c)
    await limitCodes(c, body.code)
    const { offer } = await read(c.db, { offer: only(offerByCode(c.restaurant.id, body.code)) })
    if (!offer) throw noSuchCode('code')
    return { offer: offerJson(offer, false) }
  },
  'PUT /orders/item/status': changing(byBody, (c, { body: { orderId: _o, version: _v, ...change } }, order) => {
    const { readyStep } = c.restaurant.kotSettings
    const hasStations = printSettingsOf(c.restaurant.printSettings).stations.length > 0
    mayChangeItems(c, order, change)
    const outcome = changeItemStatus(order, { ...change, by: c.by }, c.at, readyStep, hasStations)
    const ticket = order.tickets.find(({ kotId }) => kotId === change.kotId)
    return {
      notes: cookedAgain(order, outcome).map(({ quantity, itemName }) =>
        dayNote(
          c,
          'recall',
          `${quantity} × ${itemName}, KOT ${ticket?.kotNumber}, ${order.billNumber ? `bill ${order.billNumber}` : 'no bill'}`,
        ),
      ),
      order: outcome.order,
      more: { allItemsCancelled: outcome.allItemsCancelled },
      items: {
        kotId: change.kotId,
        itemId: change.itemId ?? outcome.changed[0]?.itemId ?? null,
        lineId: change.lineId ?? outcome.changed[0]?.lineId ?? null,
        lineIds: outcome.changed.map((l) => l.lineId),
        status: outcome.changed[0]?.status ?? change.status,
        quantityChange: change.quantityChange ?? 0,
        by: c.by,
        tableUpdated: outcome.allItemsCancelled,
      },
    }
  }),
  'PUT /orders/status': changing(byBody, (c, { body }, order) => {
    const { role } = c.principal
    if (!orderCan.setStatus(role, order)) throw forbidden(`${REFUSED.delivery}.`)
    if (body.orderStatus === 'cancelled' && !orderCan.cancel(role)) throw forbidden(`${REFUSED.cancel}.`)
    if (body.orderStatus === 'completed') mayComplete(c, order)
    return {
      order: changeOrderStatus(order, body.orderStatus, { at: c.at, by: c.by, reason: body.reason, prepared: body.prepared }),
      bill: body.orderStatus === 'completed',
    }
  }),
  'PUT /orders/payment/status': changing(
    byBody,
    (c, { body }, order, rows) => ({
      order: pay(
        roomForPayment(order, body.paymentStatus === 'partial' ? rows : [], (body.payments?.length || 1) + (body.tip ? 1 : 0)),
        {
          paymentStatus: body.paymentStatus,
          paymentMethod: body.paymentMethod,
          payments: body.payments?.map(inPaise),
          tip: body.tip && inPaise(body.tip),
          complete: body.complete,
          amount: body.amount === undefined ? undefined : toPaise(body.amount),
          reason: body.reason,
          by: body.by,
        },
        c.restaurant.paymentTypes,
        c.teller,
      ),
      bill: body.paymentStatus === 'paid',
    }),
    { history: true },
  ),
  'GET /orders/:id/payments': async (c, { params }) => {
    const { id } = c.restaurant
    const { payments } = await read(c.db, {
      found: must(rows(pick(orderTable, 'id'), sql`SELECT id FROM orders WHERE ${orderById(id, params.id)}`), 'Order not found'),
      payments: readPayments(id, sql`SELECT ${params.id}`),
    })
    return { paymentHistory: historyJson(payments.get(params.id) ?? []) }
  },
  'POST /orders/:id/payments/:paymentId/correct': changing(
    byPath,
    (c, { params, body }, order, rows) => ({
      order: correctPayment(
        roomForPayment(order, rows, 2),
        rows,
        { ...body, paymentId: params.paymentId },
        c.restaurant.paymentTypes,
        c.teller,
      ),
    }),
    { history: true },
  ),
  'POST /orders/:id/payments/give-back': changing(
    byPath,
    (c, { body }, order, rows) => ({
      order: giveBack(roomForPayment(order, rows), rows, inPaise(body), c.restaurant.paymentTypes, c.teller),
    }),
    { history: true },
  ),
  'PUT /orders/note': changing(byBody, (c, { body }, order) => {
    if (!orderCan.note(c.principal.role, order)) throw forbidden(`${REFUSED.delivery}.`)
    mustBeOpen(order)
    const meant = new Set(linesNamed(order, body).map((l) => l.lineId))
    return {
      order: {
        ...order,
        tickets: order.tickets.map((t) => ({
          ...t,
          lines: t.lines.map((l) => (meant.has(l.lineId) ? { ...l, additionalItemNote: body.note } : l)),
        })),
      },
    }
  }),
  'GET /orders/daily-summary': async (c, { query }) => {
    const resetKOT = query.resetKOT === 'true'
    const date = query.date ?? c.today
    const { from, to } = businessDayRange(date, c.clock)
    const range = { from: from.toISOString(), to: to.toISOString() }
    return { ...(resetKOT ? await closeDay(c, date) : { summary: await daySummary(c, date, false) }), range }
  },
  'GET /orders/drawer': drawerToday,
  'POST /orders/drawer': (c, { body }) => enterDrawerMove(c, body),
  'POST /orders/:id/bill': changing(
    ({ params }) => ({ orderId: params.id }),
    (c, _input, order) => {
      if (order.orderStatus === 'cancelled') throw invalidTransition('A cancelled order has no bill.')
      mustBeAccepted(order)
      // Printed again; an order that is over never changes (CONTRACT §3).
      if (order.orderStatus === 'completed' || (order.billPrintedAt !== null && order.lastPrinted !== null)) return null
      return { order: withPrint(order, c.by, c.at, !isPrintingOn(c)), bill: true }
    },
    { history: true, paper: true },
  ),
}

const inPaise = <T extends { amount: number }>(of: T): T => ({ ...of, amount: toPaise(of.amount) })

/** The order, if it takes `more` payment rows. Throws 409 `payments_full`. */
function roomForPayment(order: Order, rows: readonly PaymentRow[], more = 1): Order {
  mustFitPayments(rows, more)
  return order
}

const updateOf = (body: BodyOf<typeof contract, 'PUT /pos/order'>): Send => {
  const { kots, version = body.version, ...details } = body.orderData
  return { orderId: body.orderId, orderType: 'Dine In', isKOT: true, kots: kots ?? [], details, at: 'orderData.', version }
}

/** The lines that the body names. A line of another item than the one named counts as missing. Throws 404, 409 `ambiguous_line`. */
function linesNamed(order: Order, named: Parameters<typeof linesMeant>[1]): Line[] {
  const lines = linesMeant(order, named)
  if (named.itemId && lines.some((l) => l.itemId !== named.itemId)) throw notFound('Item not found')
  return lines
}

/** Throws 409 for an order that is over, 403 for a role that may not complete it. */
function mayComplete(c: Context, order: Order): void {
  mustBeOpen(order)
  if (!orderCan.complete(c.principal.role, orderJson(order))) throw forbidden(`${REFUSED.complete}.`)
}

/** Who may set which item status (CONTRACT §2). Throws 403, 404. */
function mayChangeItems(c: Context, order: Order, change: Omit<ItemStatusChange, 'by'> & { held?: true }): void {
  const { role } = c.principal
  const ticket = order.tickets.find((t) => t.kotId === change.kotId)
  if (!ticket) throw notFound('KOT not found')
  linesNamed(order, change)
  if (change.held && !ticket.held) throw invalidTransition('It was accepted meanwhile.')
  if (ticket.held && change.status !== 'Cancelled') throw invalidTransition('Accept the order first.')
  if (change.status === 'Cancelled') {
    if (!orderCan.cancelLine(role, ticket)) throw forbidden(`${REFUSED.cancelLine}.`)
    return
  }
  const set = linesToChange(order, change, c.restaurant.kotSettings.readyStep)
  const refused = set.map((l) => stepRefusal(role, stageOf(l), change.status)).find((why) => why !== null)
  if (refused) throw forbidden(`${refused}.`)
}
