import type { ReactNode } from 'react'
import { formatCsv } from '#domain/csv.ts'
import { plainPaise, toPaise } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { cellOf, type Column, csvRecords } from '#web/app/list/columns.ts'
import { Money } from '#web/app/Money.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'

export const NOT_RECORDED = 'Not recorded'
export const NOTHING_SOLD = 'Nothing was sold.'

/** The right padding of the last column that is shown, where those after it are hidden below a width. */
const EDGES: Record<string, string> = {
  '400': '@max-[400px]:pr-4',
  '480': '@max-[480px]:pr-4',
  '520': '@max-[520px]:pr-4',
  '559': '@max-[559px]:pr-4',
  '640': '@max-[640px]:pr-4',
  '680': '@max-[680px]:pr-4',
}
function edgeOf(after: readonly { hidden?: string }[]): string | undefined {
  if (after.length === 0 || after.some(({ hidden }) => !hidden)) return undefined
  const widths = after.flatMap(({ hidden }) => /\d+/.exec(hidden ?? '')?.map(Number) ?? [])
  return widths.length === 0 ? 'pr-4' : EDGES[Math.min(...widths)]
}

/** A table of a report, as a card and as records of the CSV file. */
export type Section = { title: string; note?: string; card: ReactNode; records: string[][] }

type SectionOf<T> = {
  title: string
  /** What the figures are. It stands beside the title in the file too. */
  note?: string | undefined
  action?: ReactNode
  columns: readonly Figure<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** Shown instead of a table without rows */
  empty: string
  /** The last row: a label, then each column's sum by its key. Left out for a table without rows. */
  total?: Record<string, ReactNode>
  /** Below the table. A text is also the last record of the file: it says that rows are left out. */
  foot?: ReactNode
}

export function section<T>({ title, note, action, columns: figures, rows, rowKey, empty, total, foot }: SectionOf<T>): Section {
  const columns = figures.map((figure, i) => {
    const column = columnOf(figure)
    return { ...column, hidden: cx(column.hidden, edgeOf(figures.slice(i + 1))) }
  })
  const card = (
    <Card key={title} title={title} note={note} action={action} className="@container">
      {rows.length === 0 ? (
        <p className="px-4 pt-2 pb-6 text-14 text-muted">{empty}</p>
      ) : (
        <Table label={title} rowHeight={36}>
          <THead>
            {columns.map((c) => (
              <Th key={c.key} numeric={c.numeric} className={c.hidden}>
                {c.head}
              </Th>
            ))}
          </THead>
          <TBody>
            {rows.map((row) => (
              <Tr key={rowKey(row)}>
                {columns.map((c, i) => (
                  <Td key={c.key} numeric={c.numeric} className={cx(i === 0 && 'min-w-28 font-medium wrap-anywhere', c.hidden)}>
                    {cellOf(c, row)}
                    {c.below ? <span className="block text-12 font-normal text-muted">{c.below(row)}</span> : null}
                  </Td>
                ))}
              </Tr>
            ))}
            {total ? (
              <Tr className="font-semibold [&>td]:border-border">
                {columns.map((c, i) => (
                  <Td key={c.key} numeric={c.numeric} className={c.hidden}>
                    {i === 0 ? 'Together' : sumText(total[c.key])}
                  </Td>
                ))}
              </Tr>
            ) : null}
          </TBody>
        </Table>
      )}
      {foot ? <div className="border-t border-hairline px-4 py-2.5 text-12 text-muted">{foot}</div> : null}
    </Card>
  )
  return { title, ...(note ? { note } : {}), card, records: [...csvRecords(columns, rows), ...(typeof foot === 'string' ? [[foot]] : [])] }
}

const sumText = (sum: ReactNode) => (typeof sum === 'number' ? counted(sum) : sum)

/** A column of a report: of rupees (`money`), of counts (`count`), or any of a list. */
export type Figure<T> = Column<T> & { money?: (row: T) => number; count?: (row: T) => number }

function columnOf<T>({ money, count, ...column }: Figure<T>): Column<T> {
  if (money)
    return { ...column, numeric: true, value: (row) => plainPaise(toPaise(money(row))), cell: (row) => <Money rupees={money(row)} /> }
  if (count) return { ...column, numeric: true, value: count }
  return column
}

/** A sum of rupees, added in paise. */
export const sumOf = <T,>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((sum, row) => sum + toPaise(of(row)), 0) / 100

/** The share of an amount among `rows`, `69.8%`: of what is above zero, so that what refunds took out makes no other row more than the whole; `–` for less than nothing. */
export function shares<T>(rows: readonly T[], of: (row: T) => number): (row: T) => string {
  const whole = sumOf(
    rows.filter((row) => of(row) > 0),
    of,
  )
  return (row) => percent(of(row), whole)
}

/** `69.8%`; `–` of nothing. */
export const percent = (part: number, whole: number): string => (whole > 0 && part >= 0 ? `${((part / whole) * 100).toFixed(1)}%` : '–')

/** Rows with the same key as one, their counts and values added; the largest value first. */
export function grouped<T extends { count: number; value: number }>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): { key: string; count: number; value: number }[] {
  const sums = new Map<string, { key: string; count: number; paise: number }>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key) ?? { key, count: 0, paise: 0 }
    sums.set(key, { key, count: sum.count + row.count, paise: sum.paise + toPaise(row.value) })
  }
  return [...sums.values()]
    .map(({ key, count, paise }) => ({ key, count, value: paise / 100 }))
    .sort((a, b) => b.value - a.value || a.key.localeCompare(b.key))
}

/** A report as a CSV file: its name and its days, then each table with its title. */
export const reportCsv = (head: readonly string[], sections: readonly Section[]): string =>
  formatCsv([[...head], ...sections.flatMap(({ title, note, records }) => [[''], note ? [title, note] : [title], ...records])])
