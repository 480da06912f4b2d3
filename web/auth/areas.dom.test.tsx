import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { familyOf, type Role, ROLES } from '#domain/roles.ts'
import { Frame } from '#web/app/Frame.tsx'
import { Guard, NotFound, SmartRedirect } from '#web/app/guard.tsx'
import { setRouter } from '#web/app/useSearch.ts'
import { setEntered } from '#web/core/entered.ts'
import { queryClient } from '#web/core/query.ts'
import { acceptLogin, forgetSession, signOut, verifySession } from '#web/core/session.ts'
import { dropTokens } from '#web/core/tokens.ts'
import { aUser, refusal, type Reply, serve } from '#web/test/dom.tsx'
import BackofficeLogin from './BackofficeLogin.tsx'
import LoginChooser from './LoginChooser.tsx'
import PartnerLogin from './PartnerLogin.tsx'
import RestaurantLogin from './RestaurantLogin.tsx'
import SignedOut from './SignedOut.tsx'

/**
 * SPEC §2's sentences on areas and their ways in and out, for every role. Everything that is expected is written out by hand. What the guard does with each page is
 * in web/app/guard.dom.test.tsx; the diner's own document has its tests in web/diner.
 */

const EXPIRED = 'Your session has expired. Please log in again.'

/** SPEC §2 "Landing path after login, by role"; of admin and user CONTRACT §2 "Browser". */
const HOMES: Record<Role, string> = {
  superuser: '/restaurant/dashboard',
  managerialHead: '/restaurant/dashboard',
  generalManager: '/restaurant/dashboard',
  cashier: '/restaurant/dashboard',
  kitchen: '/restaurant/kitchen',
  captain: '/restaurant/tables',
  waiter: '/restaurant/captain',
  delivery: '/restaurant/orders',
  mobileAdmin: '/restaurant/profile',
  partner: '/partner/dashboard',
  backoffice: '/backoffice/dashboard',
  admin: '/backoffice/dashboard',
  user: '/user/menu',
}
const LOGINS = ['/login', '/restaurant/login', '/partner/login', '/backoffice/login']

const Page = () => {
  const { pathname, search } = useLocation()
  return <main>{`at ${pathname}${search}`}</main>
}
const ROUTES: RouteObject[] = [
  { path: '/', element: <SmartRedirect /> },
  { path: '/dashboard', element: <SmartRedirect /> },
  {
    element: <SignedOut />,
    children: [
      { path: '/login', element: <LoginChooser /> },
      { path: '/restaurant/login', element: <RestaurantLogin /> },
      { path: '/partner/login', element: <PartnerLogin /> },
      { path: '/backoffice/login', element: <BackofficeLogin /> },
      { path: '/user/login', element: <Page /> },
    ],
  },
  {
    element: <Guard />,
    children: ['/restaurant/*', '/partner/*', '/backoffice/*', '/user/*'].map((path) => ({ path, element: <Page /> })),
  },
  { path: '*', element: <NotFound /> },
]

let answers: Record<string, Reply>
beforeEach(async () => {
  answers = { '/v1/auth/me': refusal(401, 'unauthenticated', 'Authentication failed') }
  serve(({ path }) => answers[path] ?? { status: 200, body: { restaurant: {}, permissions: {} } })
  await verifySession()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setEntered(null)
  forgetSession()
  dropTokens()
  queryClient.clear()
})

function open(path: string) {
  window.history.replaceState(null, '', path)
  const router = createMemoryRouter(ROUTES, { initialEntries: [path] })
  setRouter(router)
  render(
    <Frame>
      <RouterProvider router={router} />
    </Frame>,
  )
  return () => `${router.state.location.pathname}${router.state.location.search}`
}
/** Somebody who is signed in; the partner and the back office have entered an outlet, so that they may open the staff's pages. */
async function signedIn(role: Role) {
  const isStaff = familyOf(role) === 'restaurant'
  const user = aUser({ role, restaurantId: isStaff ? 'r1' : null, partnerId: role === 'partner' ? 'p1' : null })
  answers['/v1/auth/me'] = { status: 200, body: { user, permissions: {} } }
  await act(() => acceptLogin(familyOf(role), { token: 'a.b.c', user, permissions: {} }))
  if (['partner', 'backoffice', 'admin'].includes(role)) setEntered({ _id: 'r1', name: 'Smash Yard', by: user._id })
}

