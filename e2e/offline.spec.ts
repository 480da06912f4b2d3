import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'
import type { Call } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import {
  type Api,
  baseURL,
  DESKTOP,
  emailOf,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillLogin,
  PHONE,
  test,
} from './support/app.ts'

/**
 * The till without a network (SCREENS §6.31): a reload shows the page, the last menu, floor and orders with their time, and what this person typed. Sending is
 * a person's press, and nothing is sent twice.
 */
const AS_OF = /Shown as of \d\d:\d\d\./
const ORDERS: Call = 'GET /orders/restaurant/pending'
const POS: Call[] = [ORDERS, 'GET /tables', 'GET /restaurant/profile', 'POST /menus/restaurant']
const KEEPS = { keepsFiles: true }

// Slow, because each new browser downloads all files of the app, and signs in by hand where the connection is cut.
test.beforeEach(() => test.slow())

/** The app's files and the answers of these calls are on the device. */
async function isKept(page: Page, calls: readonly Call[]): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => keptCalls(page)).toEqual(expect.arrayContaining([...calls]))
}

const keptCalls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opened before the app has created it, the database would be created without its store.
    if (!(await indexedDB.databases()).some((db) => db.name === 'tawa')) return []
    const open = indexedDB.open('tawa')
    await new Promise((done) => open.addEventListener('success', done))
    const keys = open.result.transaction('answers').objectStore('answers').getAllKeys()
    await new Promise((done) => keys.addEventListener('success', done))
    open.result.close()
    return keys.result.flatMap((key) => /^text:\["([^"]+)"/.exec(String(key))?.[1] ?? [])
  })

/** A dish of the POS. */
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first()
const banner = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /The kitchen has not received new items|New tickets don’t come in here/ })
const quantities = async (api: Api, tableNumber: string): Promise<number[]> => {
  const { order } = await api.call<{ order: OrderShape | null }>('POST', '/orders/active', { tableId: (await api.table(tableNumber))._id })
  return order?.kots.flatMap((kot) => kot.items.map((item) => item.quantity)) ?? []
}

test('POS, tables and orders open without a network, with the last menu, floor and orders and their time', async ({ device, api }) => {
  await api.free('3')
  const [dish] = await api.plain()
  await api.send('3', [{ _id: dish!._id, quantity: 2 }])
  const table = await api.table('3')
  const { page, context } = await device('cashier', to.pos({ table: table._id }), DESKTOP, KEEPS)
  const main = page.getByRole('main')
  await isKept(page, POS)
  await context.setOffline(true)
  await page.reload()
  await expect(banner(page)).toContainText(AS_OF)
  await expect(page.getByRole('button', { name: 'Bill & settle' })).toBeVisible()
  await expect(main.getByText(dish!.name).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(to.tables())
  await expect(main.getByText('T3', { exact: true }).first()).toBeVisible()
  await expect(banner(page)).toContainText(AS_OF)
  await page.goto(to.orders())
  await expect(main.getByText('T3', { exact: true }).first()).toBeVisible()
  await expect(banner(page)).toContainText(AS_OF)

  // It was settled meanwhile, which the page shows as soon as it is back online.
  await api.free('3')
  await context.setOffline(false)
  await expect(banner(page)).toHaveCount(0, { timeout: 20_000 })
  await expect(main.getByText('T3', { exact: true })).toHaveCount(0)
  await expect(page.getByText(AS_OF)).toHaveCount(0)
})

test('the kitchen’s board opens without a network, with the last tickets', async ({ device, api }) => {
  await api.free('3')
  const [dish] = await api.plain()
  await api.send('3', [{ _id: dish!._id }])
  const { page, context } = await device('kitchen', to.kitchen(), DESKTOP, KEEPS)
  await isKept(page, [ORDERS])
  await context.setOffline(true)
  await page.reload()
  await expect(banner(page)).toContainText(AS_OF)
  await expect(page.getByRole('main').getByText('T3', { exact: true }).first()).toBeVisible()
  await context.setOffline(false)
  await expect(banner(page)).toHaveCount(0, { timeout: 20_000 })
  await api.free('3')
})

test('a waiter prepares an order on a phone that was reloaded without a network, and sends it once it is back', async ({ device, api }) => {
  await api.free('3')
  const [dish] = await api.plain()
  const table = await api.table('3')
  const { page, context } = await device('waiter', to.captainMenu({ table: table._id }), PHONE, KEEPS)
  await isKept(page, POS)
  await context.setOffline(true)
  await page.reload()
  await expect(banner(page)).toContainText(AS_OF)
  await expectNoSidewaysScroll(page)
  await page.goto(to.captain())
  await expect(page.getByRole('heading', { name: 'Ready to serve' })).toBeVisible()
  await page.goto(to.captainMenu({ table: table._id }))
  await page
    .getByRole('button', { name: `Add ${dish!.name}`, exact: true })
    .first()
    .click()
  await page.reload()
  const send = page.getByRole('button', { name: /^Send KOT \(1\)/ })
  await expect(send).toBeVisible()
  await context.setOffline(false)
  await expect(banner(page)).toHaveCount(0, { timeout: 20_000 })
  // Nothing is sent by itself.
  expect(await quantities(api, '3')).toEqual([])
  await send.click()
  await expect.poll(() => quantities(api, '3')).toEqual([1])
  await api.free('3')
})

const SHELLS = [
  ['cashier', to.tables(), 'Tables'],
  ['kitchen', to.kitchen(), 'Kitchen'],
  ['waiter', to.captainTables(), 'Tables'],
] as const
for (const [who, path, title] of SHELLS)
  test(`${path} at 200% zoom: with the offline banner the page keeps room, and its end can be scrolled to`, async ({ device, api }) => {
    // A board of few tickets, in their order: on a full one, later tickets may stand above earlier ones.
    await api.emptyBoard()
    const [dish] = await api.plain()
    await api.send('3', [{ _id: dish?._id ?? '' }])
    const { page, context } = await device(who, path, { width: 640, height: 400 })
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeAttached()
    await context.setOffline(true)
    await expect(banner(page)).toBeVisible({ timeout: 20_000 })
    await expectNoSidewaysScroll(page)
    const main = page.getByRole('main')
    const { y, height } = (await main.boundingBox())!
    expect(height).toBeGreaterThanOrEqual(140)
    await page.mouse.move(320, y + height * 0.7)
    // Repeated until the end is reached, because the last rows, and the banner's time, may arrive after the first scroll.
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      // The lowest of all buttons, because a board's tickets are not in the order of the page.
      const lowest = await main
        .getByRole('button')
        .evaluateAll((buttons) => Math.max(...buttons.map((button) => button.getBoundingClientRect().bottom)))
      expect(lowest).toBeLessThanOrEqual(400)
    }).toPass({ timeout: 15_000 })
    await context.setOffline(false)
    await api.free('3')
  })

