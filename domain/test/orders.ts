import { AppError } from '../errors.ts'
import { changeItemStatus } from '../itemStatus.ts'
import type { Teller } from '../moves.ts'
import { type ItemStatus, type Order, repriced } from '../order.ts'
import { aLine, anOrder, aTicket } from './shapes.ts'

/** What tests of order, itemStatus and payment share. */
export const LATER = '2026-11-21T16:00:00.000Z'
export const METHODS = ['Cash', 'Card', 'UPI']
export const refusal = (doIt: () => unknown): string => {
  try {
    doIt()
  } catch (e) {
    if (e instanceof AppError) return `${e.status} ${e.code}`
    return (e as Error).constructor.name
  }
  return 'nothing'
}
export const INVALID = '409 invalid_transition'

/** One ticket `kot` with these lines, priced. */
export const order = (lines: Parameters<typeof aLine>[0][], over: Partial<Order> = {}): Order =>
  repriced(
    anOrder(
      [
        aTicket(
          lines.map((l, i) => aLine({ lineId: `l${i}`, itemId: `i${i}`, ...l })),
          { kotId: 'kot' },
        ),
      ],
      over,
    ),
  )
export const set = (
  o: Order,
  change: Partial<Parameters<typeof changeItemStatus>[1]> & { status: ItemStatus },
  readyStep = true,
  together = false,
) => changeItemStatus(o, { kotId: 'kot', reason: 'asked', by: 'Divya', ...change }, LATER, readyStep, together)

/** Who moves money in a test: Divya, on the business day of most orders. */
export const teller = (at: string, over: Partial<Teller> = {}): Teller => ({
  at,
  businessDate: '2026-11-21',
  by: 'Divya',
  deviceId: null,
  ...over,
})
