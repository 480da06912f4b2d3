import { type SQL, sql } from '../db/sql.ts'
import { AppError, forbidden } from '#domain/errors.ts'
import { loadSession } from '../access/session.ts'
import { batch, brokenConstraint } from '../db/index.ts'
import { type Reads, Results, statementsOf, type ValuesOf } from '../db/reads.ts'
import type { Row } from '../db/rows.ts'
import { Answer } from '../http/answer.ts'
import type { Context, Where } from '../http/context.ts'
import { counterValue, filled, type OutEvent, outbox } from '../realtime/events.ts'
import { armRoom, hintRoom } from '../realtime/publish.ts'
import { isLarge, keepAnswer, replay, storedAnswer } from './answers.ts'

/**
 * A command is a call that changes rows. It is written as what it reads, by name, and what it decides on that:
 *
 * 'DELETE /menus/recipe': (c, { query }) => command(c, { reads: { recipe: must(readRecipes(c.where.restaurantId, sql`r.id = ${query.id}`), 'Recipe not found')
 * }, decide: ({ recipe }) => ({ statements: [sql`DELETE …`], body: { message: … } }), })
 *
 * The reads are one batch, together with the stored answer of the same Idempotency-Key; the decision is a second batch, which commits all or nothing. When it
 * breaks a guard or a constraint, another command was first: it reads and decides again, with jitter, for up to 8 s, so that the caller never sees the race. A
 * decision that no longer applies throws its own 409.
 */
export type Command<R extends Reads> = {
  /** Its reads, or the result of `readAhead`. */
  reads: R | ReadAhead<R>
  decide: (read: ValuesOf<R>) => Decision | Promise<Decision>
  /** Whether the room is armed during the reads. If not, the command has no events, or `decide` arms the room when there are some. */
  arms?: boolean
  /** The side of the databases that it reads and changes; the restaurant's own by default. */
  on?: Side
}

/** The decision of one attempt: rows to write, events to send, and the answer, in one D1 batch. The status is the contract's. */
export type Decision = {
  statements: readonly SQL[]
  events?: readonly OutEvent[]
  /** Its statements may write events to the outbox themselves. */
  emitsEvents?: boolean
  body: unknown
  /** JSON paths of the body whose values are known only inside the batch. */
  fill?: Record<string, SQL>
  /** Runs once after the commit, and never for a stored answer: mails, or sockets to close. Gets the rows that `statements` returned. */
  after?: (results: readonly Row[][]) => Promise<void> | void
}

/**
 * Where a command's rows and stored answers are. Only a restaurant's own have events and a room that relays them (`where`). `caller`: the batch fails if the
 * caller may not make the call any more.
 */
export type Side = (c: Context) => { db: D1Database; where: Where | null; caller?: SQL }
export const OUTLET: Side = (c) => ({ db: c.db, where: c.where })
export const PLATFORM: Side = (c) => ({ db: c.env.PLATFORM, where: null })
/**
 * PLATFORM for changes of accounts, partners and outlets. Hashing a password takes long enough, with many calls at once several seconds, for the caller to be
 * removed or lowered, or to lose the outlet, after its session was looked up: what it had begun must not make an account with which it comes back.
 */
export const WHILE_SIGNED_IN: Side = (c) => ({ ...PLATFORM(c), caller: mustStillBeIn(c) })

function mustStillBeIn({ principal, session }: Context): SQL {
  const theirs = principal.role === 'partner' ? sql` AND partner_id = ${principal.partnerId}` : sql``
  // The address of an account in a removed outlet could never be used again: nobody could sign in with it, and no screen would show it.
  const outlet = session?.entered
    ? sql` AND EXISTS (SELECT 1 FROM restaurants WHERE id = ${session.restaurant?.id} AND deleted_at IS NULL${theirs})`
    : sql``
  return sql`INSERT INTO guard (status) SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = ${principal.sid} AND revoked_at IS NULL${outlet})`
}

/** Looks the caller's session up again, after a lost race. Throws 401 when it has ended, 403 when the outlet is no longer the caller's. */
async function checkCaller(c: Context): Promise<void> {
  if (!c.claims) return
  const { restaurant } = await loadSession(c.env, c.claims, c.request.headers.get('X-Restaurant-Id'), c.now)
  if (c.session?.entered && !restaurant) throw forbidden()
}

