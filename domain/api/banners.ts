import { z } from 'zod'
import { byId, gone, Id, Instant, InstantIn, Message } from './common.ts'
import { staff } from './contract.ts'
import { Name, Url } from './fields.ts'

export const Banner = z.object({
  id: Id,
  _id: Id,
  image: z.string(),
  title: z.string(),
  link: z.string().nullable(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
})

export const banners = {
  'POST /restaurant/promotional-banner': staff({
    operationId: 'addBanner',
    summary: 'Add a banner',
    idempotent: true,
    tags: ['Banners'],
    roles: ['mobileAdmin'],
    pages: ['/restaurant/marketing'],
    status: 201,
    body: z.object({
      restaurantId: Id.optional(),
      banner: z.object({
        image: Url.min(1),
        title: Name,
        link: Url.nullish(),
        startsAt: InstantIn.nullish(),
        endsAt: InstantIn.nullish(),
      }),
    }),
    returns: z.object({ banners: z.array(Banner) }),
    failure: 'Failed to add banner',
    errors: gone,
  }),
  'DELETE /restaurant/promotional-banner/:id': staff({
    operationId: 'deleteBanner',
    summary: 'Delete a banner',
    tags: ['Banners'],
    roles: ['mobileAdmin'],
    pages: ['/restaurant/marketing'],
    params: byId,
    body: z.object({ restaurantId: Id.optional() }),
    returns: Message.extend({ banners: z.array(Banner) }),
    failure: 'Failed to delete banner',
    errors: gone,
  }),
} as const
