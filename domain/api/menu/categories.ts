import { z } from 'zod'
import { byId, gone, Id, Message } from '../common.ts'
import { staff } from '../contract.ts'
import { Image, MenuName, MenuText, sameName, Station, write } from './fields.ts'
import { CategoryShape, SubcategoryShape } from './menu.ts'

/** So that no more is deleted than the person was asked about. */
const asked = {
  items: z.coerce.number().int().min(0).optional().describe('how many items the caller saw in it; without it whatever is there is deleted'),
}
const added = { '409 menu_changed': 'It has another number of items than `items`; nothing was deleted: `{ items }`, as it is now' }

export const categories = {
  'POST /menus/category': staff({
    operationId: 'createCategory',
    summary: 'Add a category',
    ...write,
    status: 201,
    body: z.object({ name: MenuName, description: MenuText.default(''), station: Station }),
    returns: z.object({ category: CategoryShape }),
    failure: 'Failed to create category',
    errors: { '409 duplicate': 'Another category has this name' },
  }),
  'PUT /menus/category': staff({
    operationId: 'updateCategory',
    summary: 'Change a category',
    ...write,
    body: z.object({
      categoryId: Id,
      name: MenuName.optional(),
      description: MenuText.optional(),
      station: Station,
      position: z.number().int().min(0).max(10_000).optional(),
    }),
    returns: z.object({ category: CategoryShape }),
    failure: 'Failed to update category',
    errors: { ...gone, '409 duplicate': 'Another category has this name' },
  }),
  'DELETE /menus/category': staff({
    operationId: 'deleteCategory',
    summary: 'Delete a category with its subcategories and items',
    ...write,
    query: byId.extend(asked),
    returns: Message,
    failure: 'Failed to delete category',
    errors: { ...gone, ...added },
  }),
  'POST /menus/subcategory': staff({
    operationId: 'createSubcategory',
    summary: 'Add a subcategory',
    ...write,
    status: 201,
    body: z.object({ categoryId: Id, name: MenuName, description: MenuText.default(''), image: Image }),
    returns: z.object({ subcategory: SubcategoryShape }),
    failure: 'Failed to create subcategory',
    errors: { ...gone, ...sameName },
  }),
  'PUT /menus/subcategory': staff({
    operationId: 'updateSubcategory',
    summary: 'Change a subcategory',
    ...write,
    body: z.object({
      categoryId: Id,
      subCategoryId: Id,
      name: MenuName.optional(),
      description: MenuText.optional(),
      image: Image,
      position: z.number().int().min(0).max(10_000).optional(),
    }),
    returns: z.object({ subcategory: SubcategoryShape }),
    failure: 'Failed to update subcategory',
    errors: { ...gone, ...sameName },
  }),
  'DELETE /menus/subcategory': staff({
    operationId: 'deleteSubcategory',
    summary: 'Delete a subcategory with its items',
    ...write,
    query: z.object({ categoryId: Id, subCategoryId: Id, ...asked }),
    returns: Message,
    failure: 'Failed to delete subcategory',
    errors: { ...gone, ...added },
  }),
} as const
