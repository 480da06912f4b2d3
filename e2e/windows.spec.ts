import type { Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { baseURL, DESKTOP, expect, test } from './support/app.ts'

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
