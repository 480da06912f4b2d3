import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionUser } from '#domain/api/auth.ts'
import type { Role } from '#domain/roles.ts'
import { Frame } from '#web/app/Frame.tsx'
import { Guard, SmartRedirect } from '#web/app/guard.tsx'
import { queryClient } from '#web/core/query.ts'
import { sessionNow, verifySession } from '#web/core/session.ts'
import { dropTokens, keepToken, readCookie, writeCookie } from '#web/core/tokens.ts'
import { aUser, refusal, type Reply, serve } from '#web/test/dom.tsx'
import BackofficeLogin from './BackofficeLogin.tsx'
import LoginChooser from './LoginChooser.tsx'
import PartnerLogin from './PartnerLogin.tsx'
import ResetPassword from './ResetPassword.tsx'
import RestaurantLogin from './RestaurantLogin.tsx'
import SignedOut from './SignedOut.tsx'

/** The *Accept* points of signing in (SCREENS §2.1), by their words. */

let answers: Record<string, Reply>
beforeEach(async () => {
  answers = { '/v1/auth/me': refusal(401, 'unauthenticated', 'Authentication failed') }
  serve(({ path }) => answers[path] ?? { status: 200, body: { restaurant: {}, permissions: {} } })
  await verifySession()
})
afterEach(() => {
  cleanup()
  dropTokens()
  queryClient.clear()
})

const userOf = (role: Role, more: Partial<SessionUser> = {}): SessionUser => aUser({ role, ...more })
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
    ],
  },
  { path: '/restaurant/reset-password', element: <ResetPassword /> },
  { element: <Guard />, children: [{ path: '*', element: <Page /> }] },
]
function open(path: string) {
  const router = createMemoryRouter(ROUTES, { initialEntries: [path] })
  render(
    <Frame>
      <RouterProvider router={router} />
    </Frame>,
  )
  return { user: userEvent.setup(), at: () => `${router.state.location.pathname}${router.state.location.search}` }
}

async function signInAt(path: string) {
  const page = open(path)
  await page.user.type(await screen.findByLabelText('Email'), 'divya@demo.test')
  await page.user.type(screen.getByLabelText('Password'), 'tawa-demo')
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }))
  return page
}
const signsIn = (area: string, role: Role, more: object = {}) =>
  void (answers[`/v1/auth/${area}/login`] = { status: 200, body: { token: 'a.b.c', user: userOf(role), permissions: {}, ...more } })

describe('/login', () => {
  it('last choice remembered: it is first the next time', async () => {
    const { user } = open('/login')
    await user.click(screen.getByRole('link', { name: /^Partner/ }))
    await screen.findByRole('heading', { name: 'Sign in as a partner' })
    cleanup()
    open('/login')
    expect(screen.getAllByRole('link')[0]?.textContent).toContain('Partner')
  })

  it('arrow keys + Enter work', async () => {
    const { user, at } = open('/login')
    expect(document.activeElement?.textContent).toContain('Restaurant staff')
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Enter}')
    expect(at()).toBe('/backoffice/login')
  })

  it('has Restaurant staff, Partner, Diner, Back office; the diner’s is another document, and is remembered too', async () => {
    const { user, at } = open('/login')
    const names = () => [...screen.getByRole('list').querySelectorAll('a .font-semibold')].map((name) => name.textContent)
    expect(names()).toEqual(['Restaurant staff', 'Partner', 'Diner', 'Back office'])
    const link = screen.getByRole('link', { name: /^Diner/ })
    expect(link.getAttribute('href')).toBe('/user/login')
    let followed = false
    link.addEventListener('click', (event) => {
      followed = !event.defaultPrevented
      // jsdom doesn't navigate.
      event.preventDefault()
    })
    await user.click(link)
    // The router didn't take it: the browser follows it.
    expect([followed, at()]).toEqual([true, '/login'])
    cleanup()
    open('/login')
    expect(names()[0]).toBe('Diner')
  })

  it.each(['/login', '/restaurant/login', '/partner/login', '/backoffice/login'])(
    'signed-in user goes to role home, from %s',
    async (path) => {
      keepToken('restaurant', 'a.b.c')
      answers['/v1/auth/me'] = { status: 200, body: { user: userOf('kitchen'), permissions: {} } }
      await act(() => verifySession())
      open(path)
      expect(await screen.findByText('at /restaurant/kitchen')).toBeTruthy()
    },
  )
})

