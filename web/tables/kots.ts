import type { Kot } from '#domain/api/shapes.ts'

/** `2 Classic Chicken Burger, 1 The Og Fries` */
export const summaryOf = (kot: Pick<Kot, 'items'>): string =>
  kot.items
    .filter((i) => i.status !== 'Cancelled')
    .map((i) => `${i.quantity} ${i.itemName}`)
    .join(', ')

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
