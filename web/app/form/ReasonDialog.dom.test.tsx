import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { NumberField } from './fields.tsx'
import { ReasonDialog, ReasonFormDialog } from './ReasonDialog.tsx'
import { useForm } from './useForm.ts'

const run = vi.fn((_reason: string) => Promise.resolve())
beforeEach(() => run.mockClear())

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

it('opens with the focus in the reason: what is typed at once goes there, a first space too, and Enter sends it', async () => {
  const { user } = mount(<Asking />)
  await user.keyboard(' Left{Enter}')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(run).toHaveBeenCalledExactlyOnceWith('Left')
})

it('Enter without a reason confirms nothing', async () => {
  const { user } = mount(<Asking />)
  await user.keyboard('{Enter}{Enter}')
  expect(await screen.findByText('A reason is needed.')).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
})

it('on a touch screen opens with the focus on the dialog itself: no keyboard covers the common reasons, and a key presses nothing', async () => {
  const mouse = window.matchMedia
  window.matchMedia = (query) => ({ ...mouse(query), matches: query === '(pointer: coarse)' })
  try {
    const { user } = mount(<Asking />)
    expect(document.activeElement).toBe(dialog())
    await user.keyboard(' {Enter}')
    expect(dialog()).not.toBeNull()
    expect(run).not.toHaveBeenCalled()
  } finally {
    window.matchMedia = mouse
  }
})

function AskingHowMuch({ quantity }: { quantity: number | null }) {
  const form = useForm({ defaults: { quantity, reason: '' }, send: () => Promise.resolve() })
  return (
    <ReasonFormDialog
      form={form}
      title="Book waste of Paneer"
      confirmLabel="Book waste"
      reasons={['Spoiled']}
      missing="A reason is needed."
      onClose={() => undefined}
      before={<NumberField form={form} name="quantity" label="Quantity" required unit="kg" />}
    />
  )
}

it('opens with the focus in the first empty field, if it has more fields than the reason', () => {
  const { unmount } = mount(<AskingHowMuch quantity={null} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Quantity'))
  unmount()
  mount(<AskingHowMuch quantity={2} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
})

it('a common reason comes after what was typed, and only replaces another common one', async () => {
  function Two() {
    return (
      <ReasonDialog
        title="Reject?"
        confirmLabel="Reject"
        reasons={['No licence', 'Wrong name']}
        missing="Why?"
        onClose={() => {}}
        run={run}
      />
    )
  }
  const { user } = mount(<Two />)
  const field = () => screen.getByLabelText<HTMLInputElement>('Reason').value
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await press('No licence')
  await press('Wrong name')
  expect(field()).toBe('Wrong name')
  await press('Wrong name')
  expect(field()).toBe('')
  await user.type(screen.getByLabelText('Reason'), 'Page 2 is cut off')
  await press('No licence')
  expect(field()).toBe('Page 2 is cut off; No licence')
  await press('Wrong name')
  expect(field()).toBe('Page 2 is cut off; Wrong name')
  await press('Wrong name')
  expect(field()).toBe('Page 2 is cut off')
  await user.type(screen.getByLabelText('Reason'), ' and dark'.repeat(20))
  const long = field()
  await press('No licence')
  expect(field()).toBe(long)
})
