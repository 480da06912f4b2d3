import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, refusal, serve } from '#web/test/dom.tsx'
import { Guests } from './Guests.tsx'
import { OutletView } from './OutletView.tsx'

it('customer insights are of the outlet that was asked for, beside the days before', async () => {
  const figures = { totalCustomers: 1284, newCustomers: 300, returningCustomers: 984, averageSpend: 512.5 }
  const insights = {
    ...figures,
    previous: { ...figures, totalCustomers: 1200 },
    visitsByHour: [{ hour: 20, visits: 40 }],
    topCustomers: [{ _id: 'c1', name: 'Ananya', mobile_number: '9876500311', visits: 12, totalSpent: 14_000 }],
  }
  const asked = serve(() => ({ status: 200, body: { insights } }))
  await acceptLogin('partner', { token: 'a.b.c', user: aUser({ role: 'partner', restaurantId: null, partnerId: 'p1' }) })
  mount(<Guests outletId="outlet-a" filter={{ filter: 'custom', startDate: '2026-11-16', endDate: '2026-11-22' } as never} />)
  const guests = await screen.findByRole('region', { name: 'Guests' })
  expect(await within(guests).findByText('1,284')).toBeTruthy()
  expect(within(guests).getByText('before 1,200')).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'Best guests' })).getByRole('row', { name: /Ananya 12 Rs\. 14,000\.00/ })).toBeTruthy()
  const sent = asked.filter(({ path }) => path === '/v1/api/analytics/outlet/customer-insights')
  expect(sent.map(({ body }) => body)).toMatchObject([{ outletId: 'outlet-a' }])
})

it.each([
  ['customer-insights', 'These are the earlier figures.'],
  ['dashboard-analytics', 'These are the earlier figures.'],
  ['GET outlets', 'Failed to fetch outlets'],
])('an outlet’s page says when %s can’t be read again: %s', async (call, text) => {
  const spent = { totalCustomers: 1, newCustomers: 1, returningCustomers: 0, averageSpend: 1 }
  const insights = { ...spent, previous: spent, visitsByHour: [], topCustomers: [] }
  const sums = { sales: 100, orders: 1, averageOrderValue: 100, refunds: 0, cancelledValue: 0, cancelledOrders: 0 }
  const range = { startDate: '2026-11-16', endDate: '2026-11-22', timezone: 'Asia/Kolkata' }
  const dashboard = {
    ...sums,
    previous: { ...sums, range },
    range,
    now: '20:00',
    hourly: [],
    paymentMethods: [],
    tips: [],
    receivedOnOpenOrders: 0,
    topItems: [],
  }
  let fails = call === 'GET outlets'
  serve(({ path }) => {
    if (fails && path.endsWith(call.replace('GET ', ''))) return refusal(403, 'forbidden', 'Failed to fetch outlets')
    if (path.endsWith('customer-insights')) return { status: 200, body: { insights } }
    if (path.endsWith('dashboard-analytics')) return { status: 200, body: { dashboard } }
    return { status: 200, body: { outlets: [] } }
  })
  await acceptLogin('partner', { token: 'a.b.c', user: aUser({ role: 'partner', restaurantId: null, partnerId: 'p1' }) })
  let client: QueryClient | undefined
  const Grab = () => {
    client = useQueryClient()
    return null
  }
  mount(
    <>
      <Grab />
      <OutletView outletId="a" view={{ period: '7d' } as never} onShow={() => undefined} />
    </>,
  )
  await within(await screen.findByRole('region', { name: 'Guests' })).findAllByText('before 1')
  fails = true
  if (call !== 'GET outlets') await client?.invalidateQueries()
  expect(await screen.findByText(text, { exact: false })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'This outlet' })).toBeTruthy()
})
