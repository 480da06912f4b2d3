import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { printingOf } from '../scripts/lib/printing.ts'
import { to } from '#web/core/to.ts'
import { baseURL, DESKTOP, expect, fillLogin, test } from './support/app.ts'
import { AGENT_PORTS, SECURE_PORTS, startAgent } from './support/printAgent.ts'

/** SPEC §9 in Chromium: on which ports a page looks for the print agent, one after the other, and what it says when none answers. */
const PRINTER = 'EPSON TM-T82X 80mm'
/** An address with TLS, behind which the server of the journeys answers. */
const HTTPS = 'https://tawa.test'
const secure = SECURE_PORTS.map((port) => `wss://localhost:${port}/`)
const plain = AGENT_PORTS.map((port) => `ws://localhost:${port}/`)

let home: string
test.beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'tawa-agent-'))))
test.afterAll(() => rmSync(home, { recursive: true }))

/** Opens settings/print at `origin` in a browser of its own; `tried` are the ports in the order in which the page tried them. */
async function settingsAt(browser: Browser, origin: string) {
  const context = await browser.newContext({ viewport: DESKTOP, ignoreHTTPSErrors: true, reducedMotion: 'reduce', serviceWorkers: 'block' })
  if (origin === HTTPS) {
    await context.route(`${HTTPS}/**`, async (route) => {
      const url = route.request().url().replace(HTTPS, baseURL())
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    // The server's socket stays open and silent: if it failed again and again, Chromium would delay the agent's connections.
    await context.routeWebSocket(`${HTTPS.replace('https', 'wss')}/**`, () => undefined)
    await context.grantPermissions(['local-network-access'], { origin: HTTPS })
  }
  const page = await context.newPage()
  const tried: string[] = []
  page.on('websocket', (socket) => {
    if ([...secure, ...plain].includes(socket.url())) tried.push(socket.url())
  })
  await page.goto(`${origin}/restaurant/login`)
  await fillLogin(page, 'head@two.demo.test')
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await page.goto(`${origin}${to.settingsPrint()}`)
  return { page, tried, end: () => context.close() }
}

/** As if the person had answered Chromium's question with no. A browser without windows doesn't ask, so the answer is set. */
async function forbid(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const { browserContextId } = (await devtools.send('Target.getTargetInfo')).targetInfo
  for (const name of ['loopback-network', 'local-network-access'])
    await devtools.send('Browser.setPermission', {
      permission: { name },
      setting: 'denied',
      origin: HTTPS,
      ...(browserContextId && { browserContextId }),
    })
}

const printersOf = (page: Page) => page.getByRole('region', { name: 'Printers' })

test.setTimeout(150_000)

test('a page without TLS tries its four ports in their order, three times, and then says how to get the agent; where one answers it tries no other', async ({
  browser,
}) => {
  const { page, tried, end } = await settingsAt(browser, baseURL())
  try {
    await printersOf(page).getByRole('button', { name: 'Connect' }).click()
    await expect(printersOf(page)).toContainText('QZ Tray not found. Please install QZ Tray to enable receipt printing.')
    await expect(printersOf(page)).toContainText(
      'Install it on the computer that the printer is connected to, start it, then connect again.',
    )
    await page.screenshot({ path: test.info().outputPath('none.png') })
    expect(tried).toEqual([...plain, ...plain, ...plain])
    tried.length = 0
    // Now it runs, only on the third port.
    const { stop } = await startAgent([PRINTER], [8384])
    try {
      await printersOf(page).getByRole('button', { name: 'Connect again' }).click()
      await expect(printersOf(page)).toContainText('Print agent connected', { timeout: 40_000 })
      expect(tried).toEqual(plain.slice(0, 3))
    } finally {
      await stop()
    }
  } finally {
    await end()
  }
})

test('a page with TLS tries the four secure ports and no plain one, and finds the agent on the last', async ({ browser }) => {
  const { PRINT_CERTIFICATE: cert, PRINT_PRIVATE_KEY: key } = await printingOf(home)
  // An agent listens on a plain port, which must not be tried.
  const other = await startAgent(['Another'], AGENT_PORTS)
  const { page, tried, end } = await settingsAt(browser, HTTPS)
  try {
    await printersOf(page).getByRole('button', { name: 'Connect' }).click()
    await expect(printersOf(page)).toContainText('QZ Tray not found. Please install QZ Tray to enable receipt printing.')
    expect(tried).toEqual([...secure, ...secure, ...secure])
    tried.length = 0
    const { agent, stop } = await startAgent([PRINTER], [8484], { key, cert })
    try {
      await printersOf(page).getByRole('button', { name: 'Connect again' }).click()
      await expect(printersOf(page)).toContainText('Print agent connected', { timeout: 40_000 })
      expect(tried).toEqual(secure)
      expect([agent.connections, other.agent.connections]).toEqual([1, 0])
    } finally {
      await stop()
    }
  } finally {
    await end()
    await other.stop()
  }
})

test('if the browser blocks a page with TLS from programs on this computer, the page says so and what to do', async ({ browser }) => {
  const { page, end } = await settingsAt(browser, HTTPS)
  try {
    await forbid(page)
    await printersOf(page).getByRole('button', { name: 'Connect' }).click()
    await expect(printersOf(page)).toContainText('The browser does not let this page reach programs on this computer.', { timeout: 40_000 })
    await expect(printersOf(page)).toContainText('allow “Local network access”, then connect again.')
  } finally {
    await end()
  }
})
