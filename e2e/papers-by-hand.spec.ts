import type { Browser, Page } from '@playwright/test'
import { randomId } from '#domain/ids.ts'
import { to } from '#web/core/to.ts'
import { printed } from '#web/test/escpos.ts'
import { apiOf, baseURL, DESKTOP, expect, fillLogin, test } from './support/app.ts'
import { type AgentProgram, startAgent } from './support/printAgent.ts'

/** What people do with papers by hand, in the demo's second outlet. No other test uses its people, so ending a session here disturbs nobody. */
const COUNTER = 'EPSON Counter 80mm'
const BAR = 'EPSON Bar 80mm'

const linesOf = ({ bytes }: { bytes: Uint8Array }) => printed(bytes).lines.map(({ text }) => text)
/** The papers that a printer has printed; opening the cash drawer doesn't count. */
const papersOf = ({ agent }: AgentProgram, printer: string) =>
  agent.printed
    .filter((paper) => paper.printer === printer)
    .map(linesOf)
    .filter((lines) => lines.some((line) => line.trim() !== ''))

/** A browser of its own, signed in, that prints its bills on `printer`. */
async function computer(browser: Browser, email: string, printer: string, path: string) {
  const api = await apiOf('ownerTwo')
  const context = await browser.newContext({ baseURL: baseURL(), viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/restaurant/login')
  await fillLogin(page, email)
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  const deviceId = await page.evaluate(() => localStorage.getItem('tawa_device'))
  const id = randomId()
  await api.call('PUT', `/print/printers/${id}`, { deviceId, name: printer, role: 'bill', columns: 48 })
  await page.goto(path)
  return {
    page,
    end: async () => {
      await api.call('DELETE', `/print/printers/${id}`)
      await context.close()
    },
  }
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** An order of the second outlet that is still open. */
async function anOrder() {
  const api = await apiOf('ownerTwo')
  const [dish] = await api.plain()
  const kots = [{ kotId: randomId(), items: [{ _id: dish!._id, quantity: 2 }] }]
  return (await api.call('POST', '/pos/order', { orderType: 'Take Away', kots })).order
}

test('signing out while a paper prints waits until it is out and says so: the paper is printed, and nobody is offered a duplicate', async ({
  browser,
}) => {
  const api = await apiOf('ownerTwo')
  const program = await startAgent([COUNTER])
  const { page, end } = await computer(browser, 'head@two.demo.test', COUNTER, to.settingsSummary())
  try {
    program.agent.next = ['no paper']
    const arrived = new Promise<void>((resolve) => (program.agent.onPaper = resolve))
    await page.getByRole('button', { name: 'Print as it stands' }).click()
    await arrived
    await signOut(page)
    const entry = page.getByRole('menuitem', { name: 'Sign out' })
    await expect(entry).toContainText('As soon as the paper is printed')
    await page.screenshot({ path: test.info().outputPath('waits.png') })
    program.agent.paper()
    await page.waitForURL(/\/restaurant\/login/)
    expect(papersOf(program, COUNTER)).toHaveLength(1)
    // If its result was not reported, it would count as printing for a minute, and then as possibly printed.
    expect((await api.call('GET', '/print/jobs')).jobs).toEqual([])
  } finally {
    await end()
    await program.stop()
  }
})

test('a sign-out in one tab waits for the paper that another tab prints, and so does one after its page was left: none is offered as a possible duplicate', async ({
  browser,
}) => {
  const api = await apiOf('ownerTwo')
  const program = await startAgent([COUNTER])
  const { page, end } = await computer(browser, 'head@two.demo.test', COUNTER, to.settingsSummary())
  const printsSlowly = async () => {
    program.agent.next = ['no paper']
    const arrived = new Promise<void>((resolve) => (program.agent.onPaper = resolve))
    await page.getByRole('button', { name: 'Print as it stands' }).click()
    await arrived
  }
  try {
    const other = await page.context().newPage()
    await other.goto(to.settingsSummary())
    await printsSlowly()
    await signOut(other)
    await expect(other.getByText('Signing out: as soon as the paper is printed')).toBeVisible()
    await other.screenshot({ path: test.info().outputPath('other-tab.png') })
    program.agent.paper()
    for (const tab of [other, page]) await tab.waitForURL(/\/restaurant\/login/)
    expect(papersOf(program, COUNTER)).toHaveLength(1)
    expect((await api.call('GET', '/print/jobs')).jobs).toEqual([])

    await fillLogin(page, 'head@two.demo.test')
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    await page.goto(to.settingsSummary())
    await printsSlowly()
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await page.waitForURL(/\/restaurant\/orders/)
    await signOut(page)
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toContainText('As soon as the paper is printed')
    program.agent.paper()
    await page.waitForURL(/\/restaurant\/login/)
    expect(papersOf(program, COUNTER)).toHaveLength(2)
    expect((await api.call('GET', '/print/jobs')).jobs).toEqual([])
  } finally {
    await end()
    await program.stop()
  }
})

test('an X report from two devices: each prints one on its own printer, with its own person, and resets nothing', async ({ browser }) => {
  const api = await apiOf('ownerTwo')
  const order = await anOrder()
  const program = await startAgent([COUNTER, BAR])
  const one = await computer(browser, 'head@two.demo.test', COUNTER, to.settingsSummary())
  const two = await computer(browser, 'owner@two.demo.test', BAR, to.settingsSummary())
  const counter = async () => await api.call('GET', '/kot')
  try {
    const before = await api.call('GET', '/orders/daily-summary')
    const kot = await counter()
    await Promise.all([one, two].map(({ page }) => page.getByRole('button', { name: 'Print as it stands' }).click()))
    await expect.poll(() => program.agent.printed.length).toBe(2)
    const [atCounter, atBar] = [papersOf(program, COUNTER), papersOf(program, BAR)]
    expect([atCounter.length, atBar.length]).toEqual([1, 1])
    test
      .info()
      .annotations.push({ type: 'X report', description: `\n${[...atCounter, ...atBar].map((lines) => lines.join('\n')).join('\n\n')}` })
    for (const [paper, person] of [
      [atCounter[0]!, 'Meera Deshpande'],
      [atBar[0]!, (await api.call('GET', '/auth/me')).user.name],
    ] as const) {
      expect(paper.join('\n')).toContain('X REPORT')
      expect(paper.join('\n')).toContain(person)
      expect(paper.join('\n')).not.toMatch(/REPRINT|DUPLICATE|was reset/)
    }
    expect(await counter()).toEqual(kot)
    expect((await api.call('GET', '/orders/daily-summary')).summary).toEqual(before.summary)
    expect((await api.openOrders()).map(({ _id }) => _id)).toContain(order._id)
  } finally {
    await one.end()
    await two.end()
    // Settled while a printer is registered, its bill could wait for the printer of the next test.
    await api.settle(order)
    await program.stop()
  }
})

test('a bill asked for again from Orders and from Invoices says REPRINT on both, under one number, and the day counts it once', async ({
  browser,
}) => {
  const api = await apiOf('ownerTwo')
  const order = await anOrder()
  const program = await startAgent([COUNTER])
  const { page, end } = await computer(browser, 'head@two.demo.test', COUNTER, `/restaurant/orders?order=${order._id}`)
  const figures = async () => (await api.call('GET', '/orders/daily-summary')).summary
  try {
    const drawer = page.getByRole('group', { name: /^Order of/ })
    await drawer.getByRole('button', { name: 'Print bill' }).click()
    await expect.poll(() => papersOf(program, COUNTER).length).toBe(1)
    await drawer.getByRole('button', { name: 'Print bill' }).click()
    await expect.poll(() => papersOf(program, COUNTER).length).toBe(2)
    await api.settle(order)
    // The drawer opens for the cash. Leaving the page before that is done would block the printer for a minute.
    await expect.poll(() => program.agent.printed.length).toBe(3)
    const before = await figures()
    await page.goto(to.invoices({ order: order._id }))
    await page.getByRole('button', { name: 'Reprint' }).click()
    await expect.poll(() => papersOf(program, COUNTER).length).toBe(3)
    const papers = papersOf(program, COUNTER)
    test.info().annotations.push({ type: 'bills', description: `\n${papers.map((lines) => lines.join('\n')).join('\n\n')}` })
    expect(papers.map((lines) => lines.filter((line) => /REPRINT|DUPLICATE|Revision/.test(line)).map((line) => line.trim()))).toEqual([
      [],
      ['*** REPRINT ***'],
      ['*** REPRINT ***'],
    ])
    const numbers = papers.map((lines) => lines.find((line) => /Bill No/.test(line))?.match(/Bill No: *(\d+)/)?.[1])
    expect(numbers[0]).toMatch(/^\d{4,}$/)
    expect(new Set(numbers).size).toBe(1)
    expect(await figures()).toEqual(before)
  } finally {
    await end()
    await program.stop()
  }
})
