import type { Order } from '#domain/order.ts'
import { addUp, type RollupEntry, rollupsOf, rollupsOfMoves, withBookings } from '#domain/rollup.ts'
import { invoiceYear, kotDate } from '#domain/time.ts'
import type { House } from './orders.ts'

export type Past = { orders: Order[]; rollups: RollupEntry[]; counters: Record<string, number> }

/**
 * Numbers orders as the server would: serial numbers by day in order of creation, bill and invoice numbers without gaps in order of settlement. Returns the
 * rollups of final orders and the counters' last values.
 */
export function numberPast(house: House, given: Order[]): Past {
  const counters: Record<string, number> = {}
  const raise = (name: string) => (counters[name] = (counters[name] ?? 0) + 1)
  const serial = new Map<string, number>()
  for (const o of byTime(given, (o) => o.createdAt)) serial.set(o.id, raise(`serial:${kotDate(o.businessDate)}`))
  const orders = byTime(given, (o) => o.completedAt ?? '').map((o): Order => {
    const order = withBookings({ ...o, serialNumber: serial.get(o.id) ?? 0 }, house.clock)
    return o.orderStatus === 'completed' ? { ...order, ...billNumber(house, order, raise) } : order
  })
  const rollups = addUp(orders.flatMap((o) => [...rollupsOf(o), ...rollupsOfMoves(o.moves)]))
  return { orders, rollups, counters }
}

/** Continues the numbers for orders that are still open. */
export function numberOpen(house: House, open: Order[], counters: Record<string, number>): Order[] {
  const raise = (name: string) => (counters[name] = (counters[name] ?? 0) + 1)
  return byTime(open, (o) => o.createdAt).map((o) => {
    const order = { ...o, serialNumber: raise(`serial:${kotDate(o.businessDate)}`) }
    return o.billPrintedAt || o.paymentStatus === 'paid' ? { ...order, ...billNumber(house, order, raise) } : order
  })
}

function billNumber(house: House, order: Order, raise: (name: string) => number) {
  const year = invoiceYear(new Date(order.completedAt ?? order.createdAt), house.clock)
  return { billNumber: raise('bill'), invoiceNumber: `${house.invoicePrefix}/${year}/${raise(`invoice:${year}`)}` }
}

const byTime = (orders: readonly Order[], at: (o: Order) => string) =>
  [...orders].sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0))
