import { sql } from 'drizzle-orm'
import type { Limit, LimitRule } from '#domain/limits.ts'

/** The key of a counter in PLATFORM's `attempts`; `limit.ts` counts. */
export const attemptKey = (limit: Limit, rule: LimitRule, value: string): string => `${limit.name}:${rule.by}:${rule.seconds}:${value}`

/** Resets a subject's counters once somebody has proved that it is theirs. A statement for the batch of that call. */
export const forgetSubject = (limit: Limit, subject: string) =>
  sql`DELETE FROM attempts WHERE key IN (SELECT value FROM json_each(${JSON.stringify(
    limit.rules.filter((rule) => rule.by === 'subject').map((rule) => attemptKey(limit, rule, subject)),
  )}))`
