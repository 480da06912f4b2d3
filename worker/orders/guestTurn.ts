import type { Context } from '../http/context.ts'
import { rateLimited } from '../http/limit.ts'

/** The pause after a guest's send is this many times as long as the send took, up to a maximum in milliseconds. */
const REST = 2
const LONGEST_REST = 1000
/** How long a guest's send waits for its turn. */
const PATIENCE = 8000
/** After this time a turn counts as ended, because its request was cut off. */
const LOST_AFTER = 15_000
/** A waiting send that has not asked for this long (milliseconds) has no place: its request was cut off. It asks every 40 ms at most. */
const GONE_AFTER = 300
/** The sittings and allowances of which it is remembered when they had a turn. */
const KNOWN = 1000

/** A send that waits; `asked`: when it last asked, in milliseconds since 1970. */
type Waiting = { sitting: string; allowance: string; came: number; asked: number }

/** The turns of one restaurant. Times are milliseconds since 1970. */
class Turns {
  #last = { since: 0, freeAt: 0 }
  readonly #waiting = new Set<Waiting>()
  #next: Waiting | null = null
  /** How many sends had come before each sitting and allowance had its last turn. */
  readonly #served = new Map<string, number>()
  #count = 0

  ask(sitting: string, allowance: string): Waiting {
    this.#next = null
    const send = { sitting, allowance, came: ++this.#count, asked: Date.now() }
    this.#waiting.add(send)
    return send
  }

  leave(send: Waiting): void {
    this.#waiting.delete(send)
    this.#next = null
  }

  get idle(): boolean {
    return this.#isFree && this.#waiting.size === 0
  }

  get #isFree(): boolean {
    const { since, freeAt } = this.#last
    return Date.now() >= Math.min(freeAt, since + LOST_AFTER)
  }

  /** Whether this send has its turn now. */
  lets(send: Waiting): boolean {
    const now = Date.now()
    send.asked = now
    if (!this.#isFree) return false
    this.#waiting.add(send)
    if (!this.#next || now - this.#next.asked > GONE_AFTER) {
      for (const other of this.#waiting) if (now - other.asked > GONE_AFTER) this.#waiting.delete(other)
      this.#next = [...this.#waiting].reduce((first, other) => (this.#isBefore(other, first) ? other : first), send)
    }
    return this.#next === send
  }

  /** The sitting whose last turn is longest ago is first; of its sends the allowance of which that is true; of these, the first that came. */
  #isBefore(one: Waiting, other: Waiting): boolean {
    const since = (who: string) => this.#served.get(who) ?? 0
    return (since(one.sitting) - since(other.sitting) || since(one.allowance) - since(other.allowance) || one.came - other.came) < 0
  }

  start({ sitting, allowance }: Waiting): { since: number; freeAt: number } {
    this.#last = { since: Date.now(), freeAt: Infinity }
    for (const who of [sitting, allowance]) {
      this.#served.delete(who)
      this.#served.set(who, ++this.#count)
    }
    // A map keeps the order in which its entries were set: the first had its turn longest ago.
    for (const who of this.#served.keys()) if (this.#served.size > KNOWN) this.#served.delete(who)
    return this.#last
  }
}

const turns = new Map<string, Turns>()
function turnsOf(restaurantId: string): Turns {
  for (const [id, known] of turns) if (known.idle) turns.delete(id)
  const known = turns.get(restaurantId) ?? new Turns()
  turns.set(restaurantId, known)
  return known
}

/**
 * Guests' sends of one restaurant run one at a time, with a pause after each, so they use a third of the time at most: twenty large tickets at once wait for
 * each other here instead of delaying the staff in the database. The tables take turns, and at each table its guests by their allowances (docs/decisions/022), so
 * that a neighbour of a flood waits for one send of each table. A send that has its turn waits once more for the staff's calls (`comeBack`), 0.4 s at most. An
 * ordinary send takes some 50 ms, which allows six a second. Kept in memory, so each isolate has its own turns; that is enough to keep a flood from becoming many
 * simultaneous transactions. The turn ends with the request. Throws 429 after 8 s.
 */
export async function guestTurn(c: Pick<Context, 'where' | 'claims' | 'atEnd' | 'stepAside' | 'comeBack'>): Promise<void> {
  c.stepAside()
  const all = turnsOf(c.where.restaurantId)
  const began = Date.now()
  const send = all.ask(c.claims?.sittingId ?? '', c.claims?.allowance ?? c.claims?.sub ?? '')
  try {
    while (!all.lets(send)) {
      if (Date.now() - began > PATIENCE) throw rateLimited(1)
      await scheduler.wait(10 + Math.random() * 30)
    }
  } finally {
    all.leave(send)
  }
  const turn = all.start(send)
  c.atEnd.push(() => {
    turn.freeAt = Date.now() + Math.min(LONGEST_REST, REST * (Date.now() - turn.since))
  })
  await c.comeBack()
  // The rest after it is measured by its work, not by what it waited.
  turn.since = Date.now()
}
