import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useTitle } from '#web/app/title.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, serve } from '#web/test/dom.tsx'
import PermissionsPage from './PermissionsPage.tsx'

const Title = () => <h1>{useTitle()}</h1>

it('names the restaurant, also one that is not approved yet, and asks for its permissions once', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const user = aUser({ role: 'backoffice', restaurantId: null, restaurantName: null })
  await acceptLogin('backoffice', { token: 'a.b.c', user, permissions: {} })
  // Before that, the public call answers 404.
  const asked = serve(({ path }) =>
    path === '/v1/backoffice/permissions/restaurant/r1'
      ? { status: 200, body: { permissions: {}, restaurantName: 'Kokan Kitchen' } }
      : { status: 404, body: {} },
  )
  const page = (
    <>
      <Title />
      <PermissionsPage />
    </>
  )
  mount(page, { path: '/backoffice/permissions/:id', at: '/backoffice/permissions/r1' })
  expect(await screen.findByRole('switch', { name: 'POS is on' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Kokan Kitchen, permissions' })).toBeTruthy()
  expect(asked.map(({ path }) => path)).toEqual(['/v1/backoffice/permissions/restaurant/r1'])
})
