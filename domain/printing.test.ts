import { describe, expect, it } from 'vitest'
import { billPrinter, fallbackOf, isOnPart, partsOf, type Printer, printersOf } from './printing.ts'

const printer = (id: string, more: Partial<Printer> = {}): Printer => ({
  id,
  deviceId: 'till',
  name: `${id} 80mm`,
  role: 'kot',
  stations: [],
  columns: 48,
  fallbackId: null,
  ownOnly: false,
  registeredAt: '2026-11-23T00:00:00.000Z',
  ...more,
})
const line = (station: string | null, categoryName = 'Mains') => ({ station, categoryName })
const paths = (lines: Parameters<typeof partsOf>[0], printers: Printer[], deviceId: string | null = 'till') =>
  partsOf(lines, printers, deviceId).map((p) => [p.station, p.printerId, `${p.part} of ${p.parts}`])

describe('the parts of a ticket', () => {
  it('are one for each station that a printer names, and one for the rest', () => {
    const printers = [printer('kitchen'), printer('bar', { stations: ['Bar', 'Desserts'] })]
    const lines = [line('Tandoor'), line('Bar'), line(null, 'Desserts'), line('Wok'), line('bar ')]
    expect(paths(lines, printers)).toEqual([
      [null, 'kitchen', '1 of 3'],
      ['Bar', 'bar', '2 of 3'],
      ['Desserts', 'bar', '3 of 3'],
    ])
  })

  it('have every line once, whatever the stations are', () => {
    const printers = [printer('bar', { stations: ['Bar'] }), printer('tandoor', { stations: ['Tandoor'] })]
    const lines = [line('Bar'), line('TANDOOR'), line('Wok'), line(null)]
    const parts = partsOf(lines, printers, null)
    expect(lines.map((l) => parts.filter((p) => isOnPart(l, p)).length)).toEqual([1, 1, 1, 1])
    // No printer takes the rest by name, so the first does.
    expect(parts.at(-1)).toMatchObject({ station: null, apart: ['Bar', 'TANDOOR'], printerId: 'bar' })
  })

  it('are one whole ticket where no printer names a station, and none without a KOT printer', () => {
    expect(paths([line('Bar'), line('Wok')], [printer('kitchen')])).toEqual([[null, 'kitchen', '1 of 1']])
    expect(paths([line('Bar')], [printer('counter', { role: 'bill' })])).toEqual([])
    expect(paths([], [printer('kitchen')])).toEqual([])
  })

  it('of a category that a printer names has dishes of stations that no printer names', () => {
    const printers = [printer('kitchen'), printer('bar', { stations: ['Beverages', 'Bar'] })]
    const lines = [line('Grill'), line('Cold', 'Beverages'), line('Bar', 'Beverages'), line('Cold', 'Salads'), line(null, 'Beverages')]
    const parts = partsOf(lines, printers, null)
    expect(parts.map(({ station, printerId }) => [station, printerId])).toEqual([
      [null, 'kitchen'],
      ['Beverages', 'bar'],
      ['Bar', 'bar'],
    ])
    expect(lines.map((l) => parts.flatMap((p, i) => (isOnPart(l, p) ? [i] : [])))).toEqual([[0], [1], [2], [0], [1]])
    // The printer of the station comes before that of the category.
    expect(paths([line('Cold', 'Beverages')], [...printers, printer('cold', { stations: ['Cold'] })])).toEqual([['Cold', 'cold', '1 of 1']])
  })

  it('of a category that is called like a printer’s station are there too, but for dishes whose own station has a printer', () => {
    const printers = [printer('kitchen'), printer('bar', { stations: ['Bar'] })]
    expect(paths([line(null, 'Bar')], printers)).toEqual([['Bar', 'bar', '1 of 1']])
    expect(paths([line('Grill', 'Bar')], printers)).toEqual([['Bar', 'bar', '1 of 1']])
    expect(paths([line('Grill', 'Bar')], [...printers, printer('grill', { stations: ['Grill'] })])).toEqual([['Grill', 'grill', '1 of 1']])
  })

  it('of a device with its own ticket printer go to that printer, and no other device’s do', () => {
    const printers = [printer('bar', { deviceId: 'bar', ownOnly: true }), printer('kitchen')]
    expect(paths([line(null)], printers, 'bar')).toEqual([[null, 'bar', '1 of 1']])
    expect(paths([line(null)], printers, 'till')).toEqual([[null, 'kitchen', '1 of 1']])
    expect(paths([line(null)], printers.slice(0, 1), 'till')).toEqual([])
  })
})

describe('a bill', () => {
  const [one, two] = [printer('one', { role: 'bill', deviceId: 'one' }), printer('two', { role: 'bill', deviceId: 'two' })]

  it('prints at the device that asked for it, or else at the first bill printer', () => {
    expect(billPrinter([one, two], 'two')?.id).toBe('two')
    expect(billPrinter([one, two], 'a phone')?.id).toBe('one')
    expect(billPrinter([{ ...one, ownOnly: true }], 'a phone')).toBeNull()
    expect(billPrinter([printer('kitchen')], 'till')).toBeNull()
  })
})

it('a printer that is no longer registered is no fallback, and no printer is its own', () => {
  const printers = [printer('a', { fallbackId: 'b' }), printer('b', { fallbackId: 'b' }), printer('c', { fallbackId: 'gone' })]
  expect(['a', 'b', 'c', 'gone'].map((id) => fallbackOf(printers, id)?.id ?? null)).toEqual(['b', null, null, null])
})

it('a printer of other papers is no fallback: a bill must not come out in the kitchen', () => {
  const printers = [printer('till', { role: 'bill', fallbackId: 'grill' }), printer('grill', { fallbackId: 'fryer' }), printer('fryer')]
  expect(printers.map(({ id }) => fallbackOf(printers, id)?.id ?? null)).toEqual([null, 'fryer', null])
})

it('a printer whose fallback was removed, or prints other papers by now, has none', () => {
  const { id: _, ...rest } = printer('x')
  const stored = {
    a: { ...rest, fallbackId: 'b' },
    b: { ...rest, fallbackId: 'gone' },
    c: { ...rest, role: 'bill' as const, fallbackId: 'b' },
  }
  expect(printersOf(stored).map(({ id, fallbackId }) => [id, fallbackId])).toEqual([
    ['a', 'b'],
    ['b', null],
    ['c', null],
  ])
})

it('printers are in the order in which they were registered', () => {
  const { id: _, ...rest } = printer('x')
  const at = (time: string) => ({ ...rest, registeredAt: `2026-11-23T${time}:00.000Z` })
  expect(printersOf({ late: at('10:00'), early: at('09:00'), b: at('09:30'), a: at('09:30') }).map((p) => p.id)).toEqual([
    'early',
    'a',
    'b',
    'late',
  ])
})
