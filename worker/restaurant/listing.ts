import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { restaurant as contract } from '#domain/api/restaurant.ts'
import type { Banner, RestaurantShape } from '#domain/api/shapes.ts'
import { MICRO } from '#domain/nearby.ts'
import { all, outletDb } from '../db/index.ts'
import { banners } from '../db/outlets.ts'
import { decode } from '../db/rows.ts'
import type { Env } from '../env.ts'
import type { Restaurant } from '../session.ts'
import { restaurantJson } from './profile.ts'

type Api = typeof contract
export type Listing = z.input<Api['GET /restaurant/:id/details']['returns']>['restaurant']
type BannerShape = z.input<typeof Banner>

/** PLATFORM's listing as the restaurant's row then says: there while it is approved, shown in the app and has a place. Goes into the batch of a change. */
export const keepListing = (restaurantId: string): SQL[] => [
  sql`DELETE FROM listings WHERE restaurant_id = ${restaurantId}`,
  sql`INSERT INTO listings (restaurant_id, name, latitude, longitude, recommended)
      SELECT id, establishment_name, CAST(round(json_extract(profile, '$.location.latitude') * ${MICRO}) AS INTEGER), CAST(round(json_extract(profile, '$.location.longitude') * ${MICRO}) AS INTEGER),
             coalesce(json_extract(profile, '$.recommendedOnMobile'), 0)
      FROM restaurants WHERE id = ${restaurantId} AND approval_status = 'approved' AND deleted_at IS NULL AND json_extract(profile, '$.showInMobileApp') = 1
        AND json_type(profile, '$.location.latitude') IN ('integer', 'real') AND json_type(profile, '$.location.longitude') IN ('integer', 'real')`,
]

const bannerJson = (b: typeof banners.$inferSelect): BannerShape => ({
  id: b.id,
  _id: b.id,
  image: b.image,
  title: b.title,
  link: b.link,
  startsAt: b.startsAt,
  endsAt: b.endsAt,
})

const isShown = (b: BannerShape, now: Date) =>
  (b.startsAt ?? '') <= now.toISOString() && (b.endsAt === null || now.toISOString() < b.endsAt)

/** Banners of restaurants of one shard, oldest first; `now` leaves out what doesn't run then. */
export async function readBanners(db: D1Database, restaurantIds: readonly string[], now: Date | null): Promise<Map<string, BannerShape[]>> {
  const rows = await all<Record<string, unknown>>(
    db,
    sql`SELECT * FROM banners WHERE restaurant_id IN (SELECT value FROM json_each(${JSON.stringify(restaurantIds)})) ORDER BY restaurant_id, created_at, id`,
  )
  const out = new Map<string, BannerShape[]>(restaurantIds.map((id) => [id, []]))
  for (const row of rows.map((r) => decode(banners, r))) {
    const banner = bannerJson(row)
    if (now === null || isShown(banner, now)) out.get(row.restaurantId)?.push(banner)
  }
  return out
}

/** The same of any restaurants: each shard is asked once. */
export async function bannersOf(env: Env, restaurants: readonly Restaurant[], now: Date | null): Promise<Map<string, BannerShape[]>> {
  const shards = [...new Set(restaurants.map((r) => r.shard))]
  const found = await Promise.all(
    shards.map((shard) =>
      readBanners(
        outletDb(env, shard),
        restaurants.filter((r) => r.shard === shard).map((r) => r.id),
        now,
      ),
    ),
  )
  return new Map(found.flatMap((m) => [...m]))
}

const FIELDS = [
  '_id',
  'establishment_name',
  'restaurantName',
  'address',
  'international_phone_number',
  'url',
  'image',
  'userDashboardImageUrl',
  'showImageOnUserDashboard',
  'opening_hours',
  'rating',
  'user_ratings_total',
  'currency',
  'types',
  'takeout',
  'dineIn',
  'delivery',
  'photos',
  'accessibility',
  'cuisines',
  'location',
  'costForTwo',
  'showInMobileApp',
  'recommendedOnMobile',
  'accentColor',
  'secondaryAccentColor',
  'buttonFontColor',
] as const satisfies readonly (keyof z.input<typeof RestaurantShape> & keyof Listing)[]

/** A restaurant as the app shows it. */
export function listingJson(restaurant: Restaurant, promotionalBanner: BannerShape[], now: Date): Listing {
  const whole = restaurantJson(restaurant, { imageBase64ForBill: null, pages: [], now })
  const fields = Object.fromEntries(FIELDS.map((name) => [name, whole[name]])) as Pick<typeof whole, (typeof FIELDS)[number]>
  return { ...fields, promotionalBanner, open_now: whole.opening_hours.open_now }
}
