import { formatRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { apiOf, DESKTOP, expect, expectAccessible, test } from './support/app.ts'

/** Journey 12 in the demo's second outlet, whose orders no other test opens: a day is closed only when all of them have ended. */

test('journey 12: 4 taps, Settings, Day summary, Close day, Close day; blocked while orders are open; the report notes the reset', async ({
  device,
}) => {
  const api = await apiOf('ownerTwo')
  for (const order of await api.openOrders()) await api.settle(order)
  const [dish] = await api.plain()
  const parcel = async () => {
    const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 2 }] }]
    return (await api.call('POST', '/pos/order', { orderType: 'Take Away', kots })).order
  }
  const order = await parcel()

  const owner = await device('ownerTwo', to.dashboard(), DESKTOP)
  const { page } = owner
  await owner.tap(page.getByRole('link', { name: 'Settings', exact: true }))
  await owner.tap(page.getByRole('link', { name: 'Day summary', exact: true }))
  const before = page.getByRole('region', { name: /Before you close/ })
  await expect(before.getByRole('link', { name: /^1 open order/ })).toHaveAttribute('href', to.orders())
  await expect(before.getByRole('link', { name: new RegExp(`^1 unpaid, ${formatRupees(order.grandTotal)}`) })).toBeVisible()
  await expect(owner.button('Close day')).toHaveAccessibleDescription('1 open order')
  // The till settles it meanwhile: the list follows without a reload.
  await api.settle(order)
  await expect(before).toContainText('No open orders')
  await expect(before).toContainText('Everything is paid')

  const { summary } = await api.call('GET', '/orders/daily-summary')
  await owner.tap(owner.button('Close day'))
  const sure = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(sure).toContainText(`sales ${formatRupees(summary.totalSales)}`)
  await expect(sure.getByRole('checkbox', { name: 'Reset KOT counter' })).toBeChecked()
  await expectAccessible(page)
  await owner.tap(sure.getByRole('button', { name: 'Close day' }))
  expect(owner.taps).toBe(4)

  // The report comes up to be printed.
  await expect(page.getByRole('region', { name: /^Day summary/ })).toContainText('KOT counter was reset')
  await expectAccessible(page)

  // The figures are those of Reports, and the next ticket is KOT 1.
  const { sales } = await api.call('POST', '/api/analytics/sales', { period: 'today' })
  expect(summary.totalSales).toBe(sales.totalSales)
  const next = await parcel()
  expect(next.kots[0].kotNumber).toBe(1)
  await api.settle(next)
})
