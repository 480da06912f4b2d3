import type { Kot } from '#domain/api/order.ts'
import { isWaiting } from '#domain/order.ts'

type Ticket = Pick<Kot, 'items' | 'held'>

/** Does it wait for a yes? Once declined it no longer does, and stays to be read. */
export const waits = ({ held, items }: Ticket): boolean => isWaiting({ held, lines: items })

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
