import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, refusal, serve } from '#web/test/dom.tsx'
import DashboardPage from './DashboardPage.tsx'

const signIn = () =>
  acceptLogin('backoffice', {
    token: 'a.b.c',
    user: aUser({ role: 'backoffice', restaurantId: null, restaurantName: null }),
    permissions: {},
  })
const paging = { totalPages: 1, currentPage: 1, itemsPerPage: 200 }
const analytics = { restaurants: 6, pending: 0, claims: 0, partners: 2, orders: 0, sales: 0, series: [] }

it('zero queue says "All clear", and stays when the figures could not be loaded', async () => {
  await signIn()
  let slow = true
  serve(({ path }) => {
    if (path.startsWith('/v1/backoffice/analytics'))
      return slow ? refusal(403, 'forbidden', 'Failed to fetch analytics data') : { status: 200, body: { analytics } }
    if (path.startsWith('/v1/backoffice/restaurants/claims/pending'))
      return { status: 200, body: { claims: [], ...paging, totalClaims: 0 } }
    if (path.startsWith('/v1/backoffice/decisions')) return { status: 200, body: { decisions: [] } }
    return { status: 200, body: { restaurants: [], ...paging, totalRestaurants: 0 } }
  })
  const { user } = mount(<DashboardPage />)
  expect(await screen.findByText('All clear')).toBeTruthy()
  expect(await screen.findByText('Failed to fetch analytics data')).toBeTruthy()
  slow = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const figures = screen.getByRole('region', { name: 'Key figures' })
  expect((await within(figures).findByText('6')).textContent).toBe('6')
  expect(screen.queryByText('Failed to fetch analytics data')).toBeNull()
})

it('"Restaurants by status" is of one time: Refresh reads the rejected ones again, too, and a failure is said', async () => {
  await signIn()
  let rejected = 2
  serve(({ path }) => {
    if (path.startsWith('/v1/backoffice/analytics')) return { status: 200, body: { analytics } }
    if (path.startsWith('/v1/backoffice/restaurants/claims/pending'))
      return { status: 200, body: { claims: [], ...paging, totalClaims: 0 } }
    if (path.startsWith('/v1/backoffice/decisions')) return { status: 200, body: { decisions: [] } }
    if (path.startsWith('/v1/backoffice/restaurants?'))
      return rejected === 0
        ? refusal(403, 'forbidden', 'Failed to fetch restaurants')
        : { status: 200, body: { restaurants: [], ...paging, totalRestaurants: rejected } }
    return { status: 200, body: { restaurants: [], ...paging, totalRestaurants: 0 } }
  })
  let client: QueryClient | undefined
  const Grab = () => {
    client = useQueryClient()
    return null
  }
  mount(
    <>
      <Grab />
      <DashboardPage />
    </>,
  )
  const link = (n: number) => screen.findByRole('link', { name: new RegExp(`^Rejected\\s*${n}`) })
  expect(await link(2)).toBeTruthy()
  rejected = 5
  const [query] = client!.getQueryCache().findAll({ queryKey: ['GET /backoffice/restaurants'] })
  expect(query?.observers[0]?.options).toMatchObject({ refetchInterval: 60_000 })
  await client?.invalidateQueries({ queryKey: ['GET /backoffice/restaurants'] })
  expect(await link(5)).toBeTruthy()
  rejected = 0
  await client?.resetQueries({ queryKey: ['GET /backoffice/restaurants'] })
  expect(await screen.findByText('Failed to fetch restaurants')).toBeTruthy()
})

it('shows the last decisions with who and when, each leading to its restaurant, and the person’s own alone', async () => {
  await signIn()
  const decision = {
    _id: 'd1',
    at: '2026-11-21T15:02:00.000Z',
    kind: 'approved',
    restaurantId: 'r1',
    name: 'Sharma Sweets',
    by: 'Anita Desai',
    reason: null,
    since: '2026-11-19T12:00:00.000Z',
  }
  const rejected = {
    ...decision,
    _id: 'd2',
    kind: 'claimRejected',
    name: 'Rolls and Rumali',
    by: 'Vikram Menon',
    reason: 'licence has run out',
  }
  serve(({ path }) => {
    if (path.startsWith('/v1/backoffice/analytics')) return { status: 200, body: { analytics } }
    if (path.startsWith('/v1/backoffice/restaurants/claims/pending'))
      return { status: 200, body: { claims: [], ...paging, totalClaims: 0 } }
    if (path.startsWith('/v1/backoffice/decisions'))
      return { status: 200, body: { decisions: path.includes('mine=true') ? [] : [decision, rejected] } }
    return { status: 200, body: { restaurants: [], ...paging, totalRestaurants: 0 } }
  })
  const { user } = mount(<DashboardPage />)
  const list = await screen.findByRole('list', { name: 'Recent activity' })
  const [one, other] = within(list).getAllByRole('listitem')
  expect(one?.textContent).toContain('Sharma Sweets approvedAnita Desai, 2 days after it came in')
  expect(other?.textContent).toContain('Claim of Rolls and Rumali rejectedVikram Menon: licence has run out')
  expect(within(list).getAllByRole('link')[0]?.getAttribute('href')).toBe('/backoffice/restaurants?q=Sharma+Sweets&restaurant=r1')
  await user.click(screen.getByRole('button', { name: 'Mine only' }))
  expect(await screen.findByText('You have decided nothing yet.')).toBeTruthy()
})
