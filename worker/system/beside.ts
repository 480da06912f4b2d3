import { z } from 'zod'
import { call, EVERY_STAFF, type Operation } from '#domain/api/contract.ts'
import type { Refusals } from '#domain/api/refusals.ts'
import { Id } from '#domain/api/common.ts'

/** Routes outside the contract, because they are neither JSON nor commands: worker/index.ts routes them by hand. They are described here for openapi.json. */
export type Beside = {
  op: Operation
  refusals: Refusals
  headers?: Record<string, string>
  answers: Record<number, { text: string; types?: readonly string[] }>
}

const internal = { internal: 'Our failure; `requestId` is all it tells' }
const open = { scope: 'public', roles: ['public'], returns: z.unknown() } as const

export const BESIDE: Record<string, Beside> = {
  'GET /media/:key': {
    op: call({
      operationId: 'readMedia',
      summary: 'What POST /media kept: an image for everybody, a document by its signed link',
      tags: ['Media'],
      ...open,
      params: z.object({ key: z.string().max(120).describe('the last part of an address that the API gave') }),
      query: z.object({
        exp: z.string().optional().describe('of a signed link: until when it is good'),
        sig: z.string().optional().describe('of a signed link: its signature'),
      }),
      failure: 'Not available',
    }) as unknown as Operation,
    refusals: {
      403: { link_expired: 'The signed link has lapsed: read its page again' },
      404: { not_found: 'No such file, or no signed link' },
      500: internal,
    },
    headers: { 'If-None-Match': 'the ETag of an image that the caller has' },
    answers: {
      200: { text: 'The file; images may be kept for ever', types: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] },
      304: { text: 'The caller has it' },
    },
  },
  'GET /realtime/:restaurantId': {
    op: call({
      operationId: 'realtime',
      summary: "Upgrade to the WebSocket of a restaurant's events (docs/api.md, Real time)",
      tags: ['Real time'],
      scope: 'restaurant',
      roles: [...EVERY_STAFF, 'user', 'partner', 'backoffice', 'admin'],
      params: z.object({ restaurantId: Id }),
      returns: z.unknown(),
      failure: 'Not available',
    }) as unknown as Operation,
    refusals: {
      400: { bad_subprotocol: 'tawa.v1 was not offered' },
      401: {
        unauthenticated: 'No token among the subprotocols',
        invalid_token: 'Not a token of ours',
        token_expired: '`Token expired`: sign in again',
        session_expired: '`Session expired`: signed out, deactivated, or the visit at the table has ended',
      },
      403: { forbidden: 'Another restaurant, or one that is not approved', sitting_ended: 'The visit at the table has ended' },
      426: { upgrade_required: 'No WebSocket was asked for' },
      500: internal,
    },
    headers: { 'Sec-WebSocket-Protocol': '`tawa.v1, bearer.<token>`: a browser sends no Authorization with a WebSocket' },
    answers: { 101: { text: 'The socket; it speaks tawa.v1' } },
  },
}
