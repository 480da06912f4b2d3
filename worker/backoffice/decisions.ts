import { type SQL, sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { Decision, DECISIONS } from '#domain/api/backoffice.ts'
import { randomId } from '#domain/ids.ts'
import type { Context } from '../http/context.ts'
import { deskDecisions } from '../db/platform.ts'
import { exists, readOne, rows } from '../db/reads.ts'
import { insert } from '../db/rows.ts'

type Made = {
  kind: (typeof DECISIONS)[number]
  restaurantId: string
  name: string
  reason: string | null
  since: string
  /** The person who decided, by their account. */
  byId: string
  by: string
  at: string
}

/** A statement for the batch that decides, so that no decision is without its row; and the row's id. */
export function decided(made: Made): { id: string; statement: SQL } {
  const id = randomId()
  return { id, statement: insert(deskDecisions, { id, ...made }) }
}

/** The caller as the one who decides now. */
export const decidedBy = (c: Context) => ({ byId: c.principal.accountId, by: c.principal.name, at: c.at })

/** Whether the caller made the last decision, and it was this one: somebody whose answer was lost presses again, and no colleague decided then. */
export const isMine = (
  c: Context,
  { kind, restaurantId, since }: { kind: string; restaurantId: string; since: string },
): Promise<boolean> =>
  readOne(
    c.env.PLATFORM,
    exists(
      sql`SELECT 1 FROM desk_decisions d WHERE by_id = ${c.principal.accountId} AND at > ${since} AND since = ${since} AND restaurant_id = ${restaurantId} AND kind = ${kind}
          AND NOT EXISTS (SELECT 1 FROM desk_decisions l WHERE l.at > d.at AND l.restaurant_id = d.restaurant_id AND l.since = d.since)`,
    ),
  )

/** The last decisions, or those of one account, the latest first. */
export async function readDecisions(c: Context, { mine, limit }: { mine: boolean; limit: number }): Promise<z.input<typeof Decision>[]> {
  const whose = mine ? sql`by_id = ${c.principal.accountId} AND` : sql``
  const list = await readOne(
    c.env.PLATFORM,
    rows(deskDecisions, sql`SELECT * FROM desk_decisions WHERE ${whose} at > '' ORDER BY at DESC, rowid DESC LIMIT ${limit}`),
  )
  return list.map(({ id, at, kind, restaurantId, name, by, reason, since }) => ({
    _id: id,
    at,
    kind: kind as Made['kind'],
    restaurantId,
    name,
    by,
    reason,
    since,
  }))
}
