import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import { type Offer as OfferShape, offers as contract } from '#domain/api/offers.ts'
import { inRupees } from '#domain/offer.ts'
import { mayCall } from '#domain/permissions.ts'
import type { Context } from '../http/context.ts'
import { offers } from '../db/outlets.ts'
import { type Read, rows } from '../db/reads.ts'

export type OfferRow = typeof offers.$inferSelect

export const offerById = (restaurantId: string, id: string): Read<OfferRow[]> =>
  rows(offers, sql`SELECT * FROM offers WHERE restaurant_id = ${restaurantId} AND id = ${id}`)

/** The active one that has this code; it may have ended. */
export const offerByCode = (restaurantId: string, code: string): Read<OfferRow[]> =>
  rows(offers, sql`SELECT * FROM offers WHERE restaurant_id = ${restaurantId} AND code = ${code} AND is_active = 1`)

/** All of them, the running and coming ones first. */
export const offersOf = (restaurantId: string): Read<OfferRow[]> =>
  rows(offers, sql`SELECT * FROM offers WHERE restaurant_id = ${restaurantId} ORDER BY ends_at DESC LIMIT 500`)

/** Those that guests may see: running or to come at this instant. */
export const offersAhead = (restaurantId: string, at: string): Read<OfferRow[]> =>
  rows(offers, sql`SELECT * FROM offers WHERE restaurant_id = ${restaurantId} AND ends_at > ${at} ORDER BY ends_at LIMIT 500`)

/** Only people who may change offers see codes. Everybody else, including other staff, must be told a code. */
export const seesCodes = (c: Context): boolean =>
  mayCall(contract['POST /restaurant/offers/create'], { role: c.principal.role, entered: c.session?.entered ?? false }, null) === null

/** `showsCode`: `seesCodes` of a caller within the restaurant. */
export const offerJson = (o: OfferRow, showsCode: boolean): z.input<typeof OfferShape> => ({
  id: o.id,
  _id: o.id,
  title: o.title,
  description: o.description,
  code: showsCode ? o.code : null,
  needsCode: o.code !== null,
  ...inRupees(o),
  startsAt: o.startsAt,
  endsAt: o.endsAt,
  days: o.days,
  hours: o.hours,
  orderTypes: o.orderTypes as z.input<typeof OfferShape>['orderTypes'],
  isActive: o.isActive,
})
