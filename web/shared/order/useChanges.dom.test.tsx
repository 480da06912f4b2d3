import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import { aKot as kot, aLine as line, anOrder as order } from './test/order.ts'
import { useChanges } from './useChanges.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Shown({ given }: { given: OrderShape | null }) {
  // A new object with every render, as on the floor.
  const { changes, ended } = useChanges(given && { ...given })
  return (
    <>
      <ChangedNotice changes={changes} />
      <p>{ended}</p>
    </>
  )
}
const before = order()
const more = order({ version: 2, kots: [...before.kots, kot([line('Beer', { quantity: 2 })], { kotId: 'k2' })] })
const notice = () => screen.queryByRole('note')?.textContent

it('shows another device’s changes for six seconds, and the order’s end for good', () => {
  const { rerender } = render(<Shown given={before} />)
  expect(notice()).toBeUndefined()
  rerender(<Shown given={more} />)
  expect(notice()).toBe('Changed on another device: +2 Beer')
  act(() => vi.advanceTimersByTime(5900))
  expect(notice()).toBe('Changed on another device: +2 Beer')
  act(() => vi.advanceTimersByTime(200))
  expect(notice()).toBeUndefined()
  rerender(<Shown given={{ ...more, version: 3, orderStatus: 'completed' }} />)
  expect(screen.getByText('Table 7 was billed')).toBeTruthy()
})

it('clears them when another order is opened, whose first state is not a change', () => {
  const { rerender } = render(<Shown given={before} />)
  rerender(<Shown given={more} />)
  rerender(<Shown given={order({ _id: 'o2', version: 9 })} />)
  expect(notice()).toBeUndefined()
  rerender(<Shown given={null} />)
  rerender(<Shown given={more} />)
  expect(notice()).toBeUndefined()
})
