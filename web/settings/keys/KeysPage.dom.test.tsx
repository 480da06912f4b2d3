import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import KeysPage from './KeysPage.tsx'

it('without keys, the first is made from where the list would be', async () => {
  serve(({ path }) => (path === '/v1/restaurant/keys' ? { status: 200, body: { keys: [] } } : refusal(404, 'not_found', 'Not found.')))
  await signIn({ role: 'superuser' })
  const { user } = mount(<KeysPage />)
  await user.click(await screen.findByRole('button', { name: 'Make the first key' }))
  expect(await screen.findByRole('dialog', { name: 'New key' })).toBeTruthy()
})