/** A connection to the server that can fail: `cut` ends all connections and takes no new ones, `deaf` lets requests through but no answers back. */
async function line() {
  const target = new URL(baseURL())
  const sockets = new Set<Socket>()
  let deaf = false
  const server = createServer((from) => {
    const onward = connect(Number(target.port), '127.0.0.1')
    for (const socket of [from, onward]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        from.destroy()
        onward.destroy()
      })
    }
    from.pipe(onward)
    onward.on('data', (data) => deaf || from.write(data))
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    becomeDeaf: () => (deaf = true),
    async cut() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async mend() {
      deaf = false
      await listen(port)
    },
  }
}

async function signIn(browser: Browser, url: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: DESKTOP, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(path)
  await fillLogin(page, emailOf('cashier'))
  return page
}

test('what was sent just before the server went down is cooked once, through a reload while it is down', async ({ browser, api }) => {
  await api.free('3')
  const [dish] = await api.plain()
  const table = await api.table('3')
  const wire = await line()
  const page = await signIn(browser, wire.url, to.pos({ table: table._id }))
  await isKept(page, POS)
  await tile(page, dish!.name).click()
  const send = page.getByRole('button', { name: /^Send KOT \(1\)/ })
  await expect(send).toBeEnabled()
  wire.becomeDeaf()
  await send.click()
  // The server has the ticket, but the till never gets the answer.
  await expect.poll(() => quantities(api, '3')).toEqual([1])
  await wire.cut()
  await page.reload()
  await expect(banner(page)).toContainText(AS_OF)
  const tray = page.getByRole('region', { name: 'Needs action' })
  await expect(tray).toContainText('T3: KOT not sent')
  // More is added before the network is back: it is a ticket of its own.
  await tile(page, dish!.name).click()
  await wire.mend()
  await expect(banner(page)).toHaveCount(0, { timeout: 20_000 })
  // The open orders show that it arrived.
  await expect(tray).toHaveCount(0)
  await send.click()
  await expect.poll(() => quantities(api, '3')).toEqual([1, 1])
  await page.context().close()
  await wire.cut()
  await api.free('3')
})

test('a session that ended while the till was away keeps what was typed for its person, and shows it to nobody else', async ({
  browser,
  api,
}) => {
  await api.free('3')
  const [dish] = await api.plain()
  const path = to.pos({ table: (await api.table('3'))._id })
  const page = await signIn(browser, baseURL(), path)
  await isKept(page, POS)
  await page.context().setOffline(true)
  await tile(page, dish!.name).click()
  const send = page.getByRole('button', { name: /^Send KOT \(1\)/ })
  await expect(send).toBeVisible()
  const token = (await page.context().cookies()).find(({ name }) => name === 'restaurant_token')!.value
  await fetch(`${baseURL()}/v1/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  await page.context().setOffline(false)
  await page.waitForURL((url) => url.searchParams.get('token_expired') === 'true')
  await expect.poll(() => keptCalls(page)).toEqual([])

  const signedIn = () => page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await fillLogin(page, emailOf('manager'))
  await signedIn()
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Bill & settle' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send KOT \(/ })).toHaveCount(0)
  await isKept(page, POS)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/login'))
  await expect.poll(() => keptCalls(page)).toEqual([])

  await fillLogin(page, emailOf('cashier'))
  await signedIn()
  await page.goto(path)
  await expect(send).toBeVisible()

  // A person who signs out is asked first, and nothing of theirs stays on the device.
  const signOut = async () => {
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign out and discard 1 unsent item?' })).toBeVisible()
  }
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await signOut()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(send).toBeVisible()
  await signOut()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/login'))
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tawa_drafts')))).toEqual([])
  await page.context().close()
})
