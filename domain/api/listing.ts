import { z } from 'zod'
import { Banner } from './banners.ts'
import { byId, degrees, gone, intQuery, noRestaurant } from './common.ts'
import { call, EVERYBODY, staff } from './contract.ts'
import { hoursChanged, ProfileBody, RestaurantShape } from './restaurant.ts'

/** The fields that mobileAdmin may change: the app's listing (CONTRACT §2). */
const ListingBody = ProfileBody.pick({
  opening_hours: true,
  openingHoursBefore: true,
  photos: true,
  cuisines: true,
  costForTwo: true,
  location: true,
  image: true,
  userDashboardImageUrl: true,
  accessibility: true,
  url: true,
  address: true,
  international_phone_number: true,
  takeout: true,
  dineIn: true,
  delivery: true,
  types: true,
}).extend({ showInMobileApp: z.boolean().optional(), recommendedOnMobile: z.boolean().optional() })
export const Listing = RestaurantShape.pick({
  _id: true,
  establishment_name: true,
  restaurantName: true,
  address: true,
  international_phone_number: true,
  url: true,
  image: true,
  userDashboardImageUrl: true,
  showImageOnUserDashboard: true,
  opening_hours: true,
  rating: true,
  user_ratings_total: true,
  currency: true,
  types: true,
  takeout: true,
  dineIn: true,
  delivery: true,
  photos: true,
  accessibility: true,
  cuisines: true,
  location: true,
  costForTwo: true,
  showInMobileApp: true,
  recommendedOnMobile: true,
  accentColor: true,
  secondaryAccentColor: true,
  buttonFontColor: true,
}).extend({
  promotionalBanner: z.array(Banner),
  open_now: z.boolean(),
  hoursNow: z
    .union([
      z.object({ open: z.literal(true), till: z.string().nullable().describe('HH:mm; null: open around the clock') }),
      z.object({ open: z.literal(false), opens: z.string(), day: z.number().int().nullable().describe('0 = Sunday; null is today') }),
    ])
    .nullable()
    .describe('until when it is open or closed, in its own time zone; null without opening hours'),
})
/** The fields that a diner's page needs, those of its bill included: address and registrations stand on every bill. */
export const Necessary = RestaurantShape.pick({
  _id: true,
  establishment_name: true,
  restaurantName: true,
  accentColor: true,
  secondaryAccentColor: true,
  buttonFontColor: true,
  qrSettings: true,
  taxPercentages: true,
  taxSettings: true,
  opening_hours: true,
  image: true,
  userDashboardImageUrl: true,
  showImageOnUserDashboard: true,
  currency: true,
  timezone: true,
  takeout: true,
  dineIn: true,
  delivery: true,
  address: true,
  international_phone_number: true,
  gstNumber: true,
  fssaiNumber: true,
  vatNumber: true,
}).extend({
  resetTime: z.string().describe('`HH:mm`, when its business day begins, which decides on which weekday an offer applies'),
  open_now: z.boolean(),
  acceptsOrders: z.boolean(),
  promotionalBanner: z.array(Banner),
})
export type Necessary = z.infer<typeof Necessary>

const tags = ['Restaurant']

/** A restaurant as diners and the app see it. */
export const listing = {
  'GET /restaurant/profile/necessary/:id': call({
    operationId: 'necessaryProfile',
    summary: "The fields of a restaurant that a diner's page needs",
    tags,
    ...EVERYBODY,
    params: byId,
    returns: z.object({ restaurant: Necessary }),
    failure: 'Failed to fetch restaurant details',
    errors: noRestaurant,
  }),
  'GET /restaurant/:id/details': call({
    operationId: 'restaurantDetails',
    summary: 'A restaurant as the app shows it',
    tags,
    ...EVERYBODY,
    params: byId,
    returns: z.object({ restaurant: Listing }),
    failure: 'Failed to fetch restaurant details',
    errors: noRestaurant,
  }),
  'PUT /restaurant/:id/update': staff({
    operationId: 'updateListing',
    summary: 'Change what the app lists of the restaurant',
    tags,
    roles: ['mobileAdmin'],
    pages: ['/restaurant/profile', '/restaurant/marketing'],
    params: byId,
    body: ListingBody,
    returns: z.object({ restaurant: Listing }),
    failure: 'Failed to update restaurant details',
    errors: { ...gone, ...hoursChanged },
  }),
  'GET /restaurant/nearby': call({
    operationId: 'nearbyRestaurants',
    summary: 'Approved, listed restaurants: by distance from a place, by a text, or both',
    tags,
    ...EVERYBODY,
    query: z.object({
      latitude: degrees(90).optional(),
      longitude: degrees(180).optional(),
      page: intQuery(1, 1, 10_000),
      pageSize: intQuery(15, 1, 50),
      search: z
        .string()
        .trim()
        .max(80)
        .transform((text) => text || undefined)
        .optional()
        .describe('each word must begin a word of the name, area or city; finds restaurants at any distance, also without a place'),
    }),
    returns: z.object({
      restaurants: z.array(Listing.extend({ distance: z.number().nullable().describe('metres; null when no place was given') })),
      totalCount: z.number().int(),
      totalPages: z.number().int(),
      page: z.number().int(),
      pageSize: z.number().int(),
      currentPage: z.number().int(),
      hasMore: z.boolean(),
    }),
    failure: 'Failed to fetch nearby restaurants',
  }),
} as const
