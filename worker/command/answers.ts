import { type SQL, sql } from '../db/sql.ts'
import { AppError, invalid } from '#domain/errors.ts'
import { all, batch, run } from '../db/index.ts'
import type { Row } from '../db/rows.ts'
import { Answer } from '../http/answer.ts'
import type { Context, Where } from '../http/context.ts'

/**
 * The first answers of calls with an Idempotency-Key, kept for 24 h (CONTRACT §1). Each database that commands write to has its table
 * `idempotency`; a restaurant's rows name it.
 */
const KEPT_MS = 86_400_000
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()

/** Reads the stored answer of this key. It must be the first statement of a command's reads. */
export const storedAnswer = (c: Context): SQL =>
  sql`SELECT request_hash, status, body, at FROM idempotency WHERE account = ${c.account} AND key = ${c.idempotencyKey ?? ''}`

type Stored = { request_hash: string; status: number; body: string; at: string }
/** Is it older than an answer is kept? The next purge deletes it, or the next answer of its key takes its place. */
const isOld = (c: Context, stored: Stored): boolean => stored.at <= ago(c.now, KEPT_MS)

/**
 * From this many UTF-16 units on an answer is kept in rows of its own, because D1 takes 2,000,000 bytes a string: a menu's file or a category with thousands of
 * dishes. A unit has 3 bytes at most. The key's own row then has no text, as no other answer, and theirs begin with its key, which is a hash, and a point.
 */
const MOST_UNITS = 400_000
export const isLarge = (text: string): boolean => text.length > MOST_UNITS

function inPieces(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += pieces.at(-1)!.length) {
    const to = from + MOST_UNITS
    // Not between the two halves of a character.
    pieces.push(text.slice(from, /[\uD800-\uDBFF]/.test(text[to - 1] ?? '') ? to - 1 : to))
  }
  return pieces
}

/** The rows of an answer: its key's own, and those of its pieces. */
const ofKey = (c: Context): SQL => sql`account = ${c.account} AND key >= ${c.idempotencyKey} AND key < ${`${c.idempotencyKey}/`}`

/** The first answer again, byte for byte, from the database that has its row. Throws 422 `idempotency_mismatch` when the key came with another request. */
export async function replay(c: Context, db: D1Database, row: Row | undefined): Promise<Answer | null> {
  const stored = row as Stored | undefined
  if (!stored || !c.idempotencyKey) return null
  if (isOld(c, stored)) return null
  if (stored.request_hash !== c.requestHash) throw invalid('This Idempotency-Key was used for another request.', [], 'idempotency_mismatch')
  const isWhole = stored.body !== '' || stored.status === 0
  const pieces = isWhole ? [stored] : await all<Stored>(db, sql`SELECT body FROM idempotency WHERE ${ofKey(c)} ORDER BY key`)
  return new Answer(pieces.map(({ body }) => body).join(''), stored.status, { 'Idempotency-Replayed': 'true' })
}

/**
 * The last statements of a command's batch: they keep its answer, if it has a key, and give back the text that is sent, with `seq`. `stored` is what was read of
 * the key. `large`: the answer when it is too large for one parameter; then `body` is empty.
 */
export function keepAnswer(c: Context, where: Where | null, body: SQL, seq: SQL, stored: Row | undefined, large: string): SQL[] {
  if (!c.idempotencyKey) return [sql`SELECT ${body} AS body, ${seq} AS seq`]
  const [name, id] = where ? [sql`restaurant_id, `, sql`${where.restaurantId}, `] : [sql``, sql``]
  const keep = (key: string, text: SQL) => sql`INSERT INTO idempotency (account, key, ${name}request_hash, status, body, at)
        VALUES (${c.account}, ${key}, ${id}${c.requestHash}, ${c.status}, ${text}, ${c.at})`
  const key = c.idempotencyKey
  return [
    ...(stored ? [sql`DELETE FROM idempotency WHERE ${ofKey(c)} AND at <= ${ago(c.now, KEPT_MS)}`] : []),
    ...inPieces(large).map((piece, i) => keep(`${key}.${String(i).padStart(4, '0')}`, sql`${piece}`)),
    sql`${keep(key, body)} RETURNING body, ${seq} AS seq`,
  ]
}

/** How long a repeat waits for the first request. An older claim was left by a Worker that died, and is taken over. */
const CLAIMED_MS = 5000

/**
 * For a call whose effect is not in the database, such as an alert, which only the room stores. The key is claimed (status 0) before the work, so that a repeat
 * which arrives meanwhile waits for the answer instead of doing the work again.
 */
export async function once(c: Context, work: () => Promise<unknown>): Promise<Answer> {
  if (!c.idempotencyKey) return new Answer(JSON.stringify(await work()), c.status)
  const ours = sql`account = ${c.account} AND key = ${c.idempotencyKey}`
  for (;;) {
    const now = new Date()
    const [claimed, stored] = await batch(c.db, [
      sql`INSERT INTO idempotency (account, key, restaurant_id, request_hash, status, body, at)
          VALUES (${c.account}, ${c.idempotencyKey}, ${c.where.restaurantId}, ${c.requestHash}, 0, '', ${now.toISOString()})
          ON CONFLICT DO UPDATE SET request_hash = excluded.request_hash, status = 0, body = '', at = excluded.at
          WHERE idempotency.at <= ${ago(now, KEPT_MS)} OR (status = 0 AND idempotency.at <= ${ago(now, CLAIMED_MS)} AND request_hash = excluded.request_hash)
          RETURNING key`,
      storedAnswer(c),
    ])
    if (claimed?.[0]) break
    const again = await replay(c, c.db, stored?.[0])
    if (again && again.status !== 0) return again
    if (Date.now() - c.now.getTime() > 2 * CLAIMED_MS)
      throw new AppError(409, 'busy', 'The same request is under way. Try again.', { retryAfter: 1 })
    await scheduler.wait(20 + Math.random() * 40)
  }
  try {
    const text = JSON.stringify(await work())
    await run(c.db, sql`UPDATE idempotency SET status = ${c.status}, body = ${text} WHERE ${ours}`)
    return new Answer(text, c.status)
  } catch (error) {
    await run(c.db, sql`DELETE FROM idempotency WHERE ${ours} AND status = 0`)
    throw error
  }
}
