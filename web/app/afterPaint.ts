import { flushSync } from 'react-dom'

const waiting: ((late: true) => void)[] = []

function runWaiting(): void {
  for (let run = waiting.shift(); run; run = waiting.shift()) run(true)
}

// A second press finds on the page what the first one did, however soon it comes; and nothing is lost when the page is left.
for (const type of ['pointerdown', 'keydown', 'visibilitychange', 'pagehide'])
  globalThis.addEventListener?.(type, () => waiting.length > 0 && flushSync(runWaiting), true)

/** False where nothing is painted: in a hidden tab, and in tests without a browser. */
const paints = () => 'PerformancePaintTiming' in globalThis && document.visibilityState === 'visible'

/**
 * Runs what a press does after the next frame, so that a slow device first shows that something was pressed (a button's `:active`, a cleared field). It runs
 * in the order of the presses and always before the next one. `late` is false if it runs at once, within the press.
 */
export function afterPaint(run: (late: boolean) => void): void {
  if (!paints()) return run(false)
  waiting.push(run)
  requestAnimationFrame(() => setTimeout(runWaiting))
}
