import { line } from 'd3-shape'
import { cx } from '#web/ui/cx.ts'
import { linear } from './scale.ts'

export interface SparklineProps {
  /** What it shows, in words: `Sales a day, 23 Oct to 21 Nov, last Rs. 24,746.50` */
  label: string
  /** In order of time; null where nothing is known, which leaves a gap */
  values: readonly (number | null)[]
  tone?: 'muted' | 'danger'
  width?: number
  height?: number
}

const TONES = { muted: 'fill-muted stroke-muted', danger: 'fill-danger stroke-danger' }
/** Room for the dot at the end. */
const EDGE = 3

/** A small line of a figure over time, for a table's cell. It fills the height from its lowest to its highest value, with a dot on the last one. */
export function Sparkline({ label, values, tone = 'muted', width = 112, height = 24 }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  const x = linear([0, Math.max(1, values.length - 1)], [EDGE, width - EDGE])
  const flat = Math.min(...known) === Math.max(...known)
  const y = linear([Math.min(...known), Math.max(...known)], flat ? [height / 2, height / 2] : [height - EDGE, EDGE])
  const d = line<number | null>()
    .defined((value) => value !== null)
    .x((_, i) => x(i))
    .y((value) => y(value ?? 0))(values)
  const last = values.at(-1)
  return (
    <svg role="img" aria-label={label} width={width} height={height} className={cx('block', TONES[tone])}>
      <path d={d ?? ''} fill="none" strokeWidth={1.5} strokeLinecap="round" strokeLinejoin="round" />
      {last === null || last === undefined ? null : <circle cx={x(values.length - 1)} cy={y(last)} r={2} />}
    </svg>
  )
}
