import type { Kot } from '#domain/api/order.ts'
import { waits } from '#web/shared/order/held.ts'

type Ticket = Pick<Kot, 'items' | 'held'>

/** No line of the ticket is being prepared or waiting. */
export const isDone = (kot: Ticket): boolean => kot.items.every((i) => i.status === 'Served' || i.status === 'Cancelled')

/**
 * Tickets to accept first, then the oldest, which are ready first, so that a new one moves none of them; finished ones last, the newest first. `done` tells which are
 * finished.
 */
export const inOrder = (kots: readonly Kot[], done: (kot: Kot) => boolean = isDone): Kot[] => {
  const sentAt = (kot: Kot) => kot.sentAt ?? kot.createdAt
  return [...kots].sort(
    (a, b) =>
      Number(waits(b)) - Number(waits(a)) ||
      Number(done(a)) - Number(done(b)) ||
      (done(a) ? sentAt(b).localeCompare(sentAt(a)) : sentAt(a).localeCompare(sentAt(b))),
  )
}
