import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, lazy } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { canOpen } from '#domain/permissions.ts'
import { familyOf, ROLES } from '#domain/roles.ts'
import { Frame } from '#web/app/Frame.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { ALL_SCREENS } from '#web/app/test/screens.ts'
import { setRouter } from '#web/app/useSearch.ts'
import { acceptLogin, sessionNow } from '#web/core/session.ts'
import { aUser, mount, refusal, type Reply, serve } from '#web/test/dom.tsx'
import AccountPage from './AccountPage.tsx'

const session = {
  ...{ id: 's1', device: 'Chrome on Windows', current: true },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', lastSeenAt: '2026-11-20T11:00:00.000Z' },
}
let answers: Record<string, Reply>
beforeEach(() => {
  sessionStorage.clear()
  answers = {
    '/v1/auth/sessions': { status: 200, body: { sessions: [session] } },
    '/v1/auth/email': { status: 200, body: { email: { address: 'divya@demo.test', confirmed: true } } },
  }
  serve(({ path }) => answers[path] ?? refusal(404, 'not_found', 'Not found.'))
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

describe('an email that is not confirmed', () => {
  const email = (confirmed: boolean) => ({ address: 'divya@demo.test', confirmed })
  const opened = async (role: 'partner' | 'superuser') => {
    await acceptLogin(familyOf(role), { token: 'a.b.c', user: aUser({ role }), permissions: {} })
    answers['/v1/auth/email'] = { status: 200, body: { email: email(false) } }
    return mount(<AccountPage />)
  }

  it('is confirmed here, long after the sign-up', async () => {
    const { user } = await opened('partner')
    answers['/v1/auth/email/code'] = { status: 200, body: { message: 'A code is on its way.', email: email(false) } }
    answers['/v1/auth/email/confirm'] = { status: 200, body: { email: email(true) } }
    await user.click(await screen.findByRole('button', { name: 'Send me a code' }))
    await user.type(await screen.findByLabelText('Code'), '123456')
    expect(await screen.findByText('divya@demo.test is confirmed.')).toBeTruthy()
  })

  it('is corrected by a partner, and stands in the user menu then', async () => {
    const { user } = await opened('partner')
    await user.click(await screen.findByRole('button', { name: 'Wrong address? Correct it' }))
    answers['/v1/auth/email'] = { status: 200, body: { email: { address: 'divya@tawa.example', confirmed: false } } }
    await user.type(screen.getByLabelText('Your password'), 'a long password')
    await user.click(screen.getByRole('button', { name: 'Save and send a code' }))
    await vi.waitFor(() => expect(sessionNow().user?.email).toBe('divya@tawa.example'))
  })

  it('of an approved restaurant is confirmed, not corrected', async () => {
    await opened('superuser')
    expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Wrong address? Correct it' })).toBeNull()
  })

  it('is not asked about once it is confirmed', async () => {
    await acceptLogin('partner', { token: 'a.b.c', user: aUser({ role: 'partner' }), permissions: {} })
    mount(<AccountPage />)
    expect(await screen.findByText('This device')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Your email' })).toBeNull()
  })
})

it.each([
  ['partner', true],
  ['cashier', false],
] as const)('a %s reads who can change a confirmed email: %s', async (role, reads) => {
  await acceptLogin(familyOf(role), { token: 'a.b.c', user: aUser({ role, partnerId: reads ? 'p1' : null }), permissions: {} })
  mount(<AccountPage />)
  await screen.findByLabelText('Present password')
  expect(screen.queryByText('Once it is confirmed, only Tawa can change it.') !== null).toBe(reads)
})
