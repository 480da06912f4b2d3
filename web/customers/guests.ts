import type { OrderShape } from '#domain/api/order.ts'
import { customerNumberOf, type Segment } from '#domain/customer.ts'

/** SCREENS "/restaurant/customers": segments New, Regular, Lapsed 60 d. */
export const SEGMENT_NAMES: Record<Segment, string> = { new: 'New', regular: 'Regular', lapsed: 'Lapsed' }

/** The orders of this number: a search by digits also finds longer numbers that begin with them. */
export const ordersOf = (orders: readonly OrderShape[], mobile: string): OrderShape[] => {
  const digits = customerNumberOf(mobile)
  return orders.filter((order) => customerNumberOf(order.mobile_number) === digits)
}

/** The dishes ordered most, by portions, without cancelled ones. */
export function favouritesOf(orders: readonly OrderShape[], most = 5): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const order of orders)
    if (order.orderStatus !== 'cancelled')
      for (const item of order.kots.flatMap((kot) => kot.items))
        if (item.status !== 'Cancelled') counts.set(item.itemName, (counts.get(item.itemName) ?? 0) + item.quantity)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, most)
}
