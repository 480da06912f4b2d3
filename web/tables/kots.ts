import type { Kot } from '#domain/api/order.ts'
import { waits } from '#web/shared/order/held.ts'

type Ticket = Pick<Kot, 'items' | 'held'>

/** Over: nothing of it is cooking or waiting. */
export const isDone = (kot: Ticket): boolean => kot.items.every((i) => i.status === 'Served' || i.status === 'Cancelled')

/** What waits for a yes first, then the newest: what needs a hand is on top. */
export const inOrder = (kots: readonly Kot[]): Kot[] =>
  [...kots].sort(
    (a, b) =>
      Number(waits(b)) - Number(waits(a)) ||
      Number(isDone(a)) - Number(isDone(b)) ||
      (b.sentAt ?? b.createdAt).localeCompare(a.sentAt ?? a.createdAt),
  )
