import { type SQL, sql } from '../db/sql.ts'
import { employees } from '#domain/api/employees.ts'
import { restaurant as contract } from '#domain/api/restaurant.ts'
import { asIssued } from '#domain/bill.ts'
import { notFound } from '#domain/errors.ts'
import type { Rating } from '#domain/feedback.ts'
import { visiblePages } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import type { Context } from '../http/context.ts'
import { batch, first } from '../db/index.ts'
import { readOne } from '../db/reads.ts'
import { accounts } from '../db/platform.ts'
import { decode } from '../db/rows.ts'
import { employeesWhere } from '../employees/store.ts'
import { readRating } from '../feedback/store.ts'
import type { Handlers } from '../http/implement.ts'
import { offerJson, offersOf, seesCodes } from '../offers/store.ts'
import type { Restaurant } from '../access/session.ts'
import { findOrder, orderJson } from '../orders/store.ts'
import { NOTHING_SHOWN, readShown } from '../listing/store.ts'
import { restaurantJson } from './profile.ts'
import { saveProfile } from './save.ts'

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
  const seesPeople = employees['GET /restaurant/employees'].roles.includes(c.principal.role)
  const changes = contract['PUT /restaurant/profile'].roles.includes(c.principal.role) || c.session?.entered
  const showsCodes = seesCodes(c)
  const { documents = [] } = restaurant.profile as { documents?: { name: string; url: string }[] }
  const [[logo, people], offers, shown] = await Promise.all([
    batch(c.env.PLATFORM, [logoOf(restaurant.id), ...(seesPeople ? [employeesWhere(restaurant.id)] : [])]),
    readOne(c.db, offersOf(restaurant.id)),
    readShown(c.db, [restaurant.id], null),
  ])
  const { promotionalBanner, rating } = shown.get(restaurant.id) ?? NOTHING_SHOWN
  return {
    ...withLogo(c, restaurant, logo?.[0], rating),
    offers: offers.map((o) => offerJson(o, showsCodes)),
    promotionalBanner,
    restaurantUsers: (people ?? []).map((row) => {
      const { id, name, role, isActive } = decode(accounts, row)
      return { _id: id, name, role: role as Role, isActive }
    }),
    createdAt: restaurant.createdAt,
    hasPartner: restaurant.partnerId !== null,
    documents: changes ? documents : [],
  }
}

export const restaurantHandlers: Handlers<typeof contract> = {
  'GET /restaurant/profile': async (c) => ({ restaurant: await wholeRestaurant(c, c.restaurant) }),
  'PUT /restaurant/profile': async (c, { body }) => ({ restaurant: await wholeRestaurant(c, await saveProfile(c, c.restaurant, body)) }),
  'GET /restaurant/invoice-details/:id': async (c, { params }) => {
    const { id } = c.restaurant
    const order = await findOrder(c.db, id, params.id)
    if (!order) throw notFound('Order not found')
    const [logo, rating] = await Promise.all([first<Record<string, unknown>>(c.env.PLATFORM, logoOf(id)), readOne(c.db, readRating(id))])
    return { order: orderJson(order), restaurant: asIssued(order, withLogo(c, c.restaurant, logo, rating)) }
  },
  'GET /restaurant/:id/permissions': async (c, { params }) => {
    if (params.id !== c.restaurant.id) throw notFound('Restaurant details not found')
    return { permissions: c.restaurant.permissions ?? {} }
  },
}
