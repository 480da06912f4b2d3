import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import KeysPage from './KeysPage.tsx'

it('without keys, an empty list offers to make the first one', async () => {
  serve(({ path }) => (path === '/v1/restaurant/keys' ? { status: 200, body: { keys: [] } } : refusal(404, 'not_found', 'Not found.')))
  await signIn({ role: 'superuser' })
  const { user } = mount(<KeysPage />)
  await user.click(await screen.findByRole('button', { name: 'Make the first key' }))
  expect(await screen.findByRole('dialog', { name: 'New key' })).toBeTruthy()
})

it('shows who made a key, and that a key stopped working when its maker left; it can still be revoked', async () => {
  const key = {
    id: 'k1',
    _id: 'k1',
    label: 'Tally',
    prefix: 'tawa_abcdef',
    createdBy: 'Asha',
    createdAt: '2026-11-01T10:00:00.000Z',
    lastUsedAt: null,
  }
  const keys = [
    { ...key, revokedAt: null, active: false },
    { ...key, id: 'k2', _id: 'k2', label: 'Books', createdBy: null, revokedAt: '2026-11-02T10:00:00.000Z', active: false },
  ]
  serve(({ path }) => (path === '/v1/restaurant/keys' ? { status: 200, body: { keys } } : refusal(404, 'not_found', 'Not found.')))
  await signIn({ role: 'superuser' })
  const { user } = mount(<KeysPage />)
  const row = (await screen.findByText('Tally')).closest('tr')!
  expect(row.textContent).toMatch(/by Asha.*Maker left/)
  expect(screen.getByText('Books').closest('tr')!.textContent).toMatch(/Revoked/)
  await user.click(within(row).getByRole('button', { name: /More|menu/i }))
  expect((await screen.findByRole('menuitem', { name: /^Revoke/ })).getAttribute('aria-disabled')).not.toBe('true')
})
