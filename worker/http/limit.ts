import { type SQL, sql } from '../db/sql.ts'
import { AppError } from '#domain/errors.ts'
import { type Limit, LIMITS, type LimitRule } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import { type Claims, isShared } from '../access/session.ts'
import { attemptKey, shareOf } from './attempts.ts'
import { Counts } from './counts.ts'
import type { Context } from './context.ts'
import { batch } from '../db/index.ts'

/**
 * The caller's address, from the header that Cloudflare's edge sets (it overwrites a client's own; no other header is trusted). For IPv6 it is the /64
 * network, because whoever has one address usually has the whole /64.
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

/** What guests and sync keys have asked of this isolate (rules by `guest`, `laterGuests` and `key`). */
const asked = new Counts()
/** Counters by account that this isolate has found above their limit, with the start of the window: until it ends the database is not asked again. */
const used = new Map<string, number>()

/** The seconds to wait where an account's counter is known to be above its limit. */
function knownWait(c: Context, counters: readonly Counted[]): number {
  const now = Math.floor(c.now.getTime() / 1000)
  return Math.max(0, ...counters.map(({ key, start, rule }) => (used.get(key) === start ? start + rule.seconds - now : 0)))
}

function noteUsed(key: string, start: number): void {
  // Holds the windows of a few thousand accounts. When it is full it is emptied, after which each of them costs one more query.
  if (used.size >= 10_000) used.clear()
  used.set(key, start)
}

/** The counters of a limit's rules, shares before subjects: a subject is counted only where no share has refused. */
function countersOf(c: Context, limit: Limit, values: Values): Counted[] {
  const now = Math.floor(c.now.getTime() / 1000)
  const counters = limit.rules.flatMap((rule) => {
    const value = values[rule.by]
    return value === undefined ? [] : [{ rule, key: attemptKey(limit, rule, value), start: now - (now % rule.seconds) }]
  })
  return [...counters.filter(({ rule }) => rule.by !== 'subject'), ...counters.filter(({ rule }) => rule.by === 'subject')]
}

/**
 * Counts one more attempt. It is counted before it is checked, with one statement per counter, so that simultaneous attempts can't all pass. The counters are
 * in PLATFORM, so that a limit holds over all locations. Returns the seconds to wait, 0 when every rule allows it.
 */
async function count(c: Context, limit: Limit, values: Values): Promise<number> {
  const counters = countersOf(c, limit, values)
  if (counters.length === 0) return 0
  const known = knownWait(c, counters)
  if (known > 0) return known
  const shares = counters.filter(({ rule }) => rule.by === 'share' || rule.by === 'network')
  const shareLeft = sql.join(
    [
      sql`true`,
      ...shares.map(
        ({ key, start, rule }) =>
          sql`NOT EXISTS (SELECT 1 FROM attempts WHERE key = ${key} AND window_start = ${start} AND count > ${rule.most})`,
      ),
    ],
    sql` AND `,
  )
  const rows = await batch(
    c.env.PLATFORM,
    counters.map(
      ({ key, start, rule }) =>
        sql`INSERT INTO attempts (key, window_start, count) SELECT ${key}, ${start}, 1 WHERE ${rule.by === 'subject' ? shareLeft : sql`true`}
            ON CONFLICT DO UPDATE SET count = CASE WHEN window_start = ${start} THEN count + 1 ELSE 1 END, window_start = ${start} RETURNING count`,
    ),
  )
  const now = Math.floor(c.now.getTime() / 1000)
  const above = counters.filter(({ rule }, i) => Number(rows[i]?.[0]?.count ?? 0) > rule.most)
  for (const { rule, key, start } of above) if (rule.by === 'account') noteUsed(key, start)
  return Math.max(0, ...above.map(({ rule, start }) => start + rule.seconds - now))
}

/** The refusal for a caller that has to wait this many seconds. */
export const rateLimited = (retryAfter: number): AppError => new AppError(429, 'rate_limited', MESSAGES.rateLimited, { retryAfter })

/** Throws 429 for a caller that has to wait. */
export function mustNotWait(wait: number): void {
  if (wait > 0) throw rateLimited(wait)
}

const attempt = async (c: Context, limit: Limit, values: Values): Promise<void> => mustNotWait(await count(c, limit, values))

/**
 * Counts by address and, for a signed-in caller, by account (for a guest by its allowance). `implement` does this for every call whose contract entry has a
 * `rateLimit`. Throws 429.
 */
export const limitCaller = (c: Context, limit: Limit): Promise<void> =>
  attempt(c, limit, { address: addressOf(c.request), account: c.session?.principal.allowance })

/**
 * Counts what a diner asks for by its token alone, in the memory of this isolate: nothing is read for it, and nothing for those who are refused. Refused attempts
 * count too. Returns the seconds to wait, 0 for everybody else.
 */
export function dinerWait(claims: Claims | null, limit: Limit): number {
  if (claims?.role !== 'user') return 0
  const allowance = claims.allowance ?? claims.sub
  const by = isShared(allowance) ? 'laterGuests' : 'guest'
  return askedWait(limit, by, allowance)
}

/** The same of a program by the hash of its sync key. Returns the seconds to wait. */
export const keyWait = (keyHash: string): number => askedWait(LIMITS.syncKey, 'key', keyHash)

function askedWait(limit: Limit, by: LimitRule['by'], value: string): number {
  const rules = limit.rules.filter((rule) => rule.by === by)
  return Math.max(0, ...rules.map((rule) => asked.wait(attemptKey(limit, rule, value), rule.most, rule.seconds * 1000)))
}

/** Refuses an account whose limit this isolate knows to be used up, by its token alone. Throws 429. */
export function refuseUsed(c: Context, limit: Limit): void {
  if (c.claims) mustNotWait(knownWait(c, countersOf(c, limit, { account: c.claims.allowance ?? c.claims.sub })))
}

/** `from` is whose share counts: the caller's address, or a known device instead. */
function aboutSubject(c: Context, subject: string, from?: string): Values {
  const network = addressOf(c.request)
  return { subject, share: shareOf(subject, from ?? network), network }
}

/** Counts by what the request is about (domain/limits.ts), which only the call itself knows. Throws 429. */
export const limitSubject = (c: Context, limit: Limit, subject: string): Promise<void> => attempt(c, limit, aboutSubject(c, subject))

/** The same for a limit that doesn't refuse: returns whether this attempt is still within it. */
export const isWithin = async (c: Context, limit: Limit, subject: string, from?: string): Promise<boolean> =>
  (await count(c, limit, aboutSubject(c, subject, from))) === 0

/** Statements for a batch that take back the count of a successful attempt, for its address, its share and its subject. */
export const forgiving = (c: Context, limit: Limit, subject: string, from?: string): SQL[] =>
  countersOf(c, limit, { address: addressOf(c.request), ...aboutSubject(c, subject, from) }).map(
    ({ key, start }) => sql`UPDATE attempts SET count = max(0, count - 1) WHERE key = ${key} AND window_start = ${start}`,
  )
