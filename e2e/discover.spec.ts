import type { BrowserContext, Page } from '@playwright/test'
import { DINER_GUEST, demoCode, TWO } from '#demo/people.ts'
import { formatRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { type Api, apiOf, baseURL, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test as base } from './support/app.ts'

/** SCREENS §2.6: a diner's account, what it has saved, and restaurants with and without a location. */

/** Until the test ends, the second outlet shows its menu only to signed-in guests. It is not the first outlet, whose menu other tests use. */
const test = base.extend<{ outlet: Api }>({
  outlet: async ({}, use) => {
    const outlet = await apiOf('ownerTwo')
    const ask = (requireLoginForMenu: boolean) => outlet.call('PUT', '/restaurant/profile', { qrSettings: { requireLoginForMenu } })
    await ask(true)
    await use(outlet)
    await ask(false)
  },
})

const open = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(path)
  return page
}
const phone = { baseURL: baseURL(), viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' } as const
/** The code that was sent to a number last. */
const codeFor = async (mobile: string): Promise<string> => {
  const { messages } = (await (await fetch(`${baseURL()}/v1/dev/outbox?to=${encodeURIComponent(`+91${mobile}`)}`)).json()) as {
    messages: { text: string }[]
  }
  return /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0] ?? ''
}

test('a diner without a location finds a restaurant by its area, reads its menu, and its owner claims it', async ({ browser }) => {
  const context = await browser.newContext(phone)
  const page = await open(context, to.dinerNearby())
  await page.getByRole('searchbox', { name: 'Search restaurants' }).fill('kondapur hyderabad')
  const found = page.getByRole('main').getByRole('listitem')
  await expect(page.getByText(/^1 restaurant for “kondapur hyderabad”$/)).toBeVisible()
  await expect(found).toHaveCount(1)
  await expect(page.getByText('That is all for “kondapur hyderabad”.')).toBeVisible()
  await expectAccessible(page)
  await found.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Opening hours' })).toContainText('Every day')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Claim' }).click()
  await page.getByLabel('Your name').fill('Geeta Pawar')
  await page.getByLabel('Email').fill('geeta@corner.example')
  await page.getByLabel('Mobile').fill('98220 51436')
  await expect(page.getByText('PDF, JPG or PNG, up to 10 MB each. Only our team sees them.')).toBeVisible()
  await page.getByLabel('Add a file').setInputFiles([
    { name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  ])
  await expect(page.getByText('notes.txt is no PDF, JPG or PNG.')).toBeVisible()
  await expectAccessible(page)
  // The connection breaks: nothing is lost, and the second press makes no second claim.
  await page.route('**/claim', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send claim' }).click()
  await expect(page.getByText(/Nothing you entered is lost\./)).toBeVisible()
  await expect(page.getByText('licence.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Send claim' }).click()
  await expect(page.getByRole('heading', { name: 'Claim sent' })).toBeVisible()

  // A second claim from the same email is refused with a reason.
  await page.getByRole('link', { name: /^Back to/ }).click()
  await page.getByRole('link', { name: 'Claim' }).click()
  await page.getByLabel('Your name').fill('Geeta Pawar')
  await page.getByLabel('Email').fill('geeta@corner.example')
  await page.getByLabel('Mobile').fill('98220 51436')
  await page.getByRole('button', { name: 'Send claim' }).click()
  await expect(page.getByRole('alert')).toContainText(/claim/i)
  await expect(page.getByLabel('Your name')).toHaveValue('Geeta Pawar')
  await context.close()
})

test('a diner signs in with a code to see a menu, saves a dish, takes another off the list and back, sees past orders, and what is near', async ({
  browser,
  api,
  outlet,
}) => {
  const restaurant = (await (await fetch(`${baseURL()}/v1/restaurant/${api.restaurantId}/details`)).json()).restaurant
  const mobile = DINER_GUEST.mobileNumber
  const context = await browser.newContext({ ...phone, geolocation: restaurant.location, permissions: ['geolocation'] })
  const page = await open(context, to.dinerSaved())
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await page.goto(`/t/${demoCode(TWO, '9')}`)
  await expect(page.getByRole('heading', { name: 'Sign in to see the menu' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('.dish')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Saved' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  expect(asked.filter((url) => url.includes('/menus/saved'))).toEqual([])

  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByLabel('Name').fill(DINER_GUEST.name)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await expect.poll(() => codeFor(mobile)).toMatch(/^\d{6}$/)
  const otp = await codeFor(mobile)
  // Pasted as in the message.
  await page.getByLabel('Code').fill(`${otp.slice(0, 3)} ${otp.slice(3)}`)

  await expect(page).toHaveURL(new RegExp(`${to.dinerSaved()}$`))
  const dishes = page.getByRole('main').getByRole('listitem')
  await expect(dishes).toHaveCount(5)
  const name = await dishes.nth(1).getByRole('link').locator('strong').innerText()
  await page.getByRole('button', { name: `Remove ${name} from saved` }).click()
  await expect(dishes).toHaveCount(4)
  // The dish is shown again before the answer; a reload would end the request.
  const savedAgain = page.waitForResponse((response) => response.url().endsWith('/menus/item/save'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dishes.nth(1)).toContainText(name)
  await savedAgain
  await page.reload()
  await expect(dishes).toHaveCount(5)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // Now the menu is shown. A dish saved by its heart is among the saved ones until it is removed.
  const dish = (await outlet.plain()).at(-1)!
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  const row = page.locator('section:not(#c-popular) .dish').filter({ has: page.getByRole('button', { name: dish.name, exact: true }) })
  const heart = row.getByRole('button', { name: `Save ${dish.name}` })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/menus/item/save') && answer.ok())
  await heart.click()
  await kept
  const joined = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => payload.includes('"event":"joined"')))
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  // The socket brings a new price to the open menu within 2 s; without the socket it would take up to 30 s.
  await joined
  for (const price of [dish.price + 7, dish.price]) {
    await outlet.call('PUT', `/menus/item?id=${dish._id}`, { price })
    await expect(row.locator('.price .num')).toHaveText(formatRupees(price), { timeout: 2000 })
  }

  await page.getByRole('link', { name: 'Saved' }).click()
  await expect(dishes).toHaveCount(6)
  await page.getByRole('button', { name: `Remove ${dish.name} from saved` }).click()
  await expect(dishes).toHaveCount(5)
  await expect(page.getByText(`${dish.name} is no longer saved`)).toBeVisible()
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Past orders' }).click()
  const order = page.getByRole('main').getByRole('listitem').filter({ hasText: restaurant.establishment_name }).first()
  await order.getByText(/ dish/).click()
  await expect(order.getByText('Total', { exact: true })).toBeVisible()
  await expect(order.getByText(/scan your table’s code to order this again/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Discover' }).click()
  await expect(page.getByRole('heading', { name: 'Near you' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(restaurant.establishment_name)
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('10 m')

  // A signed-in person has no "Sign in".
  await page.goto(to.dinerLogin())
  await expect(page).toHaveURL(new RegExp(`${to.dinerMenu()}$`))
  await page.goto(to.dinerSaved())
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(new RegExp(`${to.dinerLogin()}$`))
  await context.close()
})
