import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { part } from './part.tsx'

const Page = () => <h1>The cart</h1>
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
/** A script that can't be fetched `failures` times. */
function script(failures: number) {
  const asked = { times: 0 }
  const Shown = part<{ onClose?: () => void }>(() => (asked.times++ < failures ? lost() : Promise.resolve({ default: Page })))
  return { Shown, asked }
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(cleanup)

it('a page whose script can’t be fetched says so and is there after "Try again"; what is around it stays', async () => {
  const { Shown } = script(1)
  render(
    <>
      <Shown />
      <nav>Pages</nav>
    </>,
  )
  expect(await screen.findByText('This could not be loaded. Check the connection.')).toBeTruthy()
  expect(screen.getByText('Pages')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'The cart' })).toBeTruthy()
})

it('a sheet whose script can’t be fetched can be closed', async () => {
  const { Shown } = script(1)
  let closed = false
  render(<Shown onClose={() => (closed = true)} />)
  expect(await screen.findByRole('dialog', { name: 'Not loaded' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(closed).toBe(true)
})

it('is fetched once, also ahead of its first use', async () => {
  const { Shown, asked } = script(0)
  await act(async () => Shown.ahead())
  render(
    <>
      <Shown />
      <Shown />
    </>,
  )
  expect(screen.getAllByRole('heading', { name: 'The cart' })).toHaveLength(2)
  expect(asked.times).toBe(1)
})
