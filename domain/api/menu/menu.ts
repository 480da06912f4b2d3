import { z } from 'zod'
import { OWN_FIELDS } from '../../chainMenu.ts'
import { DIET_TYPES } from '../../order.ts'
import { byId, Id, Instant, Percent, Rupees, Version } from '../common.ts'
import { call, EVERYBODY, MONEY, staff } from '../contract.ts'

export const MenuItemShape = z.object({
  _id: Id,
  name: z.string(),
  code: z.string().nullable().describe('typed at the till to find the dish; unique in the restaurant, in any case'),
  printName: z.string().nullable().describe('its name on KOT and bill, of what is sent from now on; null: `name`'),
  description: z.string(),
  price: Rupees,
  available: z.boolean(),
  categoryId: z.string(),
  categoryName: z.string(),
  subCategoryId: z.string().nullable(),
  subCategoryName: z.string().nullable(),
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
  gstRate: Percent.optional().describe('(+) its own GST; missing: the outlet’s. Alcohol has VAT instead'),
  taxIncluded: z.boolean().optional().describe('(+) whether its price includes the tax; missing: as `taxSettings.pricesIncludeTax`'),
  image: z.string().nullable(),
  variants: z.array(z.object({ name: z.string(), additionalPrice: Rupees })),
  addonGroups: z.array(
    z.object({
      name: z.string(),
      min: z.number().int(),
      max: z.number().int(),
      addons: z.array(z.object({ name: z.string(), price: Rupees })),
      templateId: z.string().optional(),
    }),
  ),
  remaining: z.number().int().nullable(),
  unavailableSince: Instant.nullable().describe(
    'since when it is sold out: switched off, or without a portion left; null while it is on sale',
  ),
  station: z.string().nullable().describe('where it is made; null: at its category’s station'),
  calories: z.number().int().nullable().describe('kcal of a portion'),
  allergens: z.array(z.string()),
  ingredients: z.array(z.unknown()).describe('every update clears it (SPEC §5); recipes are what stock is deducted by'),
  version: z.number().int(),
  masterId: Id.optional().describe('a copy of a partner’s chain menu: which dish it is a copy of'),
  own: z.array(z.enum(OWN_FIELDS)).optional().describe('of a copy: the fields whose value is the outlet’s own, so that a push leaves them'),
})
export type MenuItemShape = z.infer<typeof MenuItemShape>
export const SubcategoryShape = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  menuItems: z.array(MenuItemShape),
})
export const CategoryShape = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  station: z.string().nullable().describe('where its dishes are made that name no station themselves'),
  subcategories: z.array(SubcategoryShape),
  menuItems: z.array(MenuItemShape).describe('items directly under the category'),
})
export type CategoryShape = z.infer<typeof CategoryShape>
export const Menu = z.object({ categories: z.array(CategoryShape) })

const tags = ['Menu']
const open = { tags, ...EVERYBODY } as const
const signedOut = { '403 login_required': 'The menu is only for signed-in diners (`qrSettings.requireLoginForMenu`)' }
const OfRestaurant = z.object({ restaurantId: Id })

/** Reading the menu, and switching what is on sale. */
export const menu = {
  'POST /menus/restaurant': call({
    operationId: 'readMenu',
    summary: 'The whole menu; items that are off are marked',
    ...open,
    syncKey: true,
    revalidates: true,
    body: OfRestaurant,
    returns: z.object({ menu: Menu }),
    failure: 'Failed to fetch menu',
    errors: { ...signedOut, '404 not_found': 'No such restaurant' },
  }),
  'POST /menus/trending': call({
    operationId: 'trendingItems',
    summary: 'The 10 items most sold in 30 days, in an order that stays for the business day',
    ...open,
    body: OfRestaurant,
    returns: z.object({
      items: z.array(MenuItemShape).describe('by what was sold before today; a dish that was first sold today comes after all others'),
      ranking: z.array(Id).optional().describe('to staff: up to 1000 dishes in the same order, by which a search is sorted'),
    }),
    failure: 'Failed to fetch menu',
    errors: { ...signedOut, '404 not_found': 'No such restaurant' },
  }),
  'POST /menus/categories': call({
    operationId: 'listCategories',
    summary: 'Categories with their subcategories, without items',
    ...open,
    body: OfRestaurant,
    returns: z.object({
      categories: z.array(
        CategoryShape.omit({ menuItems: true, subcategories: true }).extend({
          itemCount: z.number().int(),
          subcategories: z.array(z.object({ _id: Id, name: z.string(), description: z.string(), image: z.string().nullable() })),
        }),
      ),
    }),
    failure: 'Failed to fetch menu',
    errors: { ...signedOut, '404 not_found': 'No such restaurant' },
  }),
  'GET /menus/item/:id': call({
    operationId: 'readMenuItem',
    summary: 'One item',
    ...open,
    params: byId,
    query: z.object({
      restaurantId: Id.optional().describe('optional; without it the restaurant is found by the item’s id, which is slower'),
    }),
    returns: z.object({ item: MenuItemShape }),
    failure: 'Failed to fetch menu item',
    errors: { ...signedOut, '404 not_found': 'No such item' },
  }),
  'PATCH /menus/item/:id/availability': staff({
    operationId: 'setItemAvailability',
    summary: 'Mark an item sold out, or on sale again',
    tags,
    roles: [...MONEY, 'captain', 'kitchen'],
    pages: [
      '/restaurant/pos',
      '/restaurant/kitchen',
      '/restaurant/inventory',
      '/restaurant/settings/menu',
      '/restaurant/captain/menu',
      '/restaurant/pos-mobile/menu',
      '/restaurant/dashboard',
    ],
    idempotent: true,
    params: byId,
    body: z.object({ available: z.boolean(), version: Version.optional() }),
    returns: z.object({ item: MenuItemShape }),
    failure: 'Failed to update menu item',
    errors: { '404 not_found': 'No such item', '409 version_conflict': 'Changed meanwhile: `{ item }`' },
  }),
} as const
