import { act, renderHook } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { setClock, useElapsed, useNow } from './hooks.ts'

it('ages follow the clock that the app has set, not the device’s', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T14:00:00.000Z') })
  onTestFinished(() => {
    setClock(() => Date.now())
    vi.useRealTimers()
  })
  const { result } = renderHook(() => ({ minutes: useElapsed('2026-11-21T13:57:00.000Z') / 60_000, now: useNow() }))
  expect(result.current.minutes).toBe(3)
  setClock(() => Date.now() + 12 * 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toEqual({ minutes: 15, now: Date.parse('2026-11-21T14:12:00.000Z') })
})
