import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { listedShortcuts, useShortcuts } from './shortcuts.tsx'

it('the sheet lists a key that has nothing to act on yet, where the page says so', () => {
  const run = vi.fn()
  const { unmount } = renderHook(() =>
    useShortcuts({
      F8: { label: 'Send KOT', run, when: false, listed: true },
      F4: { label: 'Note', run, when: false },
      F2: { label: 'Search items', run, when: true },
      t: { label: 'Tables', run, listed: false },
    }),
  )
  expect(listedShortcuts()).toEqual([
    ['Send KOT', ['F8']],
    ['Search items', ['F2']],
  ])
  unmount()
  expect(listedShortcuts()).toEqual([])
})
