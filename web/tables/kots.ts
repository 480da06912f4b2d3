import type { Kot } from '#domain/api/order.ts'
import { waits } from '#web/shared/order/held.ts'

type Ticket = Pick<Kot, 'items' | 'held'>

/** No line of the ticket is being prepared or waiting. */
export const isDone = (kot: Ticket): boolean => kot.items.every((i) => i.status === 'Served' || i.status === 'Cancelled')

/** Tickets to accept first, then the newest, finished ones last. */
export const inOrder = (kots: readonly Kot[]): Kot[] =>
  [...kots].sort(
    (a, b) =>
      Number(waits(b)) - Number(waits(a)) ||
      Number(isDone(a)) - Number(isDone(b)) ||
      (b.sentAt ?? b.createdAt).localeCompare(a.sentAt ?? a.createdAt),
  )
