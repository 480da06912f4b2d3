/**
 * What a chart, its legend and its table show: `points` along the axis, and for each series one value per point.
 * Values are plain numbers of one unit (money: paise); `format` writes one out in full.
 */
export interface ChartData {
  points: readonly Point[]
  series: readonly Series[]
  format: (value: number) => string
}

export interface Point {
  /** Under the axis, short: `14`, `23 Oct` */
  label: string
  /** In full, for the tooltip, the table and screen readers: `14:00 to 15:00`. No two points share one. */
  title: string
  /** For a point whose time is not over: the words that say so, such as `so far`. Its columns are outlines. */
  unfinished?: string
}

export interface Series {
  name: string
  /** One per point; null where nothing is known: no column, a gap in a line */
  values: readonly (number | null)[]
  /** Columns stand side by side. `steps`: a stepped outline of what the columns are compared with. */
  kind: 'column' | 'steps' | 'line'
}

/** How a series is drawn, as class names. Series differ by fill, outline or dash as well as by colour, so they can be told apart without colour. */
export interface Look {
  fill: string
  stroke?: string
  dash?: string
}

const COLUMNS: readonly Look[] = [
  { fill: 'fill-accent' },
  { fill: 'fill-raised', stroke: 'stroke-border' },
  { fill: 'fill-text' },
  { fill: 'fill-surface', stroke: 'stroke-text' },
]
const LINES: readonly Look[] = [
  { fill: 'fill-accent', stroke: 'stroke-accent' },
  { fill: 'fill-text', stroke: 'stroke-text', dash: '6 4' },
  { fill: 'fill-info', stroke: 'stroke-info', dash: '2 4' },
  { fill: 'fill-billed', stroke: 'stroke-billed', dash: '10 4 2 4' },
]
const STEPS: Look = { fill: 'fill-muted', stroke: 'stroke-muted' }

/** The look of each series, by its place among those of its kind. A chart has at most four of a kind. */
export function looksOf(series: readonly Series[]): Look[] {
  const used = { column: 0, line: 0 }
  return series.map(({ kind }) => {
    if (kind === 'steps') return STEPS
    const looks = kind === 'column' ? COLUMNS : LINES
    return looks[used[kind]++ % looks.length] as Look
  })
}

/** A point in one sentence: `14:00 to 15:00, so far: Today Rs. 250.00, last Sat Rs. 100.00`. */
export function pointText({ points, series, format }: ChartData, index: number): string {
  const point = points[index]
  const values = series.map(({ name, values }) => `${name} ${valueText(values[index], format)}`)
  return `${point?.title}${point?.unfinished ? `, ${point.unfinished}` : ''}: ${values.join(', ')}`
}

/** A value in full, `–` where nothing is known. */
export const valueText = (value: number | null | undefined, format: ChartData['format']): string =>
  value === null || value === undefined ? '–' : format(value)
