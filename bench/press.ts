import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { startServer } from '../scripts/lib/server.ts'

/**
 * How quickly a press shows on a device that is four times slower than this machine: `node scripts/run.mjs bench/press.ts`. For each screen it prints the
 * slowest response to a press (INP; goal 100 ms) with its parts, the layout shift (goal 0.02), and how long named presses take until what they are for is
 * painted. A bench, never a test.
 *
 * Other work on the machine can only make a press slower, so every figure is printed as the best and the worst of `REPEATS` runs, beside the machine's load:
 * if the best misses the goal the code is slow, if only the worst does the machine was busy. Another screen is another entry of `SCREENS`.
 * `SCREEN=kitchen` runs those with the word in their name; `TRACE=<folder>` keeps a trace of each screen for DevTools' Performance panel.
 */

const PORT = Number(process.env.PORT || 8938)
const SLOWER = Number(process.env.SLOWER || 4)
const REPEATS = Number(process.env.REPEATS || 3)
const DISHES = 500
const TICKETS = 200
/** The goals. */
const INP_MS = 100
const SHIFT = 0.02

type Json = Record<string, any>
type Screen = {
  name: string
  who: string
  /** Before each run: rows that the page needs (made by the cashier), or answers to change. Returns the path to open. */
  open: (context: BrowserContext) => Promise<string>
  /** Something that is on the page as soon as it can be pressed. */
  ready: string
  /** Presses that a person makes, timed by `press`. */
  act: (page: Page, press: Press) => Promise<void>
}
/** Where to press: a key, or the element that a CSS selector finds first. */
type At = { key: string } | { tap: string }
/** Makes a press, waits until an element that `shown` (CSS) finds is painted, and for the page to come to rest. */
type Press = (name: string, at: At, shown: string) => Promise<void>

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

/** Dishes that are never sold out and need no choice. */
async function plainDishes(): Promise<Json[]> {
  const { tables } = await call('GET /tables')
  const { menu } = await call('POST /menus/restaurant', { restaurantId: tables[0].restaurantId })
  return dishesOf(menu).filter((i) => i.available && i.remaining === null && i.variants.length === 0 && i.addonGroups.length === 0)
}
/** A table with an order that can be settled. */
async function tableWithOrder(): Promise<string> {
  const { tables } = await call('GET /tables')
  const free = (tables as Json[]).find((t) => t.status === 'available')
  const [dish] = await plainDishes()
  await call('POST /pos/order', {
    tableId: free?._id,
    kots: [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 1 }] }],
  })
  return String(free?._id)
}
const bigMenu = (context: BrowserContext) =>
  context.route('**/v1/menus/restaurant', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as Json
    await route.fulfill({ response: answer, json: { ...body, menu: grown(body.menu as Json) } })
  })

const LINES = 'ul[aria-label="New ticket"] > li'
const TILE = '[data-section]:not([data-section=trending]) [data-tile]:not([aria-disabled]):not(:has(.lucide-chevron-right))'
const CARD = '[data-kot][data-phase=open]'

