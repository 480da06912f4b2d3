import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { setupSteps, type SetupProfile, type Step } from './setup.ts'

/** The setup checklist of this restaurant, from its own menu, tables, printers and people; empty while `profile` is not loaded or the list isn't needed. */
export function useSetup(profile: SetupProfile | undefined, enabled = true): Step[] {
  const menu = useQuery({ ...apiQuery('POST /menus/restaurant', { body: { restaurantId: useRestaurantId() } }), enabled })
  const tables = useQuery({ ...apiQuery('GET /tables'), enabled })
  const people = useQuery({ ...apiQuery('GET /restaurant/employees'), enabled })
  const printing = useQuery({ ...apiQuery('GET /print/printers'), enabled })
  if (!profile || !enabled) return []
  return setupSteps({
    profile,
    categories: menu.data?.menu.categories,
    tables: tables.data?.tables.length,
    printers: printing.data?.printers,
    staff: people.data?.employees.filter(({ isActive }) => isActive).length,
  })
}
