import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { DIET_TYPES } from '../order.ts'
import { Id, Instant, Rupees } from './common.ts'
import { call } from './contract.ts'

/** The chain menu (CONTRACT §9): one outlet's menu is pushed to the partner's other outlets. The rules are in domain/chainMenu.ts. */

const Dish = z.object({
  _id: Id.describe('its id throughout the chain (`masterId` of its copies)'),
  name: z.string(),
  price: Rupees,
  available: z.boolean(),
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
})
const SourceCategory = z.object({
  _id: Id,
  name: z.string(),
  dishes: z.array(Dish),
  subcategories: z.array(z.object({ _id: Id, name: z.string(), dishes: z.array(Dish) })),
})
const Counts = z.object({
  new: z.number().int(),
  price: z.number().int().describe('changed in price, and perhaps otherwise'),
  changed: z.number().int().describe('changed, but not in price'),
  gone: z.number().int().describe('switched off, because the source no longer has the dish'),
  kept: z.number().int().describe('keeps the outlet’s own value in at least one field'),
  refused: z.number().int(),
  same: z.number().int(),
})
const LastPush = z.object({ at: Instant, by: z.string(), sourceId: Id, counts: Counts })
const ChainOutlet = z.object({
  _id: Id,
  name: z.string(),
  dishes: z.number().int(),
  copies: z.number().int().describe('its dishes that are copies'),
  lastPush: LastPush.nullable(),
})
const Change = z.object({
  field: z.enum([
    'price',
    'variants',
    'addonGroups',
    'available',
    'name',
    'place',
    'description',
    'diet',
    'alcohol',
    'gstRate',
    'taxIncluded',
    'image',
    'code',
    'printName',
    'calories',
    'allergens',
  ]),
  from: z.string(),
  to: z.string(),
})
const Row = z.object({
  masterId: Id,
  itemId: Id.nullable().describe('the outlet’s dish; null where it has none'),
  name: z.string(),
  categoryName: z.string(),
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
  outcome: z.enum(['new', 'changed', 'gone', 'same', 'refused']),
  adopts: z.boolean().describe('the outlet’s own dish of this name becomes the copy'),
  price: Rupees.nullable().describe('there now'),
  nextPrice: Rupees.nullable().describe('there after the push; null where it has none there, and for one that the source no longer has'),
  chainPrice: Rupees.nullable(),
  changes: z.array(Change).describe('of a new dish only that it is switched off'),
  kept: z.array(Change).describe('fields that keep the outlet’s own value (`from`) instead of the chain’s (`to`)'),
  deletesRecipes: z.array(z.string()).describe('the outlet’s variants whose recipes it deletes, because the dish no longer has them'),
  problem: z.string().nullable(),
})
const Preview = z.object({
  outletId: Id,
  plan: z.string().describe('the id of this plan. Sent with the push, it makes sure that the push does what was shown, or is refused'),
  counts: Counts,
  addsTax: z
    .boolean()
    .optional()
    .describe(
      '(+) guests of this outlet pay tax on top of the pushed prices and those of the source don’t (true), or the other way round (false); missing where they pay alike',
    ),
  rows: z.array(Row),
})
export type ChainPreview = z.infer<typeof Preview>

const tags = ['Chain menu']
const dishes = z.array(Id).min(1).max(2000).describe('`_id` of dishes of the source, and of its `gone`. Others are ignored')
const noOutlet = { '404 not_found': 'No such outlet of this partner' }
const errors = { ...noOutlet, '422 same_outlet': 'An outlet can’t get its own menu' }

export const chainMenu = {
  'GET /partner/menu': call({
    operationId: 'readChainMenu',
    summary: 'The source’s menu, and what each outlet has of the chain (+)',
    tags,
    scope: 'partner',
    roles: ['partner', 'managerialHead', 'admin'],
    query: z.object({ sourceId: Id.optional().describe('without: the source of the last push, or the outlet with most dishes') }),
    returns: z.object({
      outlets: z.array(ChainOutlet),
      source: z
        .object({
          _id: Id,
          name: z.string(),
          categories: z.array(SourceCategory),
          gone: z
            .array(z.object({ _id: Id, name: z.string(), outlets: z.number().int() }))
            .describe('dishes that it no longer has and other outlets still sell'),
        })
        .nullable()
        .describe('null for a partner without an outlet'),
    }),
    failure: 'Failed to fetch chain menu',
    errors: noOutlet,
  }),
  'GET /partner/menu/pushes': call({
    operationId: 'listChainPushes',
    summary: 'The last 100 pushes, newest first (+)',
    tags,
    scope: 'partner',
    roles: ['partner', 'managerialHead', 'admin'],
    returns: z.object({
      pushes: z.array(
        z.object({ _id: Id, at: Instant, by: z.string(), sourceName: z.string(), outletId: Id, outletName: z.string(), counts: Counts }),
      ),
    }),
    failure: 'Failed to fetch pushes',
    errors: { '404 not_found': 'The caller has no partner' },
  }),
  'POST /partner/menu/preview': call({
    operationId: 'previewChainPush',
    summary: 'What a push would change in each of these outlets; changes nothing (+)',
    tags,
    scope: 'partner',
    roles: ['partner', 'managerialHead', 'admin'],
    rateLimit: LIMITS.chainMenu,
    body: z.object({ sourceId: Id, outletIds: z.array(Id).min(1).max(20), dishes }),
    returns: z.object({ previews: z.array(Preview) }),
    failure: 'Failed to preview the push',
    errors,
  }),
  'POST /partner/menu/push': call({
    operationId: 'pushChainMenu',
    summary: 'Push dishes to one outlet, all or nothing (+)',
    tags,
    scope: 'partner',
    roles: ['partner', 'admin'],
    idempotent: true,
    rateLimit: LIMITS.chainMenu,
    body: z.object({ sourceId: Id, outletId: Id, dishes, plan: z.string().max(64).optional() }),
    returns: z.object({ push: z.object({ _id: Id, at: Instant, outletId: Id, counts: Counts }) }),
    failure: 'Failed to push the menu',
    errors: { ...errors, '409 menu_changed': 'One of the menus was changed since the preview: `{ preview }`, as it is now' },
  }),
} as const
