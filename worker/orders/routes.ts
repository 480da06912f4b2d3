import { sql } from 'drizzle-orm'
import type { BodyOf } from '#domain/api/contract.ts'
import type { EventData } from '#domain/api/events.ts'
import type { orders as contract } from '#domain/api/orders.ts'
import { AppError, forbidden, notFound, versionConflict } from '#domain/errors.ts'
import { toPaise } from '#domain/money.ts'
import {
  changeItemStatus,
  changeOrderStatus,
  type ItemStatusChange,
  type Line,
  linesMeant,
  linesOf,
  linesToChange,
  mustBeAccepted,
  mustBeOpen,
  NotThere,
  type Order,
  pay,
} from '#domain/order.ts'
import { orderCan, REFUSED, stepRefusal } from '#domain/orderCan.ts'
import { invalidTransition } from '#domain/errors.ts'
import { withBookings } from '#domain/rollup.ts'
import { arm, commit, replay, storedAnswer } from '../command/command.ts'
import { mustSit } from '../access/sitting.ts'
import type { Context } from '../http/context.ts'
import { batch } from '../db/index.ts'
import { Answer, type Handlers, reading } from '../http/implement.ts'
import { settleCancelled } from '../inventory/ledger.ts'
import { itemOf, type MenuItem, readItems } from '../menu/store.ts'
import { counterValue, type OutEvent } from '../realtime/events.ts'
import { type DiningTable, readTableGroup, tableOf } from '../tables/store.ts'
import { countPortions, endTables, finalMoney, giveBillNumber, orderEvent, portions } from './effects.ts'
import { listOrders } from './list.ts'
import { readForSend, type Send, sendTickets } from './send.ts'
import { daySummary } from './summary.ts'
import {
  assemble,
  openOrderOfTable,
  orderById,
  orderJson,
  orderToRead,
  OPEN_ORDERS,
  pendingOrders,
  readOrders,
  readOrdersByIds,
  saveOrder,
} from './store.ts'
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
  status: 201,
})

/** Its order type says where a new order goes, and changes none that is there. */
const detailsOf = ({
  customer_name,
  mobile_number,
  guests,
  additionalNote,
  specialInstructions,
  serviceChargeAccepted,
  offerId,
}: Send['details']): Send['details'] => ({
  customer_name,
  mobile_number,
  guests,
  additionalNote,
  specialInstructions,
  serviceChargeAccepted,
  offerId,
})

/** What a change of an order that is there decides; `null` means that nothing changes. */
type Change = (state: { order: Order; items: MenuItem[] }) => {
  order: Order
  bill?: boolean
  /** Lines of one ticket changed: the event is `orderItemUpdated`. */
  items?: Omit<EventData<'orderItemUpdated'>, 'order' | 'orderId' | 'tableId'>
  more?: Record<string, unknown>
} | null

type ChangeState = { stored: Answer | null; order: Order | null; group: DiningTable[]; items: MenuItem[] }

async function readForChange(c: Context, orderId: string): Promise<ChangeState> {
  const { restaurantId } = c.where
  arm(c)
  const [stored, o, t, l, tables, items] = await batch(c.db, [
    storedAnswer(c),
    ...readOrders(orderById(restaurantId, orderId)),
    readTableGroup(restaurantId, sql`(SELECT table_id FROM orders WHERE id = ${orderId} AND restaurant_id = ${restaurantId})`),
    readItems(restaurantId, sql`m.remaining IS NOT NULL AND m.id IN (SELECT item_id FROM lines WHERE order_id = ${orderId})`),
  ])
  return {
    stored: replay(c, stored),
    order: assemble(o, t, l)[0] ?? null,
    group: (tables ?? []).map(tableOf),
    items: (items ?? []).map(itemOf),
  }
}

/**
 * Every change of an order that is there goes this way: read, decide purely, save under the version's guard with all that follows from it.
 * A refusal names the order as it is now, so that the screen can show it.
 */
async function changeOrder(c: Context, orderId: string, version: number | undefined, read: ChangeState, change: Change): Promise<Answer> {
  return commit(c, async (n) => {
    const state = n === 0 ? read : await readForChange(c, orderId)
    if (state.stored) return state.stored
    if (!state.order) throw notFound('Order not found')
    const prev = withBookings(state.order, c.clock)
    if (version !== undefined && version !== prev.version) throw versionConflict({ order: orderJson(prev) })
    const decided = withCurrent(prev, () => change({ order: prev, items: state.items }))
    if (!decided) return { statements: [], events: [], status: 200, body: { order: orderJson(prev) } }
    const next = withBookings({ ...decided.order, version: prev.version + 1 }, c.clock)
    const bill = decided.bill ? giveBillNumber(c, prev) : { statements: [], given: {}, fill: {} }
    const ended = endTables(c, prev, next, state.group)
    const given = portionsGivenBack(c, prev, next, state.items)
    const event: OutEvent = decided.items
      ? {
          event: 'orderItemUpdated',
          tableId: prev.tableId,
          data: { ...decided.items, orderId, tableId: prev.tableId, order: orderJson(next) },
        }
      : orderEvent(prev, next, bill.fill)
    return {
      statements: [
        ...bill.statements,
        ...saveOrder(prev, next, { given: bill.given }),
        ...finalMoney(c, prev, next),
        ...ended.statements,
        ...given.statements,
        ...settleCancelled(c, prev, next),
      ],
      events: [event, ...ended.events, ...given.events],
      status: 200,
      body: { order: orderJson(next), ...decided.more },
      fill: bill.fill,
    }
  })
}

