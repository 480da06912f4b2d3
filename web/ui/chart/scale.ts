const STEPS = [1, 2, 2.5, 5, 10]

/**
 * The even steps of a value axis, from at most the least value (or 0) to at least the greatest: `0, 5000, 10000, 15000`.
 * Two to five spaces between them (one more when values lie on both sides of 0); `[0]` when all values are 0.
 */
export function ticksFor(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low
  if (span === 0) return [0]
  const power = 10 ** Math.floor(Math.log10(span / 3))
  const step = (STEPS.find((n) => span / (n * power) <= 4) ?? 10) * power
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

/** Values to pixels in a straight line; everything at `from` when the values have no width. (d3-scale would do it too, for 9 kB of colours and number formats more.) */
export function linear([low, high]: readonly [number, number], [from, to]: readonly [number, number]): (value: number) => number {
  const span = high - low
  return (value) => (span === 0 ? from : from + ((value - low) / span) * (to - from))
}

/** A short number in Indian units: `0`, `500`, `15k`, `2.5L`, `1Cr`. */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  const short = (unit: number, name: string) => `${Number((value / unit).toFixed(2))}${name}`
  if (size >= 10_000_000) return short(10_000_000, 'Cr')
  if (size >= 100_000) return short(100_000, 'L')
  return size >= 1000 ? short(1000, 'k') : short(1, '')
}

/** About the width of a character of the axis, 12 px Inter. */
const CHARACTER = 7.4
const GAP = 4

/** n, if there is room for every n-th label only; 1 when all labels fit bands of this width (px). */
export function labelEvery(labels: readonly string[], band: number): number {
  const widest = Math.max(1, ...labels.map((label) => label.length)) * CHARACTER + GAP
  return band > 0 ? Math.max(1, Math.ceil(widest / band)) : 1
}
