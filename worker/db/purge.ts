import { LEFT_SIGN_UP_DAYS } from '#domain/limits.ts'
import { removeLeftSignUps } from '../auth/account.ts'
import { sql } from './sql.ts'
import { all, batch, run, shardsOf } from './index.ts'
import type { Env } from '../env.ts'
import { sweepDocuments } from '../media/sweep.ts'
import { relayedSeq } from '../realtime/publish.ts'

/**
 * Deletes what is older than 24 h: events that their room has relayed, stored answers, and counted attempts; codes that expired 24 h ago; and print jobs older than seven
 * days, of which a copy can be printed anew. And sign-ups that came to nothing (docs/decisions/019-sign-up-tells-nothing.md), and documents that nothing names.
 */
export async function purge(env: Env, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000).toISOString()
  for (const { shard, db } of shardsOf(env)) {
    await run(db, sql`DELETE FROM idempotency WHERE at <= ${before}`)
    await run(db, sql`DELETE FROM print_jobs WHERE created_at <= ${new Date(now.getTime() - 7 * 86_400_000).toISOString()}`)
    const old = await all<{ restaurant_id: string }>(db, sql`SELECT DISTINCT restaurant_id FROM events WHERE at <= ${before}`)
    for (const { restaurant_id: restaurantId } of old) {
      const relayed = await relayedSeq(env, { restaurantId, shard })
      await run(db, sql`DELETE FROM events WHERE restaurant_id = ${restaurantId} AND seq <= ${relayed} AND at <= ${before}`)
    }
  }
  await run(env.PLATFORM, sql`DELETE FROM idempotency WHERE at <= ${before}`)
  await run(env.PLATFORM, sql`DELETE FROM attempts WHERE window_start < ${Math.floor(now.getTime() / 1000) - 86_400}`)
  await run(env.PLATFORM, sql`DELETE FROM codes WHERE expires_at <= ${before}`)
  await run(env.PLATFORM, sql`DELETE FROM dev_outbox WHERE at <= ${before}`)
  await batch(env.PLATFORM, removeLeftSignUps(new Date(now.getTime() - LEFT_SIGN_UP_DAYS * 86_400_000).toISOString()))
  await sweepDocuments(env, now)
}