/** Cancelled before it was cooked: the portion can be sold again. */
function portionsGivenBack(c: Context, prev: Order, next: Order, items: readonly MenuItem[]) {
  const before = new Map(linesOf(prev).map((l) => [l.lineId, l]))
  const freed: Line[] = linesOf(next).filter((l) => l.status === 'Cancelled' && !l.prepared && before.get(l.lineId)?.status !== 'Cancelled')
  if (next.orderStatus === 'cancelled' && prev.orderStatus === 'pending')
    freed.push(...linesOf(next).filter((l) => l.status === 'Preparing' || l.status === 'In Cart'))
  return countPortions(c.restaurant.id, items, portions(freed, 1))
}

/** Adds the current order to a 409, for the screen that lost (SCREENS G6). */
function withCurrent<T>(order: Order, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    if (error instanceof AppError && error.status === 409)
      throw new AppError(409, error.code, error.message, { ...error.details, order: orderJson(order) })
    throw error
  }
}

const reads =
  (idOf: (input: { body?: unknown; params?: unknown }) => string) => (c: Context, input: { body?: unknown; params?: unknown }) =>
    readForChange(c, idOf(input))
const byBody = reads((input) => (input.body as { orderId: string }).orderId)

export const orderHandlers: Handlers<Api> = {
  'POST /orders': reading(
    (c, { body }) => readForSend(c, createOf(body.order, 'order.')),
    async (c, { body }, read) => {
      // 403 comes before 404 (CONTRACT §1).
      if (c.principal.role === 'user') mustSit(c)
      if (body.order.offerId !== undefined && !orderCan.offer(c.principal.role)) throw forbidden('Ask the staff for the offer.')
      ownRestaurant(c, body.order.restaurantId)
      return sendTickets(c, createOf(body.order, 'order.'), read)
    },
    (read) => read.sits,
  ),
  'POST /pos/order': reading(
    (c, { body }) => readForSend(c, createOf(body, '')),
    async (c, { body }, read) => {
      ownRestaurant(c, body.restaurantId)
      return sendTickets(c, createOf(body, ''), read)
    },
  ),
  'PUT /pos/order': reading(
    (c, { body }) => readForSend(c, updateOf(body)),
    (c, { body }, read) => sendTickets(c, updateOf(body), read),
  ),
  'GET /orders': async (c, { query }) => {
    const { id } = c.restaurant
    const { orders, total } = await listOrders(c.db, id, query)
    return {
      orders: orders.map(orderJson),
      ...paged(query, total),
      totalOrders: total,
    }
  },
  'GET /orders/restaurant/pending': async (c) => {
    const { id } = c.restaurant
    const [seq, o, t, l] = await batch(c.db, [
      sql`SELECT ${counterValue(id, 'seq')} AS seq`,
      ...readOrdersByIds(sql`SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)}`, sql`ORDER BY created_at`),
    ])
    return { orders: assemble(o, t, l).map(orderJson), seq: Number(seq?.[0]?.seq ?? 0) }
  },
  'GET /orders/user/:id': async (c, { params }) => {
    const { id } = c.restaurant
    const { principal } = c
    if (principal.role === 'user' && principal.accountId !== params.id) throw notFound('Diner not found')
    const sitting = principal.role === 'user' ? (principal.sittingId ?? '') : ''
    // Who sat at a table that was merged away since sits by its parent's order.
    const sittings = sql`SELECT ${sitting} UNION SELECT p.sitting_id FROM dining_tables t JOIN dining_tables p ON p.id = t.merged_into AND p.restaurant_id = t.restaurant_id
                         WHERE t.restaurant_id = ${id} AND t.sitting_id = ${sitting} AND t.merged_into IS NOT NULL`
    const own = sql`SELECT id FROM (SELECT id FROM orders WHERE restaurant_id = ${id} AND user_id = ${params.id} ORDER BY created_at DESC LIMIT 50)`
    const open = sql`SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)} AND sitting_id IN (${sittings}) AND table_id IS NOT NULL`
    const [o, t, l] = await batch(c.db, readOrdersByIds(sql`${own} UNION ${open}`, sql`ORDER BY created_at DESC`))
    // To this restaurant's staff somebody who never ordered here is nobody.
    if (principal.role !== 'user' && o?.length === 0) throw notFound('Diner not found')
    return { orders: assemble(o, t, l).map((order) => orderToRead(c, order)) }
  },
  'POST /orders/active': async (c, { body }) => {
    const { id } = c.restaurant
    const [tables, o, t, l] = await batch(c.db, [readTableGroup(id, body.tableId), ...readOrders(openOrderOfTable(id, body.tableId))])
    const sittingId = c.principal.role === 'user' ? mustSit(c) : null
    const group = (tables ?? []).map(tableOf)
    const table = group.find((x) => x.id === body.tableId)
    // A merged table's guests sit at its own sitting or at that of its parent.
    if (!table || (sittingId && ![table, group.find((x) => x.id === table.mergedInto)].some((x) => x?.sittingId === sittingId)))
      throw notFound('Table not found')
    const order = assemble(o, t, l)[0]
    return { order: order ? orderToRead(c, order) : null }
  },
  'PUT /orders/item/status': reading(byBody, (c, { body }, read) => {
    const { orderId, version, ...change } = body
    const { readyStep } = c.restaurant.kotSettings
    return changeOrder(c, orderId, version, read, ({ order }) => {
      mayChangeItems(c, order, change)
      const outcome = changeItemStatus(order, change, c.at, readyStep)
      return {
        order: outcome.order,
        more: { allItemsCancelled: outcome.allItemsCancelled },
        items: {
          kotId: change.kotId,
          itemId: change.itemId ?? outcome.changed[0]?.itemId ?? null,
          lineId: change.lineId ?? outcome.changed[0]?.lineId ?? null,
          lineIds: outcome.changed.map((l) => l.lineId),
          status: change.status,
          quantityChange: change.quantityChange ?? 0,
          by: c.principal.name,
          tableUpdated: outcome.allItemsCancelled,
        },
      }
    })
  }),
  'PUT /orders/status': reading(byBody, (c, { body }, read) =>
    changeOrder(c, body.orderId, body.version, read, ({ order }) => {
      const { role } = c.principal
      if (!orderCan.setStatus(role, order)) throw forbidden(`${REFUSED.delivery}.`)
      if (body.orderStatus === 'cancelled' && !orderCan.cancel(role)) throw forbidden(`${REFUSED.cancel}.`)
      return { order: changeOrderStatus(order, body.orderStatus, c.at, body.reason), bill: body.orderStatus === 'completed' }
    }),
  ),
  'PUT /orders/payment/status': reading(byBody, (c, { body }, read) =>
    changeOrder(c, body.orderId, body.version, read, ({ order }) => ({
      order: pay(
        order,
        {
          paymentStatus: body.paymentStatus,
          paymentMethod: body.paymentMethod,
          payments: body.payments?.map((p) => ({ method: p.method, amount: toPaise(p.amount) })),
          complete: body.complete,
          amount: body.amount === undefined ? undefined : toPaise(body.amount),
          reason: body.reason,
          biller: c.principal.name,
          businessDate: c.today,
        },
        c.restaurant.paymentTypes,
        c.at,
      ),
      bill: body.paymentStatus === 'paid',
    })),
  ),
  'PUT /orders/note': reading(byBody, (c, { body }, read) =>
    changeOrder(c, body.orderId, body.version, read, ({ order }) => {
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
  ),
  'GET /orders/daily-summary': async (c, { query }) => ({ summary: await daySummary(c, query.date ?? c.today, query.resetKOT === 'true') }),
  'POST /orders/:id/bill': reading(
    reads((input) => (input.params as { id: string }).id),
    (c, { params }, read) =>
      changeOrder(c, params.id, undefined, read, ({ order }) => {
        if (order.orderStatus === 'cancelled') throw invalidTransition('A cancelled order has no bill.')
        mustBeAccepted(order)
        // Printed again; an order that is over never changes (CONTRACT §3).
        if (order.orderStatus === 'completed' || order.billPrintedAt !== null) return null
        return { order: { ...order, billPrintedAt: c.at }, bill: true }
      }),
  ),
}

const updateOf = (body: BodyOf<typeof contract, 'PUT /pos/order'>): Send => {
  const { kots, version = body.version, ...details } = body.orderData
  return { orderId: body.orderId, orderType: 'Dine In', isKOT: true, kots: kots ?? [], details, at: 'orderData.', version, status: 200 }
}

/** The lines meant; a line of another item than the one named is not there. Throws 404, 409 `ambiguous_line`. */
function linesNamed(order: Order, named: Parameters<typeof linesMeant>[1]): Line[] {
  const lines = linesMeant(order, named)
  if (named.itemId && lines.some((l) => l.itemId !== named.itemId)) throw new NotThere('Item not found')
  return lines
}

/** Who may set which item status (CONTRACT §2). Throws 403, 404. */
function mayChangeItems(c: Context, order: Order, change: ItemStatusChange): void {
  const { role } = c.principal
  const ticket = order.tickets.find((t) => t.kotId === change.kotId)
  if (!ticket) throw new NotThere('KOT not found')
  linesNamed(order, change)
  if (ticket.held && change.status !== 'Cancelled') throw invalidTransition('Accept the order first.')
  if (change.status === 'Cancelled') {
    if (!orderCan.cancelLine(role, ticket)) throw forbidden(`${REFUSED.cancelLine}.`)
    return
  }
  const set = linesToChange(order, change, c.restaurant.kotSettings.readyStep)
  const refused = set.map((l) => stepRefusal(role, l.status, change.status)).find((why) => why !== null)
  if (refused) throw forbidden(`${refused}.`)
}
