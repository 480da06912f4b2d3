import { type SQL, sql } from 'drizzle-orm'
import { AppError, invalid } from '#domain/errors.ts'
import type { Context } from '../http/context.ts'
import { batch, brokenConstraint, first } from '../db/index.ts'
import { Answer } from '../http/implement.ts'
import { counterValue, filled, type OutEvent, outbox } from '../realtime/events.ts'
import { armRoom, hintRoom } from '../realtime/publish.ts'

/** What one attempt at a command has decided: rows to write, events to tell, and the answer, in one D1 batch. */
export type Decision = {
  statements: readonly SQL[]
  events: readonly OutEvent[]
  /** Its statements may put events in the outbox by themselves. */
  tells?: boolean
  status: 200 | 201
  body: unknown
  /** JSON paths of the body whose values only the batch knows. */
  fill?: Record<string, SQL>
}

export type StoredAnswer = { request_hash: string; status: number; body: string }

/** How long a command that loses races tries again, below the 10 s after which a caller gives up (docs/decisions/013-patience.md). */
const PATIENCE = 8000

/** The read of an earlier answer, to go first in a command's read batch. */
export const storedAnswer = (c: Context): SQL =>
  sql`SELECT request_hash, status, body FROM idempotency WHERE account = ${c.account} AND key = ${c.idempotencyKey ?? ''} AND at > ${new Date(c.now.getTime() - 86_400_000).toISOString()}`

/** The first answer again, byte for byte. Throws 422 `idempotency_mismatch` when the key came with another request. */
export function replay(c: Context, rows: readonly Record<string, unknown>[] | undefined): Answer | null {
  const stored = rows?.[0] as StoredAnswer | undefined
  if (!stored || !c.idempotencyKey) return null
  if (stored.request_hash !== c.requestHash) throw invalid('This Idempotency-Key was used for another request.', [], 'idempotency_mismatch')
  return new Answer(stored.body, stored.status, { 'Idempotency-Replayed': 'true' })
}

/** Tells the room that a commit is coming, at the same time as the reads: should this Worker die after it, the room looks by itself. */
export function arm(c: Context): void {
  c.arming ??= armRoom(c.env, c.where)
  c.arming.catch(() => {})
}

/**
 * Runs a command: `attempt` reads (again, on every attempt after the first) and decides; its batch commits all or nothing. A broken guard or
 * constraint means that another command was first: it is decided anew, with jitter, for up to 8 s, so that the caller never sees the race.
 * An attempt that can't be right any more throws its own 409.
 */
export async function commit(c: Context, attempt: (n: number) => Promise<Decision | Answer>): Promise<Answer> {
  const { restaurantId } = c.where
  for (let n = 0; ; n++) {
    const decision = await attempt(n)
    if (decision instanceof Answer) return decision
    await c.arming
    const at = c.at
    const body = filled(JSON.stringify(decision.body), decision.fill)
    const tells = decision.events.length > 0 || decision.tells === true
    const seq = tells ? counterValue(restaurantId, 'seq') : sql`0`
    const last = c.idempotencyKey
      ? sql`INSERT INTO idempotency (account, key, restaurant_id, request_hash, status, body, at)
            VALUES (${c.account}, ${c.idempotencyKey}, ${restaurantId}, ${c.requestHash}, ${decision.status}, ${body}, ${at}) RETURNING body, ${seq} AS seq`
      : sql`SELECT ${body} AS body, ${seq} AS seq`
    const forget = c.idempotencyKey
      ? [
          sql`DELETE FROM idempotency WHERE account = ${c.account} AND key = ${c.idempotencyKey} AND at <= ${new Date(c.now.getTime() - 86_400_000).toISOString()}`,
        ]
      : []
    try {
      const rows = await batch(c.db, [...decision.statements, ...outbox(restaurantId, decision.events, at), ...forget, last])
      const out = rows.at(-1)?.[0] as { body: string; seq: number }
      if (tells) c.waitUntil(hintRoom(c.env, c.where, out.seq ?? 0))
      return new Answer(out.body, decision.status)
    } catch (error) {
      const broken = brokenConstraint(error)
      if (broken === null) throw error
      if (broken.startsWith('idempotency.')) {
        const row = await first<Record<string, unknown>>(c.db, storedAnswer(c))
        const again = replay(c, row ? [row] : [])
        if (again) return again
      } else if (Date.now() - c.now.getTime() > PATIENCE) {
        throw new AppError(409, 'busy', 'Many devices are changing this at once. Try again.', { retryAfter: 1 })
      }
      // Wide steps: fifty that race for one order then make some 300 attempts, and not 480, while two wait 50 ms on average.
      await scheduler.wait(Math.random() * Math.min(1200, 100 * (n + 1)))
    }
  }
}
