import { isStaff } from '../roles.ts'
import type { Operation } from './contract.ts'

/** Status → code → a sentence. */
export type Refusals = Record<string, Record<string, string>>

/**
 * Every refusal that a call can answer: the general ones that follow from who may make it and what it takes, then its own `errors`, which override their
 * texts. openapi.json lists them, and the tests check that the server answers no other (CONTRACT §1).
 */
export function refusalsOf(op: Operation): Refusals {
  const out: Refusals = {}
  const say = (status: number, code: string, text: string) => {
    out[status] = { ...out[status], [code]: text }
  }
  const open = op.roles.includes('public')
  const staff = op.roles.some((role) => role !== 'public' && isStaff(role))
  const takesBody = op.body !== undefined || op.upload !== undefined
  if (op.upload) say(400, 'malformed_form', 'The form can’t be read, or did not arrive in time')
  else if (takesBody) say(400, 'malformed_json', 'The body is not JSON, or not UTF-8, or did not arrive in time')
  if (!open) {
    say(401, 'unauthenticated', 'No token')
    say(401, 'invalid_token', 'The token was not issued by this server')
    say(401, 'token_expired', '`Token expired`: sign in again')
    say(401, 'session_expired', '`Session expired`: signed out, deactivated, or the visit at the table has ended')
    say(403, 'forbidden', 'The role may not make this call')
    if (staff && op.pages.length > 0) say(403, 'page_disabled', 'None of the pages that make this call is open to the role')
    if (!op.whilePending) {
      say(403, 'pending_approval', 'The restaurant is not approved yet: `{ approved: false, restaurantName }`')
      say(403, 'rejected', 'The application was rejected: `{ approved: false, restaurantName, rejectionReason }`')
    }
  }
  if (op.syncKey && !open) say(401, 'invalid_sync_key', 'The sync key is unknown or revoked')
  if (op.params) say(404, 'not_found', 'There is no such thing')
  else if (op.scope === 'restaurant' && !open) say(404, 'not_found', 'The caller has no restaurant')
  if (op.idempotent)
    say(409, 'busy', 'The same request is under way, or too many devices change this at once; try again after `retryAfter`')
  if (takesBody) {
    say(413, 'too_large', op.upload ? 'A file is larger than 10 MiB' : 'The body is larger than 1 MiB')
    say(
      415,
      'unsupported_media_type',
      op.upload ? 'Not a form, or a kind of file that is not accepted' : 'The body is not application/json',
    )
  }
  if (takesBody || op.query || op.idempotent) say(422, 'validation_failed', '`errors` names each field')
  if (op.idempotent) say(422, 'idempotency_mismatch', 'The Idempotency-Key was used for another request')
  if (op.rateLimit || op.syncKey) say(429, 'rate_limited', 'Too many requests; try again after `retryAfter` seconds')
  for (const [name, text] of Object.entries(op.errors ?? {})) {
    const [status, code = ''] = name.split(' ')
    say(Number(status), code, text)
  }
  say(500, 'internal', 'An error of the server; only `requestId` is given')
  return out
}
