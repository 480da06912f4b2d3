import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { BrowserContext, Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { baseURL, DESKTOP, emailOf, expect, fillLogin, test } from './support/app.ts'

/**
 * A new version of the app while people work (docs/decisions/020-offline.md): it says that it is there and loads nothing by itself, except at a sign-in. The
 * server stands behind a front that can "deploy": from then on its page and its service worker are another build's, and what `gone` names is no longer there
 * for pages of the build before.
 */
const NOTICE = 'New version ready · Update'

async function front() {
  const target = new URL(baseURL())
  let build: string | null = null
  let gone: RegExp | null = null
  const upgraded = new Set<Duplex>()
  const server = createServer((from, back) => {
    const path = from.url ?? '/'
    // A newly opened page gets the new build, with all its files.
    if (from.headers['sec-fetch-mode'] === 'navigate') gone = null
    if (gone?.test(path)) return void back.writeHead(404, { 'Cache-Control': 'no-store' }).end('No such file')
    const headers = { ...from.headers, host: target.host, 'accept-encoding': 'identity' }
    delete headers['if-none-match']
    const onward = ask({ host: '127.0.0.1', port: target.port, method: from.method, path, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...kept } = answer.headers
        const isOfBuild = path === '/sw.js' || /text\/html/.test(answer.headers['content-type'] ?? '')
        const changed = build && isOfBuild ? Buffer.from(withId(body.toString(), build)) : body
        back.writeHead(answer.statusCode ?? 500, kept).end(changed)
      })
    })
    onward.on('error', () => back.destroy())
    from.pipe(onward)
  })
  server.on('upgrade', (from, socket: Duplex) => {
    const onward = ask({ host: '127.0.0.1', port: target.port, path: from.url, headers: { ...from.headers, host: target.host } })
    onward.on('upgrade', (answer, up) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      for (const one of [socket, up]) {
        upgraded.add(one)
        one.on('error', () => undefined)
        one.on('close', () => (socket.destroy(), up.destroy()))
      }
      socket.pipe(up).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    onward.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    deploy: (next: string, without: RegExp | null = null) => ([build, gone] = [next, without]),
    async end() {
      for (const one of upgraded) one.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
/** The page or the service worker, as of another build. */
const withId = (text: string, id: string) =>
  text.replace(/(name="tawa-build" content=")\w+/, `$1${id}`).replace(/^(const BUILD = \{"id":")\w+/, `$1${id}`)

/** Runs with a front, and a browser of its own that is told of it. */
async function behind(
  browser: { newContext: (options: object) => Promise<BrowserContext> },
  serviceWorkers: 'allow' | 'block',
  run: (page: Page, site: Awaited<ReturnType<typeof front>>) => Promise<void>,
) {
  const site = await front()
  const context = await browser.newContext({ baseURL: site.url, viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers })
  try {
    await run(await context.newPage(), site)
  } finally {
    await context.close()
    await site.end()
  }
}
/** Something that a load of the page loses. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { unloaded: 'no' }))
const isMarked = (page: Page) => page.evaluate(() => 'unloaded' in window)
/** The page may be replaced while it is being asked. */
const expectLoadedAnew = (page: Page) => expect.poll(() => isMarked(page).catch(() => true)).toBe(false)

test.beforeEach(() => test.slow())

test('a new version says that it is ready and leaves the open ticket alone; Update keeps the ticket', async ({ browser, api }) => {
  await api.free('4')
  const [dish] = await api.plain()
  const table = await api.table('4')
  await behind(browser, 'allow', async (page, site) => {
    await page.goto(to.pos({ table: table._id }))
    await fillLogin(page, emailOf('cashier'))
    await page.getByRole('main').getByRole('button', { name: dish!.name }).first().click()
    const send = page.getByRole('button', { name: /^Send KOT \(1\)/ })
    await expect(send).toBeEnabled()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // Only a page that is controlled by the service worker hears of it, so not the first page.
    await page.reload()
    await expect(send).toBeEnabled()
    await mark(page)
    const notice = page.getByRole('button', { name: NOTICE })
    await expect(notice).toHaveCount(0)

    site.deploy('f00d1')
    await page.evaluate(() =>
      navigator.serviceWorker
        .getRegistration()
        .then((one) => one?.update())
        .then(() => undefined),
    )
    // Once the new service worker has kept all of the app's files.
    await expect(notice).toBeVisible({ timeout: 60_000 })
    await expect(send).toBeEnabled()
    expect(await isMarked(page)).toBe(true)

    await notice.click()
    await expectLoadedAnew(page)
    await expect(send).toBeEnabled()
    await expect(notice).toHaveCount(0)
  })
})

test('a sign-in opens the new version by itself', async ({ browser }) => {
  await behind(browser, 'block', async (page, site) => {
    await page.clock.install()
    await page.goto('/restaurant/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    await mark(page)
    site.deploy('f00d2')
    const checked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/')
    await page.clock.fastForward('31:00')
    await (await checked).finished()
    expect(await isMarked(page)).toBe(true)
    await fillLogin(page, emailOf('cashier'))
    await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible()
    expect(await isMarked(page)).toBe(false)
  })
})

test('a page whose script a deploy has removed opens in the new version', async ({ browser }) => {
  await behind(browser, 'block', async (page, site) => {
    await page.goto(to.orders())
    await fillLogin(page, emailOf('cashier'))
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
    await mark(page)
    site.deploy('f00d3', /^\/assets\/InvoicesPage/)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Invoices' }).click()
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
    await expectLoadedAnew(page)
    expect(new URL(page.url()).pathname).toBe(to.invoices())
  })
})

test('a form keeps what was typed when a deploy has removed something that it needs, and says what to do', async ({ browser }) => {
  await behind(browser, 'block', async (page, site) => {
    await page.goto(to.settings())
    await fillLogin(page, emailOf('owner'))
    const name = page.getByLabel('Restaurant name')
    await name.fill('A name that is not saved')
    await mark(page)
    site.deploy('f00d4', /^\/assets\/UserMenuEntries/)
    await page.getByRole('button', { name: /^User menu/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This needs the new version of Tawa.' })).toBeVisible()
    await expect(name).toHaveValue('A name that is not saved')
    expect(await isMarked(page)).toBe(true)
  })
})

test('Chromium finds nothing that keeps Tawa from being installed', async ({ device }) => {
  const { page, context } = await device('cashier', to.pos(), DESKTOP, { keepsFiles: true })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const browser = await context.newCDPSession(page)
  const { errors, url } = await browser.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // The only reason against it may be that a test's window is a private one.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
