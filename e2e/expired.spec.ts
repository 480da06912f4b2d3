import type { Browser, Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { baseURL, DESKTOP, emailOf, expect, fillLogin, test } from './support/app.ts'

type Role = Parameters<typeof emailOf>[0]

/** A session that ends in the middle of something: after signing in again the person goes on where they were, and nothing they typed is lost (SCREENS G1). */
test.beforeEach(() => test.slow())

/** A till of its own, whose session can be ended without ending another test's. */
async function signIn(browser: Browser, path: string, role: Role = 'cashier'): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL(), viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/restaurant/login')
  await fillLogin(page, emailOf(role))
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await page.goto(path)
  return page
}

/** The session ends at the server, and the same person signs in again. */
async function expire(page: Page, role: Role = 'cashier'): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'restaurant_token')?.value
  await fetch(`${baseURL()}/v1/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  await page.waitForURL((url) => url.searchParams.get('token_expired') === 'true')
  await fillLogin(page, emailOf(role))
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

test('in the middle of an order’s note: the note stands open again as it was typed, and is saved', async ({ browser, api }) => {
  await api.free('6')
  const [dish] = await api.plain()
  const order = await api.send('6', [{ _id: dish!._id }])
  const page = await signIn(browser, to.orders({ order: order._id }))
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  const note = page.getByRole('dialog').getByLabel('Note', { exact: true })
  await note.fill('Birthday at nine, candles are with the cap')
  await note.press('End')
  await page.keyboard.type('tain')
  await expire(page)
  await expect(page).toHaveURL(new RegExp(`order=${order._id}`))
  await expect(note).toHaveValue('Birthday at nine, candles are with the captain')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(async () => (await api.openOrders()).find(({ _id }) => _id === order._id)?.additionalNote)
    .toBe('Birthday at nine, candles are with the captain')
  await page.context().close()
  await api.free('6')
})

test('in the middle of the pay panel: the panel, the method and the cash received are there again, and it is settled', async ({
  browser,
  api,
}) => {
  const table = await api.free('6')
  const [dish] = await api.plain()
  const order = await api.send('6', [{ _id: dish!._id }])
  const page = await signIn(browser, to.pos({ table: table._id }))
  await page.getByRole('button', { name: 'Bill & settle' }).click()
  await page.getByRole('radio', { name: /^Cash/ }).click()
  const received = page.getByLabel('Cash received')
  await received.fill('2000')
  await expire(page)
  await expect(received).toHaveValue(/^2,?000$/)
  await page.getByRole('button', { name: /^Settle Rs\./ }).click()
  await expect.poll(async () => (await api.openOrders()).some(({ _id }) => _id === order._id)).toBe(false)
  await page.context().close()
})

test('in the middle of a page of settings, and of something new in a sheet: what was typed stands there again', async ({ browser }) => {
  const page = await signIn(browser, to.settings(), 'owner')
  const designation = page.getByLabel('Designation')
  await designation.fill('Partner in charge')
  await expire(page, 'owner')
  await expect(page).toHaveURL(/\/settings/)
  await expect(designation).toHaveValue('Partner in charge')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto(to.settingsOffer())
  await page.getByRole('button', { name: 'New offer' }).click()
  const name = page.getByRole('dialog').getByLabel('Title', { exact: true })
  await name.fill('Monsoon evenings')
  await expire(page, 'owner')
  // The sheet is in the address, so it stands open.
  await expect(name).toHaveValue('Monsoon evenings')
  await page.context().close()
})
