import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { JOSEError, JWKSTimeout } from 'jose/errors'
import { AppError, unauthenticated } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { logError } from '../http/log.ts'

const FAILED = 'Google authentication failed'
const refused = () => unauthenticated(FAILED, 'invalid_token')
const unavailable = () => new AppError(503, 'google_unavailable', FAILED)

/** Key sets by address; jose fetches and caches the keys. */
const keySets = new Map<string, JWTVerifyGetKey>()

function keysOf(address: string): JWTVerifyGetKey {
  const known = keySets.get(address)
  if (known) return known
  const made = createRemoteJWKSet(new URL(address), { timeoutDuration: 5000 })
  keySets.set(address, made)
  return made
}

const list = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)

/** Where a browser signs in with Google, and as which client (the first audience); null when it is not set up. */
export function googleSignIn(env: Env): { clientId: string; authorizeUrl: string } | null {
  const [clientId] = list(env.GOOGLE_AUDIENCE)
  const authorizeUrl = env.GOOGLE_AUTHORIZE_URL
  return clientId && authorizeUrl && env.GOOGLE_JWKS_URL ? { clientId, authorizeUrl } : null
}

/** The address that Google confirms: the issuer's signature, issuer, audience and age checked. Throws 401, and 503 when it is not set up or not reachable. */
export async function googleEmail(env: Env, idToken: string): Promise<string> {
  const audience = list(env.GOOGLE_AUDIENCE)
  // Google writes its issuer with and without the scheme.
  const issuer = list(env.GOOGLE_ISSUER).flatMap((i) => [i, i.replace(/^https:\/\//, '')])
  if (audience.length === 0 || issuer.length === 0 || !env.GOOGLE_JWKS_URL) throw unavailable()
  try {
    const { payload } = await jwtVerify(idToken, keysOf(env.GOOGLE_JWKS_URL), {
      issuer,
      audience,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['exp', 'email'],
      clockTolerance: 30,
    })
    if (typeof payload.email !== 'string' || payload.email_verified !== true) throw refused()
    return payload.email.trim().toLowerCase()
  } catch (error) {
    if (error instanceof AppError) throw error
    // All of jose's errors are about the token, except those of fetching the key set.
    if (
      error instanceof JOSEError &&
      !(error instanceof JWKSTimeout) &&
      error.code !== 'ERR_JOSE_GENERIC' &&
      error.code !== 'ERR_JWKS_INVALID'
    )
      throw refused()
    logError('google keys', error)
    throw unavailable()
  }
}
