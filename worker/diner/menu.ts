import type { z } from 'zod'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import type { Banner } from '#domain/api/banners.ts'
import { type Offer, isRunning } from '#domain/offer.ts'
import { qrSwitchesOf } from '#domain/qr.ts'
import { businessDate } from '#domain/time.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { outletDb } from '../db/index.ts'
import { read } from '../db/reads.ts'
import type { Env } from '../env.ts'
import { bannerPhase } from '#domain/banner.ts'
import { bannerJson, bannersOf } from '../listing/store.ts'
import { itemJson, menuOf, readMenu, readTrending } from '../menu/store.ts'
import { offersAhead, type OfferRow } from '../offers/store.ts'
import { restaurantJson } from '../restaurant/profile.ts'
import { UNRATED } from '#domain/feedback.ts'

export type Shown = {
  restaurant: ReturnType<typeof restaurantJson>
  categories: CategoryShape[]
  popular: CategoryShape['menuItems']
  offers: OfferRow[]
  banners: z.input<typeof Banner>[]
}

/** What of a restaurant guests may see by its printed codes (CONTRACT §9 "QR switches"): its menu, a reason why not, or nothing at all. */
export type Access = 'menu' | 'off' | 'login' | 'gone'

export function accessOf(restaurant: Restaurant | null, isDiner: boolean): Access {
  if (restaurant?.approvalStatus !== 'approved') return 'gone'
  const { enableQrMenu, requireLoginForMenu } = qrSwitchesOf(restaurant.qrSettings)
  if (!enableQrMenu) return 'off'
  return requireLoginForMenu && !isDiner ? 'login' : 'menu'
}

/** Everything on a restaurant's menu page, in one batch of its shard. Of the offers those that run now. */
export async function readShownMenu(env: Env, restaurant: Restaurant, now: Date): Promise<Shown> {
  const today = businessDate(now, restaurant.clock)
  const { popular, offers, banners, ...menu } = await read(outletDb(env, restaurant.shard), {
    ...readMenu(restaurant.id),
    popular: readTrending(restaurant.id, today),
    offers: offersAhead(restaurant.id, now.toISOString()),
    banners: bannersOf([restaurant.id]),
  })
  const day = new Date(`${today}T00:00:00Z`).getUTCDay()
  return {
    restaurant: restaurantJson(restaurant, { imageBase64ForBill: null, pages: [], rating: UNRATED, now }),
    categories: menuOf(menu),
    popular: popular.map(itemJson),
    offers: offers.filter((o) => isRunning(o as unknown as Offer, now) && (o.days.length === 0 || o.days.includes(day))),
    banners: banners.map(bannerJson).filter((b) => bannerPhase(b, now) === 'shown'),
  }
}

export const restaurantById = (env: Env, id: string): Promise<Restaurant | null> => findRestaurant(env, id)
