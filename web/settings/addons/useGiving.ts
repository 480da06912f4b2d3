import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { useCommand } from '#web/core/query.ts'
import { ofDish } from '#web/shared/menu/ofDish.ts'

/** What changes a dish's addon groups changes these too. */
export const READS = ['GET /menus/addon-templates', 'POST /menus/restaurant', 'POST /menus/categories'] as const

/**
 * Gives each of the dishes other addon groups, one call after the other. Stops at the first that can't be saved and names it: the others have theirs, and a
 * second press goes on with the rest.
 */
export function useGiving() {
  const { mutateAsync: update } = useCommand('PUT /menus/item', { quiet: true, invalidates: READS })
  return async (dishes: readonly MenuItemShape[], groupsOf: (dish: MenuItemShape) => MenuItemShape['addonGroups']): Promise<void> => {
    for (const dish of dishes) {
      try {
        await update({ query: { id: dish._id }, body: { addonGroups: groupsOf(dish), version: dish.version } })
      } catch (error) {
        throw ofDish(dish.name, error)
      }
    }
  }
}
