import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DINER_GUEST } from '#demo/people.ts'
import { randomId } from '#domain/ids.ts'
import { canOpen } from '#domain/permissions.ts'
import type { Screen, Shell } from '#web/app/screens.ts'
import { ALL_SCREENS } from '#web/app/test/screens.ts'
import { to } from '#web/core/to.ts'
import { apiOf, baseURL, DESKTOP, expect, expectLive, PHONE, test, WALL, type Who } from './support/app.ts'
import { holding } from './support/holding.ts'
import { startAgent } from './support/printAgent.ts'
import { application, codeOf, desk, newEmail, post } from './support/onboarding.ts'

/** See pictures.config.ts. */
const FOLDER = join(import.meta.dirname, '../docs/screens')

/** The person and the device for each shell's pictures. */
const DRAWN: Partial<Record<Shell, { who: Who; size: typeof DESKTOP }>> = {
  staff: { who: 'owner', size: DESKTOP },
  settings: { who: 'owner', size: DESKTOP },
  kitchen: { who: 'kitchen', size: WALL },
  captain: { who: 'waiter', size: PHONE },
  mobile: { who: 'cashier', size: PHONE },
  partner: { who: 'partner', size: DESKTOP },
  backoffice: { who: 'backoffice', size: DESKTOP },
}

/** Steps before a page's picture, where the page would otherwise show little. They may return a function that ends them. */
const READY: Partial<Record<string, (page: Page) => Promise<void | (() => Promise<void>)>>> = {
  [to.settingsPrint()]: async (page) => {
    const printers = [
      { name: 'EPSON TM-T82X 80mm', role: 'bill', stations: [], columns: 48 },
      { name: 'RP326 Kitchen 80mm', role: 'kot', stations: [], columns: 48 },
      { name: 'TVS RP45 Bar', role: 'kot', stations: ['Bar'], columns: 32 },
    ]
    const { stop } = await startAgent(printers.map(({ name }) => name))
    const api = await apiOf('owner')
    const deviceId = await page.evaluate(() => localStorage.getItem('tawa_device'))
    const ids = printers.map(() => randomId())
    for (const [i, printer] of printers.entries()) await api.call('PUT', `/print/printers/${ids[i]}`, { ...printer, deviceId })
    await page.reload()
    await expect(page.getByText('Print agent connected')).toBeVisible()
    return async () => {
      for (const id of ids) await api.call('DELETE', `/print/printers/${id}`)
      await stop()
    }
  },
  '/partner/menu': async (page) => {
    for (const name of ['Beverages', 'Bar']) await page.getByRole('checkbox', { name, exact: true }).check()
    await expect(page.getByRole('rowgroup', { name: 'Own value kept' })).toBeAttached()
  },
}

// Each area has a page to sign in at.
const fileOf = ({ path }: Screen) =>
  join(
    FOLDER,
    `${path
      .slice(1)
      .replace(/^restaurant\/(?!login)/, '')
      .replace(/\/:\w+/, '')
      .replaceAll('/', '-')}.jpg`,
  )
const picture = { type: 'jpeg', quality: 72 } as const

for (const screen of ALL_SCREENS)
  test(screen.path, async ({ device, page: stranger }) => {
    const drawn = DRAWN[screen.shell]
    if (!drawn) {
      await stranger.setViewportSize(DESKTOP)
      await stranger.goto(`${baseURL()}${screen.path}`)
      await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
      await stranger.screenshot({ path: fileOf(screen), ...picture })
      return
    }
    // App listing and Marketing are the mobile admin's.
    const who = drawn.who === 'owner' && !canOpen({ role: 'superuser' }, screen.path, null).ok ? 'mobile' : drawn.who
    // A page about one restaurant is drawn for the demo's first, and says its name.
    const { page } = await device(who, screen.path.replace(':id', (await apiOf('owner')).restaurantId), drawn.size)
    const heading = screen.path.includes(':id') ? `Smash Yard, ${screen.title.toLowerCase()}` : screen.title
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    // Shells of people without a restaurant of their own show no connection.
    if (screen.shell !== 'partner' && screen.shell !== 'backoffice') await expectLive(page)
    await expect(page.locator('.animate-skeleton')).toHaveCount(0)
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
    const end = await READY[screen.path]?.(page)
    await page.screenshot({ path: fileOf(screen), ...picture })
    await end?.()
  })

test('reports, taxes', async ({ device }) => {
  const { page } = await device('owner', to.reports({ tab: 'taxes', period: '30d' }), DESKTOP)
  await expect(page.getByRole('table', { name: 'Taxes' })).toBeVisible()
  await expect(page.locator('.animate-skeleton')).toHaveCount(0)
  await page.screenshot({ path: join(FOLDER, 'reports-taxes.jpg'), ...picture })
})

