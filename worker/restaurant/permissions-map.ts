import { type SQL, sql } from '../db/sql.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { partner } from '#domain/api/partner.ts'
import type { FieldError } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { PAGES, type Permissions, STAFF_ROLES } from '#domain/permissions.ts'
import { brief } from '#domain/text.ts'
import { batch } from '../db/index.ts'
import { restaurants } from '../db/platform.ts'
import { must, readOne, rows } from '../db/reads.ts'
import { decode, pick, update } from '../db/rows.ts'
import { mustBeAsSeen, saveAsSeen, stillAsRead } from '../db/seen.ts'
import type { Context } from '../http/context.ts'
import { announceSettings } from './announce.ts'

const PLACE = pick(restaurants, 'id', 'shard')
const MAP = pick(restaurants, 'permissions', 'establishmentName')

/** A restaurant's map, with its name; an empty map is the default table. Throws 404. */
export async function readPermissions(
  platform: D1Database,
  restaurantId: string,
): Promise<{ permissions: Permissions; restaurantName: string }> {
  const { permissions, establishmentName } = await readOne(
    platform,
    must(
      rows(MAP, sql`SELECT permissions, establishment_name FROM restaurants WHERE id = ${restaurantId} AND deleted_at IS NULL`),
      'Restaurant details not found',
    ),
  )
  return { permissions: permissions ?? {}, restaurantName: establishmentName }
}

/**
 * Replaces the map. Sessions go on: the new map applies from their next call, and open screens read it at once. `still` is what must be true of the restaurant when it is
 * written. Throws 404, 409 `permissions_changed`, 422.
 */
export async function replacePermissions(
  c: Context,
  restaurantId: string,
  { permissions, permissionsBefore: seen }: BodyOf<typeof partner, 'PUT /partner/permissions/restaurant/:id'>,
  still: SQL = sql`true`,
): Promise<Permissions> {
  const errors = Object.entries(permissions).flatMap(([page, roles]): FieldError[] => {
    if (!(PAGES as string[]).includes(page)) return [{ path: `permissions.${page}`, message: 'There is no such page.' }]
    const unknown = roles.filter((role) => !(STAFF_ROLES as readonly string[]).includes(role))
    return unknown.map((role) => ({ path: `permissions.${page}`, message: `There is no role ${brief(role)}.` }))
  })
  if (errors.length > 0) throw invalidFields(errors)
  const clean = Object.fromEntries(Object.entries(permissions).map(([page, roles]) => [page, [...new Set(roles)]]))
  const read = async () => (seen ? (await readPermissions(c.env.PLATFORM, restaurantId)).permissions : null)
  const before = await read()
  const asSeen = stillAsRead(sql`COALESCE(permissions, '{}')`, before, seen)
  const restaurant = await saveAsSeen(before, (now) => mustBeAsSeen('permissions', now, seen, { permissions: now }), {
    save: () =>
      batch(c.env.PLATFORM, [
        sql`${update(restaurants, { permissions: clean, version: sql`version + 1` }, sql`id = ${restaurantId} AND deleted_at IS NULL AND ${still} AND ${asSeen}`)} RETURNING id, shard`,
      ]),
    newest: read,
    gone: 'Restaurant details not found',
  })
  await announceSettings(c, decode(PLACE, restaurant), 'permissions')
  return clean
}
