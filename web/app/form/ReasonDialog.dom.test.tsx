import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

const run = vi.fn((_reason: string) => Promise.resolve())

function Asking() {
  const [open, setOpen] = useState(true)
  return open ? (
    <ReasonDialog
      title="Cancel the order of T7?"
      confirmLabel="Cancel order"
      reasons={['Guest left']}
      missing="A reason is needed."
      onClose={() => setOpen(false)}
      run={run}
    />
  ) : null
}

const dialog = () => screen.queryByRole('alertdialog', { name: 'Cancel the order of T7?' })
const question = () => screen.findByRole('alertdialog', { name: 'Discard what you typed?' })
const answer = async (name: string) => within(await question()).getByRole('button', { name })

it('asks before Escape loses a reason that was typed', async () => {
  const { user } = mount(<Asking />)
  await user.type(screen.getByLabelText('Reason'), 'Left early')
  await user.keyboard('{Escape}')
  await user.click(await answer('Keep editing'))
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Left early')
  await user.keyboard('{Escape}')
  await user.click(await answer('Discard'))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(run).not.toHaveBeenCalled()
})

it('asks before another page is opened', async () => {
  const { user, goTo, path } = mount(<Asking />)
  await user.type(screen.getByLabelText('Reason'), 'Left early')
  await act(() => goTo('/elsewhere'))
  await user.click(await answer('Keep editing'))
  expect(path()).toBe('/')
})

it('closes at once by Keep, and by Escape while nothing was typed', async () => {
  const { user, unmount } = mount(<Asking />)
  await user.click(screen.getByRole('button', { name: 'Guest left' }))
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(dialog()).toBeNull()
  expect(screen.queryByText('Discard what you typed?')).toBeNull()
  unmount()
  const again = mount(<Asking />)
  await again.user.keyboard('{Escape}')
  await waitFor(() => expect(dialog()).toBeNull())
})
