import { describe, expect, it } from 'vitest'
import { numbersOf, sentenceOf, whyKept } from './numbers.ts'

describe('tables made by the row', () => {
  it('"T 1–20, 4 seats, Patio"', () => {
    const numbers = numbersOf('', 1, 20)
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([20, '1', '20'])
    expect(sentenceOf(numbers, 4, ' Patio ')).toBe('T1 to T20: 20 tables with 4 seats, Patio')
    expect(sentenceOf(numbersOf('Bar', 3, 3), 1, '')).toBe('Bar 3: 1 table with 1 seat')
  })

  it.each([
    [null, 3],
    [4, 3],
    [1, 201],
    [1.5, 3],
    [Number.NaN, 3],
  ])('%s to %s makes none', (from, to) => expect(numbersOf('', from, to)).toEqual([]))

  it('a table with an order, or in a merge, can’t be deleted', () => {
    const free = { status: 'available', currentOrderId: null, mergedInto: null, mergedTables: [] } as const
    expect(whyKept({ ...free, mergedTables: [] })).toBeNull()
    expect(whyKept({ ...free, mergedTables: [], status: 'reserved' })).toBeNull()
    expect(whyKept({ ...free, mergedTables: [], status: 'occupied' })).toBe('It has an open order')
    expect(whyKept({ ...free, mergedTables: ['t2'] })).toBe('It is merged with another table')
    expect(whyKept({ ...free, mergedTables: [], mergedInto: 't2' })).toBe('It is merged with another table')
  })
})
