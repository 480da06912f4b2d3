import { expect, it } from 'vitest'
import { foldOf } from './fold.ts'

/** Rows of a list that is in view from 100 to 300. */
const list =
  (...heights: [height: number, note?: 'note' | 'cancelled'][]) =>
  (scrolled: number) => {
    let y = 100 - scrolled
    const rows = heights.map(([height, mark]) => {
      const top = y
      y += height
      return { top, bottom: y, note: mark === 'note', cancelled: mark === 'cancelled' }
    })
    return foldOf({ scrolls: true, top: 100, bottom: 300, rows })
  }

it('a dish is not shown without its note: both wait below, and it is said that a note is hidden', () => {
  const fold = list([60], [60], [120, 'note'])(0)
  expect(fold.parted).toEqual(['', '', 'out'])
  expect(fold.below).toEqual({ count: 1, notes: true, cancelled: false })
})

it('a dish without a note may be cut, and one below the edge is where it is', () => {
  expect(list([120], [120], [90, 'note'])(0).parted).toEqual([])
})

it('a row that is taller than the list shows its note before its dish', () => {
  expect(list([260, 'note'], [60])(0).parted).toEqual(['note', ''])
  // Also when it is scrolled to its dish.
  expect(list([260, 'note'], [60])(60).parted).toEqual(['note', ''])
})

it('counts what is hidden above too, with its notes and cancellations', () => {
  const fold = list([60], [60, 'note'], [60], [60], [60, 'cancelled'])(120)
  expect(fold.above).toEqual({ count: 2, notes: true, cancelled: false })
  expect(fold.below).toEqual({ count: 0, notes: false, cancelled: false })
  expect(list([60], [60], [60], [60], [60, 'cancelled'])(0).below).toEqual({ count: 2, notes: false, cancelled: true })
})

it('a list that has room hides nothing', () => {
  const rows = [{ top: 100, bottom: 400, note: true, cancelled: false }]
  expect(foldOf({ scrolls: false, top: 100, bottom: 300, rows })).toMatchObject({ scrolls: false, parted: [] })
})
