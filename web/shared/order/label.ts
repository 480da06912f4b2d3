import type { OrderShape } from '#domain/api/order.ts'
import { tableLabel } from '#domain/table.ts'

/** `T7`, or `Take Away 12`: what people call an order. */
export const orderLabel = (order: Pick<OrderShape, 'tableNumber' | 'orderType' | 'serialNumber'>): string =>
  order.tableNumber ? tableLabel(order.tableNumber) : `${order.orderType} ${order.serialNumber}`

/** `0413` */
export const billText = (billNumber: number | null): string => (billNumber === null ? '' : String(billNumber).padStart(4, '0'))
