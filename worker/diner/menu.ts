import type { z } from 'zod'
import type { Banner } from '#domain/api/banners.ts'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { bannerPhase } from '#domain/banner.ts'
import { UNRATED } from '#domain/feedback.ts'
import { closesAt, opensNext, type Period } from '#domain/hours.ts'
import { fitsType, isOnDay, isRunning } from '#domain/offer.ts'
import { qrSwitchesOf } from '#domain/qr.ts'
import { businessDate, DAYS } from '#domain/time.ts'
import type { Restaurant } from '../access/session.ts'
import { outletDb } from '../db/index.ts'
import { read } from '../db/reads.ts'
import type { Env } from '../env.ts'
import { bannerJson, bannersOf } from '../listing/store.ts'
import { itemJson, menuOf, readMenu, readTrending } from '../menu/store.ts'
import { offersAhead, type OfferRow } from '../offers/store.ts'
import { restaurantJson } from '../restaurant/profile.ts'

/** The content of a menu's page. */
export type Shown = {
  restaurant: ReturnType<typeof restaurantJson>
  /** `Open till 23:30`, `Opens tomorrow at 11:00`; empty where that isn't known. */
  hours: string
  categories: CategoryShape[]
  popular: CategoryShape['menuItems']
  /** Today's offers for guests at a table, also outside their hours, which stand beside them. */
  offers: OfferRow[]
  banners: z.input<typeof Banner>[]
}

/** What guests may see of a restaurant (CONTRACT §9 "QR switches"): its menu, a reason why not, or nothing at all. */
export type Access = 'menu' | 'off' | 'login' | 'gone'

export function accessOf(restaurant: Restaurant | null, isDiner: boolean): Access {
  if (restaurant?.approvalStatus !== 'approved') return 'gone'
  const { enableQrMenu, requireLoginForMenu } = qrSwitchesOf(restaurant.qrSettings)
  if (!enableQrMenu) return 'off'
  return requireLoginForMenu && !isDiner ? 'login' : 'menu'
}

function hoursOf({ opening_hours: hours, timezone }: Shown['restaurant'], now: Date): string {
  if (hours.periods.length === 0) return ''
  // Its guests sit at a table: "Closed" would be false for those who are served before the hours begin.
  const next = opensNext(hours.periods as Period[], now, timezone)
  if (next) return `Opens ${next.inDays === 0 ? '' : `${next.inDays === 1 ? 'tomorrow' : `on ${DAYS[next.day]}`} `}at ${next.time}`
  const till = closesAt(hours.periods as Period[], now, timezone)
  return till ? `Open till ${till}` : 'Open now'
}

/** Everything on a restaurant's menu page, in one batch of its shard. */
export async function readShown(env: Env, restaurant: Restaurant, now: Date): Promise<Shown> {
  const today = businessDate(now, restaurant.clock)
  const { popular, offers, banners, ...menu } = await read(outletDb(env, restaurant.shard), {
    ...readMenu(restaurant.id),
    popular: readTrending(restaurant.id, today),
    offers: offersAhead(restaurant.id, now.toISOString()),
    banners: bannersOf([restaurant.id]),
  })
  const shown = restaurantJson(restaurant, { imageBase64ForBill: null, pages: [], rating: UNRATED, now })
  return {
    restaurant: shown,
    hours: hoursOf(shown, now),
    categories: menuOf(menu),
    popular: popular.map(itemJson),
    offers: offers.filter((o) => isRunning(o, now) && isOnDay(o, now, restaurant.clock) && fitsType(o, 'Dine In')),
    banners: banners.map(bannerJson).filter((b) => bannerPhase(b, now) === 'shown'),
  }
}