const SCREENS: Screen[] = [
  {
    name: `POS, ${DISHES} dishes`,
    who: 'cashier',
    async open(context) {
      await bigMenu(context)
      return `/restaurant/pos?table=${await tableWithOrder()}`
    },
    ready: TILE,
    async act(page, press) {
      const tiles = await page.$$eval(TILE, (found) => found.slice(0, 8).map((tile) => tile.getAttribute('data-tile')))
      for (const [n, tile] of tiles.entries())
        await press('press to line', { tap: `[data-tile="${tile}"]` }, `${LINES}:nth-child(${n + 1})`)
      await press('F2 to search', { key: 'F2' }, 'input:focus')
      for (const letter of 'chicken') await press('letter to results', { key: letter }, '#pos-results > li')
      await press('Enter to line', { key: 'Enter' }, `${LINES}[class*="bg-raised"]`)
      await page.keyboard.press('Escape')
      for (let n = 0; n < 4; n += 1) await press('one more', { key: '+' }, LINES)
      await press('a line up', { key: 'ArrowUp' }, LINES)
      await press('a category', { tap: 'nav[aria-label=Categories] > button:nth-child(5)' }, 'nav > [aria-current]:nth-child(5)')
      await press('order menu', { tap: 'aside [aria-haspopup=menu]' }, '[role=menu]')
      await page.getByRole('menuitem', { name: 'Discard new ticket' }).click()
      await page.waitForSelector(LINES, { state: 'detached' })
      await press('F9 to pay panel', { key: 'F9' }, 'section[aria-label^="Settle"]')
    },
  },
  {
    name: `Kitchen, ${TICKETS} tickets`,
    who: 'kitchen',
    async open() {
      const dishes = await plainDishes()
      const dish = (n: number) => dishes[n % dishes.length]?._id as string
      const { orders } = await call('GET /orders/restaurant/pending')
      const there = (orders as Json[]).reduce((sum, order) => sum + order.kots.length, 0)
      for (let n = there; n < TICKETS; n += 5)
        await call('POST /pos/order', {
          orderType: 'Take Away',
          kots: Array.from({ length: Math.min(5, TICKETS - n) }, (_, k) => ({
            kotId: crypto.randomUUID(),
            items: [0, 1, 2].map((i) => ({ _id: dish(3 * n + 7 * k + i), quantity: 1 + i })),
          })),
        })
      return '/restaurant/kitchen'
    },
    ready: CARD,
    async act(page, press) {
      const cards = await page.$$eval(CARD, (found) => found.slice(0, 8).map((card) => `[data-kot="${card.getAttribute('data-kot')}"]`))
      for (const digit of '123') await press('a number to its ticket', { key: digit }, `${cards[Number(digit) - 1]}[aria-current]`)
      for (let n = 3; n < 6; n += 1) await press('next ticket', { key: 'ArrowRight' }, `${cards[n]}[aria-current]`)
      // A ticket whose last line this was is ready itself, so "Ready" and "pin" take others.
      for (const card of cards.slice(3, 6))
        await press('a line to ready', { tap: `${card} li button[aria-pressed=false]` }, `${card} li button[aria-pressed=true]`)
      // From below: when the place of a finished ticket closes, those under it move up.
      for (const card of cards.slice(0, 3).reverse()) await press('Ready', { tap: `${card} footer > button` }, `${card}[data-phase=ready]`)
      await press('Undo', { tap: `${cards[0]} footer > button` }, `${cards[0]}[data-phase=open]`)
      await press('a number to its ticket', { key: '1' }, `${cards[0]}[aria-current]`)
      await press('Enter to ready', { key: 'Enter' }, `${cards[0]}[data-phase=ready]`)
      await press('pin', { tap: `${cards[7]} footer > [aria-pressed=false]` }, `${cards[7]} footer > [aria-pressed=true]`)
      await press('unpin', { tap: `${cards[7]} footer > [aria-pressed=true]` }, `${cards[7]} footer > [aria-pressed=false]`)
      await press('All-day', { key: 'a' }, '[aria-label="All-day"]:not(button)')
      await press('All-day closed', { key: 'a' }, 'body:not(:has([aria-label="All-day"]:not(button)))')
    },
  },
]

/** Runs in the page: response times (Event Timing), layout shift without a press, and when what a press is for is painted. */
function watch() {
  const bench = { presses: new Map<number, Timing>(), shift: 0, from: 0, shownAt: 0, wanted: '' }
  Object.assign(window, { bench })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      const { interactionId, duration, startTime, processingStart, processingEnd } = entry
      if (!interactionId || duration <= (bench.presses.get(interactionId)?.duration ?? 0)) continue
      const delay = processingStart - startTime
      const processing = processingEnd - processingStart
      bench.presses.set(interactionId, { duration, delay, processing, painting: Math.max(0, duration - delay - processing) })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) bench.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (!document.querySelector(bench.wanted)) requestAnimationFrame(look)
    else setTimeout(() => (bench.shownAt = performance.now()))
  }
  const pressed = (event: Event) => {
    if (bench.from) return
    bench.from = event.timeStamp
    requestAnimationFrame(look)
  }
  addEventListener('pointerdown', pressed, true)
  addEventListener('keydown', pressed, true)
}
type Timing = { duration: number; delay: number; processing: number; painting: number }
type Bench = { bench: { presses: Map<number, Timing>; shift: number; from: number; shownAt: number; wanted: string } }

