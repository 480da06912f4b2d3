import { sql } from '../db/sql.ts'
import { all } from '../db/index.ts'
import type { Env } from '../env.ts'
import { addressOf } from './keys.ts'

/** How long a document stays that nothing names, in days: an applicant may upload it long before the application is saved. */
const UNUSED_DAYS = 7

/**
 * Deletes the private documents that no application and no claim names any more: they were removed, or uploaded and never saved. One that is uploaded again
 * counts as new, also while this runs. Nothing else is deleted, because images may be named by past papers and copied menus. It asks what is named, and so can be repeated at any time.
 */
export async function sweepDocuments(env: Env, now: Date): Promise<void> {
  const before = now.getTime() - UNUSED_DAYS * 86_400_000
  for (let cursor: string | undefined, more = true; more;) {
    const page = await env.MEDIA.list({ prefix: 'p-', ...(cursor ? { cursor } : {}) })
    const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < before).map(({ key }) => key)
    const unused = await all<{ key: string }>(
      env.PLATFORM,
      sql`SELECT value AS key FROM json_each(${JSON.stringify(old)}) WHERE value NOT IN (
            SELECT d.value ->> 'key' FROM claims, json_each(claims.documents) d WHERE d.value ->> 'key' IS NOT NULL)
          AND ${addressOf('')} || value NOT IN (
            SELECT d.value ->> 'url' FROM restaurants, json_each(restaurants.profile, '$.documents') d WHERE d.value ->> 'url' IS NOT NULL)`,
    )
    for (const { key } of unused) {
      // It may have been uploaded again and named since the list was read.
      const object = await env.MEDIA.head(key)
      if (object && object.uploaded.getTime() < before) await env.MEDIA.delete(key)
    }
    more = page.truncated
    cursor = page.truncated ? page.cursor : undefined
  }
}
