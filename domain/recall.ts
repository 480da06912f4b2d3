import type { OrderStatus } from './statuses.ts'

/** A file of its own, because every page loads the kitchen's other rules (itemStatus.ts) and few take anything back. */

/**
 * How long after its last step a line of a completed order may be taken back, in milliseconds: enough for a press by mistake (Undo, Recall). Later a dish would be
 * cooked once more that is on nobody's bill.
 */
const RECALL_WITHIN = 30 * 60_000

/** Is it too late to take this line of a completed order a step back, at `now` (ms)? */
export const isLateRecall = ({ orderStatus }: { orderStatus: OrderStatus }, { statusAt }: { statusAt: string }, now: number): boolean =>
  orderStatus === 'completed' && now - Date.parse(statusAt) >= RECALL_WITHIN
