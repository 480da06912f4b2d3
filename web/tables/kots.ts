import type { Kot } from '#domain/api/shapes.ts'

/** Over: nothing of it is cooking or waiting. */
export const isDone = (kot: Pick<Kot, 'items' | 'held'>): boolean =>
  !kot.held && kot.items.every((i) => i.status === 'Served' || i.status === 'Cancelled')

/** Held ones first, then the newest: what needs a hand is on top. */
export const inOrder = (kots: readonly Kot[]): Kot[] =>
  [...kots].sort(
    (a, b) =>
      Number(b.held) - Number(a.held) ||
      Number(isDone(a)) - Number(isDone(b)) ||
      (b.sentAt ?? b.createdAt).localeCompare(a.sentAt ?? a.createdAt),
  )
