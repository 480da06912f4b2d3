import { describe, expect, it } from 'vitest'
import { formatCsv, parseCsv } from '#domain/csv.ts'
import { cellOf, type Column, csvColumns, csvRecords, rangeText } from './columns.ts'
import { datesIn } from '#web/core/dates.ts'
import { sorted } from './rows.ts'

type Dish = { name: string; price: number | null; sold: boolean }
const COLUMNS: Column<Dish>[] = [
  { key: 'name', head: 'Name', value: (d) => d.name },
  { key: 'price', head: 'Price', value: (d) => d.price, csv: (d) => d.price?.toFixed(2) },
  { key: 'sold', head: 'Sold out', value: (d) => d.sold },
  { key: 'photo', head: 'Photo', cell: () => '' },
  { key: 'note', head: 'Note', value: () => 'x', csv: null },
]
const csvOf = (columns: readonly Column<Dish>[], rows: readonly Dish[]) => formatCsv(csvRecords(columns, rows))
const dish = (name: string, price: number | null = 1, sold = false): Dish => ({ name, price, sold })

it('large counts are grouped in cells and below the list, and plain in the file', () => {
  const visits: Column<Dish> = { key: 'visits', head: 'Visits', value: (d) => d.price, numeric: true }
  expect(cellOf(visits, dish('Dosa', 1284))).toBe('1,284')
  expect(csvOf([visits], [dish('Dosa', 1284)])).toContain('1284')
  expect(rangeText(1, 20, 1284)).toBe('1 to 20 of 1,284')
  expect(rangeText(62, 20, 123_456)).toBe('1,221 to 1,240 of 1,23,456')
})

describe('a CSV file', () => {
  it('has the columns that hold a value, and what each says for a file', () => {
    expect(parseCsv(csvOf(COLUMNS, [dish('Dosa', 120.5, true), dish('Idli', null)]))).toEqual([
      ['Name', 'Price', 'Sold out'],
      ['Dosa', '120.50', 'Yes'],
      ['Idli', '', 'No'],
    ])
  })
  it('has instants as the screen has them, in the outlet’s zone, where it may be another day', () => {
    const { record } = csvColumns<string>([{ key: 'at', head: 'When', value: (at) => at }], datesIn('Asia/Kolkata').full)
    expect(record('2026-11-28T20:20:05.230Z')).toEqual(['29 Nov 2026, 01:50'])
    expect(record('2026-11-28')).toEqual(['2026-11-28'])
  })
  it('gives a spreadsheet no formula to run', () => {
    const [, ...rows] = parseCsv(
      csvOf(
        COLUMNS,
        ['=HYPERLINK("http://x")', '+1', '-1+2', '@a'].map((name) => dish(name)),
      ),
    )
    expect(rows.map(([name]) => name)).toEqual([`'=HYPERLINK("http://x")`, "'+1", "'-1+2", "'@a"])
  })
  it('keeps commas, quotes and line ends within a field', () =>
    expect(parseCsv(csvOf(COLUMNS, [dish('Fish, "hot"\nand sour')]))[1]?.[0]).toBe('Fish, "hot"\nand sour'))
})

describe('rows in the order of a column', () => {
  const names = (rows: readonly Dish[], by: string, descending = false) =>
    sorted(rows, COLUMNS, { sort: { by, descending } }).map((d) => d.name)
  it('compares numbers as numbers, and numbers within a text too', () => {
    expect(names([dish('T10'), dish('t2'), dish('T1')], 'name')).toEqual(['T1', 't2', 'T10'])
    expect(names([dish('a', 100), dish('b', 20), dish('c', 3)], 'price')).toEqual(['c', 'b', 'a'])
  })
  it('puts what has no value last, either way', () => {
    const rows = [dish('none', null), dish('b', 2), dish('a', 1)]
    expect(names(rows, 'price')).toEqual(['a', 'b', 'none'])
    expect(names(rows, 'price', true)).toEqual(['b', 'a', 'none'])
  })
  it('leaves the order that the call gave without a choice, and between equals', () => {
    expect(sorted([dish('b'), dish('a')], COLUMNS, { sort: null }).map((d) => d.name)).toEqual(['b', 'a'])
    expect(names([dish('b'), dish('a')], 'price')).toEqual(['b', 'a'])
  })
})
