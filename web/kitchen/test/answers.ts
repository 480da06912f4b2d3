import type { OrderShape } from '#domain/api/order.ts'

/** What the server answers a kitchen's page that has these open orders. */
export function boardAnswer(path: string, orders: readonly OrderShape[]): { status: number; body: object } {
  if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders, toCook: [], seq: 0 } }
  if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
  if (path === '/v1/restaurant/profile')
    return { status: 200, body: { restaurant: { kotSettings: { readyStep: true }, printSettings: { stations: [] } } } }
  return { status: 200, body: { unseenKots: [] } }
}
