import { AppError, forbidden, unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Env } from '../env.ts'
import { SESSION_HEADER, type SessionForSocket, SUBPROTOCOL, writeSession } from './handshake.ts'

export type { SessionForSocket } from './handshake.ts'

/** GET /v1/realtime/{restaurantId} (CONTRACT §7). `authenticate` throws an AppError for a token that opens nothing here. */
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
    if (!token) throw unauthenticated(MESSAGES.tokenNotFound)
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