describe('/restaurant/login', () => {
  it('token_expired=true shows the expiry notice', async () => {
    open('/restaurant/login?token_expired=true')
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeTruthy()
  })

  it('`from` is honoured after login, except for a page that this person may not open', async () => {
    signsIn('restaurant', 'waiter')
    await signInAt(`/restaurant/login?from=${encodeURIComponent('/restaurant/captain/menu?table=t7')}`)
    expect(await screen.findByText('at /restaurant/captain/menu?table=t7')).toBeTruthy()
    cleanup()
    dropTokens()
    await act(() => verifySession())
    await signInAt(`/restaurant/login?from=${encodeURIComponent('/restaurant/reports')}`)
    expect(await screen.findByText('at /restaurant/captain')).toBeTruthy()
  })

  it.each([
    ['restaurant', 'Invalid token'],
    ['partner', 'Invalid token'],
    ['backoffice', 'Invalid token received'],
  ])('non-string token shows "Invalid token": of %s "%s"', async (area, message) => {
    signsIn(area, 'cashier', { token: 7 })
    await signInAt(`/${area}/login`)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(sessionNow().status).toBe('out')
  })

  it('inactive user’s next login shows the spec inactive text, and keeps what was typed', async () => {
    answers['/v1/auth/restaurant/login'] = refusal(403, 'inactive', 'Inactive', { active: false })
    const { user, at } = open('/restaurant/login')
    await user.type(await screen.findByLabelText('Email'), 'divya@place.test')
    await user.type(screen.getByLabelText('Password'), 'a good password')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Your account is inactive. Please contact your manager.')
    expect(at()).toBe('/restaurant/login')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('divya@place.test')
  })

  it('diner token removed on success', async () => {
    writeCookie('token', 'd.d.d')
    signsIn('restaurant', 'cashier')
    await signInAt('/restaurant/login')
    await screen.findByText('at /restaurant/dashboard')
    expect([readCookie('token'), readCookie('restaurant_token')]).toEqual([undefined, 'a.b.c'])
  })

  it.each([
    ['superuser', '/restaurant/dashboard'],
    ['managerialHead', '/restaurant/dashboard'],
    ['generalManager', '/restaurant/dashboard'],
    ['cashier', '/restaurant/dashboard'],
    ['kitchen', '/restaurant/kitchen'],
    ['captain', '/restaurant/tables'],
    ['waiter', '/restaurant/captain'],
    ['delivery', '/restaurant/orders'],
    ['mobileAdmin', '/restaurant/profile'],
  ] as const)('each role lands on its spec path: %s on %s', async (role, home) => {
    signsIn('restaurant', role)
    await signInAt('/restaurant/login')
    expect(await screen.findByText(`at ${home}`)).toBeTruthy()
  })
})

describe('Google', () => {
  const NONCE = ['e30', btoa(JSON.stringify({ nonce: 'n' })), 'sig'].join('.')
  const comesBack = () => {
    localStorage.setItem('tawa_google', JSON.stringify({ state: 's', nonce: 'n', from: null }))
    location.hash = `#id_token=${NONCE}&state=s`
  }
  afterEach(() => void (location.hash = ''))

  it.each(['error=access_denied', 'id_token=a.b.c&state=another', 'error=access_denied&state=another'])(
    'a page that is opened with #%s ends no sign-in that is under way',
    async (answer) => {
      comesBack()
      location.hash = `#${answer}`
      open('/restaurant/login')
      expect(await screen.findByLabelText('Email')).toBeTruthy()
      expect(localStorage.getItem('tawa_google')).not.toBeNull()
      cleanup()
      const { takeGoogleAnswer } = await import('./google.ts')
      expect(takeGoogleAnswer(`#id_token=${NONCE}&state=s`)).toEqual({ idToken: NONCE, from: null })
      expect(takeGoogleAnswer(`#id_token=${NONCE}&state=s`)).toEqual({ failed: true })
    },
  )

  it('asks for the password where Google does not host the mailbox, and sends it with the same token', async () => {
    const why = 'Google does not know whether this address is still yours.'
    const asked = serve(({ path, body }) => {
      if (path !== '/v1/auth/google/token') return answers[path] ?? { status: 200, body: { google: null } }
      const { password, terminate_existing: ends } = body as { password?: string; terminate_existing?: boolean }
      if (password === undefined) return refusal(403, 'google_unconfirmed', why, { email: 'tara@place.test' })
      if (password !== 'tawa-demo') return refusal(401, 'invalid_credentials', 'Email or password is wrong.')
      if (!ends) return refusal(409, 'active_sessions', 'Active sessions exist', { sessions: [] })
      return { status: 200, body: { token: 'a.b.c', user: userOf('partner', { restaurantId: null, partnerId: 'p1' }), permissions: {} } }
    })
    const sent = () => asked.filter(({ path }) => path === '/v1/auth/google/token').map(({ body }) => body)
    comesBack()
    const { user } = open('/restaurant/login')
    expect(await screen.findByText(why)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('tara@place.test')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Email or password is wrong.')).toBeTruthy()
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'tawa-demo')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out others and continue' }))
    expect(await screen.findByText('at /partner/dashboard')).toBeTruthy()
    const good = { idToken: NONCE, password: 'tawa-demo' }
    expect(sent()).toEqual([{ idToken: NONCE }, { idToken: NONCE, password: 'wrong' }, good, { ...good, terminate_existing: true }])
    expect(readCookie('partner_token')).toBe('a.b.c')
  })

  it('whose token was used up by an answer that was lost leaves the address to its password', async () => {
    const used = refusal(401, 'invalid_token', 'Google authentication failed')
    serve(({ path, body }) => {
      if (path !== '/v1/auth/google/token') return answers[path] ?? { status: 200, body: { google: null } }
      if ((body as { password?: string }).password) return used
      return refusal(403, 'google_unconfirmed', 'Not known.', { email: 'tara@place.test' })
    })
    signsIn('restaurant', 'cashier')
    comesBack()
    const { user } = open('/restaurant/login')
    await screen.findByText('Not known.')
    await user.type(screen.getByLabelText('Password'), 'tawa-demo')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('at /restaurant/dashboard')).toBeTruthy()
  })

  it('leaves another address that is typed then to its own sign-in', async () => {
    answers['/v1/auth/google/token'] = refusal(403, 'google_unconfirmed', 'Not known.', { email: 'tara@place.test' })
    signsIn('restaurant', 'cashier')
    comesBack()
    const { user } = open('/restaurant/login')
    await screen.findByText('Not known.')
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'divya@demo.test')
    await user.type(screen.getByLabelText('Password'), 'tawa-demo')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('at /restaurant/dashboard')).toBeTruthy()
  })
})

