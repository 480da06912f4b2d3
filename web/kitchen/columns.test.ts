import { describe, expect, it } from 'vitest'
import { type Columns, type Geometry, geometryOf, isAlike, type Layout, NO_LAYOUT, pack, place, settle } from './columns.ts'

const heights: Record<string, number> = { a: 300, b: 300, c: 300, d: 300, e: 300, f: 300, g: 300, long: 800 }
const heightOf = (id: string) => heights[id] ?? 300
/** Two columns of two tickets. */
const two: Geometry = { columns: 2, width: 280, height: 620, gap: 12, least: 280 }
const NONE = new Set<string>()
/** Tickets in these columns, in order and in full. */
const laid = (columns: Columns, sizes: Record<string, number> = heights): Layout => ({
  ...{ ids: columns.flat().sort(), columns, cut: NONE, grown: NONE },
  sizes: new Map(columns.flat().map((id) => [id, sizes[id] ?? 300])),
})
/** The columns after a change; `columns` are those before it, with the tickets in their order. */
const settled = (columns: Columns, ids: string[], geometry = two, sizes: Record<string, number> = heights) =>
  settle(laid(columns), ids, (id) => sizes[id] ?? 300, geometry).columns
/** What is shown of a layout: its columns and the shortened tickets. */
const shown = ({ columns, cut }: Layout) => [columns, [...cut]]

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
    const layout = laid(before)
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

  const three = { ...two, columns: 3 }
  /** Three full columns, each with 60 px that a small ticket leaves free, and two tickets below: the late `g` and `h`. */
  const full = { a: 300, b: 300, c: 300, d: 300, e: 300, f: 300, g: 300, h: 60 }
  const inFull = (sizes: Record<string, number> = {}) => {
    const all: Record<string, number> = { ...full, ...sizes }
    return (id: string) => all[id] ?? 0
  }
  const ids = Object.keys(full)
  const board = settle(NO_LAYOUT, ids, inFull(), three)
  const above = [
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]

  it('keep every ticket in its place when one grows in a full column: it scrolls inside', () => {
    expect(shown(board)).toEqual([[...above, ['g', 'h']], []])
    // A line of `a` was cancelled, and its OK needs room.
    const sizes = inFull({ a: 356 })
    const grown = settle(board, ids, sizes, three)
    expect(shown(grown)).toEqual([[...above, ['g', 'h']], ['a']])
    expect(place(grown, sizes, three).at.get('a')).toEqual({ x: 0, y: 0, height: 308 })
    expect(place(grown, sizes, three).at.get('b')).toEqual({ x: 0, y: 320 })
    // A new ticket comes: nothing moves because of the one that has grown.
    const more = settle(grown, [...ids, 'i'], sizes, three)
    expect(shown(more)).toEqual([[...above, ['g', 'h', 'i']], ['a']])
    // After OK it has all of its height again.
    expect(shown(settle(more, [...ids, 'i'], inFull(), three))).toEqual([[...above, ['g', 'h', 'i']], []])
    // With an empty column beside it, it stays as well: a cook who aims at another ticket must not hit this one.
    const half = laid([['a', 'b'], ['c']])
    expect(shown(settle(half, ['a', 'b', 'c'], sizes, three))).toEqual([[['a', 'b'], ['c']], ['a']])
  })

  it('stay when most tickets change with their order, and are filled again when the heights change by themselves, as when a font arrives', () => {
    const most = inFull({ a: 330, b: 330, c: 330, d: 330 })
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(settle(laid(above, full), ids, most, three).columns).toEqual(above)
    expect(settle(laid(above, full), ids, most, three, true).columns).not.toEqual(above)
  })

  it('shorten the tallest of a full column when the screen becomes lower, as by a banner', () => {
    const sizes = inFull({ a: 310, d: 310 })
    const before = laid(above, { ...full, a: 308, d: 308 })
    const lower = settle(before, ['a', 'b', 'c', 'd', 'e', 'f'], sizes, { ...three, height: 596 })
    expect(shown(lower)).toEqual([above, ['a', 'd', 'e']])
  })

  it('give a late ticket the place of the newest one when a column has no room for it any more', () => {
    // `a` and `b` show too little at less than their height: `b` has to leave, and the newest above goes below for it.
    const least = { ...three, least: 340 }
    expect(settle(board, ids, inFull({ a: 340 }), least).columns).toEqual([['a'], ['c', 'd'], ['e', 'b'], ['f', 'g'], ['h']])
  })

  it('let no ticket take free space above while an older one waits below', () => {
    // Column 3 has 96 px free, too little for `g`: the small and newer `h` stays below as well.
    const wide = { ...three, least: 400 }
    const later = settle(board, ids, inFull({ f: 200 }), wide)
    expect(later.columns).toEqual([...above, ['g', 'h']])
    // Laid out from scratch neither.
    expect(settle(NO_LAYOUT, ids, inFull({ f: 200 }), wide).columns).toEqual([...above, ['g', 'h']])
  })

  it('use free space above for tickets that would be below the screen, the oldest first', () => {
    const sizes: Record<string, number> = { a: 300, b: 400, c: 400, d: 250, e: 250, f: 100 }
    const size = (id: string) => sizes[id] ?? 0
    const wholeOnly = { ...two, least: 400 }
    const first = settle(NO_LAYOUT, ['a', 'b', 'c', 'd', 'e', 'f'], size, wholeOnly)
    expect(first.columns).toEqual([['a'], ['b'], ['c'], ['d', 'e'], ['f']])
    // Nothing moves as long as there is no more space.
    expect(settle(first, ['a', 'b', 'c', 'd', 'e', 'f'], size, wholeOnly)).toBe(first)
    // A ticket leaves: the oldest from below take its space, the others stay.
    const left = settle(first, ['a', 'c', 'd', 'e', 'f'], size, wholeOnly)
    expect(left.columns).toEqual([['a', 'd'], ['c'], ['e'], ['f']])
    // All fit again: the oldest come first again.
    expect(settle(left, ['a', 'c', 'e', 'f'], size, wholeOnly).columns).toEqual([
      ['a', 'e'],
      ['c', 'f'],
    ])
  })

  it('keep their columns on a further screen when one above leaves', () => {
    const ids = [...'abcdefghijkl']
    const size = () => 300
    const first = settle(NO_LAYOUT, ids, size, two)
    expect(first.columns).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
      ['i', 'j'],
      ['k', 'l'],
    ])
    const left = settle(first, ids.slice(1), size, two)
    expect(left.columns).toEqual([['b', 'e'], ['c', 'd'], ['f'], ['g', 'h'], ['i', 'j'], ['k', 'l']])
  })

  it('show a ticket at less than its full height rather than below the screen', () => {
    const sizes: Record<string, number> = { a: 300, b: 400, c: 500, d: 600 }
    const size = (id: string) => sizes[id] ?? 300
    const ids = ['a', 'b', 'c', 'd']
    const layout = settle(NO_LAYOUT, ids, size, two)
    expect([layout.columns, [...layout.cut]]).toEqual([[['a', 'c'], ['b'], ['d']], ['c']])
    expect(place(layout, size, two).at.get('c')).toEqual({ x: 0, y: 312, height: 308 })
    expect(settle(layout, ids, size, two)).toBe(layout)
    // It is shown in full as soon as there is space.
    sizes.a = 100
    const grown = settle(layout, ids, size, two)
    expect([grown.columns, [...grown.cut]]).toEqual([[['a', 'c'], ['b'], ['d']], []])
    // One above it grows: both scroll inside, and nothing leaves its column.
    sizes.a = 350
    const both = settle(layout, ids, size, two)
    expect([both.columns, [...both.cut]]).toEqual([
      [['a', 'c'], ['b'], ['d']],
      ['c', 'a'],
    ])
    expect(['a', 'c'].map((id) => place(both, size, two).at.get(id)?.height)).toEqual([328, 280])
  })

  it('show a shortened ticket whole as soon as another column has room, and move no other', () => {
    const size = (id: string) => ({ a: 300, b: 500, c: 400, d: 500, e: 100, f: 100 })[id] ?? 0
    const before = settle(NO_LAYOUT, ['a', 'b', 'c', 'd', 'e', 'f'], size, three)
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
    const { at, height, tops } = place(laid([['a', 'b'], ['c', 'd'], ['e']]), heightOf, two)
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
    expect(place(laid([['a', 'long'], ['b'], ['c']]), heightOf, two).at.get('c')).toEqual({ x: 0, y: 1136 })
  })
  it('are empty without tickets', () => {
    expect(place(NO_LAYOUT, heightOf, two)).toEqual({ at: new Map(), height: 0, tops: [] })
  })
})
