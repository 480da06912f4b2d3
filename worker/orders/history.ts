import { type SQL, sql } from '../db/sql.ts'
import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { toRupees } from '#domain/money.ts'
import type { Order, PaymentRow } from '#domain/order.ts'
import { orderCan } from '#domain/orderCan.ts'
import { payments } from '../db/outlets.ts'
import { map, type Read, rows } from '../db/reads.ts'
import type { Context } from '../http/context.ts'
import { orderJson } from './store.ts'

/** The payment rows of an order (CONTRACT §9 "Payments are rows"): only for managers and the cashier, and never in an event. */

/**
 * The payment rows of orders, whose ids a SELECT gives, by order and oldest first. Rows are only ever added, so rowids are in their order. The index of orders
 * is named, because otherwise SQLite reads all payments of the restaurant.
 */
export const readPayments = (restaurantId: string, ids: SQL): Read<Map<string, PaymentRow[]>> =>
  map(
    rows(
      payments,
      sql`SELECT * FROM payments INDEXED BY payments_order WHERE order_id IN (${ids}) AND restaurant_id = ${restaurantId} ORDER BY order_id, rowid`,
    ),
    (found) => {
      const byOrder = new Map<string, PaymentRow[]>()
      for (const { restaurantId: _r, orderId, ...row } of found) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), row])
      return byOrder
    },
  )

/** A sync key reads as a manager does, but no names of who took money. */
export const seesPayments = (c: Context): boolean => c.syncKey === null && orderCan.settle(c.principal.role)

const moveJson = ({ id, amount, reason, deviceId, corrects, of, since: _s, ...row }: PaymentRow): PaymentMove => ({
  _id: id,
  ...row,
  amount: toRupees(amount),
  ...(reason === null ? {} : { reason }),
  ...(deviceId === null ? {} : { deviceId }),
  ...(corrects === null ? {} : { corrects }),
  ...(of === null ? {} : { of }),
})

export const historyJson = (list: readonly PaymentRow[]): PaymentMove[] => list.map(moveJson)

/** An order with its payment rows, for those who may see them. */
export const orderWithPayments = (c: Context, order: Order, list: readonly PaymentRow[]): OrderShape =>
  seesPayments(c) ? { ...orderJson(order), paymentHistory: historyJson(list) } : orderJson(order)
