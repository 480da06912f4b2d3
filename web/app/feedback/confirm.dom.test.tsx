import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { expire, sessionNow } from '#web/core/session.ts'
import { aUser, mount, signIn } from '#web/test/dom.tsx'
import { confirm } from './confirm.tsx'

const question = async () => {
  await signIn()
  mount(<p>Page</p>)
  const answer = vi.fn<(yes: boolean) => void>()
  act(() => void confirm({ title: 'Remove T7?', confirmLabel: 'Remove' }).then(answer))
  await screen.findByRole('alertdialog')
  return answer
}

it('a question is answered with no when the session of the person ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answer = await question()
  act(() => expire())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(answer.mock.calls).toEqual([[false]])
  await act(() => vi.advanceTimersByTimeAsync(1500))
  vi.useRealTimers()
})

it('and when another person signs in in another tab', async () => {
  const answer = await question()
  await act(() => signIn({ ...aUser(), _id: 'u2' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect([answer.mock.calls, sessionNow().user?._id]).toEqual([[[false]], 'u2'])
})

it('but stays while the same person’s permissions are read again', async () => {
  const answer = await question()
  await act(() => signIn())
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(answer).not.toHaveBeenCalled()
})
