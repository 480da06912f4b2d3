import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Offer as OfferShape } from '#domain/api/offers.ts'
import { toRupees } from '#domain/money.ts'
import type { Offer } from '#domain/offer.ts'
import { offers } from '../db/outlets.ts'
import { decode } from '../db/rows.ts'

export type OfferRow = typeof offers.$inferSelect

export const offerById = (restaurantId: string, id: string): SQL =>
  sql`SELECT * FROM offers WHERE restaurant_id = ${restaurantId} AND id = ${id}`

/** All of them, the running and coming ones first. */
export const offersOf = (restaurantId: string): SQL =>
  sql`SELECT * FROM offers WHERE restaurant_id = ${restaurantId} ORDER BY ends_at DESC LIMIT 500`

export const offerRow = (row: Record<string, unknown>): OfferRow => decode(offers, row)
export const offerOf = (row: Record<string, unknown>): Offer => offerRow(row) as Offer

export const offerJson = (o: OfferRow): z.input<typeof OfferShape> => ({
  id: o.id,
  _id: o.id,
  title: o.title,
  description: o.description,
  code: o.code,
  type: o.type as Offer['type'],
  value: o.type === 'flat' ? toRupees(o.value) : o.value,
  minOrderAmount: toRupees(o.minOrderAmount),
  maxDiscount: o.maxDiscount === null ? null : toRupees(o.maxDiscount),
  startsAt: o.startsAt,
  endsAt: o.endsAt,
  days: o.days,
  orderTypes: o.orderTypes as z.input<typeof OfferShape>['orderTypes'],
  isActive: o.isActive,
})