test('a booking that has been seated', async ({ device, api }) => {
  const table = await api.free('11')
  const now = new Date(Date.now() + 5.5 * 3_600_000).toISOString()
  const { reservation } = await api.call('POST', '/restaurant/reservations/create', {
    customerName: 'Harsh Agarwal',
    mobile_number: '9845011223',
    partySize: 3,
    date: now.slice(0, 10),
    time: now.slice(11, 16),
    tableId: table._id,
    allowOverlap: true,
  })
  const path = `/restaurant/reservations/update/${reservation._id}`
  await api.call('PUT', path, { status: 'seated' })
  const { page } = await device('captain', to.tables(), DESKTOP)
  await expect(page.getByRole('button', { name: /^T11, Seated, Harsh Agarwal/ })).toBeVisible()
  await page.screenshot({ path: join(FOLDER, 'tables-seated.jpg'), ...picture })
  await api.call('PUT', path, { status: 'completed' })
})

/** The guest's pages are drawn in the order of an evening; the menu of a table is the table's own address. */
test('a guest at a table', async ({ browser, api }) => {
  const { qrUrl } = await api.free('7')
  const [, one, two] = await api.plain()
  const context = await browser.newContext({ baseURL: baseURL(), viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const draw = (name: string) => page.screenshot({ path: join(FOLDER, `diner-${name}.jpg`), ...picture })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.goto(new URL(qrUrl, baseURL()).pathname)
  await expect(button('Call waiter')).toBeVisible()
  for (const dish of [one!, two!, two!]) await button(`Add ${dish.name}`).first().click()
  await expect(page.getByRole('link', { name: /View cart/ })).toBeVisible()
  await draw('menu')
  await page.getByRole('link', { name: /View cart/ }).click()
  await expect(button(/^Place order/)).toBeEnabled()
  await draw('cart')
  await button(/^Place order/).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Your name').fill('Ananya')
  await sheet.getByLabel('Mobile number').fill('9876500311')
  await sheet.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Being prepared' })).toBeVisible()
  await expect(page.getByText(/^\s*Live · order/)).toBeVisible()
  await draw('order')
  await button('Call waiter').click()
  await expect(button('Ask: Water')).toBeInViewport({ ratio: 1 })
  await draw('call')
  await button('Close').click()
  const table = await api.table('7')
  const { order } = await api.call('POST', '/orders/active', { tableId: table._id })
  await api.settle(order)
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await draw('thankyou')
  await context.close()
})

test('a guest who looks for a restaurant', async ({ browser, api }) => {
  const { restaurant } = await (await fetch(`${baseURL()}/v1/restaurant/${api.restaurantId}/details`)).json()
  const near = { geolocation: restaurant.location, permissions: ['geolocation'] }
  const context = await browser.newContext({ baseURL: baseURL(), viewport: PHONE, hasTouch: true, reducedMotion: 'reduce', ...near })
  const page = await context.newPage()
  const draw = (name: string) => page.screenshot({ path: join(FOLDER, `diner-${name}.jpg`), ...picture })
  await page.goto(to.dinerNearby())
  await expect(page.getByRole('heading', { name: 'Near you' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await draw('nearby')
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Opening hours' })).toBeVisible()
  await draw('restaurant')
  await page.goto(to.dinerLogin())
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await draw('login')
  await page.getByLabel('Mobile number').fill(DINER_GUEST.mobileNumber)
  await page.getByLabel('Name').fill(DINER_GUEST.name)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await codeOf(`+91${DINER_GUEST.mobileNumber}`))
  await expect(page).not.toHaveURL(new RegExp(to.dinerLogin()))
  await page.goto(to.dinerSaved())
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
  await draw('saved')
  await page.goto(to.dinerPast())
  const past = page.getByRole('main').getByRole('listitem').first()
  await past.getByText(/ dish/).click()
  await expect(past.getByText('Total', { exact: true })).toBeVisible()
  await draw('past')
  await context.close()
})

test('a restaurant that applies, waits and is sent back', async ({ browser }) => {
  const email = newEmail()
  const { token, restaurant } = await post('/auth/restaurant/signup', application(email))
  const context = await browser.newContext({ baseURL: baseURL(), viewport: DESKTOP, reducedMotion: 'reduce' })
  await holding(context, token, baseURL())
  const page = await context.newPage()
  const draw = (name: string) => page.screenshot({ path: join(FOLDER, `${name}.jpg`), ...picture })
  await page.goto(to.signup('restaurant'))
  await expect(page.getByRole('heading', { name: /^Great!/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change what was sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await draw('signup-sent')
  await page.goto(to.dashboard())
  await expect(page.getByRole('heading', { name: /is under review$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your email' })).toBeVisible()
  await draw('pending')
  await (await desk()).reject(restaurant._id, 'The address has no street number.')
  await page.reload()
  await expect(page.getByText('The address has no street number.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your email' })).toBeVisible()
  await draw('pending-rejected')
  await context.close()
})

test('a restaurant that has applied and confirmed its email', async ({ browser }) => {
  const email = newEmail()
  const { token } = await post('/auth/restaurant/signup', application(email))
  const context = await browser.newContext({ baseURL: baseURL(), viewport: DESKTOP, reducedMotion: 'reduce' })
  await holding(context, token, baseURL())
  const page = await context.newPage()
  await page.goto(to.signup('restaurant'))
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').fill(await codeOf(email))
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()
  await page.screenshot({ path: join(FOLDER, 'signup-success.jpg'), ...picture })
  await context.close()
})
