import { sql } from 'drizzle-orm'
import type { Limit, LimitRule } from '#domain/limits.ts'

/** How attempts are told apart in PLATFORM's `attempts`; `limit.ts` counts them. */
export const attemptKey = (limit: Limit, rule: LimitRule, value: string): string => `${limit.name}:${rule.by}:${rule.seconds}:${value}`

/** Forgets what was counted against a subject: whoever proved to own it starts anew. A statement for the batch that proves it. */
export const forgetSubject = (limit: Limit, subject: string) =>
  sql`DELETE FROM attempts WHERE key IN (SELECT value FROM json_each(${JSON.stringify(
    limit.rules.filter((rule) => rule.by === 'subject').map((rule) => attemptKey(limit, rule, subject)),
  )}))`
