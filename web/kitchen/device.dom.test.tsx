import { act, renderHook } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { signIn } from '#web/test/dom.tsx'
import { noteBump, tidy, useDevice } from './device.ts'
import { at } from './testOrders.ts'

it('a board that stays open overnight forgets what was bumped a shift ago', async () => {
  await signIn({ role: 'kitchen' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at(0)) })
  onTestFinished(() => void vi.useRealTimers())
  const { result } = renderHook(() => useDevice().bumped.map(({ kotId }) => kotId))
  act(() => noteBump({ kotId: 'late', orderId: 'o', kotNumber: 5, label: 'T7', at: at(0), items: 'Naan' }))
  const tidied = () => act(() => tidy(new Set(), new Set()))
  tidied()
  expect(result.current).toEqual(['late'])
  vi.setSystemTime(Date.parse(at(-12 * 60)))
  tidied()
  expect(result.current).toEqual([])
})
