import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Partner as PartnerShape } from '#domain/api/partner.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { isUnlinked } from '../auth/account.ts'
import type { Context } from '../http/context.ts'
import { all } from '../db/index.ts'
import { partners, restaurants } from '../db/platform.ts'
import { counted, exists, mustBeNone, readOne, rows } from '../db/reads.ts'
import { column, decode, pick, type Row, shape } from '../db/rows.ts'
import { mustBeAsSeen } from '../db/seen.ts'
import { endSessions } from '../realtime/publish.ts'

type Partner = z.input<typeof PartnerShape>

const PARTNER = shape(partners, {
  outlets: column.json<Partner['outlets']>('outlets'),
  accountEmail: column.orNull(column.text('account_email')),
  isUnproven: column.flag('unproven'),
})
const OUTLET = pick(restaurants, 'id', 'establishmentName', 'approvalStatus')

/** Partners that fit a condition over `p`, with their outlets; with `desk` as the back office sees them. */
export async function readPartners(c: Context, rest: SQL, { desk = false } = {}): Promise<Partner[]> {
  const found = await readOne(
    c.env.PLATFORM,
    rows(
      PARTNER,
      sql`SELECT p.*, (SELECT json_group_array(json_object('_id', r.id, 'establishment_name', r.establishment_name, 'approvalStatus', r.approval_status))
                     FROM restaurants r WHERE r.partner_id = p.id AND r.deleted_at IS NULL) AS outlets,
          (SELECT email FROM accounts a WHERE a.partner_id = p.id AND a.role = 'partner' LIMIT 1) AS account_email,
          (SELECT is_unproven FROM accounts a WHERE a.partner_id = p.id AND a.role = 'partner' LIMIT 1) AS unproven
        FROM partners p WHERE p.deleted_at IS NULL ${rest}`,
    ),
  )
  return found.map(({ id, name, email, mobileNumber, createdAt, outlets, accountEmail, isUnproven }) => ({
    _id: id,
    name,
    email,
    mobile_number: mobileNumber,
    createdAt,
    outlets,
    ...(desk ? { addressTaken: accountEmail !== null && isUnlinked(accountEmail), emailConfirmed: !isUnproven } : {}),
  }))
}

/** One of them. Throws 404. */
export async function readPartner(c: Context, id: string, options?: { desk?: boolean }): Promise<Partner> {
  const [partner] = await readPartners(c, sql`AND p.id = ${id}`, options)
  if (!partner) throw notFound('Partner not found')
  return partner
}

/**
 * Checks, before an approval or new outlets, that the account has its own address: somebody may have signed up with another person's. Throws 409
 * `address_taken`.
 */
export function mustOwnAddress({ addressTaken, partnerAddressTaken }: { addressTaken?: boolean; partnerAddressTaken?: boolean }): void {
  if (addressTaken) throw conflict('address_taken', 'This address belongs to another account. Ask for another address.')
  if (partnerAddressTaken)
    throw conflict('address_taken', 'The partner’s address belongs to another account. Give the partner another address first.')
}

/** How many of these ids are partners. */
export const countPartners = (c: Context, ids: SQL): Promise<number> =>
  readOne(
    c.env.PLATFORM,
    counted(sql`SELECT count(*) AS n FROM (${ids}) f CROSS JOIN partners p ON p.id = f.id WHERE p.deleted_at IS NULL`),
  )

/** These restaurants as a partner's outlets are listed. Throws 404 unless all of them exist. */
export async function mustAllExist(c: Context, restaurantIds: readonly string[]): Promise<Partner['outlets']> {
  const ids = [...new Set(restaurantIds)]
  if (ids.length === 0) return []
  const found = await readOne(
    c.env.PLATFORM,
    rows(
      OUTLET,
      sql`SELECT r.id, r.establishment_name, r.approval_status
        FROM json_each(${JSON.stringify(ids)}) JOIN restaurants r ON r.id = value WHERE r.deleted_at IS NULL`,
    ),
  )
  if (found.length !== ids.length) throw notFound('Restaurant details not found')
  return found.map(({ id, establishmentName, approvalStatus }) => ({
    _id: id,
    establishment_name: establishmentName,
    approvalStatus: approvalStatus as Partner['outlets'][number]['approvalStatus'],
  }))
}

