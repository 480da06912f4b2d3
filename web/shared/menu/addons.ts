import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { restaurantIdNow } from '#web/core/session.ts'
import { readStored, writeStored } from '#web/core/store.ts'

type Group = MenuItemShape['addonGroups'][number]
type Dish = Pick<MenuItemShape, '_id' | 'addonGroups'>
/** How many of each addon are taken, by its name. */
type Taken = Record<string, number>

export const sum = (taken: Taken): number => Object.values(taken).reduce((a, b) => a + b, 0)

/** The groups with a required choice first, then the others, each in the menu's order. */
export const requiredFirst = (groups: readonly Group[]): Group[] => [...groups].sort((a, b) => Number(b.min > 0) - Number(a.min > 0))

/** A press on an addon's chip: chooses it, or takes it out again. In a group that allows one it replaces the chosen one. */
export function toggled(group: Pick<Group, 'max'>, taken: Taken, addon: string): Taken {
  if ((taken[addon] ?? 0) > 0) return { ...taken, [addon]: 0 }
  return group.max === 1 ? { [addon]: 1 } : { ...taken, [addon]: 1 }
}

// ------------------------------------------------------------ what this device chooses often

/** By dish: how often each addon was chosen, `group/addon`. */
type Uses = Record<string, Record<string, number>>
const STORED = 'tawa_addon_uses:'
const SHOWN = 4
/** An addon that was chosen less often than this doesn't count as "often chosen". */
const LEAST = 2
const nameOf = (group: string, addon: string) => `${group}/${addon}`
const usesNow = (): Uses => readStored<Uses>(STORED + restaurantIdNow()) ?? {}

/** Counts the addons of a line that was taken on this device. */
export function countUses(dishId: string, addons: Record<string, Taken>): void {
  const uses = usesNow()
  const counted = { ...uses[dishId] }
  for (const [group, taken] of Object.entries(addons))
    for (const [addon, n] of Object.entries(taken)) if (n > 0) counted[nameOf(group, addon)] = (counted[nameOf(group, addon)] ?? 0) + 1
  if (Object.keys(counted).length > 0) writeStored(STORED + restaurantIdNow(), { ...uses, [dishId]: counted })
}

/** The optional addons of a dish that are chosen most on this device, most first. */
export function oftenChosen(dish: Dish): { group: Group; addon: string; price: number }[] {
  const uses = usesNow()[dish._id] ?? {}
  return dish.addonGroups
    .filter((group) => group.min === 0)
    .flatMap((group) => group.addons.map(({ name, price }) => ({ group, addon: name, price, n: uses[nameOf(group.name, name)] ?? 0 })))
    .filter(({ n }) => n >= LEAST)
    .sort((a, b) => b.n - a.n)
    .slice(0, SHOWN)
    .map(({ group, addon, price }) => ({ group, addon, price }))
}
