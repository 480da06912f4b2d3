import { line } from 'd3-shape'
import { labelEvery, linear, ticksFor } from './scale.ts'
import type { ChartData } from './series.ts'

const MARGIN = { top: 20, right: 4, bottom: 26, left: 44 }
/** The part of a band that stays free beside its columns. */
const PADDING = 0.34
const WIDEST_COLUMN = 56
/** Between the columns of one band. */
const BETWEEN = 2
/** A line closer to the label "so far" than this would cross it, so the label moves above the line. */
const LABEL_ABOVE = 24
/** Half the width of the label "so far", so that its middle stays this far from the drawing's end. */
const LABEL_HALF = 20

interface Band {
  left: number
  width: number
  center: number
  label: string | null
}
export interface Column {
  /** Index of its series and of its point */
  series: number
  point: number
  x: number
  y: number
  width: number
  height: number
}
export interface Geometry {
  plot: { left: number; right: number; top: number; bottom: number }
  ticks: { value: number; y: number }[]
  bands: Band[]
  columns: Column[]
  /** The path of each series that is a line or steps */
  paths: { series: number; d: string }[]
  /** The words of an unfinished point stand above this */
  unfinished: { point: number; x: number; y: number }[]
  y: (value: number) => number
}

/** The positions of all marks in a chart of this size in pixels. */
export function geometryOf({ points, series }: ChartData, width: number, height: number): Geometry {
  const plot = {
    left: MARGIN.left,
    right: Math.max(MARGIN.left, width - MARGIN.right),
    top: MARGIN.top,
    bottom: Math.max(MARGIN.top, height - MARGIN.bottom),
  }
  const steps = ticksFor(series.flatMap((s) => s.values.filter((value) => value !== null)))
  const y = linear([steps[0] ?? 0, steps.at(-1) ?? 0], [plot.bottom, plot.top])
  const step = (plot.right - plot.left) / Math.max(1, points.length)
  const every = labelEvery(
    points.map((p) => p.label),
    step,
  )
  const bands = points.map(({ label }, i): Band => {
    const left = plot.left + i * step
    return { left, width: step, center: left + step / 2, label: i % every === 0 ? label : null }
  })
  const columns = columnsOf({ points, series }, bands, y)
  return {
    plot,
    ticks: steps.map((value) => ({ value, y: y(value) })),
    bands,
    columns,
    paths: series.flatMap((s, i) => (s.kind === 'column' ? [] : [{ series: i, d: pathOf(s, bands, y) }])),
    unfinished: points.flatMap((point, i) => {
      const band = bands[i]
      if (!point.unfinished || !band) return []
      const own = columns.filter((c) => c.point === i)
      const top = Math.min(y(0), ...own.map((c) => c.y))
      const crossing = series
        .filter((s) => s.kind !== 'column')
        .map((s) => y(s.values[i] ?? 0))
        .filter((at) => at > top - LABEL_ABOVE && at < top + 4)
      const first = own[0]
      const x = first ? first.x + first.width / 2 : band.center
      return [{ point: i, x: Math.min(x, width - LABEL_HALF), y: Math.min(top, ...crossing) - 8 }]
    }),
    y,
  }
}

function columnsOf(
  { points, series }: Pick<ChartData, 'points' | 'series'>,
  bands: readonly Band[],
  y: (value: number) => number,
): Column[] {
  const drawn = series.flatMap((s, i) => (s.kind === 'column' ? [i] : []))
  return points.flatMap((_, point) => {
    const band = bands[point]
    if (!band) return []
    const room = (band.width * (1 - PADDING) - BETWEEN * (drawn.length - 1)) / drawn.length
    // Whole pixels, so that every column is as wide as the others.
    const width = Math.min(WIDEST_COLUMN, room > 1 ? Math.floor(room) : Math.max(0, room))
    const left = band.center - (drawn.length * width + (drawn.length - 1) * BETWEEN) / 2
    return drawn.flatMap((index, i) => {
      const value = series[index]?.values[point]
      if (value === null || value === undefined) return []
      const [from, to] = [y(Math.max(0, value)), y(Math.min(0, value))]
      return [{ series: index, point, x: left + i * (width + BETWEEN), y: from, width, height: to - from }]
    })
  })
}

/** A line through the middle of each band; of steps, as wide as each band. A point between two gaps is a dot. */
function pathOf({ kind, values }: ChartData['series'][number], bands: readonly Band[], y: (value: number) => number): string {
  const through = values.flatMap((value, i): [number, number | null][] => {
    const band = bands[i]
    if (!band) return []
    const xs = kind === 'steps' ? [band.left, band.left + band.width] : [band.center]
    return xs.map((x) => [x, value])
  })
  const path = line<[number, number | null]>()
    .defined(([, value]) => value !== null)
    .x(([x]) => x)
    .y(([, value]) => y(value ?? 0))
  return path(through) ?? ''
}

/** The point whose band an x lies in, or the nearest one; -1 without points. */
export function pointAt(bands: readonly Band[], x: number): number {
  const first = bands[0]
  if (!first || first.width <= 0) return bands.length - 1
  return Math.min(bands.length - 1, Math.max(0, Math.floor((x - first.left) / first.width)))
}
