import { createHash } from 'node:crypto'
import { Id } from '#domain/api/common.ts'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import type { Env } from '../env.ts'
import { closedHead, headHtml, menuHtml, themeCss } from './html.ts'
import { type Access, accessOf, readShown } from './menu.ts'

/**
 * A restaurant's menu page without anything of a table or a person, so that all its guests can share it. If `access` is not `menu`, it contains nothing of the
 * menu.
 */
export type MenuPage = {
  access: Access
  restaurantId: string
  name: string
  /** Changes whenever one of the fields below changes. */
  etag: string
  theme: string
  head: string
  /** `Open till 23:30`. */
  hours: string
  body: string
  categories: CategoryShape[]
  /** May guests order with their phones? */
  orders: boolean
}

/**
 * The longest time until a shared page has a change. Together with the 30 s of a phone's own interval (web/diner/menu/watch.ts) every phone has it within 60 s.
 */
export const SHARED_MS = 25_000

const CLOSED = { theme: '', head: '', hours: '', body: '', categories: [], orders: false }

/** The page of a restaurant, as it is now. `isDiner`: for somebody who has signed in, where the menu asks for that. */
export async function makePage(
  env: Env,
  restaurantId: string,
  restaurant: Restaurant | null,
  now: Date,
  isDiner: boolean,
): Promise<MenuPage> {
  const access = accessOf(restaurant, isDiner)
  const name = access === 'gone' ? '' : (restaurant?.establishmentName ?? '')
  if (access !== 'menu' || !restaurant)
    return { ...CLOSED, access, restaurantId, name, head: name && String(await closedHead(name)), etag: `"${access}"` }
  const shown = await readShown(env, restaurant, now)
  const page = {
    access,
    restaurantId,
    name,
    theme: themeCss(shown),
    head: String(await headHtml(shown)),
    hours: shown.hours,
    body: String(await menuHtml(shown)),
    categories: shown.categories,
    orders: shown.restaurant.qrSettings.enableOrderViaQr,
  }
  return { ...page, etag: `"${createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 22)}"` }
}

/** How many restaurants' pages for signed-in diners are kept in memory. */
const MOST_KEPT = 100
const forDiners = new Map<string, { at: number; page: Promise<MenuPage> }>()

/**
 * The page of a restaurant whose menu asks for a sign-in, for diners who have signed in: it is the same for all of them. At most `SHARED_MS` old like the public
 * one, and only in the memory of this instance, so that no cache that others can read has a word of it.
 */
export function dinersPage(env: Env, restaurantId: string, now: Date, waitUntil: (work: Promise<unknown>) => void): Promise<MenuPage> {
  const before = forDiners.get(restaurantId)
  if (before && now.getTime() - before.at < SHARED_MS) return before.page
  if (forDiners.size >= MOST_KEPT) forDiners.clear()
  const page = (async () => makePage(env, restaurantId, await findRestaurant(env, restaurantId), now, true))()
  forDiners.set(restaurantId, { at: now.getTime(), page })
  // Others wait for it too, so it must go on when the first caller disconnects.
  waitUntil(page.catch(() => forDiners.delete(restaurantId)))
  return page
}

type Kept = { at: number; page: MenuPage }
const addressOf = (restaurantId: string) => new Request(`https://menu.tawa/${encodeURIComponent(restaurantId)}`)
/** Pages that are being made in this instance of the Worker: everybody who asks meanwhile gets the same one. */
const making = new Map<string, Promise<MenuPage>>()

/**
 * The public page of a restaurant: from the cache of this place at the edge, at most `SHARED_MS` old; or made, once for all who ask meanwhile. One look-up of
 * the restaurant and one batch of its shard are all that it costs then.
 */
export async function sharedPage(
  env: Env,
  restaurantId: string,
  now: Date,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<MenuPage> {
  if (!Id.safeParse(restaurantId).success) return makePage(env, restaurantId, null, now, false)
  const cache = await caches.open('menus')
  const found = await cache.match(addressOf(restaurantId))
  const kept = found && (await found.json<Kept>())
  if (kept && now.getTime() - kept.at < SHARED_MS) return kept.page
  const underWay = making.get(restaurantId)
  if (underWay) return underWay
  const made = (async () => {
    const page = await makePage(env, restaurantId, await findRestaurant(env, restaurantId), now, false)
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': `public, max-age=${SHARED_MS / 1000}` }
    // Unknown restaurants are not cached, because anybody could name a million of them.
    if (page.access !== 'gone')
      await cache.put(addressOf(restaurantId), new Response(JSON.stringify({ at: now.getTime(), page } satisfies Kept), { headers }))
    return page
  })()
  making.set(restaurantId, made)
  const done = made.then(
    () => making.delete(restaurantId),
    () => making.delete(restaurantId),
  )
  // Others wait for it too, so it must go on when the first caller disconnects.
  waitUntil(done)
  return made
}
