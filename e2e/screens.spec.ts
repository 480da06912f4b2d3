import { DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'

/** Every screen, light and dark, wide and narrow: axe finds nothing, nothing scrolls sideways at 360 px, and the page says what it is. */
const SCREENS = [
  { who: 'manager', path: '/restaurant/dashboard', heading: 'Dashboard' },
  { who: 'cashier', path: '/restaurant/pos', heading: 'Point of sale' },
  { who: 'cashier', path: '/restaurant/orders', heading: 'Orders' },
  { who: 'kitchen', path: '/restaurant/kitchen', heading: 'Kitchen' },
  { who: 'cashier', path: '/restaurant/tables', heading: 'Tables' },
  { who: 'waiter', path: '/restaurant/captain', heading: 'My work' },
  { who: 'waiter', path: '/restaurant/captain/tables', heading: 'Tables' },
  { who: 'waiter', path: '/restaurant/captain/menu', heading: /Menu|Choose a table/ },
  { who: 'waiter', path: '/restaurant/captain/orders', heading: 'Orders' },
] as const

for (const { who, path, heading } of SCREENS)
  test(`${path}: accessible in light and dark, no sideways scroll at 360 px`, async ({ device }) => {
    const { page } = await device(who, path, DESKTOP)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Connected' }).first()).toBeAttached()
    await expectAccessible(page)
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

test('the floor, its drawer and the way to the order work by keyboard alone', async ({ device }) => {
  const { page } = await device('cashier', '/restaurant/tables', DESKTOP)
  const card = page.getByRole('button', { name: /^T1\b/ }).first()
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add items' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add items' })).toHaveCount(0)
})

test('without a connection the page says what still works, and does not lose the cart', async ({ device, api }) => {
  await api.free('6')
  const [item] = await api.plain()
  const { page, context } = await device('waiter', '/restaurant/captain/tables', PHONE)
  await page.getByRole('button', { name: /^T6\b/ }).first().click()
  await page
    .getByRole('button', { name: `Add ${item?.name}`, exact: true })
    .first()
    .click()
  await context.setOffline(true)
  await expect(page.getByText('The kitchen has not received new items').first()).toBeVisible({ timeout: 7000 })
  await context.setOffline(false)
  await expect(page.getByText('The kitchen has not received new items')).toHaveCount(0, { timeout: 20_000 })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Send KOT \(1\)/ })).toBeVisible()
})
