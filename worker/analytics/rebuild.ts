import { sql } from 'drizzle-orm'
import { type RollupEntry, addUp, rollupOfCancel, rollupOfCancelledLines, rollupOfRefund, rollupOfSale } from '#domain/rollup.ts'
import { isCancelled, linesOf } from '#domain/order.ts'
import { type BusinessClock, businessDate, wallClock } from '#domain/time.ts'
import { batch } from '../db/index.ts'
import { addRollups } from '../orders/effects.ts'
import { assemble, readOrders } from '../orders/store.ts'

const PAGE = 200

/**
 * A restaurant's rollups from its orders alone: what the batches that made the money final have written, computed again. Each line is booked on the day its
 * status was set, each order on the day it ended, each refund on its own.
 */
export async function rollupsFromOrders(db: D1Database, restaurantId: string, clock: BusinessClock): Promise<RollupEntry[]> {
  const entries: RollupEntry[] = []
  const day = (at: string) => businessDate(new Date(at), clock)
  const hour = (at: string) => wallClock(new Date(at), clock.timezone).hour
  for (let after = ''; ;) {
    const [o, t, l] = await batch(db, readOrders(sql`restaurant_id = ${restaurantId} AND id > ${after}`, sql`ORDER BY id LIMIT ${PAGE}`))
    const orders = assemble(o, t, l)
    for (const order of orders) {
      const lines = linesOf(order).filter(isCancelled)
      for (const line of lines) entries.push(...rollupOfCancelledLines([line], day(line.statusAt)))
      if (order.orderStatus === 'completed' && order.completedAt)
        entries.push(...rollupOfSale(order, hour(order.completedAt), day(order.completedAt)))
      if (order.orderStatus === 'cancelled' && order.completedAt) entries.push(...rollupOfCancel(order, day(order.completedAt)))
      if (order.refund) entries.push(...rollupOfRefund(order, hour(order.refund.at), day(order.refund.at)))
    }
    const last = orders.at(-1)
    if (!last || orders.length < PAGE) break
    after = last.id
  }
  return addUp(entries)
}

/** Writes them in place of what is there, in one batch. */
export async function rebuildRollups(db: D1Database, restaurantId: string, clock: BusinessClock): Promise<void> {
  const entries = await rollupsFromOrders(db, restaurantId, clock)
  await batch(db, [sql`DELETE FROM rollups WHERE restaurant_id = ${restaurantId}`, ...addRollups(restaurantId, entries)])
}
