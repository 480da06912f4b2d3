import { type FieldError, invalid } from './errors.ts'
import { brief, folded, plural } from './text.ts'
import type { Paise } from './money.ts'

/** The fields of a dish that are checked. Amounts in paise. */
export type Variant = { name: string; additionalPrice: Paise }
export type Addon = { name: string; price: Paise }
export type AddonGroup = { name: string; min: number; max: number; addons: Addon[]; templateId?: string }
export type Template = { id: string; name: string; min: number; max: number; addons: Addon[] }

/** A dish names a template that its restaurant doesn't have: another device has deleted it. */
export const NO_TEMPLATE = 'Addon template not found'

/** The first name that repeats an earlier one as people read it: recipes and people refer to choices by name. */
const twice = (names: readonly string[]): string | null => {
  const keys = names.map(folded)
  return names.find((_, i) => keys.indexOf(keys[i] ?? '') !== i) ?? null
}

/** What is wrong with a group or template: bounds that can't be met, or an addon named twice. */
export function groupProblem({ name, min, max, addons }: Omit<AddonGroup, 'templateId'>): string | null {
  if (max > 0 && max < min) return `The maximum of ${brief(name)} is less than its minimum.`
  const double = twice(addons.map((a) => a.name))
  return double ? `The addon ${brief(double)} of ${brief(name)} is there twice.` : null
}

/**
 * Order lines refer to variants, groups and addons by name (CONTRACT §5 "A line as sent"), so no name may occur twice, and no choice may make the price
 * negative. Throws 422 with every problem.
 */
export function checkDish({
  name,
  price,
  variants,
  addonGroups,
}: {
  name: string
  price: Paise
  variants: readonly Variant[]
  addonGroups: readonly AddonGroup[]
}): void {
  const errors: FieldError[] = []
  const variant = twice(variants.map((v) => v.name))
  if (variant) errors.push({ path: 'variants', message: `The variant ${brief(variant)} of ${brief(name)} is there twice.` })
  for (const v of variants)
    if (price + v.additionalPrice < 0)
      errors.push({ path: 'variants', message: `The variant ${brief(v.name)} of ${brief(name)} would have a negative price.` })
  const group = twice(addonGroups.map((g) => g.name))
  if (group) errors.push({ path: 'addonGroups', message: `The addons ${brief(group)} of ${brief(name)} are there twice.` })
  for (const g of addonGroups) {
    const problem = groupProblem(g)
    if (problem) errors.push({ path: 'addonGroups', message: problem })
  }
  if (errors[0]) throw invalid(errors[0].message, errors)
}

/** Why a dish can't have a code: another one has it, in any case. */
export const codeTaken = (code: string, of: string): string => `The code ${code} belongs to ${brief(of)} already.`

/** A row that writes a dish, and the code that the dish has afterwards. */
export type CodedRow = { row: number; id: string; name: string; code: string | null }

/**
 * The rows whose code another dish has, with that dish's name. Only a row that changes its dish's code gives the old one up; if it is refused, its dish keeps that
 * code, and the row that waits for it is refused too. Of two rows that ask for a code the first gets it.
 */
export function codesTaken(
  coded: readonly CodedRow[],
  items: readonly { id: string; name: string; code: string | null }[],
): Map<number, string> {
  const refused = new Map<number, string>()
  const had = new Map(items.map(({ id, code }) => [id, folded(code ?? '')]))
  const asking = coded.filter(({ id, code }) => had.get(id) !== folded(code ?? ''))
  const changed = new Set(asking.map(({ id }) => id))
  const held = new Map(items.flatMap((i) => (i.code === null || changed.has(i.id) ? [] : [[folded(i.code), i.name]])))
  const got = new Map<string, CodedRow>()
  for (const asks of asking) {
    const code = folded(asks.code ?? '')
    let owner = held.get(code)
    if (code !== '' && owner === undefined) {
      held.set(code, asks.name)
      got.set(code, asks)
    }
    // A row that is refused leaves its dish the code it has: the row that got it is the next.
    for (let row: CodedRow | undefined = asks; owner !== undefined && row;) {
      refused.set(row.row, owner)
      const kept = had.get(row.id)
      owner = row.name
      row = undefined
      if (kept) {
        held.set(kept, owner)
        row = got.get(kept)
        got.delete(kept)
      }
    }
  }
  return refused
}

/** A group with a template takes its content from the template; anything else sent with it is ignored. */
export const fromTemplate = ({ id, name, min, max, addons }: Template): AddonGroup => ({
  name,
  min,
  max,
  addons: addons.map(({ name, price }) => ({ name, price })),
  templateId: id,
})

/** The groups of a dish after its template was edited (SPEC §3 "addon templates"). */
export const withTemplate = (groups: readonly AddonGroup[], template: Template): AddonGroup[] =>
  groups.map((g) => (g.templateId === template.id ? fromTemplate(template) : g))

/** The groups of a dish after a template was deleted: the dish keeps its copy as its own group. */
export const withoutTemplate = (groups: readonly AddonGroup[], templateId: string): AddonGroup[] =>
  groups.map(({ templateId: carried, ...own }) => (carried === undefined || carried === templateId ? own : { ...own, templateId: carried }))

export type VariantMoves = {
  /** Names before and after, for renamed variants. */
  renamed: [before: string, after: string][]
  /** Names of removed variants. */
  gone: string[]
}

/**
 * What happened to a dish's variants, which recipes refer to by name. A variant with the same name (`folded`) is the same one; when
 * its name is gone and a new name is in its position, it was renamed. Otherwise it was removed.
 */
export function variantMoves(before: readonly { name: string }[], after: readonly { name: string }[]): VariantMoves {
  const gone = before.map((v) => v.name).filter((name) => !after.some((v) => v.name === name))
  const fresh = new Set(after.map((v) => v.name).filter((name) => !before.some((v) => v.name === name)))
  const successors: ((name: string) => string | undefined)[] = [
    (name) => [...fresh].find((f) => folded(f) === folded(name)),
    (name) => after[before.findIndex((v) => v.name === name)]?.name,
  ]
  const renamed = new Map<string, string>()
  for (const successor of successors)
    for (const name of gone) {
      const next = renamed.has(name) ? undefined : successor(name)
      if (next !== undefined && fresh.delete(next)) renamed.set(name, next)
    }
  return { renamed: [...renamed], gone: gone.filter((name) => !renamed.has(name)) }
}

/** The variants whose recipes are deleted when a dish gets other variants. `recipes`: of any dishes. */
export const recipesGone = (
  recipes: readonly { menuItemId: string; variant: string | null }[],
  dish: { id: string; variants: readonly { name: string }[] },
  after: readonly { name: string }[],
): string[] => variantMoves(dish.variants, after).gone.filter((name) => recipes.some((r) => r.menuItemId === dish.id && r.variant === name))

/** `2 subcategories and 7 items`. */
export function countText(counts: readonly [n: number, one: string, many: string][]): string {
  return counts.map(([n, one, many]) => plural(n, one, many)).join(' and ')
}
