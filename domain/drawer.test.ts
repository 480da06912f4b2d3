import { expect, it } from 'vitest'
import { countText, type DrawerKind, type DrawerMove, drawerOf, floatsOf, shiftsOf, sinceCount } from './drawer.ts'
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

it('says how much cash moved since the last count; a float that was entered again moves none', () => {
  const at = (minute: number) => `2026-11-28T10:${minute}:00.000Z`
  const float = { kind: 'float' as const, at: at(10), amount: 1000 }
  const counted = { kind: 'count' as const, at: at(20), amount: 1200, expected: 1200 }
  const since = (expected: number, more: object = {}) =>
    sinceCount({ float: 1000, expected, counted, moves: [float, counted], ...more }, formatPaise)
  expect(since(1200)).toBe('')
  expect(since(1300.5)).toBe('Rs. 100.50 of cash came in since')
  expect(since(700)).toBe('Rs. 500.00 of cash went out since')
  const again = { float: 1500, moves: [float, counted, { kind: 'float' as const, at: at(30), amount: 1500 }] }
  expect(since(1700, again)).toBe('')
  expect(since(1700, { counted: null })).toBe('')
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

/** An entry as answers have it, in rupees. */
const shown = (kind: DrawerKind, amount: number, expected: number | null = null, by = 'Divya') => ({
  ...{ kind, amount, expected, by, at: `2026-11-28T10:${10 + n++}:00.000Z` },
})
const missed = (...moves: ReturnType<typeof shown>[]) => shiftsOf(moves).map(({ by, difference }) => [by, difference])

it('a shortage belongs to the shift in which it came about, although it stays in all later counts', () => {
  const moves = [shown('float', 1000), shown('count', 1480.1, 1500.1), shown('out', 200), shown('count', 1780, 1800, 'Ravi')]
  expect(missed(...moves)).toEqual([
    ['Divya', -20_00],
    ['Ravi', 0],
  ])
  expect(missed(shown('count', 5, 0), shown('count', 0, 10, 'Ravi'))).toEqual([
    ['Divya', 5_00],
    ['Ravi', -15_00],
  ])
  expect(shiftsOf([shown('float', 1000)])).toEqual([])
})

it('who counts again at once corrects the count, and ends no second shift; a colleague who counts after it does', () => {
  const wrong = [shown('float', 1000), shown('count', 100, 1000), shown('count', 990, 1000)]
  expect(missed(...wrong)).toEqual([['Divya', -10_00]])
  expect(missed(...wrong, shown('count', 990, 1000, 'Ravi'))).toEqual([
    ['Divya', -10_00],
    ['Ravi', 0],
  ])
  expect(missed(shown('count', 100, 1000), shown('count', 1090, 1100))).toEqual([
    ['Divya', -900_00],
    ['Divya', 890_00],
  ])
})

it('a float that is entered late or again moves no cash: a count keeps what it missed, and no later shift answers for it', () => {
  const late = [shown('count', 1100, 100), shown('float', 1000), shown('count', 1200, 1200, 'Ravi')]
  const again = [shown('float', 2000), shown('count', 1100, 2100), shown('float', 1000), shown('count', 1190, 1200, 'Ravi')]
  expect(missed(...late).map(([, paise]) => paise)).toEqual([1000_00, 0])
  expect(missed(...again).map(([, paise]) => paise)).toEqual([-1000_00, -10_00])
  // A shortage of 500 stays, whoever enters a float that would explain it and counts once more.
  const hidden = [shown('float', 2000), shown('count', 4858, 5358), shown('float', 1500), shown('count', 4858, 4858)]
  expect(missed(...hidden).map(([, paise]) => paise)).toEqual([-500_00, 0])
})

it('names each float that replaced another, and what held before it', () => {
  const moves = [shown('float', 2000), shown('count', 5, 5), shown('float', 2000), shown('float', 1500), shown('float', 2000)]
  expect(floatsOf(moves).map(({ amount, from }) => [from, amount])).toEqual([
    [null, 2000],
    [2000, 1500],
    [1500, 2000],
  ])
  expect(floatsOf([shown('in', 5)])).toEqual([])
})
