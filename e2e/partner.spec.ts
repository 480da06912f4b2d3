import type { Locator } from '@playwright/test'
import { expect, expectLive, PHONE, test } from './support/app.ts'

test('a partner compares outlets: journey 10, nothing to see and two taps for the chart', async ({ device }) => {
  const partner = await device('partner', '/partner/dashboard')
  const { page } = partner
  const table = page.getByRole('table', { name: 'Outlets' })
  await expect(table.getByRole('link', { name: 'Smash Yard' })).toBeVisible()
  await expect(table.getByRole('link', { name: 'Pav Bhaji Corner' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'All outlets together' })).toContainText('Rs.')
  expect(partner.taps).toBe(0)

  await partner.tap(page.getByRole('checkbox', { name: 'Compare Smash Yard' }))
  await partner.tap(page.getByRole('checkbox', { name: 'Compare Pav Bhaji Corner' }))
  await expect(page.getByRole('figure', { name: /^Sales a day of/ })).toBeVisible()
  expect(partner.taps).toBe(2)

  // One press sorts, and the days stay from all outlets to one, and through a reload.
  await page.getByRole('button', { name: 'Average bill' }).click()
  await expect(page.getByRole('columnheader', { name: 'Average bill' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: '30 d' }).click()
  await expect(page).toHaveURL(/period=30d/)
  await table.getByRole('link', { name: 'Smash Yard' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Smash Yard' })).toBeVisible()
  await expect(page).toHaveURL(/outlet=.*period=30d/)
  await expect(page.getByRole('region', { name: 'Guests', exact: true })).toContainText('Best guests')
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Smash Yard' })).toBeVisible()
})

test('a partner enters an outlet and leaves it; disabled page yields spec text to staff', async ({ device }) => {
  const { page } = await device('partner', '/partner/restaurants')
  await page.getByRole('button', { name: 'Enter Pav Bhaji Corner' }).click()
  const bar = page.getByRole('region', { name: 'Entered outlet' })
  await expect(bar).toContainText('Pav Bhaji Corner')
  await expect(page).toHaveURL(/\/restaurant\/dashboard$/)
  await expectLive(page)
  await page.reload()
  await expect(bar).toContainText('Pav Bhaji Corner')
  // It leads back to where the outlet was entered.
  await bar.getByRole('link', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/partner\/restaurants$/)
  await expect(bar).toHaveCount(0)
  // After the reload in that outlet, the next outlet's pages show the next outlet.
  await page.getByRole('button', { name: 'Enter Smash Yard' }).click()
  await expect(bar).toContainText('Smash Yard')
  await page.getByRole('link', { name: 'POS', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Grilled Burgers')
  await bar.getByRole('link', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/partner\/restaurants$/)

  const owner = await device('ownerTwo', '/restaurant/feedback')
  await expect(owner.page.getByRole('link', { name: 'Feedback' })).toBeVisible()
  await page.goto('/partner/restaurants')
  await page.getByRole('button', { name: 'Permissions of Pav Bhaji Corner' }).click()
  const feedback = page.getByRole('switch', { name: 'Feedback is on' })
  await feedback.click()
  await expect(page.getByRole('complementary', { name: 'Changes' })).toContainText('Page off for everyone')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  // It applies at once to somebody who has the page open.
  await expect(owner.page).not.toHaveURL(/feedback/)
  await expect(owner.page.getByText('This page is disabled by your administrator.').first()).toBeVisible()
  await feedback.click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(owner.page.getByRole('link', { name: 'Feedback' })).toBeVisible()
})

test('a managerial head compares, looks at outlets, permissions and the chain menu, and can change none of it', async ({ device }) => {
  const { page } = await device('head', '/partner/dashboard')
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const reads = request.method() === 'GET' || /analytics|preview$/.test(pathname)
    if (pathname.startsWith('/v1/') && !reads) writes.push(`${request.method()} ${pathname}`)
  })
  await expect(page.getByRole('table', { name: 'Outlets' }).getByRole('link', { name: 'Pav Bhaji Corner' })).toBeVisible()
  await page.getByRole('link', { name: 'Restaurants' }).click()
  await expect(page.getByRole('button', { name: 'Remove Smash Yard' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: /^Enter / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Permissions of Pav Bhaji Corner' }).click()
  await expect(page.getByRole('switch', { name: 'POS is on', exact: true })).toBeDisabled()
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await page.getByLabel('From').selectOption({ label: 'Smash Yard' })
  await page.getByRole('checkbox', { name: 'Beverages' }).check()
  await expect(page.getByRole('table', { name: 'Changes' }).or(page.getByText(/^Nothing would change/))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Push/ })).toHaveAttribute('aria-disabled', 'true')
  expect(writes).toEqual([])
})

test('on a phone the outlet chooser keeps off the screen’s edge, and so does a card’s title from the card’s when its tools wrap', async ({
  device,
}) => {
  const { page } = await device('partner', '/partner/dashboard', PHONE)
  const top = (of: Locator) => of.evaluate((box) => box.getBoundingClientRect().top)
  expect(await top(page.getByRole('banner').getByRole('button', { name: /All outlets/ }))).toBeGreaterThanOrEqual(4)
  await page.getByRole('link', { name: 'Smash Yard' }).first().click()
  const title = page.getByRole('heading', { name: 'Sales by hour' })
  const room = await title.evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getBoundingClientRect().top - text.closest('section')!.getBoundingClientRect().top
  })
  expect(room).toBeGreaterThanOrEqual(9)

  await page.goto('/partner/restaurants')
  await page.getByRole('button', { name: 'Remove Pav Bhaji Corner' }).click()
  // Its focus ring is 4 px wide, and the dialog's text scrolls: what stands out of it is cut off.
  const field = page.getByRole('textbox', { name: /to confirm$/ })
  const below = await field.evaluate((input) => {
    const scrolls = input.closest('.overflow-y-auto')!
    return scrolls.getBoundingClientRect().bottom - input.parentElement!.getBoundingClientRect().bottom
  })
  expect(below).toBeGreaterThanOrEqual(4)
})
