import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPart, onPartFailed } from './part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Something of the page that nobody presses, whose script can't be loaded at first. */
function aService(failures: number) {
  const load = vi.fn(() =>
    load.mock.calls.length <= failures
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve({ default: () => <p>at work</p> }),
  )
  const service = createPart(load)
  const Page = ({ on }: { on: boolean }) => service.useWhen(on, {})
  return { load, Page }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a part that nobody presses is fetched again until it is loaded, as when the network failed while the page was opened', async () => {
  const failed = vi.fn()
  onPartFailed(failed)
  const { load, Page } = aService(3)
  render(<Page on />)
  await pass(4000)
  expect([load.mock.calls.length, screen.queryByText('at work')]).toEqual([1, null])
  await pass(12_000)
  expect(screen.queryByText('at work')).not.toBeNull()
  await pass(60_000)
  expect(load).toHaveBeenCalledTimes(4)
  expect(failed).toHaveBeenCalledTimes(3)
})

it('is not fetched while it is not needed, nor again once it is no longer needed', async () => {
  const { load, Page } = aService(10)
  const { rerender } = render(<Page on={false} />)
  await pass(20_000)
  expect(load).not.toHaveBeenCalled()
  rerender(<Page on />)
  rerender(<Page on={false} />)
  await pass(60_000)
  expect(load).toHaveBeenCalledTimes(1)
})

it('one that a press opens is fetched again at the next press after a failure, and once it is loaded no more', async () => {
  const load = vi.fn(() =>
    load.mock.calls.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ default: () => <p>asked</p> }),
  )
  const dialog = createPart(load)
  render(<dialog.Part />)
  for (let press = 0; press < 3; press++) {
    dialog.fetch()
    await pass(0)
  }
  expect(screen.queryByText('asked')).not.toBeNull()
  expect(load).toHaveBeenCalledTimes(2)
})
