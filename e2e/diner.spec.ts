import type { Browser } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { baseURL, DESKTOP, Device, expect, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'

/** Each change shows on the other devices at once (SCREENS §2.6 "Accept": within 2 s; a machine that runs tests side by side is slower than that). */
const SOON = { timeout: 8000 }

/** A guest's phone that scans a table's code. */
async function scan(browser: Browser, qrUrl: string): Promise<Device> {
  const context = await browser.newContext({ baseURL: baseURL(), viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(new URL(qrUrl, baseURL()).pathname)
  return new Device(page)
}

test('a diner’s evening: scan, order in 7 taps; staff-added items appear ≤2 s; a move, a second phone, the bill, settled; reload still shows the receipt from device storage; back button doesn’t reopen the order', async ({
  browser,
  device,
  api,
}) => {
  const [one, two, three] = await api.plain()
  await api.emptyBoard()
  await api.free('12')
  const table = await api.free('11')
  const kitchen = await device('kitchen', to.kitchen(), DESKTOP)
  const waiter = await device('waiter', to.tables(), DESKTOP)
  const needs = waiter.page.getByRole('region', { name: 'Needs a person' })

  // Journey 3: 2 items, View cart, Place order, name, mobile, Place order.
  const phone = await scan(browser, table.qrUrl)
  const { page } = phone
  for (const dish of [one!, two!]) await phone.tap(page.getByRole('button', { name: `Add ${dish.name}`, exact: true }).first())
  await phone.tap(page.getByRole('link', { name: /View cart/ }))
  await phone.tap(phone.button(/^Place order/))
  const sheet = page.getByRole('dialog', { name: 'Table 11' })
  await phone.fill(sheet.getByLabel('Your name'), 'Ananya')
  await phone.fill(sheet.getByLabel('Mobile number'), '9876500311')
  await phone.tap(sheet.getByRole('button', { name: 'Place order' }))
  await expect(page.getByRole('heading', { name: 'Being prepared' })).toBeVisible()
  expect(phone.taps).toBeLessThanOrEqual(7)
  await expect(kitchen.page.getByText(one!.name).first()).toBeVisible(SOON)

  const lines = page.getByRole('list', { name: 'Your order' }).getByRole('listitem')
  await expect(page.getByText(/^\s*Live · order/)).toBeVisible()
  // The page's own buttons are directly above the four areas, also for a short order.
  const foot = await page.locator('.action-bar').boundingBox()
  const areas = await page.getByRole('navigation', { name: 'Pages' }).boundingBox()
  expect(Math.abs(foot!.y + foot!.height - areas!.y)).toBeLessThanOrEqual(1)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(page.viewportSize()!.height)
  await api.send('11', [{ _id: three!._id }])
  // SCREENS §2.6: within 2 s after the waiter's answer.
  await expect(lines.filter({ hasText: three!.name })).toContainText('Added by staff', { timeout: 2000 })

  // A sold-out dish is shown as sold out on the open menu at once, and on sale again afterwards.
  await page.getByRole('link', { name: 'Add more' }).click()
  const dish = page
    .locator('section:not(#c-popular) .dish')
    .filter({ has: page.getByRole('button', { name: three!.name, exact: true }) })
    .first()
  for (const available of [false, true]) {
    await api.call('PATCH', `/menus/item/${three!._id}/availability`, { available })
    await expect(dish.getByText('Sold out')).toBeVisible({ visible: !available, ...SOON })
  }
  await page.getByRole('link', { name: 'Order', exact: true }).click()

  await phone.button('Call waiter').click()
  await phone.button('Ask: Water').click()
  await expect(needs.getByText(/T11 Water/)).toBeVisible(SOON)
  await api.call('POST', '/tables/clear-alert', { tableId: table._id, alertType: 'water', action: 'acknowledge' })
  await expect(page.getByRole('dialog').getByText('On the way')).toBeVisible(SOON)
  await phone.button('Close').click()

  const target = await api.table('12')
  await api.call('POST', '/tables/move', { fromTableId: table._id, toTableId: target._id })
  await expect(page.getByText('You are now at Table 12')).toBeVisible(SOON)
  await expect(lines).toHaveCount(3)

  // A second phone of the same table sees the same order.
  const friend = await scan(browser, target.qrUrl)
  await friend.page.getByRole('link', { name: 'Order', exact: true }).click()
  await friend.button('Show my order').click()
  await friend.page.getByLabel('Your name').fill('Ravi')
  await friend.page.getByLabel('Mobile number').fill('9876500312')
  await friend.page.getByRole('dialog').getByRole('button', { name: 'Show my order' }).click()
  await expect(friend.page.getByRole('list', { name: 'Your order' }).getByRole('listitem')).toHaveCount(3)
  await expect(friend.page.getByText(/^\s*Live · order/)).toBeVisible()

  await phone.button('Ask for bill').click()
  await expect(needs.getByText(/T12 Bill/)).toBeVisible(SOON)
  const { order } = await api.call('POST', '/orders/active', { tableId: target._id })
  await api.settle(order)
  for (const [guest, name] of [
    [phone, 'Ananya'],
    [friend, 'Ravi'],
  ] as const)
    await expect(guest.page.getByRole('heading', { name: `Thank you, ${name}` })).toBeVisible(SOON)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Thank you, Ananya' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipt' }).getByText(one!.name)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Which restaurant?' })).toBeVisible()
  await expect(page.getByText('Total so far')).toHaveCount(0)
  await Promise.all([phone, friend].map(({ context }) => context.close()))
})

for (const [zoom, width, height] of [
  ['150 percent', 260, 562],
  ['200 percent', 195, 422],
] as const)
  test(`a phone of 390 px at ${zoom}: nothing stands beside the screen, and a dish with choices can be ordered`, async ({
    browser,
    api,
  }) => {
    const { qrUrl } = await api.free('12')
    const phone = await scan(browser, qrUrl)
    const { page } = phone
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScroll(page)
    await expect(phone.button('Call waiter')).toBeInViewport({ ratio: 1 })
    await page.locator('.dish', { hasText: 'choices' }).first().locator('[data-open]').first().click()
    const sheet = page.getByRole('dialog')
    const first = sheet.getByRole('radio').first()
    await phone.tap(sheet.getByRole('button', { name: /^Choose|choose/ }))
    await expect(first).toBeInViewport()
    await first.check()
    await expect(first).toBeChecked()
    // Neither the quantity nor the button is cut, and no word is broken.
    const outside = await sheet
      .locator('.sheet-foot button')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(outside).toBe(0)
    await expectNoSidewaysScroll(page)
  })
