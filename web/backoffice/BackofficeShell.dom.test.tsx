import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, serve } from '#web/test/dom.tsx'
import BackofficeShell from './BackofficeShell.tsx'

it('Search in the sidebar opens the palette, as Ctrl+K does', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const paging = { totalPages: 1, currentPage: 1, itemsPerPage: 200 }
  serve(({ path }) => ({
    status: 200,
    body: path.includes('claims') ? { claims: [], ...paging, totalClaims: 0 } : { restaurants: [], ...paging, totalRestaurants: 0 },
  }))
  await acceptLogin('backoffice', {
    token: 'a.b.c',
    user: aUser({ role: 'backoffice', restaurantId: null, restaurantName: null }),
    permissions: {},
  })
  const { user } = mount(<BackofficeShell />)
  await user.click(screen.getByRole('button', { name: /^Search/ }))
  const box = await screen.findByPlaceholderText('Page, action or who waits')
  expect(document.activeElement).toBe(box)
})
