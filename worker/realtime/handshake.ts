import type { Diner } from '#domain/diner.ts'
import type { Family, Role } from '#domain/roles.ts'

/**
 * Who opens the socket, as verified by the Worker. `restaurantId` is the restaurant whose room they may enter; for a partner or the back office it is the
 * outlet they asked for, after checking that they may enter it.
 */
export type SessionForSocket = {
  sid: string
  accountId: string
  role: Role
  family: Family
  name: string
  restaurantId: string
  shard: string
  /** UTC ISO-8601; the socket is closed after this instant. */
  expiresAt: string
  /** For a diner: the sitting, with the table it is at now. */
  sittingId?: string | null
  tableId?: string | null
  /** The allowance that the room's limits count it against (domain/limits.ts). */
  allowance?: string
  diner?: Diner | null
  /** For staff: the events that the restaurant's permissions withhold from the role (hears.ts). */
  withheld?: string[]
  /** When the Worker began to read all this, in milliseconds since 1970. */
  readAt?: number
}

export const SUBPROTOCOL = 'tawa.v1'
/** Set only by the Worker, for the room. A header of this name from a client is dropped, because the request to the room is a new one. */
export const SESSION_HEADER = 'x-tawa-session'

/** Names are encoded, because headers carry only ASCII. */
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
