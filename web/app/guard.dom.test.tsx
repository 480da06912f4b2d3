import { act, cleanup, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '#domain/api/auth.ts'
import { familyOf, type Role } from '#domain/roles.ts'
import { STAFF_COLUMNS, STAFF_TABLE } from '#domain/test/pages.ts'
import { setEntered } from '#web/core/entered.ts'
import { queryClient } from '#web/core/query.ts'
import { acceptLogin, restaurantIdNow, sessionNow, signOut, verifySession } from '#web/core/session.ts'
import { dropTokens } from '#web/core/tokens.ts'
import { aUser, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { snack } from './feedback/snack.tsx'
import { setRouter } from './useSearch.ts'
import { Guard } from './guard.tsx'
import { ALL_SCREENS } from './test/screens.ts'

/**
 * Every staff route × every role through the guard, in the states that a session can be in. What is expected is written out by hand from SPEC §2 and CONTRACT
 * §2; nothing here is computed from `domain/permissions.ts`.
 */

const DENIED = "You don't have permission to access this page."
const DISABLED = 'This page is disabled by your administrator.'
const LOG_IN = 'Please log in to access this page'
const EXPIRED = 'Your session has expired. Please log in again.'

/** SPEC §2 "Landing path after login, by role"; of user and admin CONTRACT §2 "Browser". */
const HOMES: Record<Role, string> = {
  superuser: '/restaurant/dashboard',
  managerialHead: '/restaurant/dashboard',
  generalManager: '/restaurant/dashboard',
  cashier: '/restaurant/dashboard',
  captain: '/restaurant/tables',
  waiter: '/restaurant/captain',
  kitchen: '/restaurant/kitchen',
  delivery: '/restaurant/orders',
  mobileAdmin: '/restaurant/profile',
  partner: '/partner/dashboard',
  backoffice: '/backoffice/dashboard',
  admin: '/backoffice/dashboard',
  user: '/user/menu',
}
const ROLES = Object.keys(HOMES) as Role[]

/** Every role, in the order of the columns: staff, as in `STAFF_TABLE`, then the others. */
const COLUMNS: readonly Role[] = [...STAFF_COLUMNS, 'partner', 'backoffice', 'admin', 'user']
/** y: the page opens. Anything else is sent home with SPEC's message. */
const MATRIX = `
                                    super head manager cashier captain waiter kitchen delivery mobile partner backoffice admin diner
  /restaurant/account               y     y    y       y       y       y      y       y        y      y       y          y     .
  /partner/dashboard                .     y    .       .       .       .      .       .        .      y       .          y     .
  /partner/restaurants              .     y    .       .       .       .      .       .        .      y       .          y     .
  /partner/menu                     .     y    .       .       .       .      .       .        .      y       .          y     .
  /partner/account                  .     y    .       .       .       .      .       .        .      y       .          y     .
  /backoffice/dashboard             .     .    .       .       .       .      .       .        .      .       y          y     .
  /backoffice/pending               .     .    .       .       .       .      .       .        .      .       y          y     .
  /backoffice/claims                .     .    .       .       .       .      .       .        .      .       y          y     .
  /backoffice/restaurants           .     .    .       .       .       .      .       .        .      .       y          y     .
  /backoffice/partners              .     .    .       .       .       .      .       .        .      .       y          y     .
  /backoffice/users                 .     .    .       .       .       .      .       .        .      .       y          y     .
  /backoffice/account               .     .    .       .       .       .      .       .        .      .       y          y     .
  /backoffice/permissions/:id       .     .    .       .       .       .      .       .        .      .       y          y     .
  /BackOffice/Anything              .     .    .       .       .       .      .       .        .      .       y          y     .`
const cellsOf = (line: string) => line.trim().split(/\s+/)
/** A page below the settings that has no row opens for whom the settings do. */
const SETTINGS = ALL_SCREENS.filter(({ path }) => path.startsWith('/restaurant/settings/') && !(path in STAFF_TABLE))
const STAFF_ROWS = { ...STAFF_TABLE, ...Object.fromEntries(SETTINGS.map(({ path }) => [path, STAFF_TABLE['/restaurant/settings'] ?? ''])) }
const ROWS = [
  // mobileAdmin, partner, backoffice and admin open every page of the table, a diner none.
  ...Object.entries(STAFF_ROWS).map(([path, cells]) => ({ path, cells: [...cellsOf(cells).slice(0, -1), ...cellsOf('y y y y .')] })),
  ...MATRIX.trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [path = '', ...cells] = cellsOf(line)
      return { path, cells }
    }),
].map((row) => ({ ...row, opens: (role: Role) => row.cells[COLUMNS.indexOf(role)] === 'y' }))
const PATHS = ROWS.map(({ path }) => path)
const STAFF_PATHS = Object.keys(STAFF_TABLE)

