import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { JOSEError, JWKSTimeout } from 'jose/errors'
import { sql } from '../db/sql.ts'
import { Email } from '#domain/api/fields.ts'
import { AppError, unauthenticated } from '#domain/errors.ts'
import { first, run } from '../db/index.ts'
import { codes } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { sha256 } from '../http/hash.ts'
import type { Env } from '../env.ts'
import { logError } from '../http/log.ts'

const FAILED = 'Google authentication failed'
const refused = () => unauthenticated(FAILED, 'invalid_token')
const unavailable = () => new AppError(503, 'google_unavailable', FAILED)

/** Key sets by address; jose fetches and caches the keys. */
const keySets = new Map<string, JWTVerifyGetKey>()

/**
 * A token with an unknown key makes the keys be fetched again, unless they are younger than this (milliseconds). It may be a forged one, so there is a bound; but
 * as long as it holds, a good token by a key that Google has just published is refused.
 */
const COOLDOWN = 2000

function keysOf(address: string): JWTVerifyGetKey {
  const known = keySets.get(address)
  if (known) return known
  const made = createRemoteJWKSet(new URL(address), { timeoutDuration: 5000, cooldownDuration: COOLDOWN })
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

/** How many seconds the clocks of Google and of ours may differ by. */
const TOLERANCE = 30

export type GoogleUser = {
  /** Google's own id of the person's account there, which never changes. */
  sub: string
  email: string
  /**
   * Whether the mailbox is at Google, which then knows whose it is today: a Gmail address, or one of an organisation there (`hd`). Of any other address Google
   * only says that the person once read a mail there (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
   */
  hasMailbox: boolean
  /** The token's end, in seconds since 1970. */
  until: number
}

/** Who Google says it is, after checking signature, issuer, audience and age. Throws 401, and 503 when it is not set up or not reachable. */
export async function googleUser(env: Env, idToken: string): Promise<GoogleUser> {
  const audience = list(env.GOOGLE_AUDIENCE)
  // Google writes its issuer with and without the scheme.
  const issuer = list(env.GOOGLE_ISSUER).flatMap((i) => [i, i.replace(/^https:\/\//, '')])
  if (audience.length === 0 || issuer.length === 0 || !env.GOOGLE_JWKS_URL) throw unavailable()
  try {
    const { payload } = await jwtVerify(idToken, keysOf(env.GOOGLE_JWKS_URL), {
      issuer,
      audience,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['exp', 'sub', 'email'],
      clockTolerance: TOLERANCE,
    })
    if (typeof payload.email !== 'string' || payload.email_verified !== true) throw refused()
    // Only real addresses are looked up: the column also holds `diner:…` and `unlinked:…`, which a token must not be able to name.
    const email = Email.safeParse(payload.email).data ?? ''
    const hasMailbox = email.endsWith('@gmail.com') || (typeof payload.hd === 'string' && payload.hd !== '')
    return { sub: payload.sub ?? '', email, hasMailbox, until: (payload.exp ?? 0) + TOLERANCE }
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

/**
 * Runs `signIn` with an ID token that may sign in only once, so that a copied token can't be used within its hour. The signed part of the token is remembered
 * until it expires (not the signature, which can be encoded in several ways). If `signIn` is refused because of other open sessions, the token stays valid,
 * because the page sends it again to end them. Throws 401 for a token that was used.
 */
export async function usedOnce<T>(c: Context, idToken: string, until: number, signIn: () => Promise<T>): Promise<T> {
  const id = `google:${sha256(idToken.slice(0, idToken.lastIndexOf('.')))}`
  const row = {
    id,
    purpose: 'googleToken',
    subject: id,
    codeHash: '',
    createdAt: c.at,
    expiresAt: new Date(until * 1000).toISOString(),
    usedAt: c.at,
  }
  if (!(await first(c.env.PLATFORM, sql`${insert(codes, row)} ON CONFLICT DO NOTHING RETURNING id`))) throw refused()
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof AppError && error.code === 'active_sessions') await run(c.env.PLATFORM, sql`DELETE FROM codes WHERE id = ${id}`)
    throw error
  }
}
