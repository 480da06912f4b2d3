import { tableLabel } from './table.ts'
import { asSeen } from './text.ts'

/** For comparing: people, search and papers don't tell 7, T7 and "t 7" apart, nor Bar 1 and "bar  1", but do tell Hall 1 2 and Hall 12. */
export const foldedTable = (tableNumber: string): string =>
  tableLabel(asSeen(tableNumber))
    .replace(/(?<!\d) | (?!\d)/g, '')
    .toLowerCase()

/** Those of new numbers that one of the tables has already, in whatever writing, or that come twice. */
export function takenNumbers(numbers: readonly string[], tables: readonly { tableNumber: string }[]): string[] {
  const known = new Set(tables.map((t) => foldedTable(t.tableNumber)))
  return numbers.filter((number) => known.size === known.add(foldedTable(number)).size)
}
