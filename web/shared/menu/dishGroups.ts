import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { folded, sameName } from '#domain/text.ts'

type Group = MenuItemShape['addonGroups'][number]
/** A group that dishes have as their own, without a template: the same name, limits and addons. `key` names it while its first dish keeps it. */
export type OwnGroup = Group & { key: string; dishes: MenuItemShape[] }

const contentOf = ({ name, min, max, addons }: Group): string =>
  JSON.stringify([folded(name), min, max, addons.map((addon) => [folded(addon.name), addon.price])])

/** Whether a group and a template give a guest the same choice. */
export const sameGroup = (one: Group, other: Group): boolean => contentOf(one) === contentOf(other)

/** The groups that dishes have as their own, each once, with its dishes. An import writes one into every row that names it. */
export function ownGroups(dishes: readonly MenuItemShape[]): OwnGroup[] {
  const found = new Map<string, OwnGroup>()
  for (const dish of dishes)
    dish.addonGroups.forEach((group, i) => {
      if (group.templateId !== undefined) return
      const same = found.get(contentOf(group))
      if (same) same.dishes.push(dish)
      else found.set(contentOf(group), { ...group, key: `own-${dish._id}-${i}`, dishes: [dish] })
    })
  return [...found.values()]
}

/** A dish's groups with a template: in the place of the dish's own group of that name, or after the others. */
export function withGroup(groups: readonly Group[], template: Omit<Group, 'templateId'> & { _id: string }): Group[] {
  const { _id: templateId, name, min, max, addons } = template
  const linked = { name, min, max, addons, templateId }
  const at = groups.findIndex((group) => sameName(group.name, name))
  return at < 0 ? [...groups, linked] : groups.map((group, i) => (i === at ? linked : group))
}
