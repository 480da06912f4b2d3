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

it('says "All clear" when nobody waits, and keeps the queue when the figures could not be loaded', async () => {
  await signIn()
  let slow = true
  serve(({ path }) => {
    if (path.startsWith('/v1/backoffice/analytics'))
      return slow ? refusal(403, 'forbidden', 'Failed to fetch analytics data') : { status: 200, body: { analytics } }
    if (path.startsWith('/v1/backoffice/restaurants/claims/pending'))
      return { status: 200, body: { claims: [], ...paging, totalClaims: 0 } }
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
