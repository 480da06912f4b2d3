import { z } from 'zod'
import { DIET_TYPES } from '../order.ts'
import { call, EVERY_STAFF, MONEY, OWNERS, staff } from './contract.ts'
import {
  AddonTemplate,
  CategoryShape,
  Id,
  intQuery,
  Menu,
  MenuItemShape,
  Message,
  paging,
  Recipe,
  rupees,
  SubcategoryShape,
  Version,
} from './shapes.ts'

const tags = ['Menu']
const open = { tags, scope: 'public', roles: ['public', ...EVERY_STAFF, 'user', 'partner', 'backoffice', 'admin'] } as const
const OfRestaurant = z.object({ restaurantId: Id })
const write = { tags, roles: [...OWNERS], pages: ['/restaurant/settings/menu', '/restaurant/settings'] as const, idempotent: true } as const
const addonWrite = { ...write, pages: ['/restaurant/settings/addons', '/restaurant/settings/menu', '/restaurant/settings'] as const }
const recipeWrite = { ...write, pages: ['/restaurant/settings/recipe', '/restaurant/settings'] as const }
const Name = z.string().trim().min(1).max(120)
const Text = z.string().trim().max(1000)
const Image = z
  .string()
  .max(300)
  .regex(/^((https?:\/\/|\/)\S+)?$/, 'This is not a web address.')
  .nullish()
const Price = rupees(0, 1_000_000)
const Addons = z
  .array(z.object({ name: Name, price: Price }))
  .min(1)
  .max(60)
const Bound = z.number().int().min(0).max(60)
/** A max of 0 is no limit. */
const AddonGroup = z
  .object({
    name: Name,
    min: Bound.default(0),
    max: Bound.default(0),
    addons: Addons,
    templateId: Id.optional().describe("the group is this template: its name, bounds and addons are the template's"),
  })
  .refine((g) => g.max === 0 || g.max >= g.min, { path: ['max'], message: 'Must not be below the least.' })
/** No defaults here: zod fills them in for `.partial()` too, and an update would reset whatever it doesn't name. */
const itemFields = {
  name: Name,
  description: Text,
  price: Price,
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
  available: z.boolean(),
  image: Image,
  variants: z
    .array(
      z.object({
        name: Name,
        additionalPrice: rupees(-1_000_000, 1_000_000).default(0),
      }),
    )
    .max(30),
  addonGroups: z.array(AddonGroup).max(30),
  remaining: z.number().int().min(0).max(100_000).nullish(),
  station: z.string().trim().max(40).nullish(),
}
/** An item without its place, as a row of an import says it. */
export const ItemFields = z.object(itemFields).partial()
const ItemBody = z.object({
  ...itemFields,
  categoryId: Id,
  subCategoryId: Id.nullish(),
  description: Text.default(''),
  dietType: itemFields.dietType.default('veg'),
  isAlcohol: itemFields.isAlcohol.default(false),
  available: itemFields.available.default(true),
  variants: itemFields.variants.default([]),
  addonGroups: itemFields.addonGroups.default([]),
  ingredients: z
    .array(z.string().trim().min(1).max(120))
    .max(60)
    .default([])
    .describe(
      'what the menu says is in it, for those who read it, until the first update clears it (SPEC §5); recipes are what stock goes by',
    ),
})
const ItemChange = ItemFields.extend({
  categoryId: Id.optional(),
  subCategoryId: Id.nullish(),
  version: Version.optional(),
  remainingWas: itemFields.remaining.describe(
    'the `remaining` that the caller saw: `remaining` is then set by the difference, so that no portion sold meanwhile is undone (sales do not raise `version`)',
  ),
})
const TemplateBody = z.object({ name: Name, min: Bound.default(0), max: Bound.default(0), addons: Addons })
const TemplateChange = z.object({ name: Name, min: Bound, max: Bound, addons: Addons }).partial()
const RecipeBody = z.object({
  menuItemId: Id,
  variant: z.string().trim().max(120).nullish(),
  ingredients: z
    .array(z.object({ rawMaterialId: Id, quantity: z.number().gt(0).max(1_000_000), unit: z.string().trim().min(1).max(20) }))
    .min(1)
    .max(100),
})
const byId = z.object({ id: Id })
const gone = { '404 not_found': 'No such row in this restaurant' }
const sameName = { '409 duplicate': 'The same place has one of that name' }
const ownList = { '403 account_required': 'A guest of a table has no list' }
const recipeErrors = {
  ...gone,
  '409 duplicate': 'The dish and variant have a recipe',
  '422 unknown_item': 'The dish has no such variant',
  '422 unit_mismatch': 'The unit is none of the raw material’s: `{ index, rawMaterialId }` of the ingredient',
  '422 too_fine': 'Finer than 0.001 of the raw material’s unit: `{ index, rawMaterialId }`',
}
const changed = { ...gone, ...sameName, '409 version_conflict': 'Changed meanwhile: `{ item }`' }

