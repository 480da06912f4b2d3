import { notFound } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import { isStaff } from '#domain/roles.ts'
import type { Context } from '../http/context.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'

/**
 * A restaurant that a public call names, as far as it is open to the public. `own`: the caller is its staff or has entered it; they may not name
 * another one (CONTRACT §2). Throws 404.
 */
export async function openRestaurant(c: Context, id: string): Promise<{ restaurant: Restaurant; own: boolean }> {
  const { session } = c
  const inside = session?.restaurant?.id === id && (isStaff(session.principal.role) || session.entered)
  if (session?.restaurant && !inside && session.principal.role !== 'user') throw notFound(MESSAGES.noRestaurant)
  const restaurant = inside ? session.restaurant : await findRestaurant(c.env, id)
  if (!restaurant || (!inside && restaurant.approvalStatus !== 'approved')) throw notFound(MESSAGES.noRestaurant)
  return { restaurant, own: inside }
}
