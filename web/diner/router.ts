import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'
import { scrollToSpot, type Spot, spotNow } from './menu/spot.ts'
import { type Part, part } from './part.tsx'

/** The diner's pages: which address shows what, and how to go from one to the other without loading the document again. */

/** `/user/restaurant/:id`, without its id. */
const RESTAURANT = to.dinerRestaurant('')
export const PAGES: Readonly<Record<string, Part<object>>> = {
  [to.dinerCart()]: part(async () => ({ default: (await import('./table.ts')).CartPage })),
  [to.dinerOrder()]: part(async () => ({ default: (await import('./table.ts')).OrderPage })),
  [to.dinerSaved()]: part(() => import('./saved/SavedPage.tsx')),
  [to.dinerNearby()]: part(() => import('./nearby/NearbyPage.tsx')),
  [RESTAURANT]: part(() => import('./restaurant/RestaurantPage.tsx')),
  [to.dinerLogin()]: part(() => import('./login/LoginPage.tsx')),
  [to.dinerPast()]: part(() => import('./past/PastPage.tsx')),
  [to.thankYou()]: part(async () => ({ default: (await import('./table.ts')).ThanksPage })),
}

const pathOf = (address: string): string => new URL(address, location.origin).pathname.replace(/(.)\/$/, '$1')
/** True if the address shows the menu, which is the Worker's HTML. */
export const isMenu = (address: string): boolean => pathOf(address) === to.dinerMenu() || /^\/t\/[^/]+$/.test(pathOf(address))
const keyOf = (path: string): string => (path.startsWith(RESTAURANT) && path !== RESTAURANT ? RESTAURANT : path)
const isPage = (address: string): boolean => isMenu(address) || keyOf(pathOf(address)) in PAGES

/** The key in `PAGES` of an address; null for the menu's and for unknown ones. */
export function pageKeyOf(address: string): string | null {
  const key = keyOf(pathOf(address))
  return key in PAGES ? key : null
}

const here = () => location.pathname + location.search
const store = createStore(here())
/** The address of the page, with its search. */
export const usePath = (): string => useStore(store)
/** Same for a page's id in its address: `/user/restaurant/:id`. */
export function useRestaurantOfPath(): string {
  const id = pathOf(usePath()).slice(RESTAURANT.length)
  try {
    return decodeURIComponent(id)
  } catch {
    // Mistyped: no restaurant has this id.
    return id
  }
}

/** Where somebody is on a page: pixels from its top, and in the menu, whose heights change, the dish at the top of the window. */
type Kept = { y?: number; spot?: Spot | null } | null
const now = (): Kept => ({ y: scrollY, spot: scrollY > 0 && isMenu(here()) ? spotNow() : null })
const LEFT = 'tawa_left_at'
/** Where to scroll when the page of this address is on the screen. */
let scrollTarget: { path: string; kept: Kept } | null = null
let menuPlace: Kept = {}
/** True once somebody has gone from the page that was loaded to another one. */
let hasGone = false
store.subscribe(() => (hasGone = true))

/** Goes to an address: to one of the diner's pages without loading a document, to any other one by loading it. */
export function go(address: string, { replace = false }: { replace?: boolean } = {}): void {
  const elsewhere = !isPage(address) || (isMenu(address) && pathOf(address) !== to.dinerMenu() && pathOf(address) !== location.pathname)
  if (elsewhere) return replace ? location.replace(address) : location.assign(address)
  if (isMenu(here())) menuPlace = now()
  if (replace) history.replaceState(null, '', address)
  else {
    history.replaceState(now(), '')
    history.pushState(null, '', address)
  }
  scrollTarget = { path: here(), kept: isMenu(address) ? menuPlace : {} }
  store.set(here())
}

/**
 * For an effect of the page at `path`: scrolls to its top, or to where it was when it was left. What was pressed may be gone with the page before; then the new
 * page's title has the focus, so that it is read out, and Tab goes on from there. Such an effect may run when somebody has gone on already, and
 * then changes nothing.
 */
export function restoreScroll(path: string): void {
  if (scrollTarget?.path !== path) return
  const { y = 0, spot } = scrollTarget.kept ?? {}
  scrollTarget = null
  if (!spot || !scrollToSpot(spot)) scrollTo(0, y)
  if (!hasGone || document.activeElement !== document.body) return
  const title = [...document.querySelectorAll('h1')].find((h1) => !h1.closest('[hidden]'))
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

/** Called once, in main.tsx: the back button, links to our pages, and the place on a page that is loaded again. */
export function startRouter(): void {
  history.scrollRestoration = 'manual'
  // In the device's storage, because a history state that is set while the document is left is lost.
  const left = readStored<{ path: string; kept: Kept }>(LEFT)
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The history's state counts after Back was pressed while the document of another page was still loading.
  if (loaded?.type !== 'navigate' && scrollY === 0)
    scrollTarget = left?.path === here() ? left : { path: here(), kept: history.state as Kept }
  addEventListener('pagehide', () => writeStored(LEFT, { path: here(), kept: now() }))
  addEventListener('popstate', (event) => {
    if (event.state === null && here() === store.get()) return
    scrollTarget = { path: here(), kept: event.state as Kept }
    store.set(here())
  })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (link.target || link.origin !== location.origin || link.hash || !isPage(link.href)) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}
