import type { Kot, OrderShape } from '#domain/api/order.ts'
import { orderTitle } from '#domain/table.ts'
import { tableName } from '#domain/text.ts'

/** An order's name: `T7` or `Take Away 12`. */
export const orderLabel: (order: Pick<OrderShape, 'tableNumber' | 'orderType' | 'serialNumber'>) => string = orderTitle

/** `0413` */
export const billText = (billNumber: number | null): string => (billNumber === null ? '' : String(billNumber).padStart(4, '0'))

/** How an order ended: `Table 7 was billed`, `Take Away 12 was cancelled`. `name` replaces the order's name: `T7 + T8 was billed`. */
export const endedText = (
  order: Pick<OrderShape, 'tableNumber' | 'orderType' | 'serialNumber' | 'orderStatus'>,
  name = order.tableNumber ? tableName(order.tableNumber) : orderLabel(order),
): string => `${name} was ${order.orderStatus === 'cancelled' ? 'cancelled' : 'billed'}`

/** `T7: KOT 12 sent`, for the snackbar. `label` is the order's name. */
export const sentText = (label: string, kotNumber: number | null | undefined): string =>
  `${label}: ${kotNumber ? `KOT ${kotNumber}` : 'KOT'} sent`

/** `KOT 12`. A guest's ticket that is waiting or was declined has no number. */
export const kotName = (kot: Pick<Kot, 'held' | 'kotNumber'>): string =>
  kot.held ? 'Guest’s order' : kot.kotNumber === null ? 'KOT' : `KOT ${kot.kotNumber}`

/** True for an order that was merged into another: it is cancelled and empty, but no guest cancelled it. */
export const isMergedAway = ({ orderStatus, kots }: Pick<OrderShape, 'orderStatus' | 'kots'>): boolean =>
  orderStatus === 'cancelled' && kots.every((kot) => kot.items.length === 0)
