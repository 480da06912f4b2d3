import type { Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { apiOf, baseURL, DESKTOP, expect, fillLogin, test } from './support/app.ts'
import { type AgentProgram, startAgent } from './support/printAgent.ts'

/**
 * SPEC §8 "Printing" in Chromium, with the real qz-tray client: each sentence that can be seen there, brought about by the agent, the server or the logo, with what
 * to do about it. The steps follow each other on one page. "Connection attempt already in progress" is the only other one: the button is busy meanwhile, so no
 * press brings it about.
 */
const PRINTER = 'EPSON Texts 80mm'
const KITCHEN = 'EPSON Texts Kitchen'
const CERTIFICATE = '**/v1/cert/certificate'
const SIGN = '**/v1/cert/sign'
const PROFILE = '**/v1/restaurant/profile'

test.setTimeout(180_000)

/** What the server says of the restaurant, changed on its way to the page. */
const withProfile = (page: Page, change: object) =>
  page.route(PROFILE, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const { restaurant } = await response.json()
    await route.fulfill({ response, json: { restaurant: { ...restaurant, ...change } } })
  })
const notConfigured = (page: Page, address: string) =>
  page.route(address, (route) =>
    route.fulfill({ status: 503, json: { success: false, error: { code: 'not_configured', message: 'Not configured.' } } }),
  )

