import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetTyped, keepTyping, takeTyped, typedBelongsTo, wasTyping, whileTyping } from './typed.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
    key: (i: number) => [...kept.keys()][i] ?? null,
    get length() {
      return kept.size
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

it('what was being typed when the session ended is there again for the same person, once', () => {
  let text = 'Cut in h'
  const stops = [whileTyping('note', () => text), whileTyping('customer', () => null)]
  text = 'Cut in half'
  expect(wasTyping('note')).toBeUndefined()
  keepTyping('asha')
  for (const stop of stops) stop()
  expect(typedBelongsTo('asha')).toBe(true)
  expect([wasTyping('note'), wasTyping('customer')]).toEqual(['Cut in half', undefined])
  expect([takeTyped('note'), takeTyped('note'), takeTyped('customer')]).toEqual(['Cut in half', null, null])
  expect(typedBelongsTo('asha')).toBe(false)
})

it('a tab in which nothing is typed writes nothing over what another tab keeps in the same moment', () => {
  const stop = whileTyping('note', () => null)
  const stored = vi.spyOn(localStorage, 'setItem')
  keepTyping('asha')
  expect(stored).not.toHaveBeenCalled()
  stop()
})

it('two tabs in the same form keep both: each gets its own first, and what the other has not taken is given back after it', async () => {
  vi.resetModules()
  const other = await import('./typed.ts')
  vi.useFakeTimers()
  const stops = [whileTyping('note', () => 'Here'), other.whileTyping('note', () => 'There')]
  keepTyping('asha')
  vi.advanceTimersByTime(1)
  other.keepTyping('asha')
  for (const stop of stops) stop()
  expect([takeTyped('note'), takeTyped('note'), takeTyped('note')]).toEqual(['Here', 'There', null])
  // A page that was loaded since gets the newest first.
  stops.push(
    whileTyping('note', () => 'Here'),
    other.whileTyping('note', () => 'There'),
  )
  keepTyping('asha')
  vi.advanceTimersByTime(1)
  other.keepTyping('asha')
  for (const stop of stops) stop()
  vi.resetModules()
  const loaded = await import('./typed.ts')
  expect(loaded.typedBelongsTo('asha')).toBe(true)
  expect([loaded.takeTyped('note'), loaded.takeTyped('note'), loaded.typedBelongsTo('asha')]).toEqual(['There', 'Here', false])
  vi.useRealTimers()
})

it('another person, or who signs out, finds nothing, and what is closed is not kept', () => {
  const stop = whileTyping('note', () => 'Secret sauce')
  keepTyping('asha')
  expect([typedBelongsTo('ravi'), takeTyped('note')]).toEqual([false, null])
  keepTyping('asha')
  forgetTyped()
  expect(takeTyped('note')).toBeNull()
  stop()
  keepTyping('asha')
  expect(typedBelongsTo('asha')).toBe(false)
})

it('it is forgotten after twelve hours, when other guests sit there', () => {
  vi.useFakeTimers()
  const stop = whileTyping('note', () => 'Cut in half')
  keepTyping('asha')
  stop()
  vi.advanceTimersByTime(12 * 3_600_000 - 1)
  expect(wasTyping('note')).toBe('Cut in half')
  vi.advanceTimersByTime(1)
  expect([wasTyping('note'), typedBelongsTo('asha'), takeTyped('note')]).toEqual([undefined, false, null])
  vi.useRealTimers()
})

it('a browser without storage goes on without it', () => {
  vi.stubGlobal('localStorage', undefined)
  const stop = whileTyping('note', () => 'x')
  keepTyping('asha')
  expect([typedBelongsTo('asha'), takeTyped('note')]).toEqual([false, null])
  stop()
})
