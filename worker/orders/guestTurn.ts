import type { Context } from '../http/context.ts'
import { rateLimited } from '../http/limit.ts'

/** After a guest's send its restaurant's guests rest so many times as long as it took, but at most this many milliseconds. */
const REST = 2
const LONGEST_REST = 1000
/** How long a guest's send waits for its turn. */
const PATIENCE = 8000
/** A turn that never ended: its request was cut off. */
const LOST_AFTER = 15_000

/** The last turn of each restaurant; `freeAt` is Infinity while it lasts. Milliseconds since 1970. */
const turns = new Map<string, { since: number; freeAt: number }>()
const freeFrom = ({ since, freeAt }: { since: number; freeAt: number }) => Math.min(freeAt, since + LOST_AFTER)

/**
 * Guests' sends of one restaurant take turns, with a rest after each, so they take a third of the time at most: twenty large tickets at once wait for each other
 * here, and not in front of the staff in the restaurant's database. An ordinary send takes some 50 ms, which leaves six a second. In memory, so each
 * isolate has turns of its own; that is enough to keep a flood from becoming as many transactions at once. The turn ends with the request. Throws 429 after 8 s.
 */
export async function guestTurn(c: Pick<Context, 'where' | 'atEnd' | 'stepAside'>): Promise<void> {
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
}