describe('/partner/login, /backoffice/login', () => {
  it.each([
    ['partner', 'partner', 'partner_token', '/partner/dashboard'],
    ['backoffice', 'backoffice', 'backoffice_token', '/backoffice/dashboard'],
  ] as const)("%s: other roles' tokens cleared", async (area, role, own, home) => {
    for (const other of ['restaurant_token', 'partner_token', 'token', 'backoffice_token']) if (other !== own) writeCookie(other, 'o.o.o')
    signsIn(area, role, { user: userOf(role, { restaurantId: null, partnerId: 'p1' }) })
    await signInAt(`/${area}/login`)
    await screen.findByText(`at ${home}`)
    expect(document.cookie).toBe(`${own}=a.b.c`)
  })

  it('partner id stored', async () => {
    signsIn('partner', 'partner', { partner: { _id: 'p7' } })
    await signInAt('/partner/login')
    await screen.findByText('at /partner/dashboard')
    expect(localStorage.getItem('partnerId')).toContain('p7')
  })
})

describe('pending approval', () => {
  const pending = (restaurantName: string | null) =>
    refusal(403, 'pending_approval', 'Pending', { approved: false, restaurantName, token: 'p.p.p' })

  it('approval + Check again reaches home', async () => {
    answers['/v1/auth/restaurant/login'] = pending('Green Leaf')
    answers['/v1/auth/me'] = pending('Green Leaf')
    answers['/v1/restaurant/profile'] = pending('Green Leaf')
    const { user } = await signInAt('/restaurant/login')
    expect(await screen.findByRole('heading', { name: 'Green Leaf is under review' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('Still under review.')).toBeTruthy()
    answers['/v1/auth/me'] = { status: 200, body: { user: userOf('superuser'), permissions: {} } }
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('at /restaurant/dashboard')).toBeTruthy()
  })
})

describe('/dashboard', () => {
  it('signed out → /login', async () => {
    const { at } = open('/dashboard')
    expect(await screen.findByRole('heading', { name: 'Who is signing in?' })).toBeTruthy()
    expect(at()).toBe('/login')
  })

  it.each(['/', '/dashboard'])('no redirect loop: %s leads a role whose home page is switched off to a page that is open', async (path) => {
    keepToken('restaurant', 'a.b.c')
    answers['/v1/auth/me'] = { status: 200, body: { user: userOf('cashier'), permissions: { '/restaurant/dashboard': [] } } }
    await act(() => verifySession())
    open(path)
    expect(await screen.findByText('at /restaurant/pos')).toBeTruthy()
    expect(await screen.findAllByText('This page is disabled by your administrator.')).toHaveLength(1)
  })
})

describe('a mailed link for a password', () => {
  const link = (token: string) => `/restaurant/reset-password#token=${token}`

  it('that is opened where somebody else is signed in says who, and tells after saving that the password is set', async () => {
    keepToken('restaurant', 'a.b.c')
    answers['/v1/auth/me'] = { status: 200, body: { user: userOf('captain', { name: 'Arjun Menon' }), permissions: {} } }
    answers['/v1/auth/restaurant/reset-password'] = {
      status: 200,
      body: { message: 'The password was changed. Sign in with the new one.' },
    }
    await act(() => verifySession())
    const { user } = open(link('aaa.bbb.ccc'))
    expect((await screen.findByText(/^You are signed in as/)).textContent).toContain('Arjun Menon')
    await user.type(screen.getByLabelText(/^New password/), 'a good password')
    await user.click(screen.getByRole('button', { name: 'Save the new password' }))
    expect(await screen.findByText('The password was changed. Sign in with the new one.')).toBeTruthy()
  })

  it.each(['aaa.bbb…', 'aaa.%E0%A4%A', 'aaa bbb'])(
    'that a mail program has damaged (%s) is invalid, and no lost connection',
    async (token) => {
      open(link(token))
      expect(await screen.findByText('Invalid token')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Save the new password' })).toBeNull()
    },
  )
})
