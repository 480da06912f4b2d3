import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Context } from './context.ts'
import { first, run } from './db/index.ts'

/** The caller's address, as the edge tells it. */
export const addressOf = (request: Request): string => request.headers.get('CF-Connecting-IP') ?? 'local'

/**
 * Counts one more attempt under a key and refuses beyond `most` in a window of `seconds`. Throws 429 with `retryAfter`.
 * Counted in PLATFORM, so that the limit holds over all locations.
 */
export async function countAttempt(c: Context, key: string, most: number, seconds: number): Promise<void> {
  const now = Math.floor(c.now.getTime() / 1000)
  const start = now - (now % seconds)
  const row = await first<{ count: number }>(
    c.env.PLATFORM,
    sql`INSERT INTO attempts (key, window_start, count) VALUES (${key}, ${start}, 1)
        ON CONFLICT DO UPDATE SET count = CASE WHEN window_start = ${start} THEN count + 1 ELSE 1 END, window_start = ${start} RETURNING count`,
  )
  if ((row?.count ?? 0) > most) throw new AppError(429, 'rate_limited', MESSAGES.rateLimited, { retryAfter: start + seconds - now })
}

/** Takes an attempt back that turned out to be good. */
export const forgiveAttempt = (c: Context, key: string): Promise<unknown> =>
  run(c.env.PLATFORM, sql`UPDATE attempts SET count = max(0, count - 1) WHERE key = ${key}`)

/** A call's own limit, per account. Who is not signed in is counted where it matters: sign-in counts account and address itself, before it hashes. */
export async function limited(c: Context, operation: string, perMinute: number): Promise<void> {
  if (c.session) await countAttempt(c, `${operation}:${c.session.principal.accountId}`, perMinute, 60)
}