test('each printing text of SPEC §8 in its situation, with what to do; without an agent there is the link to get it', async ({
  browser,
}) => {
  const api = await apiOf('ownerTwo')
  const context = await browser.newContext({ baseURL: baseURL(), viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'block' })
  const page = await context.newPage()
  let program: AgentProgram | null = null
  try {
    await page.goto('/restaurant/login')
    await fillLogin(page, 'head@two.demo.test')
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    const deviceId = await page.evaluate(() => localStorage.getItem('tawa_device'))
    await page.goto(to.settingsPrint())
    const card = page.getByRole('region', { name: 'Printers' })
    const press = (name: string) => card.getByRole('button', { name }).click()
    const says = async (text: string, fix: string) => {
      await expect(card.getByRole('status')).toContainText(text, { timeout: 40_000 })
      await expect(card.getByRole('status')).toContainText(fix)
    }

    await test.step('QZ Tray not found', async () => {
      await press('Connect')
      // "Connection attempt already in progress": nobody can ask a second time.
      await expect(card.getByRole('button', { name: 'Connect' })).toBeDisabled()
      await says('QZ Tray not found. Please install QZ Tray to enable receipt printing.', 'Install it on the computer')
      await expect(card.getByRole('link', { name: 'Download QZ Tray' })).toHaveAttribute('href', 'https://qz.io/download/')
    })

    program = await startAgent([PRINTER, KITCHEN])
    const { agent } = program
    await test.step('Failed to retrieve security certificate', async () => {
      await notConfigured(page, CERTIFICATE)
      await press('Connect again')
      await says('Failed to retrieve security certificate', 'this server has no print certificate yet')
      await page.unroute(CERTIFICATE)
    })
    await test.step('Authentication failed: somebody chose Block', async () => {
      agent.allows = 'no'
      await press('Connect again')
      await says('Authentication failed', 'choose “Allow” when it asks')
      agent.allows = 'yes'
      await press('Connect again')
      await expect(card).toContainText('Print agent connected', { timeout: 40_000 })
    })
    for (const { what, begin, end } of [
      { what: 'the server signs nothing', begin: () => notConfigured(page, SIGN), end: () => page.unroute(SIGN) },
      { what: 'the clock is wrong', begin: async () => void (agent.clock = 16 * 60_000), end: async () => void (agent.clock = 0) },
    ])
      await test.step(`Authentication failed: ${what}`, async () => {
        await begin()
        await press('Find printers')
        await says('Authentication failed', 'check that the clock of this computer is right')
        await end()
        await press('Find printers')
        await expect(card).toContainText('Print agent connected')
      })
    await test.step('Printer detection failed', async () => {
      agent.finds = false
      await press('Find printers')
      await says('Printer detection failed. Please check your printer connection.', 'Check the printer’s cable or network')
      agent.finds = true
    })
    await test.step('No printer found', async () => {
      agent.printers = []
      await press('Find printers')
      await says('No printer found. Please check your printer connection.', 'switched on and installed')
      agent.printers = [PRINTER, KITCHEN]
      await press('Find printers')
      await expect(card).toContainText('Print agent connected')
    })

    for (const [id, name, role] of [
      ['texts-bill', PRINTER, 'bill'],
      ['texts-kot', KITCHEN, 'kot'],
    ] as const)
      await api.call('PUT', `/print/printers/${id}`, { deviceId, name, role, columns: 48 })
    for (const { how, text, fix } of [
      { how: 'refuses', text: 'Failed to send print job to printer.', fix: 'Check paper and power.' },
      { how: 'removed', text: 'Failed to send print job to printer.', fix: 'Check paper and power.' },
      { how: 'dies', text: 'Unknown printing error occurred.', fix: 'Look at the printer, then try again.' },
    ] as const)
      await test.step(`${text} (${how})`, async () => {
        agent.next = [how]
        await press(`Test ${PRINTER}`)
        await expect(page.getByText(`${text} ${fix}`).first()).toBeVisible()
        await page.reload()
        await expect(card).toContainText('Print agent connected', { timeout: 40_000 })
      })

    await test.step('Unable to connect to QZ Tray', async () => {
      await program!.crash()
      await says("Unable to connect to QZ Tray. Please ensure it's installed and running.", 'Start QZ Tray on this computer')
      await expect(card.getByRole('link', { name: 'Download QZ Tray' })).toBeVisible()
      await program!.start()
      await press('Connect again')
      await expect(card).toContainText('Print agent connected', { timeout: 40_000 })
    })

    const [dish] = await api.plain()
    const { order } = await api.call('POST', '/pos/order', {
      orderType: 'Take Away',
      kots: [{ kotId: crypto.randomUUID(), items: [{ _id: dish!._id, quantity: 1 }] }],
    })
    const { kotNumber } = order.kots[0]
    const orderPage = `${to.orders()}?order=${order._id}`
    const again = async () => {
      await page
        .getByRole('button', { name: new RegExp(`^Reprint( KOT ${kotNumber})?$`) })
        .first()
        .click()
    }
    await test.step('KOT printed successfully, with printer', async () => {
      await page.goto(orderPage)
      await again()
      await expect(page.getByText('KOT printed successfully')).toBeVisible({ timeout: 40_000 })
      await expect(page.getByText(KITCHEN).first()).toBeVisible()
    })
    await test.step('Failed to print KOT: <reason>', async () => {
      agent.clock = 16 * 60_000
      await again()
      await expect(page.getByText('Failed to print KOT: Authentication failed. QZ Tray refused').first()).toBeVisible({ timeout: 40_000 })
      agent.clock = 0
    })

    for (const { image, text, fix } of [
      { image: 'data:image/png;base64,', text: 'No image data provided', fix: 'Bills have no logo until it is chosen again' },
      { image: 'bm8gaW1hZ2U=', text: 'Failed to load image', fix: 'as a PNG, JPEG or WebP image' },
    ])
      await test.step(text, async () => {
        await withProfile(page, { imageBase64ForBill: image })
        await page.goto(to.settingsPrint())
        await expect(page.getByText(text).first()).toBeVisible()
        await expect(page.getByText(fix).first()).toBeVisible()
        await page.unroute(PROFILE)
      })
    await test.step('Cannot print KOT: Missing restaurant information', async () => {
      // The browser prints where no printer is registered.
      for (const id of ['texts-bill', 'texts-kot']) await api.call('DELETE', `/print/printers/${id}`)
      await withProfile(page, { establishment_name: ' ' })
      await page.goto(orderPage)
      await again()
      await expect(page.getByRole('dialog')).toContainText('Cannot print KOT: Missing restaurant information')
      await page.unroute(PROFILE)
    })
    await api.settle(order)
  } finally {
    for (const id of ['texts-bill', 'texts-kot']) await api.call('DELETE', `/print/printers/${id}`).catch(() => undefined)
    await context.close()
    // The ticket that was refused above is reported as not printed; the next test looks for its own.
    const { jobs } = await api.call<{ jobs: { _id: string }[] }>('GET', '/print/jobs')
    for (const { _id } of jobs) await api.call('POST', `/print/jobs/${_id}/dismiss`)
    await program?.stop()
  }
})
