import { AppError, forbidden, unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import type { Family, Role } from '#domain/roles.ts'
import type { Env } from '../env.ts'

/**
 * Who opens the socket, as the Worker has verified it. `restaurantId` is the restaurant whose room may be entered: for a partner or the back
 * office the outlet that they asked for, once it is known to be theirs.
 */
export type SessionForSocket = {
  sid: string
  accountId: string | null
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
}

export const SUBPROTOCOL = 'tawa.v1'
/** From the Worker to the room only. What a client sends by this name is dropped: the request to the room is made anew. */
export const SESSION_HEADER = 'x-tawa-session'

/** GET /v1/realtime/{restaurantId} (CONTRACT §7). `authenticate` throws an AppError for a token that opens nothing. */
export async function realtime(
  request: Request,
  env: Env,
  restaurantId: string,
  authenticate: (token: string) => Promise<SessionForSocket>,
): Promise<Response> {
  try {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
      throw new AppError(426, 'upgrade_required', 'This address is a WebSocket.')
    const offered = (request.headers.get('Sec-WebSocket-Protocol') ?? '').split(',').map((name) => name.trim())
    const token = offered.find((name) => name.startsWith('bearer.'))?.slice('bearer.'.length)
    if (!token) throw unauthenticated('Token not found')
    if (!offered.includes(SUBPROTOCOL)) throw new AppError(400, 'bad_subprotocol', `The subprotocol is ${SUBPROTOCOL}.`)
    const session = await authenticate(token)
    if (session.restaurantId !== restaurantId) throw forbidden()
    return await env.ROOM.get(env.ROOM.idFromName(restaurantId)).fetch(
      new Request(`https://room/?_pk=${randomId()}`, { headers: { Upgrade: 'websocket', [SESSION_HEADER]: writeSession(session) } }),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return Response.json(
      { status: 'error', message: error.message, code: error.code, ...error.details },
      { status: error.status, headers: { 'Cache-Control': 'no-store', ...(error.status === 426 ? { Upgrade: 'websocket' } : {}) } },
    )
  }
}

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
