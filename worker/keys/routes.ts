import { Buffer } from 'node:buffer'
import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { keys as contract } from '#domain/api/keys.ts'
import type { SyncKey } from '#domain/api/keys.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { keyWorks } from '../access/synckey.ts'
import { batch, first } from '../db/index.ts'
import { syncKeys } from '../db/platform.ts'
import { must, readOne, rows } from '../db/reads.ts'
import { column, insert, shape } from '../db/rows.ts'
import { sha256 } from '../http/hash.ts'
import type { Handlers } from '../http/implement.ts'
import { refuseCrossSite } from '../http/security.ts'

type Api = typeof contract
const KEY = shape(syncKeys, { works: column.flag('works') })

/** `tawa_` and the first characters after it, enough to recognise a key in a list. */
const PREFIX = 11

const keyJson = (k: typeof KEY.row): z.input<typeof SyncKey> => ({
  id: k.id,
  _id: k.id,
  label: k.label,
  prefix: k.prefix,
  createdBy: k.createdBy,
  createdAt: k.createdAt,
  lastUsedAt: k.lastUsedAt,
  revokedAt: k.revokedAt,
  active: k.works,
})

export const keyHandlers: Handlers<Api> = {
  'GET /restaurant/keys': async (c) => {
    const keys = rows(
      KEY,
      sql`SELECT *, ${keyWorks} AS works FROM sync_keys WHERE restaurant_id = ${c.restaurant.id} ORDER BY created_at DESC`,
    )
    return { keys: (await readOne(c.env.PLATFORM, keys)).map(keyJson) }
  },
  'GET /restaurant/keys/generate': async (c, { query }) => {
    refuseCrossSite(c.request)
    const key = `tawa_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
    const made: typeof syncKeys.$inferSelect = {
      id: randomId(),
      restaurantId: c.restaurant.id,
      label: query.label || 'Sync key',
      prefix: key.slice(0, PREFIX),
      keyHash: sha256(key),
      createdBy: c.by,
      createdById: c.principal.accountId,
      partnerId: c.principal.partnerId,
      createdAt: c.at,
      lastUsedAt: null,
      revokedAt: null,
    }
    await batch(c.env.PLATFORM, [insert(syncKeys, made)])
    return { key, syncKey: keyJson({ ...made, works: true }) }
  },
  'DELETE /restaurant/keys/:id': async (c, { params }) => {
    const revoked = rows(
      KEY,
      sql`UPDATE sync_keys SET revoked_at = coalesce(revoked_at, ${c.at}) WHERE id = ${params.id} AND restaurant_id = ${c.restaurant.id} RETURNING *, 0 AS works`,
    )
    const key = await readOne(c.env.PLATFORM, must(revoked, 'Sync key not found'))
    return { message: `${key.label} was revoked.`, syncKey: keyJson(key) }
  },
  'DELETE /restaurant/keys/:id/delete': async (c, { params }) => {
    const own = sql`id = ${params.id} AND restaurant_id = ${c.restaurant.id}`
    const gone = await first<{ label: string }>(
      c.env.PLATFORM,
      sql`DELETE FROM sync_keys WHERE ${own} AND revoked_at IS NOT NULL RETURNING label`,
    )
    if (gone) return { message: `${gone.label} was removed.` }
    if (await first(c.env.PLATFORM, sql`SELECT 1 FROM sync_keys WHERE ${own}`)) throw conflict('not_revoked', 'Revoke this key first.')
    throw notFound('Sync key not found')
  },
}
