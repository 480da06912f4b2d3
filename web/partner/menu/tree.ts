import type { Answer } from '#web/core/api.ts'

export type Chain = Answer<'GET /partner/menu'>
export type Source = NonNullable<Chain['source']>
export type Dish = Source['categories'][number]['dishes'][number]
type Section = { id: string; name: string | null; dishes: readonly Dish[] }
/** A category with its own dishes and those of its subcategories. */
export type Branch = { id: string; name: string; sections: Section[]; dishes: Dish[] }

/** The source's menu as the tree shows it: only dishes whose name, or whose category's name, has the text. Categories without a dish are left out. */
export function branchesOf({ categories }: Source, search: string): Branch[] {
  const sought = search.trim().toLowerCase()
  const fits = (text: string) => text.toLowerCase().includes(sought)
  return categories.flatMap((category) => {
    const pick = (dishes: readonly Dish[]) => (fits(category.name) ? dishes : dishes.filter((d) => fits(d.name)))
    const sections = [
      { id: category._id, name: null, dishes: pick(category.dishes) },
      ...category.subcategories.map((s) => ({ id: s._id, name: s.name, dishes: fits(s.name) ? s.dishes : pick(s.dishes) })),
    ].filter((s) => s.dishes.length > 0)
    return sections.length === 0 ? [] : [{ id: category._id, name: category.name, sections, dishes: sections.flatMap((s) => s.dishes) }]
  })
}

/** The set with all of these ids added, or all of them removed. */
export function withAll(set: ReadonlySet<string>, ids: readonly string[], on: boolean): Set<string> {
  const next = new Set(set)
  for (const id of ids)
    if (on) next.add(id)
    else next.delete(id)
  return next
}
