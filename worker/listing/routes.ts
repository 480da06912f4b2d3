import { sql } from 'drizzle-orm'
import type { listing as contract } from '#domain/api/listing.ts'
import { notFound } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import { boxAround, distance, MICRO, NEARBY_METRES, type Place } from '#domain/nearby.ts'
import type { Context } from '../http/context.ts'
import { all } from '../db/index.ts'
import { BAND, bandOf } from '../db/facets.ts'
import { listings } from '../db/platform.ts'
import type { Handlers } from '../http/implement.ts'
import { findRestaurants, type Restaurant } from '../access/session.ts'
import { listingJson, NOTHING_SHOWN, shownOf } from './store.ts'
import { openRestaurant } from '../restaurant/open.ts'
import { restaurantJson } from '../restaurant/profile.ts'
import { saveProfile } from '../restaurant/save.ts'

async function listing(c: Context, restaurant: Restaurant, all: boolean) {
  const shown = await shownOf(c.env, [restaurant], all ? null : c.now)
  return { restaurant: listingJson(restaurant, shown.get(restaurant.id), c.now) }
}

/** Listed restaurants within reach, nearest first: found in a box by the index, sorted by distance on the great circle. */
async function near(c: Context, place: Place, search: string | undefined): Promise<{ id: string; metres: number }[]> {
  const { south, north, lon } = boxAround(place, NEARBY_METRES)
  const micro = (degrees: number) => Math.round(degrees * MICRO)
  const bands = { first: Math.trunc(micro(south) / BAND), last: Math.trunc(micro(north) / BAND) }
  const boxes = Array.from({ length: bands.last - bands.first + 1 }, (_, i) => bands.first + i).flatMap((band) =>
    lon.map(([west, east]) => [band, micro(west), micro(east)]),
  )
  const rows = await all<{ restaurant_id: string; name: string; latitude: number; longitude: number }>(
    c.env.PLATFORM,
    sql`SELECT restaurant_id, name, latitude, longitude FROM json_each(${JSON.stringify(boxes)}) b CROSS JOIN listings
        ON ${bandOf(listings)} = json_extract(b.value, '$[0]') AND longitude BETWEEN json_extract(b.value, '$[1]') AND json_extract(b.value, '$[2]')
        WHERE latitude BETWEEN ${micro(south)} AND ${micro(north)}`,
  )
  const wanted = search?.toLowerCase() ?? ''
  return rows
    .filter((r) => r.name.toLowerCase().includes(wanted))
    .map((r) => ({
      id: r.restaurant_id,
      metres: Math.round(distance(place, { latitude: r.latitude / MICRO, longitude: r.longitude / MICRO })),
    }))
    .filter((r) => r.metres <= NEARBY_METRES)
    .sort((a, b) => a.metres - b.metres || (a.id < b.id ? -1 : 1))
}

/** A restaurant as diners and the app see it. */
export const listingHandlers: Handlers<typeof contract> = {
  'GET /restaurant/profile/necessary/:id': async (c, { params }) => {
    const { restaurant } = await openRestaurant(c, params.id)
    const { promotionalBanner, rating } = (await shownOf(c.env, [restaurant], c.now)).get(restaurant.id) ?? NOTHING_SHOWN
    const r = restaurantJson(restaurant, { imageBase64ForBill: null, pages: [], rating, now: c.now })
    return {
      restaurant: {
        _id: r._id,
        establishment_name: r.establishment_name,
        restaurantName: r.restaurantName,
        accentColor: r.accentColor,
        secondaryAccentColor: r.secondaryAccentColor,
        buttonFontColor: r.buttonFontColor,
        qrSettings: r.qrSettings,
        taxPercentages: r.taxPercentages,
        taxSettings: r.taxSettings,
        opening_hours: r.opening_hours,
        image: r.image,
        userDashboardImageUrl: r.userDashboardImageUrl,
        showImageOnUserDashboard: r.showImageOnUserDashboard,
        currency: r.currency,
        timezone: r.timezone,
        takeout: r.takeout,
        dineIn: r.dineIn,
        delivery: r.delivery,
        open_now: r.opening_hours.open_now,
        acceptsOrders: r.approved && r.qrSettings.enableQrMenu && r.qrSettings.enableOrderViaQr,
        promotionalBanner,
      },
    }
  },
  'GET /restaurant/:id/details': async (c, { params }) => {
    const { restaurant, own } = await openRestaurant(c, params.id)
    return listing(c, restaurant, own)
  },
  'PUT /restaurant/:id/update': async (c, { params, body }) => {
    if (params.id !== c.restaurant.id) throw notFound(MESSAGES.noRestaurant)
    return listing(c, await saveProfile(c, c.restaurant, body), true)
  },
  'GET /restaurant/nearby': async (c, { query }) => {
    const { page, pageSize } = query
    const found = await near(c, query, query.search)
    const shown = found.slice((page - 1) * pageSize, page * pageSize)
    const rows = await findRestaurants(
      c.env,
      shown.map((r) => r.id),
    )
    const seen = await shownOf(c.env, rows, c.now)
    return {
      restaurants: shown.flatMap(({ id, metres }) => {
        const restaurant = rows.find((r) => r.id === id)
        return restaurant ? [{ ...listingJson(restaurant, seen.get(id), c.now), distance: metres }] : []
      }),
      totalCount: found.length,
      totalPages: Math.max(1, Math.ceil(found.length / pageSize)),
      page,
      pageSize,
      currentPage: page,
      hasMore: page * pageSize < found.length,
    }
  },
}
