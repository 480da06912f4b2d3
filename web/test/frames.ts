import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Until the test has ended, frames are painted only by the returned function, which also waits for what comes after them (web/app/afterPaint.ts). */
export function holdFrames(): () => Promise<void> {
  const frames: (() => void)[] = []
  vi.stubGlobal('PerformancePaintTiming', {})
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  onTestFinished(() => void vi.unstubAllGlobals())
  return () =>
    act(async () => {
      for (const run of frames.splice(0)) run()
      await new Promise((done) => setTimeout(done))
    })
}
