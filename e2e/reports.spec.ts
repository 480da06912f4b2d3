import { formatRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { DESKTOP, expect, PHONE, test } from './support/app.ts'

/** What a day brought: reports (SCREENS §2.2), and journey 8 into them. */

test('yesterday’s sales in 2 taps', async ({ device, api }) => {
  const { sales } = await api.call('POST', '/api/analytics/sales', { period: 'yesterday' })
  const manager = await device('manager', to.dashboard(), DESKTOP)
  await manager.tap(manager.page.getByRole('link', { name: 'Reports', exact: true }))
  await manager.tap(manager.button('Yesterday'))
  await expect(manager.page.getByRole('region', { name: 'Key figures' })).toContainText(formatRupees(sales.totalSales))
  expect(manager.taps).toBe(2)
})

test('journey 8: Dashboard, Yesterday, and a press on Sales opens the same days in Reports', async ({ device, api }) => {
  const { dashboard } = await api.call('POST', '/api/analytics/dashboard-analytics', { period: 'yesterday' })
  const { page } = await device('manager', to.dashboard(), DESKTOP)
  await page.getByRole('button', { name: 'Yesterday' }).click()
  const figures = page.getByRole('region', { name: 'Key figures' })
  await expect(figures).toContainText(formatRupees(dashboard.sales))
  await figures.getByRole('link', { name: /^Sales/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yesterday' })).toHaveAttribute('aria-pressed', 'true')
  await expect(figures).toContainText(formatRupees(dashboard.sales))
})

test('on a phone the tab that a link has chosen stands in view, and taxes are told by rate', async ({ device, api }) => {
  const { page } = await device('owner', to.reports({ tab: 'cancellations', period: '30d' }), PHONE)
  await expect(page.getByRole('tab', { name: 'Cancellations' })).toBeInViewport({ ratio: 1 })
  await page.goto(to.reports({ tab: 'taxes', period: '30d' }))
  await expect(page.getByRole('tab', { name: 'Taxes' })).toBeInViewport({ ratio: 1 })
  const { sales } = await api.call('POST', '/api/analytics/sales', { period: '30d' })
  const rates = page.getByRole('table', { name: 'By rate' })
  for (const { rate, tax, taxable } of sales.taxRates) {
    const row = rates.getByRole('row').filter({ hasText: `${tax.toUpperCase()} ${rate}%` })
    await expect(row).toContainText(formatRupees(taxable))
  }
  expect(sales.taxRates.length).toBeGreaterThanOrEqual(2)
})
