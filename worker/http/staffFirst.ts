import { AppError } from '#domain/errors.ts'

/** How many guests' calls of a restaurant run at once. */
const AT_ONCE = 2
/** How long a guest's call waits for the calls before it, at most (milliseconds). Then it runs, so that nobody's flood keeps a guest out. */
const PATIENCE = 400
/**
 * More guests' calls than this within `CROWD_OVER` milliseconds are a crowd: then one runs at a time, with rests. A phone that opens its pages makes some six.
 */
const CROWD = 20
const CROWD_OVER = 2000
/** In a crowd the rest before the next call is this many times as long as the last call took, up to a maximum in milliseconds. */
const REST = 2
const LONGEST_REST = 250
const PATIENCE_IN_A_CROWD = 2000
/** A call that has run longer than this (milliseconds) no longer counts: its request was cut off, or it waits for something slow, such as an upload. */
const COUNTS_FOR = 3000
/** A waiting call that has not asked for this long (milliseconds) stands before nobody: its request was cut off. It asks every 40 ms at most. */
const GONE_AFTER = 300
/** Restaurants whose calls are remembered, before the idle ones are forgotten. */
const KNOWN = 1000
/** Ended sessions that are remembered, before all are forgotten. */
const ENDED = 10_000

/** A call that runs; `since` in milliseconds since 1970. */
type Running = { since: number }

/** A guest's call that waits: since when, when it last asked, and whether it has waited for another kind of turn already. Milliseconds since 1970. */
type Waiting = { since: number; asked: number; returning: boolean }

/** How many of these calls still run. */
function count(calls: Set<Running>): number {
  const now = Date.now()
  for (const call of calls) if (now - call.since > COUNTS_FOR) calls.delete(call)
  return calls.size
}

/** The running and recent calls of one restaurant in this isolate. Times are milliseconds since 1970. */
class House {
  readonly staff = new Set<Running>()
  readonly guests = new Set<Running>()
  /** The guests' calls that wait, in the order in which they start. */
  #queue: Waiting[] = []
  /** When guests last asked, the oldest first. */
  readonly #asked: number[] = []
  #restUntil = 0

  /** Lines up a guest's call that has come. One that returns is first, and is not counted again. */
  ask(returning: boolean): Waiting {
    const now = Date.now()
    const call = { since: now, asked: now, returning }
    if (returning) {
      this.#queue.unshift(call)
      return call
    }
    this.#queue.push(call)
    this.#asked.push(now)
    if (this.#asked.length > CROWD) this.#asked.shift()
    return call
  }

  /** How many calls wait before this one. */
  before(call: Waiting): number {
    const now = Date.now()
    call.asked = now
    this.#queue = this.#queue.filter((other) => now - other.asked < GONE_AFTER)
    return Math.max(0, this.#queue.indexOf(call))
  }

  get #crowded(): boolean {
    return this.#asked.length === CROWD && Date.now() - (this.#asked[0] ?? 0) < CROWD_OVER
  }

  /** Whether a guest's call with so many before it starts now. */
  lets({ since, returning }: Waiting, before: number): boolean {
    const now = Date.now()
    if (now - since >= (this.#crowded && !returning ? PATIENCE_IN_A_CROWD : PATIENCE)) return true
    return before === 0 && count(this.staff) === 0 && count(this.guests) < (this.#crowded ? 1 : AT_ONCE) && now >= this.#restUntil
  }

  startGuest(call: Waiting): () => void {
    this.#queue = this.#queue.filter((other) => other !== call)
    return this.start(this.guests)
  }

  start(calls: Set<Running>): () => void {
    const call = { since: Date.now() }
    calls.add(call)
    return () => {
      if (calls.delete(call) && calls === this.guests && this.#crowded)
        this.#restUntil = Date.now() + Math.min(LONGEST_REST, REST * (Date.now() - call.since))
    }
  }

  get idle(): boolean {
    return count(this.staff) + count(this.guests) === 0 && !this.#crowded
  }
}

const houses = new Map<string, House>()

function houseOf(restaurantId: string): House {
  const known = houses.get(restaurantId)
  if (known) return known
  if (houses.size >= KNOWN) for (const [id, { idle }] of houses) if (idle) houses.delete(id)
  const house = new House()
  houses.set(restaurantId, house)
  return house
}

/** Sessions that this isolate has found ended, by id. */
const ended = new Set<string>()

/** For a failed look-up of a session: remembers a session that has ended. Throws the error again. */
export function noteEnded(sid: string, error: unknown): never {
  if (error instanceof AppError && error.status === 401) {
    if (ended.size >= ENDED) ended.clear()
    ended.add(sid)
  }
  throw error
}

/**
 * Notes that a call of the staff runs, with this session. Not if the session is known to have ended: its token is good for days, and whoever was removed must not
 * hold up the guests with it. Returns what ends the call; ending it twice is harmless.
 */
export function staffCall(restaurantId: string, sid: string): () => void {
  if (ended.has(sid)) return () => {}
  const house = houseOf(restaurantId)
  return house.start(house.staff)
}

/**
 * Makes a guest's call wait while the restaurant's staff have calls running and while two guests' calls run: twenty simultaneous phones then wait here, instead
 * of delaying a waiter in the database (decision 022). They start in the order they came, so that none of a flood waits until its patience ends and all of those
 * run at once. It waits 0.4 s at most, 2 s in a crowd, and is never refused. `returning`: it has waited for another kind of turn since it was last here, so it
 * is the next one, and waits 0.4 s at most. Counted in memory, by isolate. Returns what ends the call; ending it twice is harmless.
 */
export async function guestCall(restaurantId: string, { returning = false } = {}): Promise<() => void> {
  const house = houseOf(restaurantId)
  const call = house.ask(returning)
  for (;;) {
    const before = house.before(call)
    if (house.lets(call, before)) return house.startGuest(call)
    // Those who are next ask often; the others cost less by asking seldom.
    await scheduler.wait(before < AT_ONCE ? 5 + Math.random() * 10 : 20 + Math.random() * 20)
  }
}
