import { type FieldError, invalid } from './errors.ts'
import { brief, folded, plural } from './text.ts'
import type { Paise } from './money.ts'

/** Rules of what a dish may be. Amounts in paise. */
export type Variant = { name: string; additionalPrice: Paise }
export type Addon = { name: string; price: Paise }
export type AddonGroup = { name: string; min: number; max: number; addons: Addon[]; templateId?: string }
export type Template = { id: string; name: string; min: number; max: number; addons: Addon[] }

/** The first name that was there before, in whatever case: recipes and people go by names. */
const twice = (names: readonly string[]): string | null => {
  const keys = names.map(folded)
  return names.find((_, i) => keys.indexOf(keys[i] ?? '') !== i) ?? null
}

/** What is wrong with a group or template: bounds that can't be met, an addon named twice. */
export function groupProblem({ name, min, max, addons }: Omit<AddonGroup, 'templateId'>): string | null {
  if (max > 0 && max < min) return `The most of ${brief(name)} is below the least.`
  const double = twice(addons.map((a) => a.name))
  return double ? `The addon ${brief(double)} of ${brief(name)} is there twice.` : null
}

/**
 * A dish must be orderable without doubt: lines name variants, groups and addons by their names (CONTRACT §5 "A line as sent"), so no name comes twice, and no choice
 * makes the price negative. Throws 422 with every problem.
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
      errors.push({ path: 'variants', message: `The variant ${brief(v.name)} of ${brief(name)} would cost less than nothing.` })
  const group = twice(addonGroups.map((g) => g.name))
  if (group) errors.push({ path: 'addonGroups', message: `The addons ${brief(group)} of ${brief(name)} are there twice.` })
  for (const g of addonGroups) {
    const problem = groupProblem(g)
    if (problem) errors.push({ path: 'addonGroups', message: problem })
  }
  if (errors[0]) throw invalid(errors[0].message, errors)
}

/** A group that carries a template is the template, whatever else was sent with it. */
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

/** The groups of a dish after a template was deleted: the copy stays and is the dish's own. */
export const withoutTemplate = (groups: readonly AddonGroup[], templateId: string): AddonGroup[] =>
  groups.map(({ templateId: carried, ...own }) => (carried === undefined || carried === templateId ? own : { ...own, templateId: carried }))

export type VariantMoves = {
  /** Names before and after, of those that go by another name now. */
  renamed: [before: string, after: string][]
  /** Names of those that are there no more. */
  gone: string[]
}

/**
 * What has become of a dish's variants, which other rows know by their names alone (recipes): one is the same by its name, or by its name in
 * another case, or, when its name is gone and a new one stands in its place, has been renamed. Any other whose name is gone is gone itself.
 */
export function variantMoves(before: readonly { name: string }[], after: readonly { name: string }[]): VariantMoves {
  const gone = before.map((v) => v.name).filter((name) => !after.some((v) => v.name === name))
  const fresh = new Set(after.map((v) => v.name).filter((name) => !before.some((v) => v.name === name)))
  const successors: ((name: string) => string | undefined)[] = [
    (name) => [...fresh].find((f) => f.toLowerCase() === name.toLowerCase()),
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

/** `2 subcategories and 7 items`. */
export function countText(counts: readonly [n: number, one: string, many: string][]): string {
  return counts.map(([n, one, many]) => plural(n, one, many)).join(' and ')
}
