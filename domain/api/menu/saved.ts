import { z } from 'zod'
import { byId, gone, Id, intQuery, Message, paging } from '../common.ts'
import { call } from '../contract.ts'
import { MenuItemShape } from './menu.ts'

const ownList = { '403 account_required': 'A guest without an account has no list' }

export const saved = {
  'POST /menus/item/save': call({
    operationId: 'saveItem',
    summary: "Save an item to the diner's list",
    idempotent: true,
    tags: ['Saved items'],
    scope: 'diner',
    roles: ['user', 'admin'],
    status: 201,
    body: z.object({ menuItemId: Id }),
    returns: z.object({ saved: z.boolean() }),
    failure: 'Failed to save menu item',
    errors: { ...gone, ...ownList },
  }),
  'DELETE /menus/item/:id/unsave': call({
    operationId: 'unsaveItem',
    summary: "Remove an item from the diner's list",
    tags: ['Saved items'],
    scope: 'diner',
    roles: ['user', 'admin'],
    params: byId,
    returns: Message,
    failure: 'Failed to unsave menu item',
    errors: ownList,
  }),
  'GET /menus/saved': call({
    operationId: 'listSavedItems',
    summary: 'The saved items, newest first',
    tags: ['Saved items'],
    scope: 'diner',
    roles: ['user', 'admin'],
    query: z.object({ page: intQuery(1, 1, 100_000), limit: intQuery(20, 1, 100) }),
    returns: z.object({
      items: z.array(MenuItemShape.extend({ restaurantId: Id, restaurantName: z.string(), savedAt: z.string() })),
      ...paging,
      totalItems: z.number().int(),
    }),
    failure: 'Failed to fetch saved menu items',
    errors: ownList,
  }),
  'GET /menus/item/:id/saved': call({
    operationId: 'isItemSaved',
    summary: 'Whether the diner has saved an item',
    tags: ['Saved items'],
    scope: 'diner',
    roles: ['user', 'admin'],
    params: byId,
    returns: z.object({ saved: z.boolean() }),
    failure: 'Failed to check menu item status',
    errors: ownList,
  }),
} as const
