import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Claim as ClaimShape } from '#domain/api/claims.ts'
import type { Context } from '../http/context.ts'
import { claims } from '../db/platform.ts'
import { type Read, readOne, rows } from '../db/reads.ts'
import { column, shape } from '../db/rows.ts'
import { signedAddress } from '../media/store.ts'

/** A claim with its restaurant's name; `isGone`: the restaurant was removed; `hasOwner`: it has an active superuser. */
const CLAIM = shape(claims, {
  restaurantName: column.text('restaurant_name'),
  isGone: column.flag('is_gone'),
  hasOwner: column.flag('has_owner'),
})
export type Claim = typeof CLAIM.row

/** Whether a restaurant has an active superuser. */
export const hasOwner = (restaurantId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts a WHERE a.restaurant_id = ${restaurantId} AND a.role = 'superuser' AND a.is_active = 1)`

/** Whether a restaurant was removed. */
export const isGone = (restaurantId: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM restaurants r WHERE r.id = ${restaurantId} AND r.deleted_at IS NULL)`

const SELECT = sql`SELECT c.*, coalesce((SELECT establishment_name FROM restaurants r WHERE r.id = c.restaurant_id), '') AS restaurant_name,
  ${isGone(sql`c.restaurant_id`)} AS is_gone, ${hasOwner(sql`c.restaurant_id`)} AS has_owner FROM claims c`

export const claimById = (id: string): Read<Claim[]> => rows(CLAIM, sql`${SELECT} WHERE c.id = ${id}`)

/** Claims that fit, in the order asked for. */
export const readClaims = (c: Context, rest: SQL): Promise<Claim[]> => readOne(c.env.PLATFORM, rows(CLAIM, sql`${SELECT} ${rest}`))

/** A claim as the back office sees it, its documents by links that open for ten minutes. */
export const claimJson = (c: Context, claim: Claim): z.input<typeof ClaimShape> => ({
  _id: claim.id,
  restaurantId: claim.restaurantId,
  restaurantName: claim.isGone ? '' : claim.restaurantName,
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
