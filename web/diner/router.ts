import { createStore, useStore } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'
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
export const useRestaurantOfPath = (): string => decodeURIComponent(pathOf(usePath()).slice(RESTAURANT.length))

type Kept = { y?: number } | null
/** Where to scroll when the next page is on the screen. */
let scrollTarget: number | null = null
let menuY = 0

/** Goes to an address: to one of the diner's pages without loading a document, to any other one by loading it. */
export function go(address: string, { replace = false }: { replace?: boolean } = {}): void {
  const elsewhere = !isPage(address) || (isMenu(address) && pathOf(address) !== to.dinerMenu() && pathOf(address) !== location.pathname)
  if (elsewhere) return replace ? location.replace(address) : location.assign(address)
  if (isMenu(here())) menuY = scrollY
  if (replace) history.replaceState(null, '', address)
  else {
    history.replaceState({ y: scrollY }, '')
    history.pushState(null, '', address)
  }
  scrollTarget = isMenu(address) ? menuY : 0
  store.set(here())
}

/** For an effect of the page that is shown: scrolls to its top, or to where it was when it was left. */
export function restoreScroll(): void {
  if (scrollTarget === null) return
  scrollTo(0, scrollTarget)
  scrollTarget = null
}

/** Called once, in main.tsx: the back button, and links to our pages. */
export function startRouter(): void {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', (event) => {
    if (event.state === null && here() === store.get()) return
    scrollTarget = (event.state as Kept)?.y ?? 0
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
