import type { ReactNode } from 'react'
import { counted } from '#domain/text.ts'

/** What a cell holds, for sorting, searching and the CSV file. */
export type Value = string | number | boolean | null | undefined

/** A column of a list, and the same fact on a card. Only `key`, `head` and `cell` (or `value`) are needed. */
export type Column<T> = {
  key: string
  head: string
  /** How it is shown; by default the value's text. */
  cell?: (row: T) => ReactNode
  value?: (row: T) => Value
  /** A second, quiet line. */
  below?: (row: T) => ReactNode
  /** In the CSV file, where that differs from `value`; null leaves the column out. */
  csv?: ((row: T) => Value) | null
  /** Figures: right-aligned, tabular, counts grouped. */
  numeric?: boolean
  /** Of the `<col>`, such as `w-29`; columns without a width share the rest. */
  width?: string
  /** Hides the column in a narrow list, such as `@max-[789px]:hidden`. */
  hidden?: string
  /** Of the header and the cells. */
  className?: string
  /** Of the cells alone. */
  cellClassName?: string | ((row: T) => string | undefined)
  /** Names the row: its button opens the row, and it heads the card. The first column without any. */
  opens?: boolean
  /** Where it is shown on a card: beside the name, on a line with its header (default), or not at all. */
  card?: 'end' | 'line' | 'none'
}

export const openingColumn = <T>(columns: readonly Column<T>[]): Column<T> | undefined => columns.find((c) => c.opens) ?? columns[0]

export const textOf = (value: Value): string =>
  value === null || value === undefined ? '' : typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)

const shownOf = <T>({ value, numeric }: Column<T>, row: T): string => {
  const found = value?.(row)
  return numeric && typeof found === 'number' ? counted(found) : textOf(found)
}

export const cellOf = <T>(column: Column<T>, row: T): ReactNode => (column.cell ? column.cell(row) : shownOf(column, row))

/** An instant as calls send it, such as a column sorts by. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/**
 * What a CSV file has of a list: its headers, and the record of a row. `written` says how it has an instant (UTC, ISO): in the zone and the words of the
 * screen, because in UTC it could be another day.
 */
export function csvColumns<T>(
  columns: readonly Column<T>[],
  written: (instant: string) => string,
): { head: string[]; record: (row: T) => string[] } {
  const kept = columns.flatMap((column) => {
    const value = column.csv === undefined ? column.value : column.csv
    return value ? [{ head: column.head, value }] : []
  })
  const text = (value: Value) => (typeof value === 'string' && INSTANT.test(value) ? written(value) : textOf(value))
  return { head: kept.map((c) => c.head), record: (row) => kept.map((c) => text(c.value(row))) }
}

/** Rows of a report as records of a CSV file, the first of them the headers. Its columns give instants as text. */
export function csvRecords<T>(columns: readonly Column<T>[], rows: readonly T[]): string[][] {
  const { head, record } = csvColumns(columns, String)
  return [head, ...rows.map(record)]
}

/** '1 to 10 of 15'; 'None' without any. */
export function rangeText(page: number, perPage: number, total: number): string {
  if (total === 0) return 'None'
  const from = (page - 1) * perPage + 1
  return `${counted(from)} to ${counted(Math.min(total, page * perPage))} of ${counted(total)}`
}
