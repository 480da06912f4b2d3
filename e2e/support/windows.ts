import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/**
 * Windows that are lent to one journey after another. A new window downloads and compiles the whole app again, which took two thirds of what opening a page
 * costs. When a window comes back, everything that its journey left is removed: cookies, storage, history, listeners. A window whose settings were changed for
 * good (`LASTING`), or that has a second page, is closed instead.
 */
export type Viewport = { width: number; height: number }
export type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>
export type Window = { context: BrowserContext; page: Page }
type Kept = Window & { cdp: CDPSession; spoiled: boolean; key: string }

/** What stays set on a context, on a page or on their clock until they are closed. */
const OF_BOTH = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
]
const LASTING = {
  context: [...OF_BOTH, 'grantPermissions', 'newCDPSession', 'newPage', 'setGeolocation', 'setOffline'],
  page: [...OF_BOTH, 'addLocatorHandler', 'emulateMedia'],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
}

/** What a journey can listen to. By name, because Playwright listens to some events of its own objects too. */
const EVENTS_OF_BOTH = ['console', 'dialog', 'request', 'requestfailed', 'requestfinished', 'response']
const EVENTS = {
  context: [...EVENTS_OF_BOTH, 'page', 'serviceworker', 'weberror'],
  page: [
    ...EVENTS_OF_BOTH,
    'domcontentloaded',
    'download',
    'filechooser',
    'framenavigated',
    'load',
    'pageerror',
    'popup',
    'websocket',
    'worker',
  ],
}

/** A file of the site that runs no script. */
const QUIET = '/robots.txt'

const free: Kept[] = []
const lent = new Map<BrowserContext, Kept>()

/** A window in which nothing but `state` is stored. */
export async function lend(browser: Browser, site: string, viewport: Viewport, state: StoredState): Promise<Window> {
  const hasTouch = viewport.width < 500
  const key = `${site} ${hasTouch}`
  const at = free.findIndex((kept) => kept.key === key && kept.context.browser() === browser && !kept.page.isClosed())
  const [old] = at < 0 ? [] : free.splice(at, 1)
  const kept = old ?? (await open(browser, site, key, { viewport, hasTouch }))
  const { context, page, cdp } = kept
  lent.set(context, kept)
  if (old) await page.setViewportSize(viewport)
  if (state.cookies.length > 0) await context.addCookies(state.cookies)
  await page.goto(QUIET)
  const items = state.origins.find(({ origin }) => origin === site)?.localStorage ?? []
  await page.evaluate((stored) => {
    sessionStorage.clear()
    for (const { name, value } of stored) localStorage.setItem(name, value)
  }, items)
  await cdp.send('Page.resetNavigationHistory')
  return { context, page }
}

async function open(browser: Browser, site: string, key: string, how: { viewport: Viewport; hasTouch: boolean }): Promise<Kept> {
  const context = await browser.newContext({ baseURL: site, ...how, isMobile: false, reducedMotion: 'reduce', serviceWorkers: 'block' })
  const page = await context.newPage()
  const kept: Kept = { context, page, cdp: await context.newCDPSession(page), spoiled: false, key }
  const spoil = () => void (kept.spoiled = true)
  watch(context, LASTING.context, spoil)
  watch(page, LASTING.page, spoil)
  for (const { clock } of [context, page]) watch(clock, LASTING.clock, spoil)
  return kept
}

function watch(target: object, methods: readonly string[], called: () => void): void {
  for (const name of methods) {
    const own = Reflect.get(target, name) as (...words: unknown[]) => unknown
    const value = (...words: unknown[]) => {
      called()
      return own.apply(target, words)
    }
    Object.defineProperty(target, name, { value, configurable: true })
  }
}

/** Takes a window back after a journey; one that was not lent here is closed. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const kept = lent.get(context)
  lent.delete(context)
  if (!kept || kept.spoiled || kept.page.isClosed() || context.pages().length !== 1) return context.close()
  const { page, cdp, key } = kept
  for (const event of EVENTS.context) context.removeAllListeners(event)
  for (const event of EVENTS.page) page.removeAllListeners(event)
  await page.mouse.move(0, 0)
  // Not to about:blank: Chromium would give the next page a new process, which took a quarter of its time.
  await page.goto(QUIET)
  await cdp.send('Storage.clearDataForOrigin', {
    origin: key.split(' ')[0] ?? '',
    storageTypes: 'cookies,local_storage,indexeddb,cache_storage',
  })
  await context.clearCookies()
  free.push(kept)
}