type Opened = { page: Page; press: Press; results: () => Promise<Results> }
type Slowest = Timing & { name: string; cpu: string }
type Results = { slowest: Slowest; shift: number; named: Map<string, number> }

/** Opens a page as somebody on a slow device, and waits until it can be pressed. */
async function openAs(context: BrowserContext, who: string, path: string, ready: string): Promise<Opened> {
  const page = await context.newPage()
  await page.goto('/restaurant/login')
  await page.getByLabel('Email').fill(`${who}@demo.test`)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(path)
  await page.waitForSelector(ready, { state: 'attached' })
  await page.waitForLoadState('networkidle')
  const named = new Map<string, number>()
  let slowest: Slowest = { name: '', cpu: '', duration: 0, delay: 0, processing: 0, painting: 0 }
  /** What the page's thread has computed so far, without the times in which other programs had the processor. */
  const computed = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const ms = (name: string) => 1000 * (metrics.find((m) => m.name === name)?.value ?? 0)
    return { all: ms('TaskDuration'), script: ms('ScriptDuration'), style: ms('RecalcStyleDuration'), layout: ms('LayoutDuration') }
  }
  const press: Press = async (name, at, shown) => {
    await rest(page)
    if ('tap' in at) await pointAt(page, at.tap)
    await page.evaluate((wanted) => {
      const { bench } = window as unknown as Bench
      Object.assign(bench, { from: 0, shownAt: 0, wanted })
      bench.presses.clear()
    }, shown)
    const before = await computed()
    if ('tap' in at) {
      await page.mouse.down()
      await page.mouse.up()
    } else await page.keyboard.press(at.key)
    await page
      .waitForFunction(() => (window as unknown as Bench).bench.shownAt > 0, undefined, { polling: 50, timeout: 20_000 })
      .catch((cause: unknown) => {
        throw new Error(`${name}: nothing is shown that matches ${shown}`, { cause })
      })
    await rest(page)
    const after = await computed()
    const { took, presses } = await page.evaluate(() => {
      const { bench } = window as unknown as Bench
      return { took: bench.shownAt - bench.from, presses: [...bench.presses.values()] }
    })
    named.set(name, Math.max(named.get(name) ?? 0, took))
    const part = (key: keyof typeof after) => `${key} ${(after[key] - before[key]).toFixed(0)}`
    for (const timing of presses)
      if (timing.duration > slowest.duration)
        slowest = { ...timing, name, cpu: `${part('all')}: ${part('script')}, ${part('style')}, ${part('layout')}` }
    if (process.env.EACH)
      console.log(
        name,
        took.toFixed(0),
        presses.map((p) => JSON.stringify(p)).join(' '),
        part('all'),
        part('script'),
        part('style'),
        part('layout'),
      )
  }
  return {
    page,
    press,
    results: async () => ({ slowest, named, shift: await page.evaluate(() => (window as unknown as Bench).bench.shift) }),
  }
}

/** Moves the pointer onto an element, and again if it has meanwhile moved away. */
async function pointAt(page: Page, selector: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { x, y } = await page.evaluate((wanted) => {
      const element = document.querySelector(wanted)
      if (!element) throw new Error(`nothing to press: ${wanted}`)
      element.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = element.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }, selector)
    await page.mouse.move(x, y)
    await rest(page)
    const there = await page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.closest(at.selector) instanceof Element, {
      x,
      y,
      selector,
    })
    if (there) return
  }
  throw new Error(`${selector} is covered, or does not stay where it is`)
}
/** Until the page has painted and has nothing more to do; the browser has then reported the response to the last press, too. */
const rest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => setTimeout(resolve, 30), { timeout: 2000 }))),
      ),
  )

/** What DevTools' Performance panel reads. */
const TRACED = [
  'devtools.timeline',
  'v8.execute',
  'blink.user_timing',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
]
const device = (browser: Browser) => browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })

async function measure(browser: Browser, screen: Screen): Promise<Results> {
  const context = await device(browser)
  try {
    const path = await screen.open(context)
    const { page, press, results } = await openAs(context, screen.who, path, screen.ready)
    const { TRACE } = process.env
    if (TRACE) await browser.startTracing(page, { path: join(TRACE, `${screen.name.split(/\W/)[0]}.json`), categories: TRACED })
    await screen.act(page, press)
    if (TRACE) await browser.stopTracing()
    return await results()
  } finally {
    await context.close()
  }
}