// ------------------------------------------------------------ the pages and the people

let said: string[]
/** What the server answers; everything else is an empty 200. */
let answers: Record<string, Reply>
let asked: Request[]

beforeEach(() => {
  said = []
  answers = {}
  asked = serve(({ path }) => answers[path] ?? { status: 200, body: { restaurant: {}, permissions: {} } })
  const note = (message: unknown) => said.push(String(message))
  vi.spyOn(snack, 'warning').mockImplementation(note)
  vi.spyOn(snack, 'error').mockImplementation(note)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  dropTokens()
  queryClient.clear()
})

const userOf = (role: Role, more: Partial<SessionUser> = {}): SessionUser =>
  aUser({
    role,
    restaurantId: familyOf(role) === 'restaurant' ? 'r1' : null,
    partnerId: role === 'partner' ? 'p1' : null,
    ...more,
  })

// Loaded before, so that no page waits for it.
beforeAll(() => import('./EnteredFrame.tsx'))

/** A partner and the back office have entered an outlet, whose pages are the staff's. */
async function signInAs(role: Role, permissions: Record<string, string[]> = {}) {
  await acceptLogin(familyOf(role), { token: 'a.b.c', user: userOf(role), permissions })
  setEntered(null)
  if (['partner', 'backoffice', 'admin'].includes(role)) setEntered({ _id: 'r1', name: 'Smash Yard', by: 'u1' })
}

/** From now on the server answers with this person for the token. */
const known = (user: SessionUser, permissions: Record<string, string[]> = {}): Reply =>
  (answers['/v1/auth/me'] = { status: 200, body: { user, permissions } })

function Page() {
  const { pathname, search } = useLocation()
  return <main>{`${pathname}${search}`}</main>
}
const Login = () => {
  const { pathname, search } = useLocation()
  return <main>{`${pathname}${search}`}</main>
}

