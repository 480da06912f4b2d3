import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, serve } from '#web/test/dom.tsx'
import { Guests } from './Guests.tsx'

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
