import { createMiddleware } from 'hono/factory'
import { forbidden } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import type { Env } from './env.ts'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Request id, security headers, no-store, and CORS that is closed but for configured origins: on every answer of the API. */
export const secure = createMiddleware<{ Bindings: Env; Variables: { requestId: string } }>(async (h, next) => {
  const requestId = randomId()
  h.set('requestId', requestId)
  const origin = h.req.header('Origin')
  const allowed =
    origin &&
    (h.env.CORS_ORIGINS ?? '')
      .split(',')
      .map((o) => o.trim())
      .includes(origin)
      ? origin
      : null
  if (h.req.method === 'OPTIONS') {
    const headers: Record<string, string> = allowed
      ? {
          'Access-Control-Allow-Origin': allowed,
          'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
          'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Restaurant-Id, X-Sync-Key',
          'Access-Control-Max-Age': '600',
        }
      : {}
    return new Response(null, { status: 204, headers: { ...headers, 'X-Request-Id': requestId, Vary: 'Origin' } })
  }
  await next()
  // A WebSocket's 101 can't be changed.
  if (h.res.status === 101) return
  h.res = new Response(h.res.body, h.res)
  h.res.headers.set('X-Request-Id', requestId)
  h.res.headers.set('X-Content-Type-Options', 'nosniff')
  h.res.headers.set('X-Frame-Options', 'DENY')
  h.res.headers.set('Referrer-Policy', 'no-referrer')
  h.res.headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  // Media has a policy of its own.
  if (!h.res.headers.has('Content-Security-Policy')) h.res.headers.set('Content-Security-Policy', POLICY)
  h.res.headers.append('Vary', 'Origin')
  if (!h.res.headers.has('Cache-Control')) h.res.headers.set('Cache-Control', 'no-store')
  if (allowed) {
    h.res.headers.set('Access-Control-Allow-Origin', allowed)
    h.res.headers.set('Access-Control-Expose-Headers', 'X-Request-Id, Idempotency-Replayed, Retry-After, ETag')
  }
  return
})

/** The calls that change state by GET refuse a browser that comes from another site. Throws 403. */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  if ((site && site !== 'same-origin' && site !== 'none') || (origin && origin !== new URL(request.url).origin))
    throw forbidden('Refused for another site.', 'cross_site')
}
