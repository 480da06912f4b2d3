import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Limit, LimitRule } from '#domain/limits.ts'
import { batch } from '../db/index.ts'
import { signToken, verifyToken } from '../access/session.ts'
import { attemptKey } from '../http/attempts.ts'
import { type Reply, testEnv } from './world.ts'

/** Uses up a limit except for `left` attempts, as that many requests would. */
export async function spend(limit: Limit, rule: LimitRule, value: string, left = 0): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  await batch(testEnv.PLATFORM, [
    sql`INSERT INTO attempts (key, window_start, count) VALUES (${attemptKey(limit, rule, value)}, ${now - (now % rule.seconds)}, ${rule.most - left})
        ON CONFLICT DO UPDATE SET window_start = excluded.window_start, count = excluded.count`,
  ])
}

/** Runs with the clock at the start of a five-minute window, so that no window of a limit ends meanwhile. */
export async function withinOneWindow<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 300_000) * 300_000 + 1000 })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

/** The headers of a device that has got this answer to its sign-in: the cookie by which it is known from then on. */
export const deviceFrom = ({ headers }: Reply): { Cookie: string } => ({ Cookie: headers.get('Set-Cookie')?.split(';')[0] ?? '' })

/** A diner's token with an unused allowance, so that a test can make as many calls as it needs. */
export const withNewAllowance = async (token: string): Promise<string> =>
  signToken(testEnv, { ...(await verifyToken(testEnv, token)), allowance: randomId() }, new Date(Date.now() + 3_600_000))
