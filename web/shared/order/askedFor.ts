import type { Kot, OrderShape } from '#domain/api/order.ts'
import { isCancelled } from '#domain/order.ts'
import { modsOf } from '#domain/ticket.ts'

/** Why a guest's ticket is declined; the guest reads it. */
export const DECLINE_REASONS = ['Sold out', 'Kitchen is closed', 'Please ask us'] as const

/**
 * All that a guest asks for: first the notes, which may tell of an allergy, the order's before those of its dishes, then each dish with its choices:
 * `“No egg”`, `1 Burger (Lamb, + Pickles)`.
 */
export const askedFor = (kot: Pick<Kot, 'items'>, order?: Pick<OrderShape, 'additionalNote' | 'specialInstructions'>): string[] => {
  const lines = kot.items.filter((i) => !isCancelled(i))
  const notes = [...(order ? [order.additionalNote, order.specialInstructions] : []), ...lines.map((i) => i.additionalItemNote)]
  return [
    ...[...new Set(notes.map((note) => note.trim()))].flatMap((note) => (note ? [`“${note}”`] : [])),
    ...lines.map((i) => [`${i.quantity} ${i.itemName}`, ...(modsOf(i).length > 0 ? [`(${modsOf(i).join(', ')})`] : [])].join(' ')),
  ]
}
