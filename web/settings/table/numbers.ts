import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'

/** The most that one call creates. */
export const MOST = 200

/** The numbers `from` to `to`, each behind the name if there is one: `7`, or `Patio 7`. Empty if this is not a range of 1 to 200 numbers. */
export function numbersOf(name: string, from: number | null, to: number | null): string[] {
  if (from === null || to === null || !Number.isInteger(from) || !Number.isInteger(to) || to < from || to - from >= MOST) return []
  return Array.from({ length: to - from + 1 }, (_, i) => [name.trim(), from + i].filter((part) => part !== '').join(' '))
}

/** `T1 to T20: 20 tables with 4 seats, Patio`; null without any. */
export function sentenceOf(numbers: readonly string[], seats: number | null, area: string): string | null {
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined || seats === null || Number.isNaN(seats)) return null
  const named = first === last ? tableLabel(first) : `${tableLabel(first)} to ${tableLabel(last)}`
  return `${named}: ${plural(numbers.length, 'table')} with ${plural(seats, 'seat')}${area.trim() ? `, ${area.trim()}` : ''}`
}

/** Why a table can't be deleted now; null if it can. Upcoming bookings are checked by the server (409 `table_booked`). */
export const whyKept = (t: Pick<TableShape, 'status' | 'currentOrderId' | 'mergedInto' | 'mergedTables'>): string | null => {
  if (t.mergedInto || t.mergedTables.length > 0) return 'It is merged with another table'
  return t.status === 'occupied' || t.currentOrderId ? 'It has an open order' : null
}
