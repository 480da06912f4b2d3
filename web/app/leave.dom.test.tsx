import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { mayLoseTyped, useLeaveCheck } from './leave.tsx'

/** Something that would be lost, with its own question. */
function Unsent({ what, asks = true }: { what: string; asks?: boolean }) {
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null)
  useLeaveCheck({
    loses: ({ from, to }) => asks && from.pathname !== to.pathname,
    ask: () => new Promise((resolve) => setAnswer(() => (leave: boolean) => (setAnswer(null), resolve(leave)))),
  })
  return answer ? (
    <div role="alertdialog" aria-label={what}>
      <button type="button" onClick={() => answer(true)}>
        Leave {what}
      </button>
      <button type="button" onClick={() => answer(false)}>
        Stay with {what}
      </button>
    </div>
  ) : null
}

it('asks the page’s question although a dialog on it has a check of its own', async () => {
  const { user, goTo } = mount(
    <>
      <Unsent what="ticket" />
      <Unsent what="note" asks={false} />
    </>,
  )
  await act(() => goTo('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Leave ticket' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

it('asks one question after the other, the newest first, and stays on the page after the first no', async () => {
  const { user, goTo, path } = mount(
    <>
      <Unsent what="ticket" />
      <Unsent what="note" />
    </>,
  )
  await act(() => goTo('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Stay with note' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await act(() => goTo('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Leave note' }))
  await user.click(await screen.findByRole('button', { name: 'Stay with ticket' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(path()).toBe('/')
  await act(() => goTo('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Leave note' }))
  await user.click(await screen.findByRole('button', { name: 'Leave ticket' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

it('a sign-out asks nothing of an unsent ticket, which has a question of its own there', async () => {
  mount(<Unsent what="ticket" />)
  expect(await mayLoseTyped()).toBe(true)
})

it('checks that share a question ask it once', async () => {
  const ask = vi.fn(() => Promise.resolve(true))
  const Form = () => {
    useLeaveCheck({ loses: () => true, ask })
    return null
  }
  const { goTo } = mount(
    <>
      <Form />
      <Form />
    </>,
  )
  await act(() => goTo('/elsewhere'))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  expect(ask).toHaveBeenCalledTimes(1)
})
