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
/** Restaurants whose calls are remembered, before the idle ones are forgotten. */
const KNOWN = 1000

/** A call that runs; `since` in milliseconds since 1970. */
type Running = { since: number }

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
  /** When guests last asked, the oldest first. */
  readonly #asked: number[] = []
  #restUntil = 0

  /** Notes a guest's call that has come. */
  ask(): void {
    this.#asked.push(Date.now())
    if (this.#asked.length > CROWD) this.#asked.shift()
  }

  get #crowded(): boolean {
    return this.#asked.length === CROWD && Date.now() - (this.#asked[0] ?? 0) < CROWD_OVER
  }

  /** Whether a guest's call that came then starts now. */
  lets(since: number): boolean {
    const now = Date.now()
    if (now - since >= (this.#crowded ? PATIENCE_IN_A_CROWD : PATIENCE)) return true
    return count(this.staff) === 0 && count(this.guests) < (this.#crowded ? 1 : AT_ONCE) && now >= this.#restUntil
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

/** Notes that a call of the staff runs. Returns what ends it; ending it twice is harmless. */
export function staffCall(restaurantId: string): () => void {
  const house = houseOf(restaurantId)
  return house.start(house.staff)
}

/**
 * Makes a guest's call wait while the restaurant's staff have calls running and while two guests' calls run: twenty simultaneous phones then wait here, instead
 * of delaying a waiter in the database (decision 022). It waits 0.4 s at most, 2 s in a crowd, and is never refused. Counted in memory, by isolate. Returns
 * what ends the call; ending it twice is harmless.
 */
export async function guestCall(restaurantId: string): Promise<() => void> {
  const since = Date.now()
  const house = houseOf(restaurantId)
  house.ask()
  while (!house.lets(since)) await scheduler.wait(5 + Math.random() * 15)
  return house.start(house.guests)
}
