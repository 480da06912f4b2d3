import { type Browser, type BrowserContext, expect, type Locator, type Page, test as base } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { axeViolations, WCAG } from './axe.ts'
import { giveBack, lend, type StoredState, type Viewport, type Window } from './windows.ts'

/** Helpers for a journey: a signed-in person on a device of their own, counted taps, and the API for everything that the journey itself does not cover. */
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }
export const WALL = { width: 1920, height: 1080 }

/** `ownerTwo` is the owner of the demo's second outlet, for actions that would disturb the tests that share the first, such as closing its day. */
export type Who =
  | 'owner'
  | 'head'
  | 'manager'
  | 'cashier'
  | 'captain'
  | 'waiter'
  | 'kitchen'
  | 'delivery'
  | 'mobile'
  | 'ownerTwo'
  | 'partner'
  | 'backoffice'
  | 'admin'

const signedIn = new Map<string, StoredState>()
export const baseURL = () => process.env.TAWA_URL ?? 'http://localhost:8787'
export const emailOf = (who: Who) => (who === 'ownerTwo' ? 'owner@two.demo.test' : `${who}@demo.test`)

export async function fillLogin(page: Page, email: string, password = 'tawa-demo'): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A device: counts presses, so that tests can assert a journey's taps. */
export class Device {
  readonly page: Page
  readonly context: BrowserContext
  taps = 0

  constructor(page: Page) {
    this.page = page
    this.context = page.context()
  }

  async tap(target: Locator): Promise<void> {
    this.taps++
    await target.click()
  }

  /** A long-press. */
  async hold(target: Locator): Promise<void> {
    this.taps++
    await target.click({ button: 'right' })
  }

  async press(key: string): Promise<void> {
    this.taps++
    await this.page.keyboard.press(key)
  }

  /** A filled field counts as one. */
  async fill(target: Locator, text: string): Promise<void> {
    this.taps++
    await target.fill(text)
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }
}

export class Api {
  readonly token: string
  readonly restaurantId: string

  constructor(token: string, restaurantId: string) {
    this.token = token
    this.restaurantId = restaurantId
  }

