import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Limit, LimitRule } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import { attemptKey } from './attempts.ts'
import type { Context } from './context.ts'
import { batch } from '../db/index.ts'

/**
 * The caller's address, as Cloudflare's edge tells it (it overwrites what a client claims; no other header is believed). Of IPv6 the network:
 * whoever has one address has its /64.
 */
export function addressOf(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP') ?? 'local'
  if (!address.includes(':')) return address
  const v4 = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (v4) return v4
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const [left, right] = [groups(head), groups(tail ?? '')]
  const all =
    tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

type Values = { [By in LimitRule['by']]?: string }
type Counted = { rule: LimitRule; key: string; start: number }

function countersOf(c: Context, limit: Limit, values: Values): Counted[] {
  const now = Math.floor(c.now.getTime() / 1000)
  return limit.rules.flatMap((rule) => {
    const value = values[rule.by]
    return value === undefined ? [] : [{ rule, key: attemptKey(limit, rule, value), start: now - (now % rule.seconds) }]
  })
}

/**
 * Counts one more attempt and refuses what is beyond a rule. Counting comes first and is one statement a counter, so that no burst slips through;
 * PLATFORM counts, so that a limit holds over all locations. Throws 429 with `retryAfter`, seconds.
 */
async function attempt(c: Context, limit: Limit, values: Values): Promise<void> {
  const counters = countersOf(c, limit, values)
  if (counters.length === 0) return
  const rows = await batch(
    c.env.PLATFORM,
    counters.map(
      ({ key, start }) =>
        sql`INSERT INTO attempts (key, window_start, count) VALUES (${key}, ${start}, 1)
            ON CONFLICT DO UPDATE SET count = CASE WHEN window_start = ${start} THEN count + 1 ELSE 1 END, window_start = ${start} RETURNING count`,
    ),
  )
  const now = Math.floor(c.now.getTime() / 1000)
  const waits = counters.flatMap(({ rule, start }, i) => (Number(rows[i]?.[0]?.count ?? 0) > rule.most ? [start + rule.seconds - now] : []))
  if (waits.length > 0) throw new AppError(429, 'rate_limited', MESSAGES.rateLimited, { retryAfter: Math.max(...waits) })
}

/** By address, and by account when signed in: `implement` counts this for every call whose contract entry has a `rateLimit`. Throws 429. */
export const limitCaller = (c: Context, limit: Limit): Promise<void> =>
  attempt(c, limit, { address: addressOf(c.request), account: c.session?.principal.accountId })

/** By what the request is about (domain/limits.ts), which only the call itself knows. Throws 429. */
export const limitSubject = (c: Context, limit: Limit, subject: string): Promise<void> => attempt(c, limit, { subject })

/** Takes an attempt back that turned out to be good, from address and subject. */
export async function forgive(c: Context, limit: Limit, subject: string): Promise<void> {
  const counters = countersOf(c, limit, { address: addressOf(c.request), subject })
  await batch(
    c.env.PLATFORM,
    counters.map(({ key, start }) => sql`UPDATE attempts SET count = max(0, count - 1) WHERE key = ${key} AND window_start = ${start}`),
  )
}
