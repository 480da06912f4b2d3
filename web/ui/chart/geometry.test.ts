import { describe, expect, it } from 'vitest'
import { geometryOf, pointAt } from './geometry.ts'
import { type ChartData, looksOf, pointText, type Series } from './series.ts'

const series = (kind: Series['kind'], ...values: (number | null)[]): Series => ({ name: kind, kind, values })
const chart = (list: Series[], more: Partial<ChartData['points'][number]> = {}): ChartData => ({
  points: (list[0]?.values ?? []).map((_, i) => ({ label: String(i), title: `point ${i}`, ...more })),
  series: list,
  format: String,
})
/** A plot of 400 by 200 pixels, 44 and 20 from the corner. */
const [WIDTH, HEIGHT] = [448, 246]
const of = (...list: Series[]) => geometryOf(chart(list), WIDTH, HEIGHT)

describe('the geometry of a chart', () => {
  it('gives each point a band of the same width', () => {
    const { plot, bands } = of(series('column', 1, 2, 3, 4))
    expect(plot).toEqual({ left: 44, right: 444, top: 20, bottom: 220 })
    expect(bands.map((b) => [b.left, b.width, b.center])).toEqual([
      [44, 100, 94],
      [144, 100, 194],
      [244, 100, 294],
      [344, 100, 394],
    ])
  })
  it('starts columns at zero, in the middle of their band, at most 56 px wide', () => {
    const { columns } = of(series('column', 50, 100, null, 0))
    expect(columns.map((c) => [c.point, c.x, c.y, c.width, c.height])).toEqual([
      [0, 66, 120, 56, 100],
      [1, 166, 20, 56, 200],
      [3, 366, 220, 56, 0],
    ])
  })
  it('places the columns of several series side by side, without overlap and inside their band', () => {
    const { columns, bands } = of(series('column', 1, 2, 3, 4, 5, 6, 7, 8), series('column', 8, 7, 6, 5, 4, 3, 2, 1))
    for (const [i, band] of bands.entries()) {
      const [first, second] = columns.filter((c) => c.point === i)
      if (!first || !second) throw new Error('two columns a band')
      expect([first.series, second.series]).toEqual([0, 1])
      expect(first.x).toBeGreaterThan(band.left)
      expect(second.x - (first.x + first.width)).toBe(2)
      expect(second.x + second.width).toBeLessThan(band.left + band.width)
      expect(first.width).toBe(Math.floor(first.width))
    }
  })
  it('draws a negative column below zero', () => {
    const { columns, y } = of(series('column', 750, -250))
    expect(columns[1]).toMatchObject({ y: y(0), height: y(-250) - y(0) })
    expect(y(-250)).toBe(220)
  })
  it('draws steps as wide as their bands, the first and the last too', () => {
    expect(of(series('steps', 0, 100)).paths[0]?.d).toBe('M44,220L244,220L244,20L444,20')
  })
  it('draws a line through the middles, with a gap where nothing is known', () => {
    expect(of(series('line', 0, 100, null, 50, 50)).paths[0]?.d).toBe('M84,220L164,20M324,120L404,120')
  })
  it('of a single point is one column, or a dot', () => {
    const { bands, columns } = of(series('column', 5))
    expect(bands).toHaveLength(1)
    expect(columns[0]).toMatchObject({ x: 216, width: 56 })
    expect(of(series('line', 5)).paths[0]?.d).toMatch(/^M244,[\d.]+Z$/)
  })
  it('of a day without sales is flat on zero', () => {
    const { ticks, columns } = of(series('column', 0, 0))
    expect(ticks).toEqual([{ value: 0, y: 220 }])
    expect(columns.map((c) => [c.y, c.height])).toEqual([
      [220, 0],
      [220, 0],
    ])
  })
  it('puts the label of an unfinished point above its column, and above a line that would cross it', () => {
    const above = (before: number) =>
      geometryOf(chart([series('column', 50), series('steps', before)], { unfinished: 'so far' }), WIDTH, HEIGHT).unfinished[0]
    // Up to 100: the column's top is 120.
    expect(above(100)).toEqual({ point: 0, x: 244, y: 112 })
    expect(above(55)?.y).toBeLessThan(112)
  })
  it('keeps the label of an unfinished last point whole inside a narrow drawing', () => {
    const days = chart([series('column', ...Array.from({ length: 14 }, () => 5))])
    const points = days.points.map((point, i) => (i === 13 ? { ...point, unfinished: 'so far' } : point))
    const at = (width: number) => geometryOf({ ...days, points }, width, HEIGHT).unfinished[0]?.x
    expect(at(290)).toBe(270)
    expect(at(900)).toBeLessThan(880)
  })
  it('works in a frame without size', () => {
    expect(geometryOf(chart([series('column', 1)]), 0, 0).columns[0]).toMatchObject({ width: 0, height: 0 })
  })
  it('finds the point under a pointer, the nearest one outside', () => {
    const { bands } = of(series('column', 1, 2, 3, 4))
    expect([0, 44, 143, 144, 443, 999].map((x) => pointAt(bands, x))).toEqual([0, 0, 0, 1, 3, 3])
    expect(pointAt([], 10)).toBe(-1)
  })
})

describe('series', () => {
  it('of one kind all look different', () => {
    for (const kind of ['column', 'line'] as const) {
      const looks = looksOf([1, 2, 3, 4].map((n) => series(kind, n)))
      expect(new Set(looks.map((l) => JSON.stringify(l))).size).toBe(4)
    }
    expect(looksOf([series('column', 1), series('line', 1)]).map((l) => l.fill)).toEqual(['fill-accent', 'fill-accent'])
  })
  it('say a point in one sentence', () => {
    expect(pointText(chart([series('column', 5), series('steps', null)], { unfinished: 'so far' }), 0)).toBe(
      'point 0, so far: column 5, steps –',
    )
  })
})
