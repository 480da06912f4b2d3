import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Claim as ClaimShape } from '#domain/api/claims.ts'
import type { Context } from '../http/context.ts'
import { all, first } from '../db/index.ts'
import { claims } from '../db/platform.ts'
import { decode } from '../db/rows.ts'
import { signedAddress } from '../media/store.ts'

/** `hasOwner`: the restaurant has an active superuser. */
export type Claim = typeof claims.$inferSelect & { restaurantName: string; hasOwner: boolean }

const SELECT = sql`SELECT c.*, (SELECT establishment_name FROM restaurants r WHERE r.id = c.restaurant_id) AS restaurant_name,
  EXISTS (SELECT 1 FROM accounts a WHERE a.restaurant_id = c.restaurant_id AND a.role = 'superuser' AND a.is_active = 1) AS has_owner FROM claims c`
const claimOf = (row: Record<string, unknown>): Claim => ({
  ...decode(claims, row),
  restaurantName: String(row.restaurant_name ?? ''),
  hasOwner: row.has_owner === 1,
})

export async function findClaim(c: Context, id: string): Promise<Claim | null> {
  const row = await first<Record<string, unknown>>(c.env.PLATFORM, sql`${SELECT} WHERE c.id = ${id}`)
  return row && claimOf(row)
}

/** Claims that fit, in the order asked for. */
export const readClaims = async (c: Context, rest: SQL): Promise<Claim[]> =>
  (await all<Record<string, unknown>>(c.env.PLATFORM, sql`${SELECT} ${rest}`)).map(claimOf)

/** A claim as the back office sees it, its documents by links that open for ten minutes. */
export const claimJson = (c: Context, claim: Claim): z.input<typeof ClaimShape> => ({
  _id: claim.id,
  restaurantId: claim.restaurantId,
  restaurantName: claim.restaurantName,
  name: claim.name,
  email: claim.email,
  mobile_number: claim.mobileNumber,
  message: claim.message,
  documents: claim.documents.map(({ name, key }) => ({ name, url: signedAddress(c.env, key, c.now) })),
  status: claim.status as z.input<typeof ClaimShape>['status'],
  reason: claim.reason,
  hasOwner: claim.hasOwner,
  createdAt: claim.createdAt,
})
