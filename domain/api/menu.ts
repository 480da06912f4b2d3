import { z } from 'zod'
import { call, EVERY_STAFF, MONEY, staff } from './contract.ts'
import { CategoryShape, Id, Menu, MenuItemShape, Version } from './shapes.ts'

const tags = ['Menu']
const open = { tags, scope: 'public', roles: ['public', ...EVERY_STAFF, 'user', 'partner', 'backoffice', 'admin'] } as const
const OfRestaurant = z.object({ restaurantId: Id })

export const menu = {
  'POST /menus/restaurant': call({
    operationId: 'readMenu',
    summary: 'The whole menu, items that are off marked',
    ...open,
    syncKey: true,
    body: OfRestaurant,
    returns: z.object({ menu: Menu }),
    failure: 'Failed to fetch menu',
    errors: { '404 not_found': 'No such restaurant' },
  }),
  'POST /menus/trending': call({
    operationId: 'trendingItems',
    summary: 'The 10 items most sold in 30 days',
    ...open,
    body: OfRestaurant,
    returns: z.object({ items: z.array(MenuItemShape) }),
    failure: 'Failed to fetch menu',
    errors: { '404 not_found': 'No such restaurant' },
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
    errors: { '404 not_found': 'No such restaurant' },
  }),
  'GET /menus/item/:id': call({
    operationId: 'readMenuItem',
    summary: 'One item, as it stands now',
    ...open,
    params: z.object({ id: Id }),
    query: z.object({ restaurantId: Id.optional().describe('helps a caller who is not signed in; found by the id otherwise') }),
    returns: z.object({ item: MenuItemShape }),
    failure: 'Failed to fetch menu item',
    errors: { '404 not_found': 'No such item' },
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
    params: z.object({ id: Id }),
    body: z.object({ available: z.boolean(), version: Version.optional() }),
    returns: z.object({ item: MenuItemShape }),
    failure: 'Failed to update menu item',
    errors: { '404 not_found': 'No such item', '409 version_conflict': 'Changed meanwhile: `{ item }`' },
  }),
} as const
