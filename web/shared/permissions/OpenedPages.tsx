import { useQuery } from '@tanstack/react-query'
import { pageName, visiblePages } from '#domain/permissions.ts'
import { ROLE_NAMES, type StaffRole } from '#domain/roles.ts'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId, useSession } from '#web/core/session.ts'

/** What a role opens in this restaurant. */
export function OpenedPages({ role }: { role: StaffRole }) {
  const { permissions } = useSession()
  const restaurantId = useRestaurantId()
  // Who works here from outside has no map of their own: the outlet's is asked for.
  const outside = useQuery({
    ...apiQuery('GET /restaurant/:id/permissions', { params: { id: restaurantId } }),
    enabled: permissions === null,
  })
  const map = permissions ?? outside.data?.permissions
  if (!map) return null
  // Pages below another page open together with it.
  const pages = visiblePages(role, map).filter((page) => page.split('/').length === 3)
  return (
    <section aria-label={`Pages for ${ROLE_NAMES[role]}`} className="rounded-card bg-raised px-3 py-2.5 text-14">
      <h3 className="font-medium">{ROLE_NAMES[role]} opens</h3>
      <p className="text-muted">{pages.length > 0 ? pages.map(pageName).join(', ') : 'No pages: all are switched off.'}</p>
    </section>
  )
}
