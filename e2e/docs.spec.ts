import type { Page } from '@playwright/test'
import { baseURL, DESKTOP, expect, expectNoSidewaysScroll, test } from './support/app.ts'
import { axeViolations } from './support/axe.ts'
import { docsPage } from '#worker/system/docs.ts'
import { openapi } from '#worker/system/openapi.ts'

/** The API's documentation page: all calls, without any script. */
test.use({ baseURL: undefined })

/** Calls, schemas and contents all have the same form and there are many, so only some of each are checked. */
async function leaveSome(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keep = '#createPosOrder, #listOrders, #dailySummary, #schema-Order, #schema-Error, #response-Unauthenticated'
    for (const article of document.querySelectorAll('article')) if (!article.matches(keep)) article.remove()
    for (const section of document.querySelectorAll('main section')) if (!section.querySelector('article')) section.remove()
    for (const details of [...document.querySelectorAll('nav details')].slice(3)) details.remove()
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}
/** All of axe's rules, its best practices too. */
const expectAccessible = async (page: Page) => expect(await axeViolations(page)).toEqual([])

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: DESKTOP })
    test('/v1/docs: accessible, wide and at 360 px, without sideways scroll', async ({ page }) => {
      await page.goto(`${baseURL()}/v1/docs`)
      await expect(page.getByRole('heading', { level: 1, name: /^Tawa API/ })).toBeVisible()
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
      await leaveSome(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.setViewportSize(DESKTOP)
      await expectAccessible(page)
    })
  })

test('/v1/docs: a call is found by its subject, and the list narrows to what a role may call', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  await page.setViewportSize(DESKTOP)
  await page.goto(`${baseURL()}/v1/docs`)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.locator('summary', { hasText: /^Orders/ }).click()
  await contents.getByRole('link', { name: 'GET /orders/daily-summary' }).click()
  const call = page.locator('article#dailySummary')
  await expect(call).toBeInViewport()
  await expect(call).toContainText('a sync key')
  await call.locator('summary', { hasText: 'Refusals' }).click()
  await expect(call.getByText('open_orders')).toBeVisible()

  const bill = contents.getByRole('link', { name: 'POST /orders/{id}/bill' })
  await expect(bill).toBeVisible()
  await contents.getByLabel('Calls of').selectOption('kitchen')
  await expect(bill).toBeHidden()
  await expect(page.locator('article#printBill')).toBeHidden()
  await expect(contents.getByRole('link', { name: 'PUT /orders/item/status' })).toBeVisible()
  await expect(contents.locator('summary', { hasText: /^Back office/ })).toBeHidden()
  // The security policy allows the page's style, and the page loads nothing else that could be refused.
  expect(refused).toEqual([])
})

test('/v1/openapi.json and /v1/docs: what the build made of the sources, with the headers of any answer', async ({ request }) => {
  const told = await request.get(`${baseURL()}/v1/openapi.json`)
  expect([told.status(), told.headers()['content-type'], await told.json()]).toEqual([200, 'application/json; charset=utf-8', openapi()])
  const page = await request.get(`${baseURL()}/v1/docs`)
  expect([page.status(), page.headers()['content-type'], await page.text()]).toEqual([200, 'text/html; charset=utf-8', docsPage(openapi())])
  for (const answer of [told, page]) expect(answer.headers()['x-request-id']).toBeTruthy()
  // The files are below /v1, where the Worker answers first, so they are always sent with its headers.
  expect((await request.get(`${baseURL()}/v1/docs.html`)).status()).toBe(404)
})
