import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, savedFiles, serve, signIn } from '#web/test/dom.tsx'
import ReportsPage from './ReportsPage.tsx'

const range = { startDate: '2026-11-20', endDate: '2026-11-20', timezone: 'Asia/Kolkata' }
/** Three bottles of water at 20 and an ice cream of 60, both with GST 18%; `taxIncluded`: how much of it is in the prices, in rupees. */
const sold = (totalSales: number, tax: { cgst: number; sgst: number; taxIncluded?: number }) => ({
  range,
  ...{ totalSales, totalOrders: 1, averageOrderValue: totalSales, cancelledOrders: 0, cancelledValue: 0, refunds: 0, discounts: 0 },
  ...{ taxes: { vat: 0, serviceCharge: 0, ...tax }, taxRates: [], roundOff: 0, discountsGiven: [], series: [], paymentMethods: [] },
  ...{ tips: [], receivedOnOpenOrders: 0, orderTypes: [], topItems: [], categories: [], cancellations: [] },
  items: [
    { name: 'Water', count: 3, revenue: 60 },
    { name: 'Ice cream', count: 1, revenue: 60 },
  ],
})

async function open(sales: object) {
  const profile = { restaurant: { timezone: 'Asia/Kolkata', kotSettings: { resetTime: '04:00' } } }
  serve(({ path }) => {
    if (path === '/v1/api/analytics/sales') return { status: 200, body: { sales } }
    return path === '/v1/restaurant/profile' ? { status: 200, body: profile } : refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'generalManager', name: 'Asha Rao' })
  const { user } = mount(<ReportsPage />, { at: '/?tab=taxes&period=yesterday' })
  const table = await screen.findByRole('table', { name: 'From items to sales' })
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent)
  return { user, rows: rows.slice(1) }
}

it('from items to sales, the tax within the prices is taken off before the taxes are added, in the file too', async () => {
  const saved = savedFiles()
  const { user, rows } = await open(sold(130.8, { cgst: 9.98, sgst: 9.98, taxIncluded: 9.16 }))
  expect(rows).toEqual([
    'Items before discountRs. 120.00',
    expect.stringMatching(/^Discounts/),
    'Less tax in prices−Rs. 9.16',
    'TaxesRs. 19.96',
    expect.stringMatching(/^Service charge/),
    expect.stringMatching(/^Round off/),
    'TogetherRs. 130.80',
  ])
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect((await saved[0]!.text()).split('\r\n')).toContain('Less tax in prices,-9.16')
})

it('an outlet without tax in its prices has no such row', async () => {
  const { rows } = await open(sold(141.6, { cgst: 10.8, sgst: 10.8 }))
  expect(rows.map((row) => row?.split('Rs.')[0])).not.toContain('Less tax in prices−')
  expect(rows).toHaveLength(6)
})
