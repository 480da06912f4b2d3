import { type SQL, sql } from 'drizzle-orm'
import { restaurant as contract } from '#domain/api/restaurant.ts'
import { notFound } from '#domain/errors.ts'
import type { Rating } from '#domain/feedback.ts'
import { visiblePages } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import { addDays, kotDate } from '#domain/time.ts'
import { dashboard } from '../analytics/dashboard.ts'
import { sessionUser } from '../auth/routes.ts'
import type { Context } from '../http/context.ts'
import { batch, first, run } from '../db/index.ts'
import { accounts, restaurants } from '../db/platform.ts'
import { decode, update } from '../db/rows.ts'
import { employeesWhere } from '../employees/store.ts'
import { ratingsOf, readRatings } from '../feedback/store.ts'
import type { Handlers } from '../http/implement.ts'
import { offerJson, offerRow, offersOf } from '../offers/store.ts'
import { currentNumber } from '../realtime/publish.ts'
import { refuseCrossSite } from '../http/security.ts'
import type { Restaurant } from '../access/session.ts'
import { findOrder, orderJson } from '../orders/store.ts'
import { NOTHING_SHOWN, readShown } from './listing.ts'
import { restaurantJson } from './profile.ts'
import { saveProfile } from './save.ts'

type Api = typeof contract

async function kotCounter(c: Context) {
  const { id, kotSettings } = c.restaurant
  const epoch = await first<{ epoch: number; reset_at: string }>(
    c.db,
    sql`SELECT epoch, reset_at FROM kot_epochs WHERE restaurant_id = ${id}`,
  )
  const started = kotSettings.nextReset && c.today >= kotSettings.nextReset.from
  return {
    kot: {
      currentNumber: await currentNumber(c.env, c.where, { businessDate: kotDate(c.today), epoch: epoch?.epoch ?? 0 }),
      resetTime: started ? (kotSettings.nextReset?.resetTime ?? kotSettings.resetTime) : kotSettings.resetTime,
      businessDate: c.today,
      lastResetAt: epoch?.reset_at ?? null,
      nextResetTime: started ? null : kotSettings.nextReset,
    },
  }
}

type Calls =
  | 'GET /restaurant/profile'
  | 'PUT /restaurant/profile'
  | 'GET /restaurant/:id/permissions'
  | 'POST /restaurant/user'
  | 'GET /restaurant/invoice-details/:id'
  | 'GET /kot'
  | 'GET /kot/reset'
  | 'POST /kot/reset-time'
  | 'POST /api/analytics/dashboard-analytics'

const logoOf = (restaurantId: string): SQL => sql`SELECT image_base64_for_bill AS image FROM restaurants WHERE id = ${restaurantId}`

const withLogo = (c: Context, restaurant: Restaurant, logo: Record<string, unknown> | null | undefined, rating: Rating) =>
  restaurantJson(restaurant, {
    imageBase64ForBill: (logo?.image as string | null | undefined) ?? null,
    pages: visiblePages(c.principal.role, restaurant.permissions),
    rating,
    now: c.now,
  })

/** SPEC §3's restaurant as its own staff see it: the bill's logo, offers, banners and, for who may see employees, its people. */
async function wholeRestaurant(c: Context, restaurant: Restaurant) {
  const seesPeople = contract['GET /restaurant/employees'].roles.includes(c.principal.role)
  const changes = contract['PUT /restaurant/profile'].roles.includes(c.principal.role) || c.session?.entered
  const { documents = [] } = restaurant.profile as { documents?: { name: string; url: string }[] }
  const [[logo, people], [offers], shown] = await Promise.all([
    batch(c.env.PLATFORM, [logoOf(restaurant.id), ...(seesPeople ? [employeesWhere(restaurant.id)] : [])]),
    batch(c.db, [offersOf(restaurant.id)]),
    readShown(c.db, [restaurant.id], null),
  ])
  const { promotionalBanner, rating } = shown.get(restaurant.id) ?? NOTHING_SHOWN
  return {
    ...withLogo(c, restaurant, logo?.[0], rating),
    offers: (offers ?? []).map((row) => offerJson(offerRow(row))),
    promotionalBanner,
    restaurantUsers: (people ?? []).map((row) => {
      const { id, name, role, isActive } = decode(accounts, row)
      return { _id: id, name, role: role as Role, isActive }
    }),
    documents: changes ? documents : [],
  }
}

export const restaurantHandlers: Handlers<Pick<Api, Calls>> = {
  'GET /restaurant/profile': async (c) => ({ restaurant: await wholeRestaurant(c, c.restaurant) }),
  'PUT /restaurant/profile': async (c, { body }) => ({ restaurant: await wholeRestaurant(c, await saveProfile(c, c.restaurant, body)) }),
  'GET /restaurant/invoice-details/:id': async (c, { params }) => {
    const { id } = c.restaurant
    const order = await findOrder(c.db, id, params.id)
    if (!order) throw notFound('Order not found')
    const [logo, [ratings]] = await Promise.all([
      first<Record<string, unknown>>(c.env.PLATFORM, logoOf(id)),
      batch(c.db, [readRatings([id])]),
    ])
    return { order: orderJson(order), restaurant: withLogo(c, c.restaurant, logo, ratingsOf(ratings, id)) }
  },
  'GET /restaurant/:id/permissions': async (c, { params }) => {
    if (params.id !== c.restaurant.id) throw notFound('Restaurant details not found')
    return { permissions: c.restaurant.permissions ?? {} }
  },
  'POST /restaurant/user': async (c) => ({ user: sessionUser(c.principal, c.session?.restaurant ?? null) }),
  'GET /kot': kotCounter,
  'GET /kot/reset': async (c) => {
    refuseCrossSite(c.request)
    await run(
      c.db,
      sql`INSERT INTO kot_epochs (restaurant_id, epoch, reset_at) VALUES (${c.restaurant.id}, 1, ${c.at}) ON CONFLICT DO UPDATE SET epoch = epoch + 1, reset_at = ${c.at}`,
    )
    return kotCounter(c)
  },
  'POST /kot/reset-time': async (c, { body }) => {
    const { kotSettings } = c.restaurant
    // A change that has begun to count is the reset time now; the new one counts from the next business day.
    const now = kotSettings.nextReset && c.today >= kotSettings.nextReset.from ? kotSettings.nextReset.resetTime : kotSettings.resetTime
    const next = {
      ...kotSettings,
      resetTime: now,
      nextReset: body.resetTime === now ? null : { resetTime: body.resetTime, from: addDays(c.today, 1) },
    }
    await run(c.env.PLATFORM, update(restaurants, { kotSettings: next, version: sql`version + 1` }, sql`id = ${c.restaurant.id}`))
    if (c.session?.restaurant) c.session.restaurant.kotSettings = next
    return kotCounter(c)
  },
  'POST /api/analytics/dashboard-analytics': async (c, { body }) => ({ dashboard: await dashboard(c, body) }),
}
