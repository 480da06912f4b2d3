import type { Page } from '@playwright/test'
import { randomId } from '#domain/ids.ts'
import { to } from '#web/core/to.ts'
import { printed } from '#web/test/escpos.ts'
import { apiOf, baseURL, DESKTOP, expect, fillLogin, test } from './support/app.ts'
import { startAgent } from './support/printAgent.ts'

/** Journey 12's papers, on the restaurant's only computer: nothing but the page of the day is open. */
const COUNTER = 'EPSON TM-T82X 80mm'

const deviceOf = (page: Page) => page.evaluate(() => localStorage.getItem('tawa_device'))

test('the day’s papers: an X report while it runs, its summary once when it is closed, and after signing in again no second one without its mark', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const api = await apiOf('ownerTwo')
  for (const order of await api.openOrders()) await api.settle(order)
  const { agent, stop } = await startAgent([COUNTER])
  const printer = randomId()
  /** The printed papers with these words, oldest first. */
  const papers = (words: string) =>
    agent.printed
      .map(({ bytes }) =>
        printed(bytes)
          .lines.map(({ text }) => text)
          .join('\n'),
      )
      .filter((text) => text.includes(words))
  // A browser of its own, and a person whom no other test uses, because the session is ended here.
  const context = await browser.newContext({ baseURL: baseURL(), viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'block' })
  const signIn = async (page: Page) => {
    await page.goto('/restaurant/login')
    await fillLogin(page, 'head@two.demo.test')
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  }
  try {
    const page = await context.newPage()
    await signIn(page)
    await page.goto(to.settingsSummary())
    await api.call('PUT', `/print/printers/${printer}`, { deviceId: await deviceOf(page), name: COUNTER, role: 'bill', columns: 48 })
    const [dish] = await api.plain()
    const kots = [{ kotId: randomId(), items: [{ _id: dish!._id, quantity: 2 }] }]
    const { order } = await api.call('POST', '/pos/order', { orderType: 'Take Away', kots })

    // Still running, with an open order: both stand on the paper.
    await page.reload()
    await page.getByRole('button', { name: 'Print as it stands' }).click()
    await expect.poll(() => papers('X REPORT')).toHaveLength(1)
    expect(papers('X REPORT')[0]).toContain('The day still runs, 1 open order')
    await api.settle(order)

    await expect(page.getByRole('region', { name: /Before you close/ })).toContainText('No open orders')
    await page.getByRole('button', { name: 'Close day' }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    // Unticked where the day was closed before, by another test.
    await question.getByRole('checkbox', { name: 'Reset KOT counter' }).check()
    await question.getByRole('button', { name: /^Close day/ }).click()
    await expect.poll(() => papers('DAY SUMMARY')).toHaveLength(1)
    const [closed] = papers('DAY SUMMARY')
    expect(closed).toContain('KOT counter was reset')
    const { summary } = await api.call('GET', '/orders/daily-summary')
    expect(closed).toMatch(new RegExp(`SALES +Rs. ${summary.totalSales.toFixed(2)}`))

    // The device's record of the printed paper ends with the session (SPEC §4); the server's stays.
    await page.getByRole('button', { name: /Meera Deshpande/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/restaurant\/login/)
    await signIn(page)
    await page.goto(to.settingsSummary())
    await page.getByRole('button', { name: /^Close day/ }).click()
    await question.getByRole('checkbox', { name: 'Reset KOT counter' }).check()
    await question.getByRole('button', { name: /^Close day/ }).click()
    await expect(page.getByText(/^Day summary .* is printed already$/)).toBeVisible()
    // A paper asked for later is printed later, so when this one is printed, no paper of the second closing can still be on its way.
    await page.getByRole('button', { name: 'Print as it stands' }).click()
    await expect.poll(() => papers('X REPORT')).toHaveLength(2)
    expect(papers('DAY SUMMARY')).toHaveLength(1)
    await page.getByRole('button', { name: 'Print again' }).click()
    await expect(page.getByText(/^Day summary .* is being printed again, marked REPRINT$/)).toBeVisible()
    await expect.poll(() => papers('DAY SUMMARY').map((text) => text.includes('*** REPRINT ***'))).toEqual([false, true])

    // The evening's bill, printed again by its number, has a mark; the guest's first one had none.
    await page.goto(to.invoices({ order: order._id }))
    await page.getByRole('button', { name: 'Reprint' }).click()
    await expect.poll(() => papers('TAX INVOICE')).toHaveLength(2)
    expect(papers('TAX INVOICE').map((text) => text.includes('*** REPRINT ***'))).toEqual([false, true])
  } finally {
    await api.call('DELETE', `/print/printers/${printer}`)
    await context.close()
    await stop()
  }
})
