import type { Diner } from '#domain/diner.ts'
import type { Family, Role } from '#domain/roles.ts'

/**
 * Who opens the socket, as the Worker has verified it. `restaurantId` is the restaurant whose room may be entered: for a partner or the
 * back
 * office the outlet that they asked for, once it is known to be theirs.
 */
export type SessionForSocket = {
  sid: string
  accountId: string
  role: Role
  family: Family
  name: string
  restaurantId: string
  shard: string
  /** UTC ISO-8601; the socket is closed when it has passed. */
  expiresAt: string
  /** A diner's, with the table that the sitting is at now. */
  sittingId?: string | null
  tableId?: string | null
  diner?: Diner | null
}

export const SUBPROTOCOL = 'tawa.v1'
/** From the Worker to the room only. What a client sends by this name is dropped: the request to the room is made anew. */
export const SESSION_HEADER = 'x-tawa-session'

/** Headers carry ASCII, names don't. */
export const writeSession = (session: SessionForSocket): string =>
  JSON.stringify(session).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

export function readSession(header: string | null): SessionForSocket | null {
  try {
    const session = JSON.parse(header ?? 'null') as SessionForSocket | null
    return session?.sid && session.restaurantId && session.shard ? session : null
  } catch {
    return null
  }
}
