import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { allItems } from '#domain/menu.ts'
import { useSyncExternalStore } from 'react'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { currentToken } from '#web/core/tokens.ts'
import { onDishChange } from '../live.ts'
import { menuElement } from './document.ts'
import { focusedPlace, focusPlace } from './focus.ts'
import { scrollToSpot, spotNow } from './spot.ts'

/** What the Worker answers at `/user/menu.json` (worker/diner/page.ts): the menu's page as HTML, and as the data that item sheets need. */
export type MenuData = {
  access: 'menu' | 'off' | 'login' | 'gone'
  restaurantId: string
  name: string
  etag: string
  theme: string
  head: string
  facts: string
  body: string
  categories: CategoryShape[]
  /** True if guests can order by their phones. */
  orders: boolean
}

const store = createStore<MenuData | null>(null)
export const useMenuData = (): MenuData | null => useStore(store)
export const menuDataNow = store.get
export const onMenuData = store.subscribe

/** True if the restaurant shows no menu by code: then its phones can't order, and nobody joins a table. */
export const useIsOff = (): boolean =>
  useStore(store, (data) => (data?.access ?? document.getElementById('menu')?.dataset.access) === 'off')

/** Asks for a restaurant's menu, with the signed-in person's token if there is one. Throws when there is no answer. */
async function fetchMenu(restaurantId: string, signedIn: boolean): Promise<MenuData> {
  const token = signedIn ? currentToken()?.token : undefined
  const answer = await fetch(`/user/menu.json?restaurant=${encodeURIComponent(restaurantId)}`, {
    // The browser asks again with the ETag, so that an unchanged menu is not sent again.
    cache: 'no-cache',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok && answer.status !== 404) throw new Error('Failed to fetch menu')
  return (await answer.json()) as MenuData
}

/**
 * A phone without a socket asks this often whether the menu has changed. The shared page is 25 s old at most (worker/diner/page.ts), so a change is on every
 * open phone within 60 s (CONTRACT §7).
 */
const ASK_MS = 30_000
const SHARED_MS = 25_000

/** Set while a menu could not be fetched and none is shown. */
const failure = createStore<{ again: () => void } | null>(null)
export const useMenuFailure = () => useStore(failure)
let askedAt = 0

/**
 * Keeps a restaurant's menu in the document up to date while it is shown: asks at once, unless it was asked for just before, and again while somebody looks at it.
 * `signedIn`, because some menus are only for signed-in guests. Returns a function that stops it.
 */
export function keepMenu(restaurantId: string, signedIn: boolean): () => void {
  let stopped = false
  const ask = async () => {
    const at = (askedAt = Date.now())
    const found = await fetchMenu(restaurantId, signedIn).catch(() => null)
    if (stopped) return
    if (found) showMenu(found, at)
    failure.set(found || menuElement().childElementCount > 0 ? null : { again: () => void ask() })
  }
  const askIfOld = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt >= ASK_MS) void ask()
  }
  const shown = store.get()
  if (shown?.restaurantId === restaurantId && shown.access === 'menu') askIfOld()
  else void ask()
  // Checked more often than ASK_MS, so that after a failure, or when the phone was just woken up, nobody waits for twice that time.
  const timer = setInterval(askIfOld, ASK_MS / 6)
  document.addEventListener('visibilitychange', askIfOld)
  return () => {
    stopped = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', askIfOld)
  }
}

// ------------------------------------------------------------ dishes as they are now

/** A dish as an event, or an answer, has told it; `at`: when it came (ms). */
type News = MenuItemShape & { deleted?: boolean; at: number }
export type DishNews = ReadonlyMap<string, News>
/** Dishes that changed after the page was made, from the socket; those of a newer page replace them. */
const changed = createStore<DishNews>(new Map())
export const onDishesChange = changed.subscribe
export const dishNewsNow = changed.get
export const useDishNews = (): DishNews => useStore(changed)

/** Remembers a dish that an event has changed, unless a newer state is known. */
export function dishChanged(item: MenuItemShape, deleted = false): void {
  changed.set((old) =>
    (old.get(item._id)?.version ?? 0) > item.version ? old : new Map(old).set(item._id, { ...item, deleted, at: Date.now() }),
  )
}

