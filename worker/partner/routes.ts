import { type SQL, sql } from '../db/sql.ts'
import type { partner as contract } from '#domain/api/partner.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { LIMITS } from '#domain/limits.ts'
import { emailOf, emailTaken } from '../auth/account.ts'
import { applied, tellOwner } from '../auth/application.ts'
import { closeSockets } from '../auth/sessions.ts'
import { newOutlet, readOutlet, readOutlets } from '../backoffice/outlets.ts'
import { leaveOutlets, readPartner } from '../backoffice/partners.ts'
import { command, PLATFORM } from '../command/command.ts'
import type { Context } from '../http/context.ts'
import { all, batch, first, outletDb, run } from '../db/index.ts'
import { accounts, restaurants } from '../db/platform.ts'
import { exists, must, mustBeNone, readOne, rows } from '../db/reads.ts'
import { pick, update } from '../db/rows.ts'
import type { Handlers } from '../http/implement.ts'
import { limitSubject } from '../http/limit.ts'
import { keepListing } from '../listing/store.ts'
import { OPEN_ORDERS, pendingOrders } from '../orders/store.ts'
import { readPermissions, replacePermissions } from '../restaurant/permissions-map.ts'
import { saveProfile } from '../restaurant/save.ts'
import { endSitting } from '../realtime/publish.ts'
import { findRestaurant, groupOf, type Restaurant } from '../access/session.ts'

/**
 * The partner whose outlets the caller sees: a partner's own; for a managerialHead whom the restaurant's partner has appointed, and an administrator who has
 * entered a restaurant, the restaurant's partner. Throws 404.
 */
export function partnerOf(c: Context): string {
  const { principal, session } = c
  const restaurant = session?.restaurant ?? null
  const staffOf = () => (principal.role === 'managerialHead' ? groupOf(principal, restaurant) : restaurant?.partnerId)
  const id = principal.role === 'partner' ? principal.partnerId : staffOf()
  if (!id) throw notFound('Partner not found')
  return id
}

/** An outlet of the caller's partner; an administrator's is any. Throws 404. */
export async function outletOf(c: Context, id: string): Promise<Restaurant> {
  const restaurant = await findRestaurant(c.env, id)
  const theirs = restaurant && (c.principal.role === 'admin' || restaurant.partnerId === partnerOf(c))
  if (!restaurant || !theirs) throw notFound('Restaurant details not found')
  return restaurant
}

/** The condition that an outlet is still its partner's: the back office may give it to another one between the look-up and the write. */
const stillOf = ({ partnerId }: Pick<Restaurant, 'partnerId'>): SQL => sql`partner_id IS ${partnerId}`

const REMOVABLE = pick(restaurants, 'id', 'shard', 'partnerId', 'establishmentName', 'deletedAt')

const notThere = (): never => {
  throw notFound('Restaurant details not found')
}

/** An outlet of the caller's partner, also one that was removed: whoever got no answer removes it again. Throws 404. */
async function removableOf(c: Context, id: string) {
  const outlet = await readOne(
    c.env.PLATFORM,
    must(rows(REMOVABLE, sql`SELECT * FROM restaurants WHERE id = ${id}`), 'Restaurant details not found'),
  )
  if (c.principal.role !== 'admin' && outlet.partnerId !== partnerOf(c)) notThere()
  return outlet
}