  async call<T = any>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${baseURL()}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`)
    return json as T
  }

  async table(number: string): Promise<TableShape> {
    const { tables } = await this.call<{ tables: TableShape[] }>('GET', '/tables')
    const table = tables.find((t) => t.tableNumber === number)
    if (!table) throw new Error(`no table ${number}`)
    return table
  }

  /** Serves and ends any open order of a table, so that a journey begins with a free table, and neither the kitchen nor the captains have anything of it. */
  async free(number: string): Promise<TableShape> {
    const table = await this.table(number)
    const { order } = await this.call<{ order: OrderShape | null }>('POST', '/orders/active', { tableId: table._id })
    if (order) {
      await this.make(order, 'Served')
      await this.settle(order)
    }
    return this.table(number)
  }

  /** Pays the rest of an order and closes it. */
  async settle({ _id, paymentStatus }: OrderShape): Promise<void> {
    if (paymentStatus === 'paid') await this.call('PUT', '/orders/status', { orderId: _id, orderStatus: 'completed' })
    else await this.call('PUT', '/orders/payment/status', { orderId: _id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })
  }

  async openOrders(): Promise<OrderShape[]> {
    return (await this.call<{ orders: OrderShape[] }>('GET', '/orders/restaurant/pending')).orders
  }

  /** Makes all tickets in the kitchen, so that its board is empty, no matter what other tests have sent. */
  async emptyBoard(): Promise<void> {
    const { orders, toCook } = await this.call<{ orders: OrderShape[]; toCook: OrderShape[] }>('GET', '/orders/restaurant/pending')
    for (const order of [...orders, ...toCook]) await this.make(order)
  }

  /** Prevents that tickets of other tests are reported as "on no kitchen screen" meanwhile. */
  async acknowledgeAll(): Promise<void> {
    const { orders, toCook } = await this.call<{ orders: OrderShape[]; toCook: OrderShape[] }>('GET', '/orders/restaurant/pending')
    const tickets = [...orders, ...toCook].flatMap(({ kots }) => kots.map(({ kotId }) => ({ kotId })))
    if (tickets.length > 0) await this.call('POST', '/kot/acknowledge', { by: 'person', tickets: tickets.slice(0, 500) })
  }

  private async make({ _id, kots }: OrderShape, status: 'Ready' | 'Served' = 'Ready'): Promise<void> {
    for (const { kotId, items } of kots)
      if (items.some((i) => i.status === 'Preparing' || (i.status === 'Ready' && status === 'Served')))
        await this.call('PUT', '/orders/item/status', { orderId: _id, kotId, status })
  }

  async items(): Promise<
    {
      _id: string
      name: string
      available: boolean
      remaining: number | null
      variants: { name: string }[]
      addonGroups: { min: number }[]
      price: number
    }[]
  > {
    const { menu } = await this.call('POST', '/menus/restaurant', { restaurantId: this.restaurantId })
    return menu.categories.flatMap((c: any) => [...c.menuItems, ...c.subcategories.flatMap((s: any) => s.menuItems)])
  }

  /** Dishes that need no choice and are on sale. */
  async plain() {
    return (await this.items()).filter(
      (i) => i.available && i.remaining === null && i.variants.length === 0 && i.addonGroups.every((g) => g.min === 0),
    )
  }

  async send(tableNumber: string, lines: { _id: string; quantity?: number; additionalItemNote?: string }[]): Promise<OrderShape> {
    const table = await this.table(tableNumber)
    const { order } = await this.call<{ order: OrderShape }>('POST', '/pos/order', {
      tableId: table._id,
      orderType: 'Dine In',
      kots: [{ kotId: crypto.randomUUID(), items: lines.map((l) => ({ quantity: 1, ...l })) }],
    })
    return order
  }
}

type DeviceOptions = {
  /** Allows the service worker, which keeps the app's files for offline use (web/sw.ts). It is off otherwise, because each test's new browser would download all files. */
  keepsFiles?: boolean
}
type Fixtures = {
  /** A separate browser, signed in as one of the demo's people. */
  device: (who: Who, path: string, viewport?: Viewport, options?: DeviceOptions) => Promise<Device>
  api: Api
  acknowledged: void
}

export const test = base.extend<Fixtures>({
  device: async ({ browser }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    // Every journey runs under the pages' security policy (web/public/_headers).
    const refused: string[] = []
    await use(async (who, path, viewport = DESKTOP, { keepsFiles = false } = {}) => {
      const state = await stateOf(browser, who)
      const { context, page } = keepsFiles ? await keeping(browser, viewport, state) : await lend(browser, baseURL(), viewport, state)
      contexts.push(context)
      // Playwright's trace itself fetches an image again whose body it found empty (`Network.loadNetworkResource`): a preview of a broken file.
      const ofTheTrace = (text: string) => text.startsWith("Connecting to 'blob:")
      context.on('console', (message) => {
        const text = message.text()
        if (/Content Security Policy/.test(text) && !ofTheTrace(text)) refused.push(text)
      })
      await page.goto(path)
      return new Device(page)
    })
    if (testInfo.status !== testInfo.expectedStatus) for (const context of contexts) await tellPages(context)
    await Promise.all(contexts.map((context) => giveBack(context)))
    expect(refused).toEqual([])
  },
  api: async ({}, use) => {
    await use(await apiOf('owner'))
  },
  acknowledged: [
    async ({}, use) => {
      await (await apiOf('owner')).acknowledgeAll()
      await use()
    },
    { auto: true },
  ],
})

/** Describes the page on which a test has failed. A picture of a white page doesn't show whether it was left, came without its files, or was never filled. */
async function tellPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const of = page.evaluate(() => {
      const html = document.documentElement.outerHTML
      const files = performance
        .getEntriesByType('resource')
        .filter((file) => (file as PerformanceResourceTiming).responseStatus >= 400)
        .map(({ name }) => name)
      // Whether an empty page came empty from the server, or from the browser's cache.
      const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const came = way && `${way.type} ${way.responseStatus}, ${way.transferSize} bytes sent, ${way.decodedBodySize} read`
      return `${came}; ${html.length} characters, root ${document.querySelector('#root')?.childElementCount ?? 'missing'}, ${document.readyState}, refused: ${files.join(' ')}; ${html.slice(0, 300)}`
    })
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('it does not answer'), 2000))
    console.log(`page ${page.url()}: ${await Promise.race([of.catch((error: unknown) => String(error)), late])}`)
  }
}

const apis = new Map<string, Api>()
/** The area in which somebody signs in. */
const areaOf = (who: Who) => (who === 'partner' ? 'partner' : who === 'backoffice' || who === 'admin' ? 'backoffice' : 'restaurant')

export async function apiOf(who: Who): Promise<Api> {
  let api = apis.get(who)
  if (!api) {
    // After a failed test its process is replaced: sign-ins of the old process must not count against the account's devices.
    const isFirst = apis.size === 0 && signedIn.size === 0
    const answer = await fetch(`${baseURL()}/v1/auth/${areaOf(who)}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: emailOf(who), password: 'tawa-demo', terminate_existing: isFirst }),
    })
    const { token, user } = (await answer.json()) as { token: string; user: { restaurantId: string } }
    apis.set(who, (api = new Api(token, user.restaurantId)))
  }
  return api
}

