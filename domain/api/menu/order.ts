import { z } from 'zod'
import { gone, Id, Message } from '../common.ts'
import { staff } from '../contract.ts'
import { write } from './fields.ts'

const ids = z
  .array(Id)
  .min(1)
  // As many as a body has room for: files of `MOST_ROWS` dishes may be imported one after the other.
  .max(30_000)
  .refine((list) => new Set(list).size === list.length, 'An id is there twice.')
  .describe('all that are in the place, in their new order')

export const menuOrder = {
  'PUT /menus/order': staff({
    operationId: 'orderMenu',
    summary: 'Put all categories, all subcategories of a category, or all items of a place in order',
    ...write,
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('categories'), ids }),
      z.object({ kind: z.literal('subcategories'), categoryId: Id, ids }),
      z.object({
        kind: z.literal('items'),
        categoryId: Id,
        subCategoryId: Id.nullish().describe('without one: the items directly under the category'),
        ids,
      }),
    ]),
    returns: Message,
    failure: 'Failed to save the order of the menu',
    errors: { ...gone, '409 menu_changed': 'Something was added to the place since: `{ ids }`, as they stand' },
  }),
} as const