/** How long a command that loses races tries again, below the 10 s after which a caller gives up (docs/decisions/013-patience.md). */
export const PATIENCE = 8000

export const busy = () => new AppError(409, 'busy', 'Many devices are changing this at once. Try again.', { retryAfter: 1 })

/** Reads that were made before the command runs, in parallel with the session's look-up (`reading` in http/implement.ts). */
export class ReadAhead<R extends Reads> extends Results<R> {
  readonly stored: Row | undefined

  constructor(reads: R, found: readonly Row[][], stored: Row | undefined) {
    super(reads, found)
    this.stored = stored
  }
}

/**
 * Announces the commit to the room while the reads run. If this Worker dies after the commit, the room finds the events by itself.
 * For a guest who sends (`guest` is its allowance) it resolves to the seconds that the guest must wait, 0 for none.
 */
export function arm(c: Context, guest?: string): Promise<number> {
  c.arming ??= armRoom(c.env, c.where, guest)
  // Awaited later, before the commit; avoids an unhandled rejection.
  c.arming.catch(() => {})
  return c.arming
}

/** The reads of a command in one batch with its stored answer. Knows the caller from the token alone when it runs ahead of the session. */
export async function readAhead<R extends Reads>(
  c: Context,
  reads: R,
  { arms = true, on = OUTLET }: Pick<Command<R>, 'arms' | 'on'> = {},
): Promise<ReadAhead<R>> {
  const { db, where } = on(c)
  if (arms && where) arm(c)
  const kept = c.idempotencyKey ? [storedAnswer(c)] : []
  const statements = [...kept, ...statementsOf(reads)]
  const found = statements.length > 0 ? await batch(db, statements) : []
  return new ReadAhead(reads, found.slice(kept.length), c.idempotencyKey ? found[0]?.[0] : undefined)
}

/** Runs a command (see `Command`). Throws what `decide` throws, and 409 `busy` after 8 s of lost races. */
export async function command<R extends Reads>(c: Context, { reads, decide, arms, on = OUTLET }: Command<R>): Promise<Answer> {
  let read = reads instanceof ReadAhead ? reads : await readAhead(c, reads, { arms, on })
  for (let n = 0; ; n++) {
    const before = await replay(c, on(c).db, read.stored)
    if (before) return before
    // Checked after the stored answer, so that a repeat which lost against the first request of its key gets the answer however long it took.
    if (n > 0 && Date.now() - c.now.getTime() > PATIENCE) throw busy()
    const done = await commit(c, on, await decide(read.all()), read.stored)
    if (done instanceof Answer) return done
    if (on(c).caller) await checkCaller(c)
    // Wide steps: fifty commands that race for one order make some 300 attempts instead of 480, and two wait 50 ms on average.
    await scheduler.wait(Math.random() * Math.min(1200, 100 * (n + 1)))
    read = await readAhead(c, read.reads, { arms, on })
  }
}

/** Commits what was decided, with its events and its answer. Returns the constraint that it broke when another command was first. */
async function commit(
  c: Context,
  on: Side,
  { statements, events = [], emitsEvents, body, fill, after }: Decision,
  stored: Row | undefined,
): Promise<Answer | string> {
  const { db, where, caller } = on(c)
  await c.arming
  const emits = events.length > 0 || emitsEvents === true
  if (emits && !where) throw new Error('Only a restaurant’s own database has events.')
  const sent = where ? outbox(where.restaurantId, events, c.at) : []
  const first = caller ? [caller] : []
  const seq = where && emits ? counterValue(where.restaurantId, 'seq') : sql`0`
  const text = JSON.stringify(body)
  const large = fill === undefined && isLarge(text) ? text : ''
  const answer = large === '' ? filled(text, fill) : sql`''`
  let results: Row[][]
  try {
    results = await batch(db, [...first, ...statements, ...sent, ...keepAnswer(c, where, answer, seq, stored, large)])
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken === null) throw error
    return broken
  }
  const out = results.at(-1)?.[0] as { body: string; seq: number }
  if (where && emits) c.waitUntil(hintRoom(c.env, where, out.seq ?? 0))
  await after?.(results.slice(first.length, first.length + statements.length))
  return new Answer(large || out.body, c.status)
}
