import type { z } from 'zod'
import type { RawMaterial } from '#domain/api/inventory.ts'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Recipe as RecipeShape } from '#domain/api/menu/recipes.ts'
import { formatRupees } from '#domain/money.ts'
import { unitFactor } from '#domain/stock.ts'

export type Recipe = z.infer<typeof RecipeShape>
/** `costPerUnit` here is what a unit costs by what is in stock (`costInStock`). */
export type Material = z.infer<typeof RawMaterial>
/** A dish, or one variant of it, with its recipe; `recipe` is null where it has none. */
export type Row = { key: string; dish: MenuItemShape; variant: string | null; recipe: Recipe | null }

/**
 * The rows of the list: each recipe, and each dish without one. A variant has a row of its own where it has a recipe, or where others have one and the dish
 * has none for the rest. Dishes that lack a recipe come first, then by name.
 */
export function rowsOf(
  dishes: readonly MenuItemShape[],
  recipes: readonly Recipe[],
  lacks: (dish: MenuItemShape) => boolean = (dish) => lacksRecipe(dish, recipes),
): Row[] {
  const rows = dishes.flatMap((dish): Row[] => {
    const own = recipes.filter((recipe) => recipe.menuItemId === dish._id)
    const row = (variant: string | null, recipe: Recipe | null): Row => ({
      key: variant === null ? dish._id : `${dish._id}~${variant}`,
      dish,
      variant,
      recipe,
    })
    if (own.length === 0) return [row(null, null)]
    const forAll = own.some((recipe) => recipe.variant === null)
    const without = forAll ? [] : dish.variants.filter(({ name }) => !own.some((recipe) => recipe.variant === name))
    return [...own.map((recipe) => row(recipe.variant, recipe)), ...without.map(({ name }) => row(name, null))]
  })
  return rows.sort(
    (a, b) =>
      Number(lacks(b.dish)) - Number(lacks(a.dish)) ||
      a.dish.name.localeCompare(b.dish.name) ||
      (a.variant ?? '').localeCompare(b.variant ?? ''),
  )
}

/** Whether a dish, or some variant of it, is sold without taking anything from stock. */
export function lacksRecipe({ _id, variants }: MenuItemShape, recipes: readonly Recipe[]): boolean {
  const has = (variant: string | null) => recipes.some((recipe) => recipe.menuItemId === _id && recipe.variant === variant)
  return !has(null) && (variants.length === 0 || !variants.every(({ name }) => has(name)))
}

export const nameOf = ({ dish, variant }: Pick<Row, 'dish' | 'variant'>): string =>
  variant === null ? dish.name : `${dish.name} (${variant})`

/** What a portion sells for, in rupees. */
export const priceOf = ({ dish, variant }: Pick<Row, 'dish' | 'variant'>): number =>
  dish.price + (dish.variants.find(({ name }) => name === variant)?.additionalPrice ?? 0)

type Used = { rawMaterialId: string; quantity: number | null; unit: string }
/**
 * What the materials of a portion cost, in rupees, by each material's cost per unit; null when no material has a cost. `without`: those that have none, or
 * whose unit can't be converted, and that are not counted in.
 */
export function costOf(used: readonly Used[], materials: ReadonlyMap<string, Material>): { rupees: number | null; without: string[] } {
  const without: string[] = []
  let [sum, counted] = [0, 0]
  for (const { rawMaterialId, quantity, unit } of used) {
    const material = materials.get(rawMaterialId)
    if (!material || quantity === null || Number.isNaN(quantity)) continue
    const factor = unitFactor(unit, material.unit)
    if (factor === null || material.costPerUnit <= 0) without.push(material.name)
    else {
      sum += quantity * factor * material.costPerUnit
      counted++
    }
  }
  return { rupees: counted > 0 ? Math.round(sum * 100) / 100 : null, without }
}

/** "Cost not known: Salt has no cost yet." Shown below a recipe when none of its materials has a usable cost; null when there is a cost, or no material has a quantity yet. */
export function unknownText({ rupees, without }: ReturnType<typeof costOf>, materials: Iterable<Material>): string | null {
  if (rupees !== null || without.length === 0) return null
  const priced = new Set([...materials].filter(({ costPerUnit }) => costPerUnit > 0).map(({ name }) => name))
  const names = [...new Set(without)]
  const list = (some: string[], why: string, whys: string) =>
    some.length > 0 ? [`${some.join(', ')} ${some.length > 1 ? whys : why}`] : []
  return `Cost not known: ${[
    ...list(
      names.filter((name) => !priced.has(name)),
      'has no cost yet',
      'have no cost yet',
    ),
    ...list(
      names.filter((name) => priced.has(name)),
      'needs another unit',
      'need another unit',
    ),
  ].join('; ')}.`
}

/** The cost in the list: `Not known` for a recipe without any known cost, empty for a dish without a recipe. */
export const costText = ({ recipe }: Pick<Row, 'recipe'>, rupees: number | null): string =>
  rupees !== null ? formatRupees(rupees) : recipe ? 'Not known' : ''

/** "32% of its price"; null without a cost or a price. */
export const shareText = (cost: number | null, price: number): string | null =>
  cost === null || price <= 0 ? null : `${Math.round((cost / price) * 100)}% of its price`

/** The units in which a material's quantity can be given: its own first. */
export const unitsFor = (unit: string): string[] => [
  unit,
  ...['g', 'kg', 'ml', 'l'].filter((other) => unitFactor(other, unit) !== null && other !== unit),
]

/** The materials that are named more than once: saving adds them up. */
export function namedTwice(used: readonly Used[], materials: ReadonlyMap<string, Material>): string[] {
  const ids = used.map(({ rawMaterialId }) => rawMaterialId).filter(Boolean)
  return [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))].flatMap((id) => materials.get(id)?.name ?? [])
}
