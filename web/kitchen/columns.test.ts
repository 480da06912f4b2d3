import { describe, expect, it } from 'vitest'
import { type Geometry, geometryOf, isAlike, pack, place, settle } from './columns.ts'

const heights: Record<string, number> = { a: 300, b: 300, c: 300, d: 300, e: 300, f: 300, g: 300, long: 800 }
const heightOf = (id: string) => heights[id] ?? 300
/** Two columns of two tickets. */
const two: Geometry = { columns: 2, width: 280, height: 620, gap: 12 }

describe('columns', () => {
  it('are at least 280 px wide: 3 at 1024, 4 at 1280, 6 at 1920, 1 on a phone', () => {
    expect([1024, 1280, 1920, 390].map((w) => geometryOf(w - 32, 700, 20).columns)).toEqual([3, 4, 6, 1])
    expect(geometryOf(358, 700, 20).height).toBe(Infinity)
    expect(geometryOf(1248, 700, 28).columns).toBe(3)
    const { width, columns, gap } = geometryOf(1248, 700, 20)
    expect(width * columns + gap * (columns - 1)).toBeCloseTo(1248)
  })

  it('are filled oldest first, down each column, then to the right', () => {
    expect(pack(['a', 'b', 'c', 'd', 'e'], heightOf, two)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(pack(['a', 'long', 'b'], heightOf, two)).toEqual([['a'], ['long'], ['b']])
    expect(pack(['a', 'long', 'b'], heightOf, { ...two, columns: 1, height: Infinity })).toEqual([['a', 'long', 'b']])
  })

  it('keep tickets in place when one leaves: only those below it move up, and an empty column closes', () => {
    const before = [
      ['a', 'b'],
      ['c', 'd'],
    ]
    expect(settle(before, ['b', 'c', 'd'], heightOf, two)).toEqual([['b'], ['c', 'd']])
    expect(settle(before, ['c', 'd'], heightOf, two)).toEqual([['c', 'd']])
    expect(settle(before, ['a', 'b', 'c', 'd'], heightOf, two)).toBe(before)
  })

  it('add a new ticket at the end, without filling older gaps', () => {
    expect(settle([['b'], ['c']], ['b', 'c', 'd'], heightOf, two)).toEqual([['b'], ['c', 'd']])
    expect(settle([['b']], ['b', 'long'], heightOf, two)).toEqual([['b'], ['long']])
  })

  it('fill gaps when a ticket would otherwise be below the screen', () => {
    expect(settle([['b'], ['c', 'd']], ['b', 'c', 'd', 'e'], heightOf, two)).toEqual([
      ['b', 'c'],
      ['d', 'e'],
    ])
    expect(
      settle(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        ['a', 'b', 'c', 'd', 'e'],
        heightOf,
        two,
      ),
    ).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('put a recalled ticket after its older neighbour', () => {
    expect(settle([['b'], ['c', 'd']], ['a', 'b', 'c', 'd'], heightOf, two)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(settle([['a'], ['c', 'd']], ['a', 'b', 'c', 'd'], heightOf, two)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    // No room in its column: everything is laid out again.
    expect(settle([['a', 'c'], ['d']], ['a', 'b', 'c', 'd'], heightOf, two)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('are laid out again when a ticket is pinned', () => {
    expect(settle([['a', 'b'], ['c']], ['c', 'a', 'b'], heightOf, two)).toEqual([['c', 'a'], ['b']])
  })

  it('keep the layout for a small change of height, but not of width', () => {
    expect(isAlike(two, { ...two, height: 576 })).toBe(true)
    expect(isAlike(two, { ...two, height: 400 })).toBe(false)
    expect(isAlike(two, { ...two, columns: 3 })).toBe(false)
    expect(isAlike({ ...two, height: Infinity }, { ...two, height: Infinity })).toBe(true)
  })
})

describe('places', () => {
  it('put tickets that don’t fit on the next screen, below', () => {
    const { at, height, screens } = place([['a', 'b'], ['c', 'd'], ['e']], heightOf, two)
    expect(Object.fromEntries(at)).toEqual({
      a: { x: 0, y: 0 },
      b: { x: 0, y: 312 },
      c: { x: 292, y: 0 },
      d: { x: 292, y: 312 },
      e: { x: 0, y: 644 },
    })
    expect([height, screens]).toEqual([944, 2])
  })
  it('make room for a column that has grown', () => {
    expect(place([['a', 'long'], ['b'], ['c']], heightOf, two).at.get('c')).toEqual({ x: 0, y: 1136 })
  })
  it('are empty without tickets', () => {
    expect(place([], heightOf, two)).toEqual({ at: new Map(), height: 0, screens: 0 })
  })
})
