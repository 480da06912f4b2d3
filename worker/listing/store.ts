import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { listing as contract } from '#domain/api/listing.ts'
import type { Banner } from '#domain/api/banners.ts'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { bannerPhase } from '#domain/banner.ts'
import { type Rating, UNRATED } from '#domain/feedback.ts'
import { closesAt, isOpen, opensNext, type Period, weekdayText } from '#domain/hours.ts'
import { MICRO } from '#domain/nearby.ts'
import { outletDb } from '../db/index.ts'
import { banners } from '../db/outlets.ts'
import { type Read, read, rows } from '../db/reads.ts'
import type { Env } from '../env.ts'
import { readRatings } from '../feedback/store.ts'
import type { Restaurant } from '../access/session.ts'
import { restaurantJson } from '../restaurant/profile.ts'

type Api = typeof contract
export type Listing = z.input<Api['GET /restaurant/:id/details']['returns']>['restaurant']
type BannerShape = z.input<typeof Banner>

/**
 * Brings PLATFORM's listing in line with the restaurant's row: it is listed while it is approved, shown in the app and has a location. For the batch of the
 * change.
 */
export const keepListing = (restaurantId: string): SQL[] => [
  sql`DELETE FROM listings WHERE restaurant_id = ${restaurantId}`,
  sql`INSERT INTO listings (restaurant_id, name, latitude, longitude, recommended)
      SELECT id, establishment_name, CAST(round(json_extract(profile, '$.location.latitude') * ${MICRO}) AS INTEGER), CAST(round(json_extract(profile, '$.location.longitude') * ${MICRO}) AS INTEGER),
             coalesce(json_extract(profile, '$.recommendedOnMobile'), 0)
      FROM restaurants WHERE id = ${restaurantId} AND approval_status = 'approved' AND deleted_at IS NULL AND json_extract(profile, '$.showInMobileApp') = 1
        AND json_type(profile, '$.location.latitude') IN ('integer', 'real') AND json_type(profile, '$.location.longitude') IN ('integer', 'real')`,
]

export const bannerJson = (b: typeof banners.$inferSelect): BannerShape => ({
  id: b.id,
  _id: b.id,
  image: b.image,
  title: b.title,
  link: b.link,
  startsAt: b.startsAt,
  endsAt: b.endsAt,
})

/** The part of a restaurant's listing that is in its shard. */
export type Shown = { promotionalBanner: BannerShape[]; rating: Rating }
export const NOTHING_SHOWN: Shown = { promotionalBanner: [], rating: UNRATED }

/** Banners of restaurants of one shard, the oldest of each first. */
export const bannersOf = (restaurantIds: readonly string[]): Read<(typeof banners.$inferSelect)[]> =>
  rows(
    banners,
    sql`SELECT * FROM banners WHERE restaurant_id IN (SELECT value FROM json_each(${JSON.stringify(restaurantIds)})) ORDER BY restaurant_id, created_at, id`,
  )

/** Banners, oldest first, and ratings of restaurants of one shard; `now` leaves out the banners that don't run then. */
export async function readShown(db: D1Database, restaurantIds: readonly string[], now: Date | null): Promise<Map<string, Shown>> {
  const { banners, ratings } = await read(db, { banners: bannersOf(restaurantIds), ratings: readRatings(restaurantIds) })
  const out = new Map(restaurantIds.map((id): [string, Shown] => [id, { promotionalBanner: [], rating: ratings.get(id) ?? UNRATED }]))
  for (const row of banners) {
    const banner = bannerJson(row)
    if (now === null || bannerPhase(banner, now) === 'shown') out.get(row.restaurantId)?.promotionalBanner.push(banner)
  }
  return out
}

/** The same for restaurants of any shard, with one read per shard. */
export async function shownOf(env: Env, restaurants: readonly Restaurant[], now: Date | null): Promise<Map<string, Shown>> {
  const shards = [...new Set(restaurants.map((r) => r.shard))]
  const found = await Promise.all(
    shards.map((shard) =>
      readShown(
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

function hoursNow(periods: readonly Period[], now: Date, timezone: string): Listing['hoursNow'] {
  if (periods.length === 0) return null
  if (isOpen(periods, now, timezone)) return { open: true, till: closesAt(periods, now, timezone) }
  const next = opensNext(periods, now, timezone)
  return next && { open: false, opens: next.time, day: next.inDays === 0 ? null : next.day }
}

/** A restaurant as the app shows it. */
export function listingJson(restaurant: Restaurant, shown: Shown | undefined, now: Date): Listing {
  const { promotionalBanner, rating } = shown ?? NOTHING_SHOWN
  const whole = restaurantJson(restaurant, { imageBase64ForBill: null, pages: [], rating, now })
  const fields = Object.fromEntries(FIELDS.map((name) => [name, whole[name]])) as Pick<typeof whole, (typeof FIELDS)[number]>
  const { periods, open_now } = whole.opening_hours
  // If only the times were entered, the text by day is made from them.
  const weekday_text = whole.opening_hours.weekday_text.length > 0 ? whole.opening_hours.weekday_text : weekdayText(periods as Period[])
  const opening_hours = { ...whole.opening_hours, weekday_text }
  return { ...fields, opening_hours, promotionalBanner, open_now, hoursNow: hoursNow(periods as Period[], now, whole.timezone) }
}