/** A dish as it was told or, if the page is newer, as the page has it; undefined while neither is known. */
export function latestOf(id: string): (MenuItemShape & Partial<News>) | undefined {
  const page = store.get()
  const known = page ? allItems(page).find((item) => item._id === id) : undefined
  const news = changed.get().get(id)
  return news && (!known || news.version >= known.version) ? news : known
}

/** A dish as it is now; null when the menu doesn't have it, or isn't there yet. */
export function dishNow(id: string): MenuItemShape | null {
  const latest = latestOf(id)
  return latest && !latest.deleted ? latest : null
}

/**
 * Drops what was told before a page was made that was asked for at `askedAt` (ms). Their versions don't tell, because selling a portion of a dish leaves its
 * version as it is, and a phone that was away for long misses events.
 */
function dropOldNews(page: MenuData, askedAt: number): void {
  const versions = new Map(allItems(page).map(({ _id, version }) => [_id, version]))
  const isOld = ([id, news]: [string, News]) => news.at < askedAt - SHARED_MS && (versions.get(id) ?? -1) >= news.version
  const left = [...changed.get()].filter((entry) => !isOld(entry))
  if (left.length < changed.get().size) changed.set(new Map(left))
}

const subscribeToDishes = (listener: () => void) => {
  const stops = [store.subscribe(listener), changed.subscribe(listener)]
  return () => stops.forEach((stop) => stop())
}
/** A dish as it is now, and again when it changes. */
export function useDish(id: string | null): MenuItemShape | null {
  const read = () => (id === null ? null : dishNow(id))
  return useSyncExternalStore(subscribeToDishes, read, read)
}

/** Called once, in main.tsx: keeps the dishes' changes from the socket for all pages. */
export const keepDishes = (): (() => void) =>
  onDishChange((change) => ('item' in change ? dishChanged(change.item, change.deleted) : undefined))

// ------------------------------------------------------------ into the document

const THEME = 'tawa_menu_theme'
const sheet = typeof CSSStyleSheet === 'function' && 'adoptedStyleSheets' in Document.prototype ? new CSSStyleSheet() : null

/** The restaurant's colours, on pages whose document came without them. */
function applyTheme(css: string): void {
  if (!sheet) return
  sheet.replaceSync(css)
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
export function applyStoredTheme(): void {
  applyTheme(readStored<string>(THEME) ?? '')
}

/** The HTML that was put into the document last. */
const put = new WeakMap<Element, string>()

/**
 * Puts a menu that was asked for at `askedAt` (ms) into the document, unless its HTML is there already: the ETag changes with each portion that is sold. What the
 * guest typed, the focus, the places that React fills, and the dish at the top of the window stay.
 */
export function showMenu(data: MenuData, askedAt = Date.now()): void {
  const element = menuElement()
  const html = data.head + data.facts + data.body
  const before = put.get(element)
  const isNew =
    element.dataset.restaurant !== data.restaurantId || (before === undefined ? element.dataset.etag !== data.etag : before !== html)
  put.set(element, html)
  const spot = isNew && scrollY > 0 ? spotNow() : null
  applyTheme(data.theme)
  writeStored(THEME, data.theme)
  if (isNew) {
    const search = element.querySelector<HTMLInputElement>('#search')
    const veg = element.querySelector<HTMLInputElement>('#veg-only')
    const kept = ['.actions', '#searches', '#sign-in'].map((place) => [place, element.querySelector(place)] as const)
    const focused = focusedPlace()
    // The Worker's HTML, which worker/diner/html.ts has escaped.
    element.innerHTML = html
    for (const [place, before] of kept) if (before) element.querySelector(place)?.replaceWith(before)
    const [newSearch, newVeg] = [element.querySelector<HTMLInputElement>('#search'), element.querySelector<HTMLInputElement>('#veg-only')]
    if (newSearch && search) newSearch.value = search.value
    if (newVeg && veg) newVeg.checked = veg.checked
    focusPlace(focused)
  }
  Object.assign(element.dataset, { restaurant: data.restaurantId, name: data.name, access: data.access, etag: data.etag })
  store.set(data)
  dropOldNews(data, askedAt)
  if (spot) scrollToSpot(spot)
}
