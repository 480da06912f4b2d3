import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { startServer } from '../scripts/lib/server.ts'

/**
 * How quickly a press shows on a device that is four times slower than this machine: `node scripts/run.mjs bench/press.ts`. For each screen it prints the
 * slowest response to a press (INP; goal 100 ms), the layout shift (goal 0.02), and how long named presses take until what they are for is painted. A bench,
 * never a test: the machine may be busy, so run it again before believing a bad figure. Another screen is another entry of `SCREENS`.
 */

const PORT = Number(process.env.PORT || 8938)
const SLOWER = Number(process.env.SLOWER || 4)
const DISHES = 500
/** The goals. */
const INP_MS = 100
const SHIFT = 0.02

type Json = Record<string, any>
type Screen = {
  name: string
  who: string
  /** Before the page is opened: rows, or answers to change. Returns the path to open. */
  prepare: (context: BrowserContext) => Promise<string>
  /** Presses that a person makes, timed by `press`. */
  act: (page: Page, press: Press) => Promise<void>
}
/** Makes a press and waits until `shown` (a CSS selector) is painted; the slowest of each name is printed. */
type Press = (name: string, act: () => Promise<void>, shown: string) => Promise<void>

let url = ''
let token = ''
async function call(address: string, body?: unknown): Promise<Json> {
  const [method, path] = address.split(' ')
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as Json
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${JSON.stringify(json).slice(0, 300)}`)
  return json
}

const dishesOf = (menu: Json): Json[] =>
  (menu.categories as Json[]).flatMap((c) => [...c.menuItems, ...c.subcategories.flatMap((s: Json) => s.menuItems)])

/** The menu with `DISHES` dishes: each category's are repeated under names and ids of their own. */
function grown(menu: Json): Json {
  const times = Math.ceil(DISHES / dishesOf(menu).length)
  const repeated = (items: Json[]) =>
    Array.from({ length: times }, (_, n) =>
      items.map((i) => (n === 0 ? i : { ...i, _id: `${i._id}-${n}`, name: `${i.name} ${n}`, code: null })),
    ).flat()
  return {
    ...menu,
    categories: (menu.categories as Json[]).map((c) => ({
      ...c,
      menuItems: repeated(c.menuItems),
      subcategories: c.subcategories.map((s: Json) => ({ ...s, menuItems: repeated(s.menuItems) })),
    })),
  }
}

const SCREENS: Screen[] = [
  {
    name: `POS, ${DISHES} dishes`,
    who: 'cashier',
    async prepare(context) {
      const { tables } = await call('GET /tables')
      const free = (tables as Json[]).find((t) => t.status === 'available')
      const { menu } = await call('POST /menus/restaurant', { restaurantId: free?.restaurantId })
      const dish = dishesOf(menu).find((i) => i.available && i.variants.length === 0 && i.addonGroups.length === 0)
      await call('POST /pos/order', {
        tableId: free?._id,
        kots: [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 1 }] }],
      })
      await context.route('**/v1/menus/restaurant', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as Json), menu: grown(menu) } })
      })
      return `/restaurant/pos?table=${free?._id}`
    },
    async act(page, press) {
      const lines = 'ul[aria-label="New ticket"] > li'
      const tiles = page.locator(
        '[data-section]:not([data-section=trending]) [data-tile]:not([aria-disabled]):not(:has(.lucide-chevron-right))',
      )
      for (let n = 1; n <= 8; n += 1) await press('press to line', () => tiles.nth(n).click(), `${lines}:nth-child(${n})`)
      await page.keyboard.press('F2')
      for (const letter of 'chicken') await press('letter to results', () => page.keyboard.press(letter), '#pos-results > li')
      await press('Enter to line', () => page.keyboard.press('Enter'), `${lines}:nth-child(9), ${lines}[class*="bg-raised"]`)
      await page.keyboard.press('Escape')
      for (let n = 0; n < 4; n += 1) await press('one more', () => page.keyboard.press('+'), lines)
      await page.getByRole('button', { name: 'More for this order' }).click()
      await page.getByRole('menuitem', { name: 'Discard new ticket' }).click()
      await page.locator(lines).first().waitFor({ state: 'detached' })
      await press('F9 to pay panel', () => page.keyboard.press('F9'), 'section[aria-label^="Settle"]')
    },
  },
]

/** Runs in the page: the slowest response to a press, the layout shift without a press, and the paint of what a press is for. */
function watch() {
  const seen = { inp: 0, shift: 0, from: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const pressed = (event: Event) => (seen.from = event.timeStamp)
  addEventListener('pointerdown', pressed, true)
  addEventListener('keydown', pressed, true)
}
type Seen = { seen: { inp: number; shift: number; from: number } }

async function measure(browser: Browser, screen: Screen): Promise<void> {
  token = ''
  const login = await call('POST /auth/restaurant/login', {
    email: `${screen.who}@demo.test`,
    password: DEMO_PASSWORD,
    terminate_existing: true,
  })
  token = login.token as string
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  try {
    const path = await screen.prepare(context)
    const page = await context.newPage()
    await page.goto('/restaurant/login')
    await page.getByLabel('Email').fill(`${screen.who}@demo.test`)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((at) => !at.pathname.endsWith('/login'))
    await page.addInitScript(watch)
    const slow = await context.newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const slowest = new Map<string, number>()
    const press: Press = async (name, act, shown) => {
      await act()
      await page.waitForSelector(shown, { state: 'attached' })
      const took = await page.evaluate(
        () =>
          new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now() - (window as unknown as Seen).seen.from))),
      )
      slowest.set(name, Math.max(slowest.get(name) ?? 0, took))
    }
    await screen.act(page, press)
    const { inp, shift } = await page.evaluate(() => (window as unknown as Seen).seen)
    const judged = (good: boolean) => (good ? 'good' : 'TOO MUCH')
    console.log(`${screen.name}, on a CPU ${SLOWER} × slower`)
    console.log(`  slowest response to a press (INP)  ${inp.toFixed(0)} ms  ${judged(inp <= INP_MS)}`)
    console.log(`  layout shift                       ${shift.toFixed(3)}  ${judged(shift <= SHIFT)}`)
    // Includes the way to the browser and back, some 10 ms.
    for (const [name, ms] of slowest) console.log(`  ${name.padEnd(33)}  ${ms.toFixed(0)} ms`)
  } finally {
    await context.close()
  }
}

const stateDir = mkdtempSync(join(tmpdir(), 'tawa-bench-'))
const server = await startServer({ port: PORT, stateDir, quiet: true, vars: { LOG_LEVEL: 'error' } })
try {
  url = server.url
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    for (const screen of SCREENS) await measure(browser, screen)
  } finally {
    await browser.close()
  }
} finally {
  await server.stop()
  rmSync(stateDir, { recursive: true, force: true })
}
