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

/** How long a window may take to be emptied, which takes a tenth of a second. */
const PATIENCE_MS = 8000
/** How many windows are tried for one journey. */
const TRIES = 3

/** A window in which nothing but `state` is stored. One that can't be prepared within `withinMs` is closed, and another takes its place. */
export async function lend(
  browser: Browser,
  site: string,
  viewport: Viewport,
  state: StoredState,
  withinMs = PATIENCE_MS,
): Promise<Window> {
  const hasTouch = viewport.width < 500
  const key = `${site} ${hasTouch}`
  for (let left = TRIES; ; left--) {
    const at = free.findIndex((kept) => kept.key === key && kept.context.browser() === browser && !kept.page.isClosed())
    // One that was lent before is at the quiet file already.
    const [old] = at < 0 ? [] : free.splice(at, 1)
    const kept = old ?? (await open(browser, site, key, { viewport, hasTouch }))
    const { context, page, cdp } = kept
    lent.set(context, kept)
    try {
      await within(withinMs, async () => {
        if (old) await page.setViewportSize(viewport)
        else await page.goto(QUIET)
        if (state.cookies.length > 0) await context.addCookies(state.cookies)
        const items = state.origins.find(({ origin }) => origin === site)?.localStorage ?? []
        await page.evaluate((stored) => {
          sessionStorage.clear()
          for (const { name, value } of stored) localStorage.setItem(name, value)
        }, items)
        await cdp.send('Page.resetNavigationHistory')
      })
      return { context, page }
    } catch (error) {
      lent.delete(context)
      await context.close()
      if (left === 1) throw error
    }
  }
}

/** Does these steps, or throws if they take longer. */
async function within<T>(ms: number, steps: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`a window was not ready after ${ms} ms`)), ms)
  })
  try {
    const done = steps()
    done.catch(() => {})
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
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

/** Takes a window back after a journey. One that was not lent here is closed, and so is one that can't be emptied within `withinMs`. */
export async function giveBack(context: BrowserContext, withinMs = PATIENCE_MS): Promise<void> {
  const kept = lent.get(context)
  lent.delete(context)
  if (!kept || kept.spoiled || kept.page.isClosed() || context.pages().length !== 1) return context.close()
  const { page, cdp, key } = kept
  for (const event of EVENTS.context) context.removeAllListeners(event)
  for (const event of EVENTS.page) page.removeAllListeners(event)
  try {
    await within(withinMs, async () => {
      await page.mouse.move(0, 0)
      // Not to about:blank: Chromium would give the next page a new process, which took a quarter of its time.
      await page.goto(QUIET)
      await cdp.send('Storage.clearDataForOrigin', {
        origin: key.split(' ')[0] ?? '',
        storageTypes: 'cookies,local_storage,indexeddb,cache_storage',
      })
      await context.clearCookies()
    })
  } catch {
    return context.close()
  }
  free.push(kept)
}
