import { randomBytes } from 'node:crypto'
import { type SQL, sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import { first } from '../db/index.ts'
import { knownDevices } from '../db/platform.ts'
import { insert } from '../db/rows.ts'
import { sha256 } from '../http/hash.ts'
import { accountsFor, isUnsettled } from './account.ts'

/** How many devices of an account are remembered: those that signed in last. */
const MOST = 50
/** How long a browser keeps the cookie (seconds): 400 days, the longest that browsers allow. Each sign-in with a password begins it anew. */
const KEPT_FOR = 400 * 86_400

const isHttps = (c: Context): boolean => new URL(c.request.url).protocol === 'https:'
/** With this prefix a browser takes the cookie from this host alone, over https, so that no other site can give a device a secret that it knows. */
const nameOf = (c: Context): string => (isHttps(c) ? '__Host-tawa_known' : 'tawa_known')

/** The device's own secret: a cookie that no script and no other device sees. Null without one, or where it occurs twice, because then it isn't clear which is ours. */
function secretOf(c: Context): string | null {
  const found = (c.request.headers.get('Cookie') ?? '').split('; ').filter((part) => part.startsWith(`${nameOf(c)}=`))
  return found.length > 1 ? null : (/=([\w-]{32})$/.exec(found[0] ?? '')?.[1] ?? null)
}

/**
 * The device that asks, by its secret's hash, if an account of this address has signed in with it before; else null. Sign-ups whose address nobody has confirmed
 * or approved don't count, because anybody can open one with any address, and would then have a known device for each 20 guesses at the password of its other
 * accounts.
 */
export async function knownDevice(c: Context, email: string): Promise<string | null> {
  const secret = secretOf(c)
  if (secret === null) return null
  const hash = sha256(secret)
  const known = await first(
    c.env.PLATFORM,
    sql`SELECT 1 FROM (${accountsFor(email)}) accounts JOIN known_devices d ON d.account_id = accounts.id WHERE d.device_id = ${hash} AND NOT (${isUnsettled})`,
  )
  return known === null ? null : hash
}

/**
 * Statements for a batch that remember the device after a successful sign-in. Sets its secret as a cookie on the answer: the one that it has, which other
 * accounts may know it by, or a new one.
 */
export function rememberDevice(c: Context, accountId: string): SQL[] {
  const secret = secretOf(c) ?? randomBytes(24).toString('base64url')
  c.setCookie = `${nameOf(c)}=${secret}; Path=/; Max-Age=${KEPT_FOR}; HttpOnly; SameSite=Strict${isHttps(c) ? '; Secure' : ''}`
  return [
    sql`${insert(knownDevices, { accountId, secretHash: sha256(secret), seenAt: c.at })} ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at`,
    sql`DELETE FROM known_devices WHERE account_id = ${accountId} AND device_id NOT IN (SELECT device_id FROM known_devices WHERE account_id = ${accountId} ORDER BY seen_at DESC LIMIT ${MOST})`,
  ]
}