/** From F8 on the till until the ticket is painted on the kitchen's board, both on slow devices. */
async function tillToKitchen(browser: Browser): Promise<number> {
  const [till, board] = [await device(browser), await device(browser)]
  try {
    const kitchen = await openAs(board, 'kitchen', '/restaurant/kitchen', CARD)
    const pos = await openAs(till, 'cashier', `/restaurant/pos?table=${await tableWithOrder()}`, TILE)
    await pos.press('press to line', { tap: TILE }, LINES)
    const there = await kitchen.page.$$eval('[data-kot]', (cards) => cards.map((card) => card.getAttribute('data-kot')))
    await kitchen.page.evaluate((known) => {
      const seen = new Set(known)
      const look = () => {
        const news = [...document.querySelectorAll<HTMLElement>('[data-kot]')].find(
          (card) => !seen.has(card.dataset.kot ?? '') && card.checkVisibility({ visibilityProperty: true }),
        )
        if (news)
          requestAnimationFrame(() => setTimeout(() => Object.assign(window, { arrivedAt: performance.timeOrigin + performance.now() })))
        else requestAnimationFrame(look)
      }
      look()
    }, there)
    await pos.press('F8 to sent', { key: 'F8' }, `body:not(:has(${LINES}))`)
    const arrived = await kitchen.page.waitForFunction(() => (window as unknown as { arrivedAt?: number }).arrivedAt)
    const sent = await pos.page.evaluate(() => performance.timeOrigin + (window as unknown as Bench).bench.from)
    return Number(await arrived.jsonValue()) - sent
  } finally {
    await till.close()
    await board.close()
  }
}

/** "84 ms (worst of 3: 120)" */
const range = (values: number[], unit = ' ms', digits = 0) =>
  `${Math.min(...values).toFixed(digits)}${unit} (worst of ${values.length}: ${Math.max(...values).toFixed(digits)})`
const judged = (good: boolean) => (good ? 'good' : 'TOO MUCH')

function print(screen: Screen, runs: Results[]) {
  const best = runs.reduce((a, b) => (b.slowest.duration < a.slowest.duration ? b : a)).slowest
  const shifts = runs.map((run) => run.shift)
  console.log(`${screen.name}, on a CPU ${SLOWER} × slower; load of this machine ${loadavg()[0]?.toFixed(1)}`)
  console.log(`  slowest response to a press (INP)  ${range(runs.map((run) => run.slowest.duration))}  ${judged(best.duration <= INP_MS)}`)
  console.log(
    `    of the best run: ${best.name}, ${best.delay.toFixed(0)} waiting + ${best.processing.toFixed(0)} handlers + ${best.painting.toFixed(0)} painting; CPU until rest ${best.cpu}`,
  )
  console.log(`  layout shift                       ${range(shifts, '', 3)}  ${judged(Math.max(...shifts) <= SHIFT)}`)
  for (const name of runs[0]?.named.keys() ?? [])
    console.log(`  ${name.padEnd(33)}  ${range(runs.map((run) => run.named.get(name) ?? Infinity))}`)
}

const stateDir = mkdtempSync(join(tmpdir(), 'tawa-bench-'))
const server = await startServer({ port: PORT, stateDir, quiet: true, vars: { LOG_LEVEL: 'error' } })
try {
  url = server.url
  token = (await call('POST /auth/restaurant/login', { email: 'cashier@demo.test', password: DEMO_PASSWORD, terminate_existing: true }))
    .token as string
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    const asked = (name: string) => name.toLowerCase().includes((process.env.SCREEN ?? '').toLowerCase())
    for (const screen of SCREENS.filter(({ name }) => asked(name))) {
      const runs: Results[] = []
      for (let n = 0; n < REPEATS; n += 1) runs.push(await measure(browser, screen))
      print(screen, runs)
    }
    if (asked('F8 to the kitchen')) {
      const took: number[] = []
      for (let n = 0; n < REPEATS; n += 1) took.push(await tillToKitchen(browser))
      console.log(`F8 on the till to the ticket on a board of ${TICKETS}: ${range(took)}`)
    }
  } finally {
    await browser.close()
  }
} finally {
  await server.stop()
  rmSync(stateDir, { recursive: true, force: true })
}