/** A window of its own that keeps the app's files. */
async function keeping(browser: Browser, viewport: Viewport, storageState: StoredState): Promise<Window> {
  const hasTouch = viewport.width < 500
  const context = await browser.newContext({ baseURL: baseURL(), viewport, storageState, hasTouch, reducedMotion: 'reduce' })
  return { context, page: await context.newPage() }
}

/** Signs each person in through the page once; later devices of the same person reuse the stored session. */
async function stateOf(browser: Browser, who: Who): Promise<StoredState> {
  let state = signedIn.get(who)
  if (!state) {
    const { context, page } = await lend(browser, baseURL(), DESKTOP, { cookies: [], origins: [] })
    await page.goto(`/${areaOf(who)}/login`)
    await fillLogin(page, emailOf(who))
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    state = await context.storageState()
    await giveBack(context)
    signedIn.set(who, state)
  }
  return state
}

/** The page's live connection is there: what others do from now on is told to it. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Connected' }).first()).toBeAttached()
}

/** axe finds nothing (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeViolations(page, WCAG)).toEqual([])
}

/** The page is not wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
}

/** No second scrollbar beside that of a part which fills the page: a label for screen readers that hangs out of that part would make one. */
export async function expectOneScroller(page: Page): Promise<void> {
  const twice = await page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main || main.scrollHeight <= main.clientHeight + 1) return []
    return [...main.querySelectorAll('*')].flatMap((part) =>
      part.scrollHeight > part.clientHeight + 1 &&
      part.clientHeight > main.clientHeight / 2 &&
      ['auto', 'scroll'].includes(getComputedStyle(part).overflowY)
        ? [`${part.className}: ${part.scrollHeight} of ${part.clientHeight}, in ${main.scrollHeight} of ${main.clientHeight}`]
        : [],
    )
  })
  expect(twice).toEqual([])
}

/** In a list with columns, the name of a row has room, no matter how many columns are beside it. */
export async function expectRoomForNames(page: Page): Promise<void> {
  const narrow = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('td [data-row]')].flatMap((name) => {
      const room = name.closest('td')?.getBoundingClientRect().width ?? 0
      return room > 0 && room < 48 ? [`${Math.round(room)} px for ${name.textContent}`] : []
    }),
  )
  expect(narrow).toEqual([])
}

/** Two things beside each other don't overlap. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const range = (element: Element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    const { left, right, top, bottom } = words.getBoundingClientRect()
    return { left, right, top, bottom }
  }
  const [a, b] = [
    await one.evaluate(range),
    await other.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  ]
  expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
}

export { expect }
