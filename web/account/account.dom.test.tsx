import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, lazy } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, it } from 'vitest'
import { canOpen } from '#domain/permissions.ts'
import { familyOf, ROLES } from '#domain/roles.ts'
import { Frame } from '#web/app/Frame.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { ALL_SCREENS } from '#web/app/test/screens.ts'
import { setRouter } from '#web/app/useSearch.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, serve } from '#web/test/dom.tsx'

beforeEach(() => {
  const session = {
    id: 's1',
    device: 'Chrome on Windows',
    current: true,
    createdAt: '2026-11-20T10:00:00.000Z',
    lastSeenAt: '2026-11-20T11:00:00.000Z',
  }
  serve(() => ({ status: 200, body: { sessions: [session] } }))
})

/** The pages of the tables of screens, and at `/` the user menu. */
function mountMenu() {
  const routes = ALL_SCREENS.map(({ path, module }) => {
    const Page = lazy(module)
    return { path, element: <Page /> }
  })
  const router = createMemoryRouter([{ path: '/', element: <UserMenu /> }, ...routes], { initialEntries: ['/'] })
  setRouter(router)
  render(
    <Frame>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </Frame>,
  )
  return { user: userEvent.setup(), path: () => router.state.location.pathname }
}

it.each(ROLES.filter((role) => role !== 'user'))(
  'the user menu leads a %s to a page in their own area with their password and devices',
  async (role) => {
    await acceptLogin(familyOf(role), {
      token: 'a.b.c',
      user: aUser({ role, partnerId: role === 'partner' ? 'p1' : null }),
      permissions: {},
    })
    const { user, path } = mountMenu()
    await user.click(screen.getByRole('button', { name: /User menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Your account' }))
    expect(await screen.findByLabelText('Present password')).toBeTruthy()
    expect(await screen.findByText('This device')).toBeTruthy()
    expect(path()).toBe(`/${familyOf(role)}/account`)
    expect(canOpen({ role }, path(), {}).ok).toBe(true)
  },
)
