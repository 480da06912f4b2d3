import type { DrawerKind } from '#domain/drawer.ts'
import type { Order } from '#domain/order.ts'
import type { drawerMoves } from '#worker/db/outlets.ts'

type Row = typeof drawerMoves.$inferInsert

/** The drawer of a past business day as its cashier kept it, `by` name: the float before the first order, and vegetables that were paid out of it. */
export function makeDrawer(restaurantId: string, orders: readonly Order[], { date, by }: { date: string; by: string }): Row[] {
  const first = orders
    .filter((o) => o.businessDate === date)
    .map((o) => o.createdAt)
    .sort()[0]
  if (first === undefined) return []
  const move = (kind: DrawerKind, amount: number, reason: string, minutes: number): Row => {
    const at = new Date(Date.parse(first) + minutes * 60_000)
    // The same id each time: an interrupted load is begun again.
    return {
      id: `${restaurantId}-${kind}`,
      restaurantId,
      businessDate: date,
      kind,
      amount,
      expected: null,
      reason,
      at: at.toISOString(),
      by,
    }
  }
  return [move('float', 2000_00, '', -20), move('out', 640_00, 'Vegetables', 45)]
}
