import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { recipes as contract } from '#domain/api/menu/recipes.ts'
import type { Recipe } from '#domain/api/menu/recipes.ts'
import { AppError, conflict, invalid, notFound } from '#domain/errors.ts'
import { brief } from '#domain/text.ts'
import { randomId } from '#domain/ids.ts'
import { type Ingredient, inUnitOf, writtenIn } from '#domain/stock.ts'
import { commit, type Decision, replay, storedAnswer } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { batch } from '../db/index.ts'
import { rawMaterials, recipes } from '../db/outlets.ts'
import { decode, insert, mustHaveChanged, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'

type RecipeShape = z.infer<typeof Recipe>
type RecipeRow = typeof recipes.$inferSelect & { menuItemName: string }
type Material = { name: string; unit: string }
type Rows = readonly Record<string, unknown>[] | undefined
type Sent = { rawMaterialId: string; quantity: number; unit: string }

/** Recipes of dishes that are on the menu, with their names. */
const readRecipes = (restaurantId: string, where: SQL = sql`true`): SQL =>
  sql`SELECT r.*, i.name AS menu_item_name FROM recipes r JOIN menu_items i ON i.id = r.menu_item_id AND i.restaurant_id = r.restaurant_id
      WHERE r.restaurant_id = ${restaurantId} AND ${where} ORDER BY i.name COLLATE NOCASE, r.variant`

/** A restaurant's materials, deleted ones too: what has been mapped keeps its name. */
const readMaterials = (restaurantId: string): SQL =>
  sql`SELECT id, name, unit, deleted_at FROM raw_materials WHERE restaurant_id = ${restaurantId}`
const materialsOf = (rows: Rows, live = false): Map<string, Material> => {
  const list = (rows ?? []).map((row) => decode(rawMaterials, row)).filter((m) => !live || m.deletedAt === null)
  return new Map(list.map((m) => [m.id, m]))
}

const recipeOf = (row: Record<string, unknown>): RecipeRow => ({ ...decode(recipes, row), menuItemName: String(row.menu_item_name) })

/** Quantities in the units that they were written in. */
const recipeJson = (row: RecipeRow, materials: ReadonlyMap<string, Material>): RecipeShape => ({
  _id: row.id,
  menuItemId: row.menuItemId,
  menuItemName: row.menuItemName,
  variant: row.variant || null,
  ingredients: row.ingredients.map(({ rawMaterialId, quantity, unit }) => {
    const material = materials.get(rawMaterialId)
    return { rawMaterialId, name: material?.name ?? '', quantity: writtenIn(unit, quantity, material?.unit ?? unit), unit }
  }),
})

/** What was sent, in the materials' own units; a material named twice is added up. Throws 404, 422 `unit_mismatch`, with the `rawMaterialId` and which one it is, from 0. */
function ingredientsOf(sent: readonly Sent[], materials: ReadonlyMap<string, Material>): Ingredient[] {
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

/** The dish that a recipe is for. Throws 404, and 422 for a variant that it doesn't have. */
function dishFor(rows: Rows, variant: string): { id: string; name: string } {
  const row = rows?.[0]
  if (!row) throw notFound('Item not found')
  const variants = JSON.parse(String(row.variants)) as { name: string }[]
  if (variant !== '' && !variants.some((v) => v.name === variant))
    throw invalid(
      `${brief(String(row.name))} has no variant ${brief(variant)}.`,
      [{ path: 'variant', message: 'There is no such variant.' }],
      'unknown_item',
    )
  return { id: String(row.id), name: String(row.name) }
}

const duplicate = (dish: string, variant: string) => conflict('duplicate', `${dish}${variant ? ` (${variant})` : ''} has a recipe already.`)
const dishById = (restaurantId: string, id: SQL) =>
  sql`SELECT id, name, variants FROM menu_items WHERE restaurant_id = ${restaurantId} AND id = ${id}`

/** Every material is still there at the moment of the commit. */
const materialsAreThere = (restaurantId: string, ingredients: readonly Ingredient[]): SQL =>
  sql`INSERT INTO guard (status) SELECT NULL WHERE EXISTS (SELECT 1 FROM raw_materials WHERE restaurant_id = ${restaurantId}
      AND id IN (SELECT value FROM json_each(${JSON.stringify(ingredients.map((i) => i.rawMaterialId))})) AND deleted_at IS NOT NULL)`

/** The dish has the variant at the moment of the commit: a recipe of one that was renamed meanwhile would be nobody's. */
const variantIsThere = (restaurantId: string, menuItemId: string, variant: string): SQL =>
  sql`INSERT INTO guard (version) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM menu_items WHERE id = ${menuItemId} AND restaurant_id = ${restaurantId}
      AND (${variant} = '' OR EXISTS (SELECT 1 FROM json_each(variants) v WHERE json_extract(v.value, '$.name') = ${variant})))`

const change = (c: Context, reads: readonly SQL[], decide: (rows: Rows[]) => Omit<Decision, 'events'>) =>
  commit(c, async () => {
    const [stored, ...rows] = await batch(c.db, [storedAnswer(c), ...reads])
    return replay(c, stored) ?? { events: [], ...decide(rows) }
  })

export const recipeHandlers: Handlers<typeof contract> = {
  'GET /menus/recipe': async (c) => {
    const { id } = c.restaurant
    const [rows, materials] = await batch(c.db, [readRecipes(id), readMaterials(id)])
    const known = materialsOf(materials)
    return { recipes: (rows ?? []).map((row) => recipeJson(recipeOf(row), known)) }
  },
  'POST /menus/recipe': async (c, { body }) => {
    const { restaurantId } = c.where
    const variant = body.variant ?? ''
    const taken = sql`SELECT id FROM recipes WHERE restaurant_id = ${restaurantId} AND menu_item_id = ${body.menuItemId} AND variant = ${variant}`
    return change(c, [dishById(restaurantId, sql`${body.menuItemId}`), readMaterials(restaurantId), taken], ([dishes, rows, same]) => {
      const dish = dishFor(dishes, variant)
      const materials = materialsOf(rows, true)
      const ingredients = ingredientsOf(body.ingredients, materials)
      if (same?.[0]) throw duplicate(dish.name, variant)
      const row = { id: randomId(), restaurantId, menuItemId: dish.id, variant, ingredients, createdAt: c.at }
      return {
        statements: [insert(recipes, row), variantIsThere(restaurantId, dish.id, variant), materialsAreThere(restaurantId, ingredients)],
        status: 201,
        body: { recipe: recipeJson({ ...row, menuItemName: dish.name }, materials) },
      }
    })
  },
  'PUT /menus/recipe': async (c, { query, body }) => {
    const { restaurantId } = c.where
    const dish =
      body.menuItemId === undefined
        ? sql`(SELECT menu_item_id FROM recipes WHERE id = ${query.id} AND restaurant_id = ${restaurantId})`
        : sql`${body.menuItemId}`
    const ofDish = sql`SELECT id, variant FROM recipes WHERE restaurant_id = ${restaurantId} AND menu_item_id = ${dish} AND id <> ${query.id}`
    return change(
      c,
      [readRecipes(restaurantId, sql`r.id = ${query.id}`), dishById(restaurantId, dish), readMaterials(restaurantId), ofDish],
      ([rows, dishes, materialRows, others]) => {
        if (!rows?.[0]) throw notFound('Recipe not found')
        const prev = recipeOf(rows[0])
        const variant = body.variant === undefined ? prev.variant : (body.variant ?? '')
        const { id: menuItemId, name } = dishFor(dishes, variant)
        if (others?.some((o) => o.variant === variant)) throw duplicate(name, variant)
        const ingredients = body.ingredients ? ingredientsOf(body.ingredients, materialsOf(materialRows, true)) : prev.ingredients
        const next = { ...prev, menuItemId, menuItemName: name, variant, ingredients }
        return {
          statements: [
            update(
              recipes,
              { menuItemId, variant, ingredients },
              sql`id = ${prev.id} AND restaurant_id = ${restaurantId} AND menu_item_id = ${prev.menuItemId} AND variant = ${prev.variant}`,
            ),
            mustHaveChanged('version'),
            variantIsThere(restaurantId, menuItemId, variant),
            ...(body.ingredients ? [materialsAreThere(restaurantId, ingredients)] : []),
          ],
          status: 200,
          body: { recipe: recipeJson(next, materialsOf(materialRows)) },
        }
      },
    )
  },
  'DELETE /menus/recipe': async (c, { query }) => {
    const { restaurantId } = c.where
    return change(c, [readRecipes(restaurantId, sql`r.id = ${query.id}`)], ([rows]) => {
      if (!rows?.[0]) throw notFound('Recipe not found')
      const { id, menuItemName, variant } = recipeOf(rows[0])
      return {
        statements: [sql`DELETE FROM recipes WHERE id = ${id} AND restaurant_id = ${restaurantId}`],
        status: 200,
        body: { message: `The recipe of ${menuItemName}${variant ? ` (${variant})` : ''} was deleted.` },
      }
    })
  },
}
