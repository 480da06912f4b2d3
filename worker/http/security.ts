import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { forbidden, notFound } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import type { App } from '../env.ts'

/** An answer of the API that is opened as a page may do nothing. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page that the API prints (/v1/docs) has its own styles and nothing else. */
export function pagePolicy(html: string): string {
  const hashes = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  return `${NOTHING}; style-src ${hashes.join(' ') || "'none'"}`
}

/** On every answer of the API, unless a route has said otherwise. The frontend's are web/public/_headers. */
const HEADERS: Record<string, string> = {
  'Content-Security-Policy': NOTHING,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const ASKED = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Device-Id, X-Restaurant-Id, X-Sync-Key'
const TOLD = 'ETag, Idempotency-Replayed, Retry-After, X-Request-Id'

/** The origin, when it is one of CORS_ORIGINS. */
function allowedOrigin(origin: string | undefined, list = ''): string | null {
  const origins = list.split(',').map((o) => o.trim())
  return origin && origin !== 'null' && origins.includes(origin) ? origin : null
}

/**
 * Sets request id, security headers, no-store and CORS on every answer. CORS allows only the configured origins, and never credentials: scripts send
 * their token themselves, and no cookie signs anybody in.
 */
export const secure = createMiddleware<App>(async (h, next) => {
  const requestId = randomId()
  h.set('requestId', requestId)
  const origin = allowedOrigin(h.req.header('Origin'), h.env.CORS_ORIGINS)
  const preflight = h.req.method === 'OPTIONS'
  if (preflight) h.res = new Response(null, { status: 204 })
  else await next()
  const headers = new Headers(h.res.headers)
  headers.set('X-Request-Id', requestId)
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value)
  if (new URL(h.req.url).protocol === 'https:') headers.set('Strict-Transport-Security', HTTPS_ONLY)
  headers.append('Vary', 'Origin')
  if (origin) {
    headers.set('Access-Control-Allow-Origin', origin)
    if (preflight) {
      headers.set('Access-Control-Allow-Methods', METHODS)
      headers.set('Access-Control-Allow-Headers', ASKED)
      headers.set('Access-Control-Max-Age', '600')
    } else headers.set('Access-Control-Expose-Headers', TOLD)
  }
  const { body, status, webSocket } = h.res
  // Hono would mix the old headers in again.
  h.res = undefined
  h.res = webSocket ? new Response(null, { status, webSocket, headers }) : new Response(body, { status, headers })
})

/**
 * For the calls that change state by GET (SPEC §7). Like every call they need a bearer token, never a cookie; they also refuse requests that a browser
 * makes from another site. HEAD is a 404, because Hono would run it as a GET, and HEAD must not change anything. Throws 403 cross_site, 404.
 */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  if ((site && site !== 'same-origin' && site !== 'none') || (origin && origin !== new URL(request.url).origin))
    throw forbidden('Refused for another site.', 'cross_site')
  if (request.method !== 'GET') throw notFound('No such call')
}
