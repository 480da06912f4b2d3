import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { snack } from './feedback/snack.tsx'
import { setRouter } from './useSearch.ts'
import { Guard } from './guard.tsx'
import { aUser, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { enteredNow, setEntered } from '#web/core/entered.ts'
import { watchOwner } from '#web/core/owner.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { acceptLogin, enterOutlet, restaurantIdNow, signOut, startSession, verifySession } from '#web/core/session.ts'
import { dropTokens } from '#web/core/tokens.ts'

const YARD = { _id: 'r1', name: 'Smash Yard' }
const partner = aUser({ role: 'partner', restaurantId: null, partnerId: 'p1' })

let answers: Record<string, Reply>
let asked: Request[]
let said: string[]
let stop: () => void

beforeAll(async () => {
  // Loaded before, so that no page waits for it.
  await import('./EnteredFrame.tsx')
  answers = {}
  serve(({ path }) => answers[path] ?? { status: 200, body: {} })
  startSession()
})
beforeEach(async () => {
  said = []
  answers = {
    '/v1/auth/me': { status: 200, body: { user: partner, permissions: null } },
    '/v1/tables': { status: 200, body: { tables: [] } },
    '/v1/partner/outlets': { status: 200, body: { outlets: [] } },
  }
  asked = serve(({ path }) => answers[path] ?? { status: 200, body: { restaurant: {} } })
  vi.spyOn(snack, 'warning').mockImplementation((message) => said.push(String(message)))
  await acceptLogin('partner', { token: 'a.b.c', user: partner })
  stop = watchOwner(queryClient)
})
afterEach(() => {
  stop()
  setEntered(null)
  dropTokens()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

function Home() {
  const { data } = useQuery(apiQuery('GET /partner/outlets'))
  // As every shell asks for the switches of a restaurant.
  useProfile()
  return (
    <main>
      Home {data ? 'with outlets' : ''}
      <button type="button" onClick={() => enterOutlet(YARD)}>
        Enter
      </button>
    </main>
  )
}
function Floor() {
  const { data } = useQuery({ ...apiQuery('GET /tables'), retry: false })
  return <main>Floor {data ? 'with tables' : ''}</main>
}

function open(at: string) {
  const router = createMemoryRouter(
    [
      {
        element: <Guard />,
        children: [
          { path: '/partner/*', element: <Home /> },
          { path: '/restaurant/*', element: <Floor /> },
        ],
      },
    ],
    { initialEntries: [at] },
  )
  setRouter(router)
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...view, user: userEvent.setup(), router }
}
const outletsOf = (path: string) => asked.filter((request) => request.path === path).map(({ outlet }) => outlet)

it('says which outlet is entered, sends its id with every call, and leads out by Leave with nothing of it left in the cache', async () => {
  const { user, router } = open('/partner/restaurants')
  await screen.findByText(/with outlets/)
  // The address bar's, which a router of tests doesn't change.
  window.history.replaceState(null, '', '/partner/restaurants?q=yard')
  await user.click(screen.getByRole('button', { name: 'Enter' }))
  window.history.replaceState(null, '', '/')
  await screen.findByText(/with tables/)
  expect(screen.getByRole('region', { name: 'Entered outlet' }).textContent).toBe('You are working in Smash YardLeave')
  expect(outletsOf('/v1/tables')).toEqual(['r1'])
  expect(restaurantIdNow()).toBe('r1')

  await user.click(screen.getByRole('link', { name: 'Leave' }))
  await screen.findByText(/with outlets/)
  // Back to the list from which it was entered, as it was.
  expect(router.state.location).toMatchObject({ pathname: '/partner/restaurants', search: '?q=yard' })
  expect(enteredNow()).toBeNull()
  expect(restaurantIdNow()).toBe('')
  expect(queryClient.getQueryData(apiQuery('GET /tables').queryKey)).toBeUndefined()
  // What belongs to no single outlet was kept, and asked for without one.
  expect(outletsOf('/v1/partner/outlets')).toEqual([undefined])
  expect(outletsOf('/v1/restaurant/profile')).not.toContain(undefined)
})

it('clears the cache between two outlets', async () => {
  setEntered({ ...YARD, by: partner._id })
  open('/restaurant/tables')
  await screen.findByText(/with tables/)
  act(() => setEntered({ _id: 'r2', name: 'Bhaji House', by: partner._id }))
  expect(queryClient.getQueryData(apiQuery('GET /tables').queryKey)).toBeUndefined()
})

it('is left by Back too, and an outlet’s page without an outlet says so', async () => {
  const { user, router } = open('/partner/restaurants')
  await user.click(await screen.findByRole('button', { name: 'Enter' }))
  await screen.findByText(/with tables/)
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy()
  expect(enteredNow()).toBeNull()
  await act(() => router.navigate('/restaurant/pos'))
  expect(await screen.findByText('No outlet is open')).toBeTruthy()
})

it('leads out with a sentence when the outlet was taken away meanwhile', async () => {
  setEntered({ ...YARD, by: partner._id })
  const gone = refusal(403, 'forbidden', 'You don’t have permission.')
  answers['/v1/tables'] = gone
  answers['/v1/restaurant/profile'] = gone
  const { router } = open('/restaurant/tables')
  await screen.findByText(/with outlets/)
  expect(router.state.location.pathname).toBe('/partner/dashboard')
  expect(said).toEqual(['You can no longer work in Smash Yard. It was removed, or it is not yours any more.'])
})

it('stays when only one call was refused', async () => {
  setEntered({ ...YARD, by: partner._id })
  answers['/v1/tables'] = refusal(403, 'forbidden', 'You don’t have permission.')
  const { router } = open('/restaurant/tables')
  await vi.waitFor(() => expect(outletsOf('/v1/restaurant/profile').length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(router.state.location.pathname).toBe('/restaurant/tables')
  expect(said).toEqual([])
})

it('after a reload in one outlet, every call in the next one has its id, and no call on the pages between has one', async () => {
  setEntered({ ...YARD, by: partner._id })
  // In an outlet the server answers with that restaurant as the person's own.
  const here = { ...partner, restaurantId: YARD._id, restaurantName: YARD.name }
  answers['/v1/auth/me'] = { status: 200, body: { user: here, permissions: null } }
  await act(() => verifySession())
  const { user, router } = open('/restaurant/tables')
  await screen.findByText(/with tables/)
  expect(restaurantIdNow()).toBe('r1')
  await user.click(screen.getByRole('link', { name: 'Leave' }))
  await screen.findByText(/with outlets/)
  expect(restaurantIdNow()).toBe('')
  // Where no outlet is entered, no call of a restaurant is made: it would be refused.
  expect(outletsOf('/v1/restaurant/profile').filter((outlet) => outlet === undefined)).toEqual([])
  act(() => enterOutlet({ _id: 'r2', name: 'Bhaji House' }))
  expect(restaurantIdNow()).toBe('r2')
  expect(router.state.location.pathname).not.toBe('/partner/dashboard')
})

it('another tab’s outlet is not this tab’s, and a reload finds this tab’s own', async () => {
  setEntered({ ...YARD, by: partner._id })
  localStorage.setItem('tawa_entered', JSON.stringify({ _id: 'r2', name: 'Bhaji House', by: partner._id }))
  const again = async () => {
    vi.resetModules()
    return (await import('#web/core/entered.ts')).enteredNow()?._id
  }
  expect(await again()).toBe('r1')
  // Leaving here leaves the other tab where it is; a reload here doesn't go there.
  setEntered(null)
  expect(await again()).toBeUndefined()
  sessionStorage.clear()
  expect(await again()).toBe('r2')
})

it('ends with the sign-out, and with another person’s sign-in, but not when the same person signs in again', async () => {
  setEntered({ ...YARD, by: partner._id })
  await acceptLogin('partner', { token: 'd.e.f', user: partner })
  expect(enteredNow()?._id).toBe('r1')
  await acceptLogin('partner', { token: 'd.e.f', user: { ...partner, _id: 'u9', id: 'u9' } })
  expect(enteredNow()).toBeNull()
  setEntered({ ...YARD, by: 'u9' })
  await act(() => signOut())
  expect(enteredNow()).toBeNull()
  expect(localStorage.getItem('tawa_entered')).toBeNull()
})
