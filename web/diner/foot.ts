/**
 * For the bar with a page's own action: keeps its height (px) as `--foot`, so that a message stands above it however many lines it has. Returns a function that stops it.
 */
export function watchFoot(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return
  const seen = new ResizeObserver(() => document.body.style.setProperty('--foot', `${bar.offsetHeight}px`))
  seen.observe(bar)
  return () => seen.disconnect()
}
