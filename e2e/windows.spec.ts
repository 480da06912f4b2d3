import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { baseURL, DESKTOP, expect, test } from './support/app.ts'
import { giveBack, lend } from './support/windows.ts'

/** The window of the journey before. */
let before: Page | null = null

/** What a page of the site finds from earlier journeys. */
const found = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    cookie: document.cookie.includes('left'),
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
    caches: await caches.has('left'),
    entries: history.length,
    name: window.name,
  }))

test.describe.serial('windows that are lent again', () => {
  test('a journey leaves things in its window', async ({ device }) => {
    const { page } = await device('cashier', to.pos(), DESKTOP)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(to.tables())
    await page.evaluate(async () => {
      localStorage.setItem('left', '1')
      sessionStorage.setItem('left', '1')
      document.cookie = 'left=1; path=/'
      await caches.open('left')
      await new Promise((done) => (indexedDB.open('left').onsuccess = done))
      // Pages also write when they end.
      window.addEventListener('pagehide', () => sessionStorage.setItem('left', '2'))
    })
    page.on('request', () => {
      throw new Error('a listener of the journey before')
    })
    before = page
  })

  test('the next one finds none of it, is another person and has the size that it asked for', async ({ device }) => {
    const { page } = await device('kitchen', to.kitchen(), { width: 900, height: 700 })
    expect(page).toBe(before)
    await expect(page).toHaveURL(`${baseURL()}${to.kitchen()}`)
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 700])
    expect(await found(page)).toEqual({ local: null, session: null, cookie: false, databases: [], caches: false, entries: 2, name: '' })
    await page.route('**/never', (route) => route.abort())
  })

  test('a window with a route of its own is not lent again', async ({ device }) => {
    const { page } = await device('cashier', to.pos(), DESKTOP)
    expect(page).not.toBe(before)
  })
})

test('a window that can’t be emptied, or opens nothing, is closed, and another is lent in its place', async ({ browser }) => {
  // A site that leaves some of its requests without an answer.
  const unanswered: number[] = []
  let asked = 0
  const server = createServer((_, answer) => void (unanswered.includes(++asked) || answer.end('quiet')))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const soon = () => lend(browser, site, DESKTOP, { cookies: [], origins: [] }, 2000)

  const first = await soon()
  unanswered.push(asked + 1)
  await giveBack(first.context, 2000)
  expect(first.page.isClosed()).toBe(true)

  unanswered.push(asked + 1)
  const second = await soon()
  expect(await second.page.evaluate(() => document.body.innerText)).toBe('quiet')
  await giveBack(second.context)
  expect((await soon()).page).toBe(second.page)

  await second.context.close()
  server.closeAllConnections()
  server.close()
})