describe('“open to anyone”', () => {
  it.each(['/login', '/restaurant/login', '/partner/login', '/user/login', '/backoffice/login'])('%s', async (path) => {
    const at = open(path)
    await act(async () => undefined)
    expect(at()).toBe(path)
    expect(document.querySelector('main')).not.toBeNull()
  })
})

describe('“a signed-in user who opens a login page is sent to the home path of their role”, and so are / and /dashboard', () => {
  it.each(ROLES)('%s', async (role) => {
    await signedIn(role)
    const ends: Record<string, string> = {}
    for (const path of [...LOGINS, '/', '/dashboard']) {
      const at = open(path)
      await vi.waitFor(() => expect(at()).toBe(HOMES[role]))
      ends[path] = at()
      cleanup()
    }
    expect(Object.keys(ends)).toHaveLength(6)
  })
})

describe('“after sign-out the user goes to the login page of the current area, chosen by the current path prefix”', () => {
  it.each([
    ['superuser', '/restaurant/pos', '/restaurant/login'],
    ['managerialHead', '/partner/menu', '/partner/login'],
    ['partner', '/partner/dashboard', '/partner/login'],
    ['partner', '/restaurant/orders', '/restaurant/login'],
    ['backoffice', '/backoffice/claims', '/backoffice/login'],
    ['admin', '/restaurant/settings', '/restaurant/login'],
    ['user', '/user/menu', '/user/login'],
    // Otherwise restaurant.
    ['waiter', '/nowhere', '/restaurant/login'],
  ] as const)('%s at %s: %s', async (role, path, login) => {
    await signedIn(role)
    const at = open(path)
    await act(async () => undefined)
    expect(at()).toBe(path)
    window.history.replaceState(null, '', path)
    await act(() => signOut())
    await vi.waitFor(() => expect(at()).toBe(login))
  })
})

describe('“an expired session sends the user to the role’s login path with token_expired=true. A path with none of these prefixes goes to /dashboard”', () => {
  it.each([
    ['cashier', '/restaurant/pos', '/restaurant/login?token_expired=true'],
    ['managerialHead', '/partner/menu', '/partner/login?token_expired=true'],
    ['partner', '/partner/restaurants', '/partner/login?token_expired=true'],
    ['backoffice', '/backoffice/users', '/backoffice/login?token_expired=true'],
    // /dashboard leads somebody who is signed out on to /login.
    ['cashier', '/nowhere', '/login?token_expired=true'],
  ] as const)('%s at %s: %s, which says so', async (role, path, login) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await signedIn(role)
    const at = open(path)
    await act(async () => undefined)
    answers['/v1/auth/me'] = refusal(401, 'session_expired', 'Session expired')
    await act(() => verifySession())
    await act(() => vi.advanceTimersByTimeAsync(1400))
    expect(at()).toBe(path)
    await act(() => vi.advanceTimersByTimeAsync(200))
    await vi.waitFor(() => expect(at()).toBe(login))
    expect((await screen.findByRole('main')).textContent).toContain(EXPIRED)
  })
})

describe('an address that does not exist', () => {
  it('says so to a stranger, with the way to sign in', async () => {
    open('/nowhere')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login')
  })

  it.each(ROLES)('says so to %s, with the way to their home page', async (role) => {
    await signedIn(role)
    const at = open('/nowhere')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
    expect(at()).toBe('/nowhere')
    expect(screen.getByRole('link', { name: 'Go to your home page' }).getAttribute('href')).toBe(HOMES[role])
  })
})
