import { Buffer } from 'node:buffer'
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from '../db/sql.ts'
import { unauthenticated } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { Context } from '../http/context.ts'
import { first, run } from '../db/index.ts'
import { codes } from '../db/platform.ts'
import { only, readOne, rows } from '../db/reads.ts'
import { insert, pick } from '../db/rows.ts'
import { sha256 } from '../http/hash.ts'
import { isWithin } from '../http/limit.ts'

const MINUTES = 5

const invalidCode = () => unauthenticated(MESSAGES.invalidCode, 'invalid_code')

/** Keyed with the server's secret: six digits alone could be tried out from a copy of the database. */
const hashOf = (c: Context, id: string, code: string) => createHmac('sha256', c.env.JWT_SECRET).update(`code:${id}:${code}`).digest('hex')

/** What a code is for: a diner's sign-in, a new password, or to show that the address of a sign-up is one's own. */
type Purpose = 'diner' | 'reset' | 'address'

/**
 * A new six-digit code for an address or a number. The newest counts; once it is on its way those before it are void for good, and when it can't
 * be sent it is taken back, so that the one before it counts again.
 */
export async function issueCode(
  c: Context,
  purpose: Purpose,
  subject: string,
  accountId: string | null,
  deliver: (code: string) => Promise<void> = async () => {},
  data: Record<string, unknown> | null = null,
): Promise<string> {
  const id = randomId()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await run(
    c.env.PLATFORM,
    insert(codes, {
      id,
      purpose,
      subject,
      codeHash: hashOf(c, id, code),
      accountId,
      data,
      createdAt: c.at,
      expiresAt: new Date(c.now.getTime() + MINUTES * 60_000).toISOString(),
    }),
  )
  try {
    await deliver(code)
  } catch (error) {
    await run(c.env.PLATFORM, sql`DELETE FROM codes WHERE id = ${id}`)
    throw error
  }
  // Ids go up with time: one that was asked for meanwhile stays.
  await run(
    c.env.PLATFORM,
    sql`UPDATE codes SET used_at = ${c.at} WHERE purpose = ${purpose} AND subject = ${subject} AND id < ${id} AND used_at IS NULL`,
  )
  return code
}

const NEWEST = pick(codes, 'id', 'codeHash', 'accountId', 'data', 'usedAt', 'expiresAt')

type Taken = { accountId: string | null; data: Record<string, unknown> }

/** `fits`, for who isn't signed in. Throws 401 invalid_code. */
export async function takeCode(c: Context, purpose: Purpose, subject: string, code: string): Promise<Taken> {
  const taken = await fits(c, purpose, subject, code)
  if (!taken) throw invalidCode()
  return taken
}

/** Takes a code if it is the right one: the try is counted before the code is compared, and whoever is second finds it used. Null if it is not. */
export async function fits(c: Context, purpose: Purpose, subject: string, code: string): Promise<Taken | null> {
  const row = await readOne(
    c.env.PLATFORM,
    only(
      rows(
        NEWEST,
        sql`SELECT id, code_hash, account_id, data, used_at, expires_at FROM codes WHERE purpose = ${purpose} AND subject = ${subject} ORDER BY created_at DESC, id DESC LIMIT 1`,
      ),
    ),
  )
  if (!row || row.usedAt !== null || row.expiresAt <= c.at || !(await isWithin(c, LIMITS.codeTry, row.id))) return null
  if (!timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hashOf(c, row.id, code)))) return null
  const used = await first(c.env.PLATFORM, sql`UPDATE codes SET used_at = ${c.at} WHERE id = ${row.id} AND used_at IS NULL RETURNING id`)
  if (!used) return null
  return { accountId: row.accountId, data: row.data ?? {} }
}

/** A single-use link: its token, of which only the hash is kept, and the statement that keeps it. */
export async function newLink(
  c: Context,
  purpose: 'claim',
  data: Record<string, unknown>,
  days: number,
): Promise<{ token: string; statement: SQL }> {
  const token = randomBytes(32).toString('base64url')
  const hash = sha256(token)
  const expiresAt = new Date(c.now.getTime() + days * 86_400_000).toISOString()
  return { token, statement: insert(codes, { id: randomId(), purpose, subject: hash, codeHash: hash, data, createdAt: c.at, expiresAt }) }
}

/** What a link that is still good was made for; null otherwise. It is used up by whoever sets `used_at` in the batch that acts on it. */
export async function findLink(c: Context, purpose: 'claim', token: string): Promise<{ id: string; data: Record<string, unknown> } | null> {
  const link = await readOne(
    c.env.PLATFORM,
    only(
      rows(
        pick(codes, 'id', 'data'),
        sql`SELECT id, data FROM codes WHERE purpose = ${purpose} AND subject = ${sha256(token)} AND used_at IS NULL AND expires_at > ${c.at}`,
      ),
    ),
  )
  return link && { id: link.id, data: link.data ?? {} }
}
