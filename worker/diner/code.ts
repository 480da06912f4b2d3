import { sql } from '../db/sql.ts'
import { isTableCode, shardOfCode } from '#domain/qr.ts'
import { first, shardsOf } from '../db/index.ts'
import type { Env } from '../env.ts'

/** The shards to which a printed code may belong: the one that it names, or all of them for an old code; none if it names an unknown shard or is not a code. */
export function shardsOfCode(env: Env, code: string): { shard: string; db: D1Database }[] {
  if (!isTableCode(code)) return []
  const named = shardOfCode(code)
  return shardsOf(env).filter(({ shard }) => named === null || shard === named)
}

export type ScannedTable = { id: string; tableNumber: string; restaurantId: string }

/** The table of a printed code, by the index of the codes; null when there is none, or it was deleted. */
export async function tableOfCode(env: Env, code: string): Promise<ScannedTable | null> {
  for (const { db } of shardsOfCode(env, code)) {
    const row = await first<{ id: string; table_number: string; restaurant_id: string }>(
      db,
      sql`SELECT id, table_number, restaurant_id FROM dining_tables WHERE qr_token = ${code} AND deleted_at IS NULL`,
    )
    if (row) return { id: row.id, tableNumber: row.table_number, restaurantId: row.restaurant_id }
  }
  return null
}
