import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import { aKot as kot, aLine as line, anOrder as order } from './test/order.ts'
import { useChanges } from './useChanges.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Shown({ given, table }: { given: OrderShape | null; table?: Parameters<typeof useChanges>[1] }) {
  // A new object with every render, as on the floor.
  const { changes, ended } = useChanges(given && { ...given }, table)
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

it('shows what another device has begun at a table that was free here, and not what was there when the page was opened', () => {
  const [free, occupied] = [null, before._id].map((currentOrderId) => ({ _id: 't7', currentOrderId }))
  const begun = before.kots.flatMap((ticket) => ticket.items).map(({ quantity, itemName }) => `+${quantity} ${itemName}`)
  const { rerender, unmount } = render(<Shown given={null} table={free} />)
  rerender(<Shown given={null} table={occupied} />)
  rerender(<Shown given={before} table={occupied} />)
  expect(notice()).toBe(`Changed on another device: ${begun.join(', ')}`)
  unmount()
  // The table is known before its order, or is another one.
  const next = render(<Shown given={null} table={occupied} />)
  next.rerender(<Shown given={before} table={occupied} />)
  expect(notice()).toBeUndefined()
  next.rerender(<Shown given={null} table={{ _id: 't8', currentOrderId: null }} />)
  next.rerender(<Shown given={before} table={occupied} />)
  expect(notice()).toBeUndefined()
})
