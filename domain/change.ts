/** The change from the former value in percent: 8.24 is 8.24% more. Null when the former value was not above zero. */
export const changePercent = (now: number, before: number): number | null => (before > 0 ? ((now - before) / before) * 100 : null)

/** From this many percent on a percentage is hard to picture, so the change is shown as a multiple. */
const MULTIPLE_FROM = 1000

/** How many times the former value it is, rounded, once that is easier to read than the percentage; null before. */
export const timesAsMuch = (percent: number): number | null => (percent >= MULTIPLE_FROM ? Math.round(percent / 100 + 1) : null)

/** A change beside a figure: `+8.2%`, `−22.4%`, `0.0%`, `×219`; `–` when there is nothing to compare with. */
export function changeText(percent: number | null): string {
  if (percent === null) return '–'
  const times = timesAsMuch(percent)
  if (times !== null) return `×${times}`
  const text = Math.abs(percent).toFixed(1)
  return text === '0.0' ? text + '%' : `${percent > 0 ? '+' : '−'}${text}%`
}