/** Every page behind the guard, with nothing in it but its address. */
function mountAt(path: string) {
  window.history.replaceState(null, '', path)
  const router = createMemoryRouter(
    [
      {
        element: <Outlet />,
        children: [
          ...['restaurant', 'partner', 'user', 'backoffice'].map((area) => ({ path: `/${area}/login`, element: <Login /> })),
          { element: <Guard />, children: [{ path: '*', element: <Page /> }] },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  setRouter(router)
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
/** The page's text, without the logo of a card and the bar of an outlet. */
const shown = () => document.querySelector('main')?.textContent ?? ''

/** Opens a path as a new visit: returns the path that is shown in the end, and the messages on the way. */
async function visit(path: string): Promise<string> {
  said = []
  mountAt(path)
  await act(async () => undefined)
  const outcome = [shown(), ...said].join(' – ')
  cleanup()
  return outcome
}
const visits = async (paths: readonly string[]) => {
  const outcomes: Record<string, string> = {}
  for (const path of paths) outcomes[path] = await visit(path)
  return outcomes
}
const each = (paths: readonly string[], outcome: (path: string) => string) => Object.fromEntries(paths.map((path) => [path, outcome(path)]))

// ------------------------------------------------------------ the tests

it('nothing is shown and nothing is said while authentication is loading', async () => {
  expect(sessionNow().status).toBe('loading')
  expect(await visits(PATHS)).toEqual(each(PATHS, () => ''))
})

it('the matrix has every page of the table of screens, and a column for every role', () => {
  const guarded = ALL_SCREENS.filter(({ shell }) => shell !== 'signIn').map(({ path }) => path)
  expect(
    guarded.filter((path) => !PATHS.includes(path)),
    'a new page that is not below the settings needs its row: of the staff in STAFF_TABLE of domain/test/pages.ts, another in MATRIX above',
  ).toEqual([])
  expect(COLUMNS.toSorted()).toEqual(ROLES.toSorted())
  for (const { path, cells } of ROWS) expect(cells.join(' '), path).toMatch(/^[y.]( [y.]){12}$/)
})

describe('every route × every role', () => {
  it.each(ROLES)('%s: the page, or SPEC’s message and the home page', async (role) => {
    await signInAs(role)
    const expected = Object.fromEntries(ROWS.map(({ path, opens }) => [path, opens(role) ? path : `${HOMES[role]} – ${DENIED}`]))
    expect(await visits(PATHS)).toEqual(expected)
  })

  it.each(ROLES)('%s, with every staff page switched off', async (role) => {
    await signInAs(role, Object.fromEntries(STAFF_PATHS.map((path) => [path, []])))
    const skips = ['mobileAdmin', 'partner', 'backoffice', 'admin'].includes(role)
    const nothingLeft = `Nothing to open here${DISABLED}Sign out`
    const outcome = role === 'user' ? `/user/menu – ${DENIED}` : nothingLeft
    expect(await visits(STAFF_PATHS)).toEqual(each(STAFF_PATHS, (path) => (skips ? path : outcome)))
  })

  it('a page that is switched off leads to the home page; if the home page is switched off, to the first open page', async () => {
    await signInAs('cashier', { '/restaurant/pos': [], '/restaurant/orders': ['delivery'] })
    expect(await visit('/restaurant/pos')).toBe(`/restaurant/dashboard – ${DISABLED}`)
    expect(await visit('/restaurant/orders')).toBe(`/restaurant/dashboard – ${DENIED}`)
    await signInAs('cashier', { '/restaurant/dashboard': [] })
    expect(await visit('/restaurant/dashboard')).toBe(`/restaurant/pos – ${DISABLED}`)
  })

  it('waiter cannot reach /restaurant/tables: the captain’s floor is theirs', async () => {
    await signInAs('waiter')
    expect(await visits(['/restaurant/tables', '/restaurant/captain/tables'])).toEqual({
      '/restaurant/tables': `/restaurant/captain – ${DENIED}`,
      '/restaurant/captain/tables': '/restaurant/captain/tables',
    })
  })

  it('the restaurant’s own permissions decide where they name a page, the default table elsewhere', async () => {
    await signInAs('waiter', { '/restaurant/pos': ['waiter'] })
    expect(await visits(['/restaurant/pos', '/restaurant/tables'])).toEqual({
      '/restaurant/pos': '/restaurant/pos',
      '/restaurant/tables': `/restaurant/captain – ${DENIED}`,
    })
  })

  it.each([
    ['isTableEnabled', '/restaurant/tables', 'captain', '/restaurant/pos'],
    ['isTableEnabled', '/restaurant/captain/tables', 'captain', '/restaurant/pos'],
    ['isTableEnabled', '/restaurant/captain/menu', 'captain', '/restaurant/pos'],
    ['isCaptainEnabled', '/restaurant/captain', 'cashier', '/restaurant/dashboard'],
    ['isCaptainEnabled', '/restaurant/captain/orders', 'cashier', '/restaurant/dashboard'],
  ] as const)('without %s %s is closed', async (name, path, role, instead) => {
    answers['/v1/restaurant/profile'] = { status: 200, body: { restaurant: { [name]: false } } }
    await signInAs(role)
    mountAt(path)
    await vi.waitFor(() => expect([shown(), ...said]).toEqual([instead, DISABLED]))
  })
})

describe('signed out', () => {
  beforeEach(() => verifySession())

  it('every route goes to its area’s sign-in page with SPEC’s message and the way back', async () => {
    expect(sessionNow().status).toBe('out')
    const login = (path: string) => (path.startsWith('/partner') ? 'partner' : path.startsWith('/backoffice') ? 'backoffice' : 'restaurant')
    const paths = PATHS.filter((path) => path === path.toLowerCase())
    expect(await visits(paths)).toEqual(each(paths, (path) => `/${login(path)}/login?from=${encodeURIComponent(path)} – ${LOG_IN}`))
  })

  it('the way back keeps what the page showed', async () => {
    expect(await visit('/restaurant/orders?tab=completed&order=o1')).toBe(
      `/restaurant/login?from=${encodeURIComponent('/restaurant/orders?tab=completed&order=o1')} – ${LOG_IN}`,
    )
  })

  it('a person who signs out gets no second message', async () => {
    await signInAs('cashier')
    mountAt('/restaurant/pos')
    await act(() => signOut())
    await vi.waitFor(() => expect(shown()).toBe('/restaurant/login'))
    expect(said).toEqual([])
  })
})

describe('an ended session', () => {
  it.each([
    ['Token expired', 'token_expired'],
    ['Session expired', 'session_expired'],
  ])('%s: on every staff route one warning, and after 1.5 s the sign-in page', async (message, code) => {
    vi.useFakeTimers()
    answers['/v1/auth/me'] = refusal(401, code, message)
    for (const path of STAFF_PATHS) {
      await signInAs('admin')
      said = []
      mountAt(path)
      await act(() => verifySession())
      await act(() => vi.advanceTimersByTimeAsync(1400))
      expect([shown(), ...said]).toEqual([path, EXPIRED])
      await act(() => vi.advanceTimersByTimeAsync(200))
      expect([shown(), ...said]).toEqual(['/restaurant/login?token_expired=true', EXPIRED])
      cleanup()
    }
  })
})

describe('a restaurant that is not approved', () => {
  it.each([
    ['Green Leaf', 'Green Leaf is under review'],
    [null, 'your restaurant is under review'],
  ])('name fallback: a restaurant named %s shows the pending screen on every route', async (restaurantName, heading) => {
    answers['/v1/auth/me'] = refusal(403, 'pending_approval', 'Pending', { approved: false, restaurantName })
    answers['/v1/restaurant/profile'] = refusal(403, 'pending_approval', 'Pending', { approved: false, restaurantName })
    await signInAs('superuser')
    await act(() => verifySession())
    for (const path of STAFF_PATHS) {
      mountAt(path)
      expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
      cleanup()
    }
    expect(said).toEqual([])
  })

  it('partners never see it', async () => {
    await signInAs('partner')
    known(userOf('partner', { approved: false }))
    await act(() => verifySession())
    expect(await visit('/partner/dashboard')).toBe('/partner/dashboard')
  })
})

describe('somebody of another restaurant', () => {
  it('who signed in elsewhere on this device: from then on their own restaurant’s permissions decide', async () => {
    await signInAs('cashier', { '/restaurant/pos': ['cashier'] })
    mountAt('/restaurant/pos')
    await act(async () => undefined)
    known(userOf('cashier', { _id: 'u2', id: 'u2', restaurantId: 'r2' }), { '/restaurant/pos': [] })
    await act(() => verifySession())
    await vi.waitFor(() => expect([shown(), ...said]).toEqual(['/restaurant/dashboard', DISABLED]))
    expect(restaurantIdNow()).toBe('r2')
  })

  it('has the permissions asked for by their own restaurant’s id, whatever the device held', async () => {
    localStorage.setItem('restaurantId', 'r1')
    await acceptLogin('restaurant', { token: 'a.b.c', user: userOf('cashier', { restaurantId: 'r2' }) })
    expect(asked.map(({ path }) => path)).toEqual(['/v1/restaurant/r2/permissions'])
    expect(restaurantIdNow()).toBe('r2')
  })
})

describe('changed meanwhile', () => {
  it.each(ROLES.filter((role) => familyOf(role) === 'restaurant' && role !== 'superuser' && role !== 'mobileAdmin'))(
    'an owner who has become %s leaves the pages that this role has not',
    async (role) => {
      for (const { path, opens } of ROWS.filter(({ path }) => path.startsWith('/restaurant/settings') || path === '/restaurant/orders')) {
        await signInAs('superuser')
        said = []
        mountAt(path)
        await act(async () => undefined)
        expect([shown(), ...said]).toEqual([path])
        known(userOf(role))
        await act(() => verifySession())
        await vi.waitFor(() => expect([shown(), ...said]).toEqual(opens(role) ? [path] : [HOMES[role], DENIED]))
        cleanup()
      }
    },
  )

  it('somebody who was deactivated is signed out, with SPEC’s text', async () => {
    await signInAs('cashier')
    mountAt('/restaurant/pos')
    answers['/v1/auth/me'] = refusal(403, 'inactive', 'Inactive', { active: false })
    await act(() => verifySession())
    await vi.waitFor(() => expect(shown()).toBe(`/restaurant/login?from=${encodeURIComponent('/restaurant/pos')}`))
    expect(said).toContain('Your account is inactive. Please contact your manager.')
  })
})