export const menu = {
  'POST /menus/restaurant': call({
    operationId: 'readMenu',
    summary: 'The whole menu, items that are off marked',
    ...open,
    syncKey: true,
    revalidates: true,
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
  'POST /menus/createMenuItem': staff({
    operationId: 'createMenuItem',
    summary: 'Add an item',
    ...write,
    status: 201,
    body: ItemBody,
    returns: z.object({ item: MenuItemShape }),
    failure: 'Failed to create menu item',
    errors: { ...gone, ...sameName },
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
    summary: 'Delete an item (alias)',
    ...write,
    params: byId,
    returns: Message,
    failure: 'Failed to delete menu item',
    errors: gone,
  }),
  'POST /menus/category': staff({
    operationId: 'createCategory',
    summary: 'Add a category',
    ...write,
    status: 201,
    body: z.object({ name: Name, description: Text.default('') }),
    returns: z.object({ category: CategoryShape }),
    failure: 'Failed to create category',
    errors: { '409 duplicate': 'A category of that name exists' },
  }),
  'PUT /menus/category': staff({
    operationId: 'updateCategory',
    summary: 'Change a category',
    ...write,
    body: z.object({
      categoryId: Id,
      name: Name.optional(),
      description: Text.optional(),
      position: z.number().int().min(0).max(10_000).optional(),
    }),
    returns: z.object({ category: CategoryShape }),
    failure: 'Failed to update category',
    errors: { ...gone, '409 duplicate': 'A category of that name exists' },
  }),
  'DELETE /menus/category': staff({
    operationId: 'deleteCategory',
    summary: 'Delete a category with its subcategories and items',
    ...write,
    query: byId,
    returns: Message,
    failure: 'Failed to delete category',
    errors: gone,
  }),
  'POST /menus/subcategory': staff({
    operationId: 'createSubcategory',
    summary: 'Add a subcategory',
    ...write,
    status: 201,
    body: z.object({ categoryId: Id, name: Name, description: Text.default(''), image: Image }),
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
      name: Name.optional(),
      description: Text.optional(),
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
    query: z.object({ categoryId: Id, subCategoryId: Id }),
    returns: Message,
    failure: 'Failed to delete subcategory',
    errors: gone,
  }),
  'GET /menus/recipe': staff({
    operationId: 'listRecipes',
    summary: 'Recipes',
    tags,
    roles: [...MONEY, 'kitchen'],
    reads: true,
    pages: ['/restaurant/settings/recipe', '/restaurant/inventory'],
    returns: z.object({ recipes: z.array(Recipe) }),
    failure: 'Failed to fetch recipes',
  }),
  'POST /menus/recipe': staff({
    operationId: 'createRecipe',
    summary: 'Map a dish to raw materials',
    ...recipeWrite,
    status: 201,
    body: RecipeBody,
    returns: z.object({ recipe: Recipe }),
    failure: 'Failed to create recipe',
    errors: recipeErrors,
  }),
  'PUT /menus/recipe': staff({
    operationId: 'updateRecipe',
    summary: 'Change a recipe',
    ...recipeWrite,
    query: byId,
    body: RecipeBody.partial(),
    returns: z.object({ recipe: Recipe }),
    failure: 'Failed to update recipe',
    errors: recipeErrors,
  }),
  'DELETE /menus/recipe': staff({
    operationId: 'deleteRecipe',
    summary: 'Delete a recipe',
    ...recipeWrite,
    query: byId,
    returns: Message,
    failure: 'Failed to delete recipe',
    errors: gone,
  }),
  'GET /menus/addon-templates': staff({
    operationId: 'listAddonTemplates',
    summary: 'Addon templates',
    tags,
    roles: [...EVERY_STAFF],
    pages: [],
    query: z.object({ restaurantId: Id.optional() }),
    returns: z.object({ templates: z.array(AddonTemplate) }),
    failure: 'Failed to fetch addon templates',
    errors: gone,
  }),
  'POST /menus/addon-template/create': staff({
    operationId: 'createAddonTemplate',
    summary: 'Add an addon template',
    ...addonWrite,
    status: 201,
    body: TemplateBody,
    returns: z.object({ template: AddonTemplate }),
    failure: 'Failed to create addon template',
    errors: { '409 duplicate': 'A template of that name exists' },
  }),
  'PUT /menus/addon-template/:id': staff({
    operationId: 'updateAddonTemplate',
    summary: 'Change a template, and with it the dishes that carry it',
    ...addonWrite,
    params: byId,
    body: TemplateChange,
    returns: z.object({ template: AddonTemplate }),
    failure: 'Failed to update addon template',
    errors: { ...gone, '409 duplicate': 'A template of that name exists' },
  }),
  'DELETE /menus/addon-template/delete/:id': staff({
    operationId: 'deleteAddonTemplate',
    summary: 'Delete a template; dishes keep their copy',
    ...addonWrite,
    params: byId,
    returns: Message,
    failure: 'Failed to delete addon template',
    errors: gone,
  }),
  'GET /menus/export': staff({
    operationId: 'exportMenu',
    summary: 'The whole menu as CSV (+)',
    tags,
    roles: [...OWNERS],
    reads: true,
    pages: ['/restaurant/settings/menu'],
    returns: z.string(),
    returnsType: 'text/csv',
    failure: 'Failed to export menu',
  }),
  'POST /menus/import': staff({
    operationId: 'importMenu',
    summary: 'Items from CSV, a result for each row (+)',
    ...write,
    body: z.object({
      csv: z
        .string()
        .min(1)
        .max(900_000)
        .describe(
          'As the export: category, name, price, and if wanted subcategory, description, diet, alcohol (yes, no), available (yes, no), variants (`Half=-50; Full=0`), ' +
            'addons (`Bread (1-2): Roti=0; Naan=40 | Extras (0+): Cheese=30`), station. Place and name say which dish; a column that is missing leaves what is there. At most 5000 rows.',
        ),
      dryRun: z.boolean().default(false).describe('answers what it would do, and does nothing'),
    }),
    returns: z.object({
      results: z.array(z.object({ row: z.number().int(), ok: z.boolean(), name: z.string(), message: z.string().optional() })),
      created: z.number().int(),
      updated: z.number().int(),
      failed: z.number().int(),
    }),
    failure: 'Failed to import menu',
    errors: { '422 malformed_csv': 'No CSV, or without the columns category, name and price' },
  }),
  'POST /menus/item/save': call({
    operationId: 'saveItem',
    summary: "Save an item to the diner's list",
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
    summary: 'Take it off the list',
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
    summary: 'Is it saved',
    tags: ['Saved items'],
    scope: 'diner',
    roles: ['user', 'admin'],
    params: byId,
    returns: z.object({ saved: z.boolean() }),
    failure: 'Failed to check menu item status',
    errors: ownList,
  }),
} as const
