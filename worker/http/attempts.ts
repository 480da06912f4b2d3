import { sql } from '../db/sql.ts'
import type { Limit, LimitRule } from '#domain/limits.ts'

/** The key of a counter in PLATFORM's `attempts`; `limit.ts` counts. */
export const attemptKey = (limit: Limit, rule: LimitRule, value: string): string => `${limit.name}:${rule.by}:${rule.seconds}:${value}`

/** The value of a share's counter: the subject, then the address that asks about it. */
export const shareOf = (subject: string, address: string): string => `${subject} ${address}`

/** Resets a subject's counters, over all addresses, once somebody has proved that it is theirs. A statement for the batch of that call. */
export const forgetSubject = (limit: Limit, subject: string) =>
  sql`DELETE FROM attempts WHERE ${sql.join(
    limit.rules.flatMap((rule) => {
      const key = attemptKey(limit, rule, subject)
      // All keys that begin with the subject and a space; `!` is the character after the space.
      if (rule.by === 'share') return [sql`(key > ${`${key} `} AND key < ${`${key}!`})`]
      return rule.by === 'subject' ? [sql`key = ${key}`] : []
    }),
    sql` OR `,
  )}`
