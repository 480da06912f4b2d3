import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { recipes as contract } from '#domain/api/menu/recipes.ts'
import type { Recipe } from '#domain/api/menu/recipes.ts'
import { AppError, conflict, invalid, notFound } from '#domain/errors.ts'
import { brief } from '#domain/text.ts'
import { randomId } from '#domain/ids.ts'
import { type Ingredient, inUnitOf, writtenIn } from '#domain/stock.ts'
import { command } from '../command/command.ts'
import { menuItems, rawMaterials, recipes } from '../db/outlets.ts'
import { exists, map, must, type Read, read, rows } from '../db/reads.ts'
import { column, insert, mustHaveChanged, pick, type RowOf, shape, update } from '../db/rows.ts'
import { mustBeAsSeen, stillAsRead } from '../db/seen.ts'
import type { Handlers } from '../http/implement.ts'

type RecipeShape = z.infer<typeof Recipe>
const RECIPE = shape(recipes, { menuItemName: column.text('menu_item_name') })
type RecipeRow = RowOf<typeof RECIPE>
const MATERIAL = pick(rawMaterials, 'id', 'name', 'unit', 'deletedAt')
type Material = RowOf<typeof MATERIAL>
const DISH = pick(menuItems, 'id', 'name', 'variants')
type Dish = RowOf<typeof DISH>
type Sent = { rawMaterialId: string; quantity: number; unit: string }

/** Recipes of dishes that are on the menu, with their names. */
const readRecipes = (restaurantId: string, where: SQL = sql`true`): Read<RecipeRow[]> =>
  rows(
    RECIPE,
    sql`SELECT r.*, i.name AS menu_item_name FROM recipes r JOIN menu_items i ON i.id = r.menu_item_id AND i.restaurant_id = r.restaurant_id
      WHERE r.restaurant_id = ${restaurantId} AND ${where} ORDER BY i.name COLLATE NOCASE, r.variant`,
  )

const recipeById = (restaurantId: string, id: string) => must(readRecipes(restaurantId, sql`r.id = ${id}`), 'Recipe not found')

/** A restaurant's materials, deleted ones too, because an old recipe still shows their names. */
const readMaterials = (restaurantId: string) =>
  map(rows(MATERIAL, sql`SELECT id, name, unit, deleted_at FROM raw_materials WHERE restaurant_id = ${restaurantId}`), byId)

type Materials = ReadonlyMap<string, Material>
const byId = (list: readonly Material[]): Materials => new Map(list.map((m) => [m.id, m]))
const live = (materials: Materials): Materials => byId([...materials.values()].filter((m) => m.deletedAt === null))

/** A recipe as JSON, with quantities in the units in which they were entered. */
const recipeJson = (row: RecipeRow, materials: Materials): RecipeShape => ({
  _id: row.id,
  menuItemId: row.menuItemId,
  menuItemName: row.menuItemName,
  variant: row.variant || null,
  ingredients: row.ingredients.map(({ rawMaterialId, quantity, unit }) => {
    const material = materials.get(rawMaterialId)
    return { rawMaterialId, name: material?.name ?? '', quantity: writtenIn(unit, quantity, material?.unit ?? unit), unit }
  }),
})

