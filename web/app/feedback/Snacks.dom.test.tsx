import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { snack } from './snack.tsx'

const say = (message: string, id: string) => act(() => void snack.info(message, { id }))

it('a snackbar that is said again while the one before it leaves stays', async () => {
  const { user } = mount(<p>Page</p>)
  say('T7 is saved', 'saved')
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  say('T7 is saved again', 'saved')
  await screen.findByText('T7 is saved again')
  // It leaves after the first one has.
  say('Other', 'other')
  await screen.findByText('Other')
  act(() => snack.close('other'))
  await waitFor(() => expect(screen.queryByText('Other')).toBeNull())
  expect([screen.queryByText('T7 is saved'), screen.queryByText('T7 is saved again') !== null]).toEqual([null, true])
})

it('a snackbar with the id of one that is open takes its place', async () => {
  mount(<p>Page</p>)
  say('2 items', 'items')
  await screen.findByText('2 items')
  say('3 items', 'items')
  await screen.findByText('3 items')
  expect(screen.queryByText('2 items')).toBeNull()
})
