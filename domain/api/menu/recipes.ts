import { z } from 'zod'
import { byId, gone, Id, Message } from '../common.ts'
import { MONEY, staff } from '../contract.ts'
import { write } from './fields.ts'

const tags = ['Menu']

export const Recipe = z.object({
  _id: Id,
  menuItemId: Id,
  menuItemName: z.string(),
  variant: z.string().nullable(),
  ingredients: z.array(z.object({ rawMaterialId: Id, name: z.string(), quantity: z.number(), unit: z.string() })),
})

const recipeWrite = { ...write, pages: ['/restaurant/settings/recipe', '/restaurant/settings'] as const }
const Ingredients = z
  .array(z.object({ rawMaterialId: Id, quantity: z.number().gt(0).max(1_000_000), unit: z.string().trim().min(1).max(20) }))
  .min(1)
  .max(100)
const RecipeBody = z.object({ menuItemId: Id, variant: z.string().trim().max(120).nullish(), ingredients: Ingredients })
const recipeErrors = {
  ...gone,
  '409 duplicate': 'The dish, or this variant of it, has a recipe already',
  '422 unknown_item': 'The dish has no such variant',
  '422 unit_mismatch': 'The unit can’t be converted into the raw material’s unit: `{ index, rawMaterialId }` of the ingredient',
  '422 too_fine': 'The quantity is less than 0.001 of the raw material’s unit: `{ index, rawMaterialId }`',
}

export const recipes = {
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
    summary: 'Add the recipe of a dish',
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
    body: RecipeBody.partial().extend({
      ingredientsBefore: Ingredients.optional().describe('(+) the ingredients as they were seen: `ingredients` replaces no other ones'),
    }),
    returns: z.object({ recipe: Recipe }),
    failure: 'Failed to update recipe',
    errors: {
      ...recipeErrors,
      '409 ingredients_changed':
        'The recipe has other ingredients now than `ingredientsBefore`; nothing was saved: `{ recipe }`, as it is now',
    },
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
} as const
