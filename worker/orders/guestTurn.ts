import type { Context } from '../http/context.ts'
import { rateLimited } from '../http/limit.ts'

/** The pause after a guest's send is this many times as long as the send took, up to a maximum in milliseconds. */
const REST = 2
const LONGEST_REST = 1000
/** How long a guest's send waits for its turn. */
const PATIENCE = 8000
/** After this time a turn counts as ended, because its request was cut off. */
const LOST_AFTER = 15_000

/** The last turn of each restaurant; `freeAt` is Infinity while it lasts. Milliseconds since 1970. */
const turns = new Map<string, { since: number; freeAt: number }>()
const freeFrom = ({ since, freeAt }: { since: number; freeAt: number }) => Math.min(freeAt, since + LOST_AFTER)

/**
 * Guests' sends of one restaurant run one at a time, with a pause after each, so they use a third of the time at most: twenty large tickets at once wait for
 * each other here instead of delaying the staff in the database. A send that has its turn waits once more for the staff's calls (`comeBack`), 0.4 s at most. An
 * ordinary send takes some 50 ms, which allows six a second. Kept in memory, so each isolate has its own turns; that is enough to keep a flood from becoming many
 * simultaneous transactions. The turn ends with the request. Throws 429 after 8 s.
 */
export async function guestTurn(c: Pick<Context, 'where' | 'atEnd' | 'stepAside' | 'comeBack'>): Promise<void> {
  c.stepAside()
  const { restaurantId } = c.where
  const began = Date.now()
  for (;;) {
    const last = turns.get(restaurantId)
    if (!last || Date.now() >= freeFrom(last)) break
    if (Date.now() - began > PATIENCE) throw rateLimited(1)
    await scheduler.wait(10 + Math.random() * 30)
  }
  for (const [id, turn] of turns) if (Date.now() >= freeFrom(turn)) turns.delete(id)
  const turn = { since: Date.now(), freeAt: Infinity }
  turns.set(restaurantId, turn)
  c.atEnd.push(() => {
    turn.freeAt = Date.now() + Math.min(LONGEST_REST, REST * (Date.now() - turn.since))
  })
  await c.comeBack()
  // The rest after it is measured by its work, not by what it waited.
  turn.since = Date.now()
}