export const partnerHandlers: Handlers<typeof contract> = {
  'GET /partner': async (c) => ({ partner: await readPartner(c, partnerOf(c)) }),
  'GET /partner/outlets': async (c) => ({ outlets: await readOutlets(c, sql`AND r.partner_id = ${partnerOf(c)} ORDER BY r.created_at`) }),
  'POST /partner/restaurant': async (c, { body }) => {
    await limitSubject(c, LIMITS.signup, body.email)
    // Anybody can become a partner, so like a sign-up this must not reveal whether an address has an account, except the caller's own.
    if (body.email === emailOf(c.principal.email)) throw emailTaken()
    return command(c, {
      on: PLATFORM,
      reads: {},
      decide: async () => {
        const partner = await readPartner(c, partnerOf(c))
        const { restaurant, owner, statements } = await applied(c, body, { approvalStatus: 'pending', partnerId: partner._id, blind: true })
        const outlet = newOutlet(c, { ...restaurant, email: owner.email, partnerName: partner.name })
        return {
          // The partner may have been taken out since it was read.
          statements: [
            ...statements,
            mustBeNone('status', exists(sql`SELECT 1 FROM partners WHERE id = ${partner._id} AND deleted_at IS NOT NULL`)),
          ],
          body: { restaurant: outlet },
          after: (results) => tellOwner(c, owner.email, results),
        }
      },
    })
  },
  'PUT /partner/restaurant/:id': async (c, { params, body }) => {
    const outlet = await outletOf(c, params.id)
    const restaurant = await saveProfile(c, outlet, body, stillOf(outlet))
    return { restaurant: await readOutlet(c, restaurant.id) }
  },
  'DELETE /partner/restaurant/:id': async (c, { params }) => {
    const outlet = await removableOf(c, params.id)
    const { id, shard, establishmentName, deletedAt } = outlet
    let at = deletedAt ?? c.at
    const db = outletDb(c.env, shard)
    const hasOpen = () => first(db, sql`SELECT 1 FROM ${OPEN_ORDERS} WHERE ${pendingOrders(id)} LIMIT 1`)
    const refused = () => conflict('open_orders', `${establishmentName} has open orders.`)
    if (deletedAt === null) {
      if (await hasOpen()) throw refused()
      const [removed] = await batch(c.env.PLATFORM, [
        sql`${update(restaurants, { deletedAt: at, version: sql`version + 1` }, sql`id = ${id} AND deleted_at IS NULL AND ${stillOf(outlet)}`)} RETURNING id`,
        sql`DELETE FROM listings WHERE restaurant_id = ${id} AND changes() = 1`,
      ])
      // Removed at the same moment by another call: this one finishes it too. Throws when the outlet is no longer the partner's.
      if (!removed?.[0]) at = (await removableOf(c, params.id)).deletedAt ?? notThere()
    }
    // From here on everything can be done again, because the Worker may end in between: the next call finishes it.
    // The orders are in another database. Only once it refuses new ones too, open ones are looked for again, because their money would otherwise be lost from sight.
    await run(db, sql`INSERT INTO taken_out (restaurant_id, at) VALUES (${id}, ${at}) ON CONFLICT DO NOTHING`)
    if (await hasOpen()) {
      await run(db, sql`DELETE FROM taken_out WHERE restaurant_id = ${id}`)
      await batch(c.env.PLATFORM, [
        update(restaurants, { deletedAt: null, version: sql`version + 1` }, sql`id = ${id} AND deleted_at = ${at}`),
        ...keepListing(id),
      ])
      throw refused()
    }
    // The accounts first: a session that is opened before the batch ends with it, and after it none is opened.
    const [, ended = [], lost] = await batch(c.env.PLATFORM, [
      // This frees their addresses for other accounts.
      update(accounts, { isActive: false, email: sql`'deleted:' || id` }, sql`restaurant_id = ${id}`),
      sql`UPDATE sessions SET revoked_at = ${c.at} WHERE account_id IN (SELECT id FROM accounts WHERE restaurant_id = ${id}) AND revoked_at IS NULL RETURNING id, rooms`,
      sql`SELECT id, shard, partner_id FROM restaurants WHERE id = ${id}`,
    ])
    closeSockets(c, [{ id, shard }], ended)
    const tables = await all<{ sitting_id: string }>(
      db,
      sql`SELECT sitting_id FROM dining_tables WHERE restaurant_id = ${id} AND deleted_at IS NULL`,
    )
    c.waitUntil(
      endSitting(
        c.env,
        { restaurantId: id, shard },
        tables.map((t) => t.sitting_id),
      ),
    )
    await leaveOutlets(c, lost)
    return { message: `${establishmentName} was taken out.` }
  },
  'GET /partner/permissions/restaurant/:id': async (c, { params }) => ({
    permissions: (await readPermissions(c.env.PLATFORM, (await outletOf(c, params.id)).id)).permissions,
  }),
  'PUT /partner/permissions/restaurant/:id': async (c, { params, body }) => {
    const outlet = await outletOf(c, params.id)
    return { permissions: await replacePermissions(c, outlet.id, body, stillOf(outlet)) }
  },
}