const listed = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
const attach = (partnerId: string, ids: readonly string[]): SQL =>
  sql`UPDATE restaurants SET partner_id = ${partnerId}, version = version + 1 WHERE id IN ${listed(ids)}`
/** Detaches all outlets of a partner except these. */
const detach = (partnerId: string, but: readonly string[] = []): SQL =>
  sql`UPDATE restaurants SET partner_id = NULL, version = version + 1 WHERE partner_id = ${partnerId} AND id NOT IN ${listed(but)}`

/**
 * Checks that a partner still has the outlets that the caller saw (`before`, ids in any order): an older list would also take back what another partner got.
 * Throws 409 `outlets_changed` with the partner as it is now.
 */
export function mustHaveOutlets(partner: Partner, before: readonly string[]): void {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort()
  mustBeAsSeen('outlets', sorted(partner.outlets.map(({ _id }) => _id)), sorted(before), { partner })
}

/** The same as a guard in the batch; it comes before `outletsAre`. */
export function stillHasOutlets(partnerId: string, before: readonly string[]): SQL {
  const own = sql`SELECT id FROM restaurants WHERE partner_id = ${partnerId} AND deleted_at IS NULL`
  return mustBeNone(
    'status',
    exists(
      sql`SELECT id FROM (${own}) WHERE id NOT IN ${listed(before)} UNION ALL SELECT value FROM ${listed(before)} WHERE value NOT IN (${own})`,
    ),
  )
}

/** Ends the sync keys that a partner made in outlets that are no longer its own: this partner, and those who had the named outlets before. */
const endKeys = (at: string, partnerId: string, ids: readonly string[]): SQL =>
  sql`UPDATE sync_keys SET revoked_at = ${at} WHERE revoked_at IS NULL AND (partner_id = ${partnerId} OR (partner_id IS NOT NULL AND restaurant_id IN ${listed(ids)}))
      AND NOT EXISTS (SELECT 1 FROM restaurants r WHERE r.id = sync_keys.restaurant_id AND r.partner_id = sync_keys.partner_id)`

/** Makes exactly these restaurants the partner's outlets, including those of other partners. `at` is the instant in UTC. */
export const outletsAre = (at: string, partnerId: string, ids: readonly string[]): SQL[] => [
  detach(partnerId, ids),
  attach(partnerId, ids),
  endKeys(at, partnerId, ids),
]

const LOST = pick(restaurants, 'id', 'shard', 'partnerId')

/** The outlets that this partner and others lose by `outletsAre`. In a batch it must come before `outletsAre`. */
export const outletsLost = (partnerId: string, ids: readonly string[]): SQL =>
  sql`SELECT id, shard, partner_id FROM restaurants
      WHERE (partner_id = ${partnerId} AND id NOT IN ${listed(ids)}) OR (id IN ${listed(ids)} AND partner_id <> ${partnerId})`

/** Closes the sockets of partners in outlets that are no longer theirs (`outletsLost`). Their sessions stay, for their other outlets. */
export async function leaveOutlets(c: Context, lost: readonly Row[] = []): Promise<void> {
  if (lost.length === 0) return
  const outlets = lost.map((row) => decode(LOST, row))
  const losers = JSON.stringify([...new Set(outlets.map((outlet) => outlet.partnerId))])
  const open = await all<{ id: string; partner_id: string }>(
    c.env.PLATFORM,
    sql`SELECT s.id, a.partner_id FROM json_each(${losers}) p JOIN accounts a ON a.partner_id = p.value JOIN sessions s ON s.account_id = a.id
        WHERE s.revoked_at IS NULL`,
  )
  for (const { id, shard, partnerId } of outlets) {
    const sids = open.filter((session) => session.partner_id === partnerId).map((session) => session.id)
    c.waitUntil(endSessions(c.env, { restaurantId: id, shard }, sids))
  }
}
