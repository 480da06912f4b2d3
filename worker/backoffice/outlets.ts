import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import { cityOf } from '#domain/address.ts'
import type { Outlet as OutletShape } from '#domain/api/partner.ts'
import { notFound } from '#domain/errors.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import type { Context } from '../http/context.ts'
import { outletDb } from '../db/index.ts'
import { restaurants } from '../db/platform.ts'
import { counted, readOne, rows } from '../db/reads.ts'
import { column, columns, shape } from '../db/rows.ts'
import { emailOf, isUnlinked } from '../auth/account.ts'
import { keyIn, signedAddress } from '../media/store.ts'

type Outlet = z.input<typeof OutletShape>

// All but the bill's logo, which is large and shown nowhere here.
const COLUMNS = sql.raw(
  ['id', 'establishment_name', 'shard', 'partner_id', 'approval_status', 'rejection_reason', 'profile', 'timezone', 'created_at']
    .map((c) => `r.${c}`)
    .join(', '),
)
const OWNER = sql`FROM accounts a WHERE a.restaurant_id = r.id AND a.role = 'superuser' ORDER BY a.is_active DESC, a.created_at LIMIT 1`
const SELECT = sql`SELECT ${COLUMNS},
  (SELECT json_object('email', email, 'name', name, 'mobile_number', mobile_number, 'isUnproven', is_unproven) ${OWNER}) AS owner,
  (SELECT name FROM partners p WHERE p.id = r.partner_id) AS partner_name,
  (SELECT email FROM accounts a WHERE a.partner_id = r.partner_id AND a.role = 'partner' LIMIT 1) AS partner_email,
  CASE r.approval_status WHEN 'pending' THEN (SELECT json_object('at', at, 'by', "by", 'reason', reason) FROM desk_decisions d
    WHERE d.restaurant_id = r.id AND d.kind = 'rejected' ORDER BY d.at DESC LIMIT 1) END AS sent_back,
  (SELECT min(since) FROM desk_decisions d WHERE d.restaurant_id = r.id AND d.kind = 'rejected' AND since < r.created_at) AS applied_at
  FROM restaurants r WHERE r.deleted_at IS NULL`

type Owner = { email: string; name: string; mobile_number: string; isUnproven: number }
const OUTLET = shape(restaurants, {
  owner: column.orNull(column.json<Owner>('owner')),
  partnerName: column.orNull(column.text('partner_name')),
  partnerEmail: column.orNull(column.text('partner_email')),
  sentBack: column.orNull(column.json<NonNullable<Outlet['sentBack']>>('sent_back')),
  appliedAt: column.orNull(column.text('applied_at')),
})
type Row = typeof OUTLET.row
const LAST_ORDER = columns({ id: column.text('id'), at: column.orNull(column.text('at')) })

/** The instant of each restaurant's last order: one look-up in an index for each, in its shard. */
async function lastOrders(c: Context, list: readonly Row[]): Promise<Map<string, string>> {
  const shards = [...new Set(list.map((r) => r.shard))]
  const found = await Promise.all(
    shards.map((shard) =>
      readOne(
        outletDb(c.env, shard),
        rows(
          LAST_ORDER,
          sql`SELECT value AS id, (SELECT created_at FROM orders INDEXED BY orders_date WHERE restaurant_id = value ORDER BY business_date DESC, created_at DESC LIMIT 1) AS at FROM json_each(${JSON.stringify(list.filter((r) => r.shard === shard).map((r) => r.id))})`,
        ),
      ),
    ),
  )
  return new Map(found.flat().flatMap(({ id, at }) => (at ? [[id, at] as const] : [])))
}

/**
 * Restaurants that fit a condition over `r`, as partners and, with `desk`, the back office list them. Only the back office sees the documents, whether it
 * was sent back before, whether the address belongs to another account, and whether it is confirmed.
 */
export async function readOutlets(c: Context, rest: SQL, { desk = false } = {}): Promise<Outlet[]> {
  const list = await readOne(c.env.PLATFORM, rows(OUTLET, sql`${SELECT} ${rest}`))
  const last = await lastOrders(c, list)
  return list.map((r) => outletJson(c, { ...r, email: r.owner?.email ?? null }, { desk, lastOrderAt: last.get(r.id) ?? null }))
}

type Listed = Pick<
  Row,
  'id' | 'establishmentName' | 'approvalStatus' | 'partnerId' | 'partnerName' | 'createdAt' | 'profile' | 'timezone'
> & {
  email: string | null
  rejectionReason?: string | null
  owner?: Owner | null
  partnerEmail?: string | null
  sentBack?: Outlet['sentBack'] | null
  appliedAt?: string | null
}

function outletJson(c: Context, r: Listed, { desk, lastOrderAt }: { desk: boolean; lastOrderAt: string | null }): Outlet {
  const p = r.profile as Record<string, unknown> & { documents?: { name: string; url: string }[] }
  const text = (key: string) => String(p[key] ?? '')
  return {
    _id: r.id,
    establishment_name: r.establishmentName,
    restaurantName: r.establishmentName,
    approved: r.approvalStatus === 'approved',
    approvalStatus: r.approvalStatus as Outlet['approvalStatus'],
    rejectionReason: r.rejectionReason ?? null,
    partnerId: r.partnerId,
    partnerName: r.partnerName,
    user_name: text('user_name'),
    user_contact_number: text('user_contact_number'),
    email: emailOf(r.email ?? ''),
    address: text('address'),
    city: cityOf(text('address')),
    gstNumber: text('gstNumber'),
    fssaiNumber: text('fssaiNumber'),
    location: (p.location as Outlet['location']) ?? null,
    timezone: r.timezone,
    opening_hours: (p.opening_hours as Outlet['opening_hours']) ?? null,
    // Only links to documents that we store: an application could name any address.
    documents: desk
      ? (p.documents ?? []).flatMap(({ name, url }) => (keyIn(url) ? [{ name, url: signedAddress(c.env, keyIn(url) ?? '', c.now) }] : []))
      : [],
    createdAt: r.createdAt,
    lastOrderAt,
    ...(desk
      ? {
          owner: { name: r.owner?.name ?? '', mobile_number: r.owner?.mobile_number ?? '' },
          addressTaken: isUnlinked(r.email ?? ''),
          partnerAddressTaken: isUnlinked(r.partnerEmail ?? ''),
          emailConfirmed: r.owner?.isUnproven !== 1,
          ...(r.sentBack ? { sentBack: r.sentBack } : {}),
          ...(r.appliedAt ? { appliedAt: r.appliedAt } : {}),
        }
      : {}),
  }
}

/** A restaurant that is being created: it has no documents and no orders yet. */
export const newOutlet = (c: Context, made: Omit<Listed, 'timezone'>): Outlet =>
  outletJson(c, { ...made, timezone: DEFAULT_TIMEZONE }, { desk: false, lastOrderAt: null })

/** One of them. Throws 404. */
export async function readOutlet(c: Context, id: string, options?: { desk?: boolean }): Promise<Outlet> {
  const [outlet] = await readOutlets(c, sql`AND r.id = ${id}`, options)
  if (!outlet) throw notFound('Restaurant details not found')
  return outlet
}

/** How many of these ids are restaurants that fit. */
export const countOutlets = (c: Context, ids: SQL, rest: SQL): Promise<number> =>
  readOne(
    c.env.PLATFORM,
    counted(sql`SELECT count(*) AS n FROM (${ids}) f CROSS JOIN restaurants r ON r.id = f.id WHERE r.deleted_at IS NULL ${rest}`),
  )
