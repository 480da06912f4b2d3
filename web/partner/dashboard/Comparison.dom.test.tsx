import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, refusal, type Reply, serve } from '#web/test/dom.tsx'
import DashboardPage from './DashboardPage.tsx'

const figures = (sales: number, orders: number) => ({ sales, orders, averageOrderValue: sales / orders, refunds: 0, cancelledOrders: 0 })
const outlet = (outletId: string, name: string, sales: number, orders: number, before: number) => ({
  outletId,
  name,
  timezone: 'Asia/Kolkata',
  resetTime: '00:00',
  ...figures(sales, orders),
  series: [
    { bucket: '2026-11-21', sales: 1, orders: 1 },
    { bucket: '2026-11-22', sales: 2, orders: 1 },
  ],
  previous: figures(before, orders),
})
const insights = {
  range: { startDate: '2026-11-16', endDate: '2026-11-22', timezone: 'Asia/Kolkata' },
  total: figures(0, 1),
  outlets: [
    outlet('a', 'Gachibowli', 1000, 10, 900),
    outlet('b', 'Hadapsar', 776, 8, 1000),
    { ...outlet('c', 'Viman Nagar', 0, 1, 1), series: [], failed: true },
  ],
}
const late = { refunds: 0, totalSales: 224, totalOrders: 2, cancelledOrders: 0, series: [] }

let retry: Reply
beforeEach(() => {
  retry = { status: 200, body: { sales: late } }
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})

async function open(answer: object = insights, at = '/partner/dashboard') {
  const asked = serve(({ path }) => {
    if (path === '/v1/api/analytics/partner/aggregated-insights') return { status: 200, body: { insights: answer } }
    return path === '/v1/api/analytics/outlet/sales' ? retry : { status: 200, body: { outlets: [] } }
  })
  await acceptLogin('partner', { token: 'a.b.c', user: aUser({ role: 'partner', restaurantId: null, partnerId: 'p1' }) })
  const view = mount(<DashboardPage />, { path: '/partner/dashboard', at })
  await screen.findByRole('table', { name: 'Outlets' })
  return { ...view, asked }
}
const names = () =>
  within(screen.getByRole('table', { name: 'Outlets' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

it('ranks the outlets at once, with what stands out on top; sort order announced', async () => {
  const { user, address } = await open()
  expect(names()).toEqual(['Gachibowli', 'Hadapsar', 'Viman Nagar'])
  expect(screen.getByRole('region', { name: 'What stands out' }).textContent).toContain('Hadapsar −22.4%')
  await user.click(screen.getByRole('button', { name: 'Orders' }))
  await user.click(screen.getByRole('button', { name: 'Orders' }))
  expect(names()).toEqual(['Hadapsar', 'Gachibowli', 'Viman Nagar'])
  // Announced: in a live region, whatever the table shows by an arrow.
  expect(screen.getByText(/Sorted by orders, lowest first/).closest('[role=status]')).toBeTruthy()
  expect(address()).toBe('/partner/dashboard?sort=orders')
  expect(screen.getByRole('columnheader', { name: 'Orders' }).getAttribute('aria-sort')).toBe('ascending')
})

it('one outlet failing shows "–" and Retry on its row only; once it answers it is included in the totals', async () => {
  const { user, asked } = await open()
  expect(screen.getByRole('region', { name: '2 of 3 outlets together' }).textContent).toContain('Rs. 1,776.00')
  const row = () => screen.getByRole('row', { name: /Viman Nagar/ })
  expect(row().textContent).toContain('–––––')
  retry = refusal(404, 'not_found', 'Gone')
  await user.click(within(row()).getByRole('button', { name: 'Retry Viman Nagar' }))
  expect(await screen.findByText('It did not answer again')).toBeTruthy()
  retry = { status: 200, body: { sales: late } }
  await user.click(within(row()).getByRole('button', { name: 'Retry Viman Nagar' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'All outlets together' }).textContent).toContain('Rs. 2,000.00'))
  expect(row().textContent).toContain('Rs. 224.00')
  expect(asked.filter(({ path }) => path.endsWith('aggregated-insights'))).toHaveLength(1)
})

it('range persists between outlets', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Yesterday' }))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Gachibowli' }).getAttribute('href')).toBe('/partner/dashboard?outlet=a&period=yesterday'),
  )
})

it('draws two ticked outlets in one chart', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Compare Gachibowli' }))
  expect(screen.getByText('Tick one more outlet to see both in a chart.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Compare Hadapsar' }))
  expect(await screen.findByRole('figure', { name: 'Sales a day of Gachibowli, Hadapsar' }, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Compare Viman Nagar' }).disabled).toBe(true)
})

it('says at the foot of the window, under a long list, that the chart is below, and leads there', async () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  const many = Array.from({ length: 9 }, (_, i) => outlet(`x${i}`, `Outlet ${i}`, 100 - i, 1, 100))
  const { user } = await open({ ...insights, outlets: many })
  expect(screen.queryByRole('button', { name: 'Show the chart' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Compare Outlet 1' }))
  expect(screen.getByText('Tick one more outlet to see both in a chart.').getAttribute('role')).toBe('status')
  await user.click(screen.getByRole('checkbox', { name: 'Compare Outlet 2' }))
  expect(screen.getByText('2 outlets are in the chart below.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show the chart' }))
  expect(scrolled).toHaveBeenCalledTimes(1)
})

it('compares four outlets at most: a fifth can’t be ticked until one is unticked, and says why', async () => {
  const five = Array.from({ length: 5 }, (_, i) => outlet(`x${i}`, `Outlet ${i}`, 100 - i, 1, 100))
  const { user } = await open({ ...insights, outlets: five })
  for (const n of [0, 1, 2, 3]) await user.click(screen.getByRole('checkbox', { name: `Compare Outlet ${n}` }))
  const fifth = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Outlet 4: 4 outlets are in the chart, the most it shows' })
  expect(fifth.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Compare Outlet 0' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Compare Outlet 4' }).disabled).toBe(false)
})

it.each([
  ['2026-11-22', true],
  ['2026-11-23', false],
])('days that were chosen end with one that is not over: on %s, %s', async (today, unfinished) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T09:00:00.000Z`) })
  const { container } = await open(insights, '/partner/dashboard?period=custom&from=2026-11-21&to=2026-11-22&compare=a,b')
  await screen.findByRole('figure', { name: 'Sales a day of Gachibowli, Hadapsar' }, { timeout: 20_000 })
  expect(container.textContent.includes('so far')).toBe(unfinished)
  vi.useRealTimers()
})
