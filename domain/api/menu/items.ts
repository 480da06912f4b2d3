import { z } from 'zod'
import { OWN_FIELDS } from '../../chainMenu.ts'
import { byId, gone, Id, Message, Version } from '../common.ts'
import { staff } from '../contract.ts'
import { ItemFields, itemFields, MenuText, sameCode, sameName, write } from './fields.ts'
import { MenuItemShape } from './menu.ts'

const ItemBody = z.object({
  ...itemFields,
  categoryId: Id,
  subCategoryId: Id.nullish(),
  description: MenuText.default(''),
  dietType: itemFields.dietType.default('veg'),
  isAlcohol: itemFields.isAlcohol.default(false),
  available: itemFields.available.default(true),
  variants: itemFields.variants.default([]),
  allergens: itemFields.allergens.default([]),
  addonGroups: itemFields.addonGroups.default([]),
  ingredients: z
    .array(z.string().trim().min(1).max(120))
    .max(60)
    .default([])
    .describe('shown to guests until the first update clears it (SPEC §5); stock is deducted by recipes'),
})
const ItemChange = ItemFields.extend({
  categoryId: Id.optional(),
  subCategoryId: Id.nullish(),
  version: Version.optional(),
  follow: z
    .array(z.enum(OWN_FIELDS))
    .max(OWN_FIELDS.length)
    .optional()
    .describe('of a copy: these fields take the chain’s value again, as it was pushed last, and follow it from now on'),
  remainingWas: itemFields.remaining.describe(
    'the `remaining` that the caller saw: then the difference is applied, so that portions sold meanwhile stay sold (sales don’t raise `version`)',
  ),
})
const changed = { ...gone, ...sameName, ...sameCode, '409 version_conflict': 'The item was changed since: `{ item }`' }

export const items = {
  'POST /menus/createMenuItem': staff({
    operationId: 'createMenuItem',
    summary: 'Add an item',
    ...write,
    status: 201,
    body: ItemBody,
    returns: z.object({ item: MenuItemShape }),
    failure: 'Failed to create menu item',
    errors: { ...gone, ...sameName, ...sameCode },
  }),
  'PUT /menus/item': staff({
    operationId: 'updateMenuItem',
    summary: 'Change an item; always clears its ingredients (SPEC §5)',
    ...write,
    query: byId,
    body: ItemChange,
    returns: z.object({ item: MenuItemShape }),
    failure: 'Failed to update menu item',
    errors: changed,
  }),
  'DELETE /menus/item': staff({
    operationId: 'deleteMenuItem',
    summary: 'Delete an item',
    ...write,
    query: byId,
    returns: Message,
    failure: 'Failed to delete menu item',
    errors: gone,
  }),
  'DELETE /menu/:id': staff({
    operationId: 'deleteMenuItemAlias',
    summary: 'Delete an item (alias of DELETE /menus/item)',
    ...write,
    params: byId,
    returns: Message,
    failure: 'Failed to delete menu item',
    errors: gone,
  }),
} as const
