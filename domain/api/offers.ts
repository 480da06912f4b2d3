import { z } from 'zod'
import { ORDER_TYPES } from '../order.ts'
import { Amount, busy, byId, gone, HHmm, Id, Instant, InstantIn, noRestaurant, Rupees } from './common.ts'
import { call, EVERYBODY, OWNERS, staff } from './contract.ts'
import { Name, Text } from './fields.ts'

const OfferHours = z.object({
  from: HHmm.describe('when they begin'),
  to: HHmm.describe('when they end: this minute is not included; before `from`, it is on the next day'),
})
const HOURS =
  "(+) the hours of a day by the restaurant's clock; those that cross midnight belong to the weekday on which they begin; null is all day. An order that has the offer keeps it when they end"

export const Offer = z.object({
  id: Id,
  _id: Id,
  title: z.string(),
  description: z.string(),
  code: z.string().nullable().describe('only for those who may change offers; null for others, who see `needsCode`'),
  needsCode: z.boolean().describe('it has a code, and can be applied only by `offerCode`'),
  type: z.enum(['percentage', 'flat']),
  value: z.number(),
  minOrderAmount: Rupees,
  maxDiscount: Rupees.nullable(),
  startsAt: Instant,
  endsAt: Instant,
  days: z.array(z.number().int().min(0).max(6)).describe('0 is Sunday; an empty list means every day'),
  hours: OfferHours.nullable().describe(HOURS),
  orderTypes: z.array(z.enum(ORDER_TYPES)).describe('an empty list means every type'),
  isActive: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

export const OfferCode = z
  .string()
  .trim()
  .toUpperCase()
  .max(30)
  .regex(/^[A-Z0-9_-]*$/, 'Letters and digits only.')
const offerWrite = { tags: ['Offers'], roles: [...OWNERS], pages: ['/restaurant/settings/offer', '/restaurant/settings'] as const }
const OfferFields = z.object({
  title: Name,
  description: Text,
  code: OfferCode.nullish(),
  type: z.enum(['percentage', 'flat']),
  value: Amount.gt(0).max(1_000_000).describe('percent, or rupees for a flat offer'),
  minOrderAmount: Amount,
  maxDiscount: Amount.nullish().describe('of a percentage; 0 is stored as null: no limit'),
  startsAt: InstantIn,
  endsAt: InstantIn,
  days: z.array(z.number().int().min(0).max(6)).max(7),
  hours: OfferHours.refine(({ from, to }) => from !== to, { path: ['to'], message: 'Must differ from the start.' })
    .nullish()
    .describe(HOURS),
  orderTypes: z.array(z.enum(ORDER_TYPES)).max(3),
  isActive: z.boolean(),
})
const offerDefaults = OfferFields.shape
const OfferBody = OfferFields.extend({
  description: offerDefaults.description.default(''),
  minOrderAmount: offerDefaults.minOrderAmount.default(0),
  days: offerDefaults.days.default([]),
  orderTypes: offerDefaults.orderTypes.default([]),
  isActive: offerDefaults.isActive.default(true),
})

export const offers = {
  'GET /restaurant/offers/:id': call({
    operationId: 'listOffers',
    summary: "A restaurant's offers: staff see the 500 that end last, the public those that are active, of the next 500 to end",
    ...EVERYBODY,
    tags: ['Offers'],
    params: byId,
    returns: z.object({ offers: z.array(Offer) }),
    failure: 'Failed to fetch offers',
    errors: noRestaurant,
  }),
  'POST /restaurant/offers/create': staff({
    operationId: 'createOffer',
    summary: 'Add an offer',
    idempotent: true,
    ...offerWrite,
    status: 201,
    body: OfferBody,
    returns: z.object({ offer: Offer }),
    failure: 'Failed to create offer',
    errors: { '409 duplicate': 'Another active offer that has not ended has this code' },
  }),
  'PUT /restaurant/offers/:id': staff({
    operationId: 'updateOffer',
    summary: 'Change an offer',
    ...offerWrite,
    params: byId,
    body: OfferFields.partial(),
    returns: z.object({ offer: Offer }),
    failure: 'Failed to update offer',
    errors: { ...gone, ...busy, '409 duplicate': 'Another active offer that has not ended has this code' },
  }),
} as const