/** Ingredients in the materials' own units; a material that is named twice is added up. Throws 404, or 422 `unit_mismatch` with the `rawMaterialId` and its index from 0. */
function ingredientsOf(sent: readonly Sent[], materials: Materials): Ingredient[] {
  const out = new Map<string, Ingredient>()
  sent.forEach(({ rawMaterialId, quantity, unit }, index) => {
    try {
      const material = materials.get(rawMaterialId)
      if (!material) throw notFound('Raw material not found')
      const before = out.get(rawMaterialId)
      out.set(rawMaterialId, {
        rawMaterialId,
        quantity: inUnitOf(material, quantity, unit, `ingredients.${index}`) + (before?.quantity ?? 0),
        unit: before?.unit ?? unit,
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError(error.status, error.code, error.message, { ...error.details, index, rawMaterialId })
    }
  })
  return [...out.values()]
}

/** Throws 422 for a variant that the dish doesn't have. */
function mustHaveVariant({ name, variants }: Dish, variant: string): void {
  if (variant !== '' && !variants.some((v) => v.name === variant))
    throw invalid(
      `${brief(name)} has no variant ${brief(variant)}.`,
      [{ path: 'variant', message: 'There is no such variant.' }],
      'unknown_item',
    )
}

const duplicate = (dish: string, variant: string) => conflict('duplicate', `${dish}${variant ? ` (${variant})` : ''} has a recipe already.`)
const dishById = (restaurantId: string, id: SQL) =>
  must(rows(DISH, sql`SELECT id, name, variants FROM menu_items WHERE restaurant_id = ${restaurantId} AND id = ${id}`), 'Item not found')

/** A guard: at the commit every material still exists, in the unit to which the quantities were converted. */
const materialsAreThere = (restaurantId: string, ingredients: readonly Ingredient[], materials: Materials): SQL =>
  sql`INSERT INTO guard (status) SELECT NULL WHERE EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(ingredients.map((i) => [i.rawMaterialId, materials.get(i.rawMaterialId)?.unit]))}) e
      JOIN raw_materials m ON m.id = json_extract(e.value, '$[0]') AND m.restaurant_id = ${restaurantId}
      WHERE m.deleted_at IS NOT NULL OR m.unit <> json_extract(e.value, '$[1]'))`

/** A guard: the dish still has the variant at the commit. If it was renamed meanwhile, the recipe would belong to no variant. */
const variantIsThere = (restaurantId: string, menuItemId: string, variant: string): SQL =>
  sql`INSERT INTO guard (version) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM menu_items WHERE id = ${menuItemId} AND restaurant_id = ${restaurantId}
      AND (${variant} = '' OR EXISTS (SELECT 1 FROM json_each(variants) v WHERE json_extract(v.value, '$.name') = ${variant})))`

export const recipeHandlers: Handlers<typeof contract> = {
  'GET /menus/recipe': async (c) => {
    const { id } = c.restaurant
    const { list, materials } = await read(c.db, { list: readRecipes(id), materials: readMaterials(id) })
    return { recipes: list.map((recipe) => recipeJson(recipe, materials)) }
  },
  'POST /menus/recipe': (c, { body }) => {
    const { restaurantId } = c.where
    const variant = body.variant ?? ''
    return command(c, {
      arms: false,
      reads: {
        dish: dishById(restaurantId, sql`${body.menuItemId}`),
        materials: readMaterials(restaurantId),
        taken: exists(
          sql`SELECT id FROM recipes WHERE restaurant_id = ${restaurantId} AND menu_item_id = ${body.menuItemId} AND variant = ${variant}`,
        ),
      },
      decide: ({ dish, materials, taken }) => {
        mustHaveVariant(dish, variant)
        const ingredients = ingredientsOf(body.ingredients, live(materials))
        if (taken) throw duplicate(dish.name, variant)
        const row = { id: randomId(), restaurantId, menuItemId: dish.id, variant, ingredients, createdAt: c.at }
        return {
          statements: [
            insert(recipes, row),
            variantIsThere(restaurantId, dish.id, variant),
            materialsAreThere(restaurantId, ingredients, materials),
          ],
          body: { recipe: recipeJson({ ...row, menuItemName: dish.name }, materials) },
        }
      },
    })
  },
  'PUT /menus/recipe': (c, { query, body }) => {
    const { restaurantId } = c.where
    const dishId =
      body.menuItemId === undefined
        ? sql`(SELECT menu_item_id FROM recipes WHERE id = ${query.id} AND restaurant_id = ${restaurantId})`
        : sql`${body.menuItemId}`
    return command(c, {
      arms: false,
      reads: {
        prev: recipeById(restaurantId, query.id),
        dish: dishById(restaurantId, dishId),
        materials: readMaterials(restaurantId),
        others: rows(
          pick(recipes, 'variant'),
          sql`SELECT variant FROM recipes WHERE restaurant_id = ${restaurantId} AND menu_item_id = ${dishId} AND id <> ${query.id}`,
        ),
      },
      decide: ({ prev, dish, materials, others }) => {
        const { id: menuItemId, name } = dish
        const now = recipeJson(prev, materials)
        if (body.ingredients) {
          const seen = now.ingredients.map(({ name: _, ...ingredient }) => ingredient)
          mustBeAsSeen('ingredients', seen, body.ingredientsBefore, { recipe: now })
        }
        const variant = body.variant === undefined ? prev.variant : (body.variant ?? '')
        mustHaveVariant(dish, variant)
        if (others.some((o) => o.variant === variant)) throw duplicate(name, variant)
        const ingredients = body.ingredients ? ingredientsOf(body.ingredients, live(materials)) : prev.ingredients
        return {
          statements: [
            update(
              recipes,
              // Not what was read: it may have been changed meanwhile, and its quantities are in the units that the materials had then.
              { menuItemId, variant, ingredients: body.ingredients && ingredients },
              sql`id = ${prev.id} AND restaurant_id = ${restaurantId} AND menu_item_id = ${prev.menuItemId} AND variant = ${prev.variant}
                AND ${stillAsRead(sql`ingredients`, prev.ingredients, body.ingredients && body.ingredientsBefore)}`,
            ),
            mustHaveChanged('version'),
            variantIsThere(restaurantId, menuItemId, variant),
            ...(body.ingredients ? [materialsAreThere(restaurantId, ingredients, materials)] : []),
          ],
          body: { recipe: recipeJson({ ...prev, menuItemId, menuItemName: name, variant, ingredients }, materials) },
        }
      },
    })
  },
  'DELETE /menus/recipe': (c, { query }) => {
    const { restaurantId } = c.where
    return command(c, {
      arms: false,
      reads: { recipe: recipeById(restaurantId, query.id) },
      decide: ({ recipe: { id, menuItemName, variant } }) => ({
        statements: [sql`DELETE FROM recipes WHERE id = ${id} AND restaurant_id = ${restaurantId}`],
        body: { message: `The recipe of ${menuItemName}${variant ? ` (${variant})` : ''} was deleted.` },
      }),
    })
  },
}
