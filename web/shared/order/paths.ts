import type { OrderShape } from '#domain/api/order.ts'
import { canOpen, type Permissions } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import { tablePath } from '#web/app/pages.ts'
import { may } from '#web/core/may.ts'
import { to } from '#web/core/to.ts'

type Opener = { role: Role; entered: boolean; permissions: Permissions | null }

/** Where this person adds items: for a table at the counter or on the captain's phone, for other orders at the counter; null if they can't. */
export function addPath(order: Pick<OrderShape, '_id' | 'tableId'>, who: Opener): string | null {
  if (!may('PUT /pos/order', who).ok) return null
  if (order.tableId) return tablePath(who.role, who.permissions, order.tableId)
  return canOpen({ role: who.role }, to.pos(), who.permissions).ok ? to.pos({ order: order._id }) : null
}
