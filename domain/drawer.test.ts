import { expect, it } from 'vitest'
import { countText, type DrawerKind, type DrawerMove, drawerOf } from './drawer.ts'
import { formatPaise } from './money.ts'

let n = 0
const move = (kind: DrawerKind, amount: number, over: Partial<DrawerMove> = {}): DrawerMove => ({
  ...{ id: `m${n++}`, kind, amount, expected: null, reason: '', at: `2026-11-28T10:0${n}:00.000Z`, by: 'Divya' },
  ...over,
})

it('expects the float, the cash of the bills, what was added, less what was taken out', () => {
  const moves = [move('float', 2000_00), move('in', 500_00), move('out', 120_50), move('out', 80_00)]
  expect(drawerOf(moves, 1234_00)).toMatchObject({ float: 2000_00, in: 500_00, out: 200_50, expected: 3533_50, counted: null })
  expect(drawerOf([], -50_00)).toEqual({ float: 0, in: 0, out: 0, expected: -50_00, counted: null })
})

it('the last float and the last count are those that hold', () => {
  const last = move('count', 1490_00, { expected: 1500_00 })
  const moves = [move('float', 1000_00), move('count', 900_00, { expected: 1000_00 }), move('float', 1500_00), last]
  expect(drawerOf(moves, 0)).toMatchObject({ float: 1500_00, expected: 1500_00, counted: last })
})

it.each([
  [1500_00, 1500_00, 'exact'],
  [1480_00, 1500_00, 'Rs. 20.00 short'],
  [1505_50, 1500_00, 'Rs. 5.50 over'],
])('a count of %i where %i should be is %s', (counted, expected, text) => expect(countText(counted, expected, formatPaise)).toBe(text))
