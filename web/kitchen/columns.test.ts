import { describe, expect, it } from 'vitest'
import { type Columns, type Geometry, geometryOf, isAlike, pack, place, settle } from './columns.ts'

const heights: Record<string, number> = { a: 300, b: 300, c: 300, d: 300, e: 300, f: 300, g: 300, long: 800 }
const heightOf = (id: string) => heights[id] ?? 300
/** Two columns of two tickets. */
const two: Geometry = { columns: 2, width: 280, height: 620, gap: 12, least: 280 }
/** The columns after a change; `columns` are those before it, with the tickets in their order. */
const NONE = new Set<string>()
const settled = (columns: Columns, ids: string[], geometry = two, sizes: Record<string, number> = heights) =>
  settle({ ids: columns.flat(), columns, cut: NONE }, ids, (id) => sizes[id] ?? 300, geometry).columns

describe('columns', () => {
  it('are at least 280 px wide: 3 at 1024, 4 at 1280, 6 at 1920, 1 on a phone', () => {
    expect([1024, 1280, 1920, 390].map((w) => geometryOf(w - 32, 700, 20).columns)).toEqual([3, 4, 6, 1])
    expect(geometryOf(358, 700, 20).height).toBe(Infinity)
    expect(geometryOf(1248, 700, 28).columns).toBe(3)
    // 640 × 400, as at 200% zoom: one endless list.
    expect(geometryOf(608, 260, 20)).toMatchObject({ columns: 1, height: Infinity })
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
    expect(settled(before, ['b', 'c', 'd'])).toEqual([['b'], ['c', 'd']])
    expect(settled(before, ['c', 'd'])).toEqual([['c', 'd']])
    const layout = { ids: ['a', 'b', 'c', 'd'], columns: before, cut: NONE }
    expect(settle(layout, ['a', 'b', 'c', 'd'], heightOf, two)).toBe(layout)
  })

  it('add a new ticket at the end, without filling older gaps', () => {
    expect(settled([['b'], ['c']], ['b', 'c', 'd'])).toEqual([['b'], ['c', 'd']])
    expect(settled([['b']], ['b', 'long'])).toEqual([['b'], ['long']])
  })

  it('fill gaps when a ticket would otherwise be below the screen', () => {
    expect(settled([['b'], ['c', 'd']], ['b', 'c', 'd', 'e'])).toEqual([
      ['b', 'c'],
      ['d', 'e'],
    ])
    expect(
      settled(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        ['a', 'b', 'c', 'd', 'e'],
      ),
    ).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('put a recalled ticket after its older neighbour', () => {
    expect(settled([['b'], ['c', 'd']], ['a', 'b', 'c', 'd'])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(settled([['a'], ['c', 'd']], ['a', 'b', 'c', 'd'])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    // No room in its column: everything is laid out again.
    expect(settled([['a', 'c'], ['d']], ['a', 'b', 'c', 'd'])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('give up a ticket that has grown to the next column, and so on to the right', () => {
    const before = [['a', 'b'], ['c', 'd'], ['e']]
    const ids = ['a', 'b', 'c', 'd', 'e']
    const three = { ...two, columns: 3 }
    expect(settled(before, ids, three, { b: 500 })).toEqual([['a', 'e'], ['b'], ['c', 'd']])
    expect(settled(before, ids, three, { b: 500, c: 100, d: 100, e: 100 })).toEqual([['a'], ['b', 'c'], ['d', 'e']])
    // Alone in its column it scrolls inside.
    expect(settled([['a'], ['b']], ['a', 'b'], three, { b: 900 })).toEqual([['a'], ['b']])
  })

  it('use free space above for tickets that would be below the screen, the oldest first', () => {
    const sizes = { a: 300, b: 400, c: 400, d: 250, e: 250, f: 100 }
    const wholeOnly = { ...two, least: 400 }
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const first = settled([], ids, wholeOnly, sizes)
    expect(first).toEqual([['a', 'd'], ['b', 'f'], ['c'], ['e']])
    // Nothing moves as long as there is no more space.
    const layout = { ids, columns: first, cut: NONE }
    expect(settle(layout, ids, (id) => sizes[id as keyof typeof sizes], wholeOnly)).toBe(layout)
    // A ticket leaves: one from below takes its space, the others stay.
    const left = settle(layout, ['a', 'c', 'd', 'e', 'f'], (id) => sizes[id as keyof typeof sizes], wholeOnly)
    expect(left.columns).toEqual([['a', 'd'], ['f', 'c'], ['e']])
    // All fit again: the oldest come first again.
    const fits = settle(left, ['a', 'c', 'e', 'f'], (id) => sizes[id as keyof typeof sizes], wholeOnly)
    expect(fits.columns).toEqual([
      ['a', 'e'],
      ['f', 'c'],
    ])
  })

  it('show a ticket at less than its full height rather than below the screen', () => {
    const sizes: Record<string, number> = { a: 300, b: 400, c: 500, d: 600 }
    const size = (id: string) => sizes[id] ?? 300
    const ids = ['a', 'b', 'c', 'd']
    const layout = settle({ ids: [], columns: [], cut: NONE }, ids, size, two)
    expect([layout.columns, [...layout.cut]]).toEqual([[['a', 'c'], ['b'], ['d']], ['c']])
    expect(place(layout, size, two).at.get('c')).toEqual({ x: 0, y: 312, height: 308 })
    expect(settle(layout, ids, size, two)).toBe(layout)
    // It is shown in full as soon as there is space.
    sizes.a = 100
    const grown = settle(layout, ids, size, two)
    expect([grown.columns, [...grown.cut]]).toEqual([[['a', 'c'], ['b'], ['d']], []])
    // A ticket with less space than for its head, two lines and Ready moves to the next column.
    sizes.a = 350
    expect(settle(layout, ids, size, two).columns).toEqual([['a'], ['b'], ['c'], ['d']])
  })

  it('show a shortened ticket whole as soon as another column has room, and move no other', () => {
    const three = { ...two, columns: 3 }
    const size = (id: string) => ({ a: 300, b: 500, c: 400, d: 500, e: 100, f: 100 })[id] ?? 0
    const before = settle({ ids: [], columns: [], cut: NONE }, ['a', 'b', 'c', 'd', 'e', 'f'], size, three)
    expect([before.columns, [...before.cut]]).toEqual([
      [
        ['a', 'd'],
        ['b', 'e'],
        ['c', 'f'],
      ],
      ['d'],
    ])
    const after = settle(before, ['a', 'b', 'd', 'e', 'f'], size, three)
    expect([after.columns, [...after.cut]]).toEqual([[['a'], ['b', 'e'], ['f', 'd']], []])
  })

  it('are laid out from scratch when a ticket is pinned', () => {
    expect(settled([['a', 'b'], ['c']], ['c', 'a', 'b'])).toEqual([['c', 'a'], ['b']])
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
    const { at, height, tops } = place({ columns: [['a', 'b'], ['c', 'd'], ['e']], cut: NONE }, heightOf, two)
    expect(Object.fromEntries(at)).toEqual({
      a: { x: 0, y: 0 },
      b: { x: 0, y: 312 },
      c: { x: 292, y: 0 },
      d: { x: 292, y: 312 },
      e: { x: 0, y: 644 },
    })
    expect([height, tops]).toEqual([944, [0, 644]])
  })
  it('make room for a column that has grown', () => {
    expect(place({ columns: [['a', 'long'], ['b'], ['c']], cut: NONE }, heightOf, two).at.get('c')).toEqual({ x: 0, y: 1136 })
  })
  it('are empty without tickets', () => {
    expect(place({ columns: [], cut: NONE }, heightOf, two)).toEqual({ at: new Map(), height: 0, tops: [] })
  })
})
