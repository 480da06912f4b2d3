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

/** The purpose of a code: a diner's sign-in, a new password, or confirming the address of a sign-up. */
type Purpose = 'diner' | 'reset' | 'address'

/**
 * Makes a new six-digit code for an address or a number. Only the newest code is valid. Once it is sent, earlier ones are void for good; if it can't be sent,
 * it is deleted and the one before is valid again.
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
  // Ids increase with time, so a code that was requested meanwhile stays.
  await run(
    c.env.PLATFORM,
    sql`UPDATE codes SET used_at = ${c.at} WHERE purpose = ${purpose} AND subject = ${subject} AND id < ${id} AND used_at IS NULL`,
  )
  return code
}

const NEWEST = pick(codes, 'id', 'codeHash', 'accountId', 'data', 'usedAt', 'expiresAt')

type Taken = { accountId: string | null; data: Record<string, unknown> }

/** Like `fits`, for callers who are not signed in. Throws 401 invalid_code. */
export async function takeCode(c: Context, purpose: Purpose, subject: string, code: string): Promise<Taken> {
  const taken = await fits(c, purpose, subject, code)
  if (!taken) throw invalidCode()
  return taken
}

/**
 * Uses a code up if it is right; null if it is not. The try is counted before the code is compared, and of two simultaneous requests the second finds it used.
 */
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

/** The data of a valid link; null otherwise. The batch that acts on the link sets `used_at`, which uses it up. */
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
