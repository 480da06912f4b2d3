import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { demoCode, ONE } from '../scripts/demo/people.ts'
import { type Api, apiOf, baseURL, expect, expectAccessible, expectNoSidewaysScroll, PHONE } from './support/app.ts'

/** The diner's menu in a browser: without any script, and with everything that the script adds. Its rules are tested in worker/diner and web/diner. */
const CODE = `/t/${demoCode(ONE, '9')}`

/** A phone without a session. The security policy of its pages must not block anything of ours. */
const test = base.extend<{ phone: (options?: { javaScriptEnabled?: boolean; width?: number }) => Promise<Page>; api: Api }>({
  phone: async ({ browser }, use) => {
    const wrong: string[] = []
    const contexts: BrowserContext[] = []
    await use(async ({ javaScriptEnabled = true, width = PHONE.width } = {}) => {
      const context = await browser.newContext({
        baseURL: baseURL(),
        viewport: { width, height: PHONE.height },
        javaScriptEnabled,
        hasTouch: true,
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      const page = await context.newPage()
      page.on('console', (message) => {
        if (message.type() === 'error') wrong.push(message.text())
      })
      page.on('pageerror', (error) => wrong.push(error.message))
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(wrong).toEqual([])
  },
  api: async ({}, use) => use(await apiOf('owner')),
})

test('with JavaScript off the whole menu can be read, and nothing that needs JavaScript is shown', async ({ phone, api }) => {
  const page = await phone({ javaScriptEnabled: false })
  await page.goto(CODE)
  await expect(page.getByRole('heading', { level: 1, name: 'Smash Yard' })).toBeVisible()
  await expect(page.getByText('Table 9', { exact: true })).toBeVisible()
  const names = await page.locator('.dish .name').allInnerTexts()
  for (const { name } of await api.items()) expect(names.join('\n')).toContain(name)
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(page.getByRole('button', { name: /^(Add|Save) / })).toHaveCount(0)
  // Categories are links within the page.
  const chip = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(3)
  const name = (await chip.innerText()).trim()
  await chip.click()
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport()
})

test('a guest looks through the menu: category, search, veg, a dish with choices, cart, heart, and it is there again after a reload', async ({
  phone,
  api,
}) => {
  const items = await api.items()
  const [plain] = await api.plain()
  const choice = items.find((i) => i.available && i.variants.length > 1 && i.remaining === null)
  if (!plain || !choice) throw new Error('the demo has neither a plain dish nor one with variants')
  const page = await phone({ width: 360 })
  await page.goto(CODE)
  const row = (name: string) =>
    page.locator('section:not(#c-popular) .dish').filter({ has: page.getByRole('button', { name, exact: true }) })
  const cartBar = page.getByRole('link', { name: /View cart/ })
  // The script has loaded.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // One tap adds a plain dish, a second tap adds one more.
  await row(plain.name)
    .getByRole('button', { name: `Add ${plain.name}` })
    .click()
  await expect(cartBar).toContainText('1 item')
  await row(plain.name)
    .getByRole('button', { name: `Add ${plain.name}` })
    .click()
  await expect(row(plain.name).locator('.add b')).toHaveText('2')

  // The chips follow the scroll.
  const chips = page.getByRole('navigation', { name: 'Categories' })
  const last = chips.getByRole('link').nth(4)
  await last.click()
  await expect(last).toHaveAttribute('aria-current', 'true')
  expect(new URL(page.url()).hash).toBe('')

  // Search, and the found dish with its required choices.
  const search = page.getByRole('searchbox', { name: 'Search the menu' })
  await search.fill(choice.name.slice(0, 5))
  await expect(row(plain.name)).toBeHidden()
  await row(choice.name).getByRole('button', { name: choice.name, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: choice.name })
  // Until then the button says what is missing, and goes there.
  await expect(sheet.getByRole('button', { name: /Add to cart/ })).toBeHidden()
  await sheet.getByRole('button', { name: 'Choose one first' }).click()
  await expect(sheet.getByRole('radio').first()).toBeFocused()
  await sheet.getByRole('radio', { name: new RegExp(choice.variants[1]?.name ?? '') }).check()
  await sheet.getByRole('button', { name: 'One more', exact: true }).first().click()
  await sheet.getByRole('textbox', { name: 'Note for the kitchen' }).fill('no onion')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /Add to cart/ }).click()
  await expect(sheet).toBeHidden()
  await expect(cartBar).toContainText('4 items')

  // The latest searches have the opened dish, instead of the typed letters.
  await search.fill('')
  await search.focus()
  await expect(page.getByRole('heading', { name: 'Latest searches' })).toBeVisible()
  await page.locator('.searches').getByRole('button', { name: choice.name }).click()
  await expect(search).toHaveValue(choice.name)
  await search.fill('')

  // Veg only.
  await page.getByRole('switch', { name: 'Veg' }).check()
  await expect(page.locator('.dish:not([data-veg])').first()).toBeHidden()
  await expect(page.locator('.dish[data-veg]').first()).toBeVisible()
  await page.getByRole('switch', { name: 'Veg' }).uncheck()

  // Where nothing fits, one press shows all again.
  await search.fill('zzz')
  await page.getByRole('button', { name: 'Show all dishes' }).click()
  await expect(search).toHaveValue('')
  await expect(row(plain.name)).toBeVisible()

  // A heart needs an account.
  await row(plain.name)
    .getByRole('button', { name: `Save ${plain.name}` })
    .click()
  await expect(page.getByText('Sign in to save dishes.')).toBeVisible()

  await page.reload()
  await expect(row(plain.name).locator('.add b')).toHaveText('2')
  await expect(cartBar).toContainText('4 items')
})

test('Call waiter always visible: at the top and the end of each page, over the cart’s bar, and with a keyboard that leaves little room', async ({
  phone,
  api,
}) => {
  const [dish] = await api.plain()
  const page = await phone({ width: 360 })
  const call = page.getByRole('button', { name: 'Call waiter' })
  /** Visible, not cut, and not covered. */
  const mayCall = async () => {
    await expect(call).toBeInViewport({ ratio: 1 })
    await call.click({ trial: true })
  }
  await page.goto(CODE)
  await page
    .getByRole('button', { name: `Add ${dish?.name}` })
    .first()
    .click()
  for (const path of [CODE, to.dinerCart(), to.dinerOrder(), to.dinerSaved(), to.dinerNearby(), to.dinerRestaurant(api.restaurantId)])
    await test.step(path, async () => {
      await page.goto(path)
      for (const height of [740, 380]) {
        await page.setViewportSize({ width: 360, height })
        await mayCall()
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        await mayCall()
      }
    })
})

test('a reload in the middle of the menu, or of the cart on the way back to it, leaves the same dish where it was, even if the menu has changed', async ({
  phone,
}) => {
  const page = await phone({ width: 390 })
  await page.goto(CODE)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  const sections = page.locator('#menu section')
  const dish = page.locator('#menu section:nth-last-of-type(2) .dish').first()
  const name = (await dish.locator('.name').textContent()) ?? ''
  expect(await sections.count()).toBeGreaterThan(4)
  await dish.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 200))
  /**
   * Where the dish is once nothing moves any more: the browser lays out sections as they come near, in its frames. So frames are counted, and no time: on a busy machine
   * a tenth of a second has none, and the place was taken before the browser's last step.
   */
  const place = () =>
    dish.evaluate(
      (row) =>
        new Promise<number>((done) => {
          let [last, still] = [NaN, 0]
          const look = () => {
            const top = Math.round(row.getBoundingClientRect().top)
            still = top === last ? still + 1 : 0
            last = top
            if (still === 4) done(top)
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
  const at = await place()
  expect(Math.abs(at)).toBeLessThan(1000)
  // Asked again until it holds: between two of the browser's steps the dish rests for a moment where it would be without them.
  const isThereAgain = () => expect.poll(async () => Math.abs((await place()) - at)).toBeLessThan(3)

  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await expect(dish.locator('.name')).toHaveText(name)
  await isThereAgain()

  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Saved/ })
    .click()
  await expect(dish).toBeHidden()
  // Meanwhile the menu has become longer above the dish.
  await page.route('**/user/menu.json*', async (route) => {
    const answer = await route.fetch()
    const menu = (await answer.json()) as { body: string }
    await route.fulfill({
      response: answer,
      json: { ...menu, etag: '"newer"', body: menu.body.replace('</h2>', `</h2><p id="newer">${'More to read. '.repeat(99)}</p>`) },
    })
  })
  await page.reload()
  await page.goBack()
  await expect(page.locator('#newer')).toBeAttached()
  await isThereAgain()
})

test('styles that are in the menu’s page are not fetched again by its parts, because the font would change while somebody reads', async ({
  phone,
  api,
}) => {
  const [dish] = await api.plain()
  const page = await phone()
  const styles: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'stylesheet' && styles.push(new URL(request.url()).pathname)))
  await page.goto(CODE)
  // The part with a table's sheets has its own style sheet.
  await page.getByRole('button', { name: 'Call waiter' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: `Add ${dish?.name}` })
    .first()
    .click()
  const own = await page.locator('link[rel="stylesheet"][disabled]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(own.length).toBeGreaterThan(0)
  expect(styles.length).toBeGreaterThan(0)
  expect(styles.filter((path) => own.includes(path))).toEqual([])
})

test('invalid QR → "Ask staff" screen', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: baseURL(), viewport: PHONE })
  const answer = await page.goto('/t/0-nothing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Ask staff' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await expectAccessible(page)
  await page.close()
})
