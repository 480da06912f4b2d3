import type { listing as contract } from '#domain/api/listing.ts'
import { notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Place } from '#domain/nearby.ts'
import { clockAt } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { findRestaurants, type Restaurant } from '../access/session.ts'
import { findListed } from './find.ts'
import { listingJson, NOTHING_SHOWN, shownOf } from './store.ts'
import { openRestaurant } from '../restaurant/open.ts'
import { restaurantJson } from '../restaurant/profile.ts'
import { saveProfile } from '../restaurant/save.ts'

async function listing(c: Context, restaurant: Restaurant, all: boolean) {
  const shown = await shownOf(c.env, [restaurant], all ? null : c.now)
  return { restaurant: listingJson(restaurant, shown.get(restaurant.id), c.now) }
}

/** The place that the diner gives; null without one. Throws 422 for only one coordinate, and when neither a place nor a text is given. */
function placeOf({ latitude, longitude, search }: { latitude?: number; longitude?: number; search?: string }): Place | null {
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  if (search !== undefined && latitude === undefined && longitude === undefined) return null
  throw invalidFields(
    Object.entries({ latitude, longitude }).flatMap(([path, given]) =>
      given === undefined ? [{ path, message: 'Give the place, or a text to search for.' }] : [],
    ),
  )
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
        address: r.address,
        international_phone_number: r.international_phone_number,
        gstNumber: r.gstNumber,
        fssaiNumber: r.fssaiNumber,
        vatNumber: r.vatNumber,
        resetTime: clockAt(c.now, restaurant.clock).resetTime,
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
    const found = await findListed(c, placeOf(query), query.search)
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
